#!/bin/sh
# The devices of a Raspberry Pi that the kernel can pretend to have: pins and a camera.
set -e
modprobe gpio-sim
modprobe vivid n_devs=1 node_types=0x1 num_inputs=1 input_types=0x00 multiplanar=1 no_error_inj=1
pins=/sys/kernel/config/gpio-sim/pi
mkdir -p "$pins/bank"
echo 54 >"$pins/bank/num_lines"
echo pinctrl-bcm2711 >"$pins/bank/label"
echo 1 >"$pins/live"
