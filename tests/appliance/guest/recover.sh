#!/bin/sh
# The first and only program after a power cut: the games as they are on the mended disk.
mount -t proc proc /proc
for name in games.txt games.txt.lock; do
    echo "FILE $name $(base64 -w0 /var/lib/sepmosa/$name)" >/dev/ttyS0
done
echo "RECOVERED $(grep -c ' / ext4 rw' /proc/mounts)" >/dev/ttyS0
sync
echo o >/proc/sysrq-trigger
sleep 60
