"""The companion's own screens: home, settings, the device; one file for each small family."""
