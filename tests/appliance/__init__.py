"""A whole emulated machine: Debian, a KMS screen, a kernel touchscreen, pins and a camera.

`make appliance` builds it, installs the companion with its own installer, boots it and plays.
Needs root, debootstrap and the package archives; see systemd/README.md.
"""
