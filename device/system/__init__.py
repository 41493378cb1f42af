"""The machine: its screen, sound and log, how it is started and watched, and its doctor."""
