# In the tools root: the kernel, an initrd with the modules named, gpio-sim and vimc, to /mnt.
set -e
version=$(ls /lib/modules)
work=$(mktemp -d)
tar -xf /usr/src/linux-source-6.12.tar.xz -C "$work" --strip-components=1 \
    linux-source-6.12/drivers/gpio linux-source-6.12/kernel/irq/irq_sim.c \
    linux-source-6.12/drivers/media/test-drivers/vimc
mkdir "$work/pins"
cp "$work/drivers/gpio/gpio-sim.c" "$work/pins/gpio-sim.c"
# irq_to_desc is not for modules; this is the same
sed 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' \
    "$work/kernel/irq/irq_sim.c" >"$work/pins/irq_sim.c"
printf '#include <linux/module.h>\nMODULE_LICENSE("GPL");\n' >>"$work/pins/irq_sim.c"
echo 'obj-m := irq_sim.o gpio-sim.o' >"$work/pins/Kbuild"
make -C "/lib/modules/$version/build" M="$work/pins" CC=gcc modules
# the camera that libcamera knows; a Pi's gives its colours in this order
sed -i '/define VIMC_DEBAYER_SOURCE_MBUS_FMT/s/RGB888_1X24/BGR888_1X24/' \
    "$work/drivers/media/test-drivers/vimc/vimc-debayer.c"
make -C "/lib/modules/$version/build" M="$work/drivers/media/test-drivers/vimc" CC=gcc \
    CONFIG_VIDEO_VIMC=m modules
mkdir -p /mnt/modules
cp -a "/lib/modules/$version" /mnt/modules/
rm -f "/mnt/modules/$version/build" "/mnt/modules/$version/source"
mkdir -p "/mnt/modules/$version/updates"
cp "$work"/pins/*.ko "$work"/drivers/media/test-drivers/vimc/*.ko "/mnt/modules/$version/updates/"
rm -rf "$work"
printf '%s\n' "$@" >/etc/initramfs-tools/modules
sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=zstd/' /etc/initramfs-tools/initramfs.conf
mkinitramfs -o /mnt/initrd.img "$version"
cp "/boot/vmlinuz-$version" /mnt/vmlinuz
