"""For all tests: how long an example takes proves nothing."""

from hypothesis import settings

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
