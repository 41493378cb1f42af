# Needs python3 (3.11 to 3.13) with venv, and nothing else.
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/pip --disable-pip-version-check --quiet
CORES  ?= 2

.PHONY: run test check clean deb install update uninstall appliance appliance-long arm64 roots

run: .venv/ready
	@$(BIN)/sepmosa

test: .venv/ready-dev
	@$(BIN)/python -m pytest -n $(CORES)

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Without --clear half an environment, left where Python's venv was missing, would pass for one.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; (3, 11) <= sys.version_info < (3, 14) or sys.exit("sepmosa needs Python 3.11, 3.12 or 3.13; point at one with: make PYTHON=/path/to/python3")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "sepmosa needs Python's venv; on Debian: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making .venv …"
	@$(PYTHON) -m venv --clear .venv

.venv/ready: pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Installing the companion (once) …"
	@$(PIP) install --constraint constraints.txt --editable '.[share]'
	@touch $@

.venv/ready-dev: .venv/ready
	@echo "Installing the test tools (once) …"
	@$(PIP) install --constraint constraints.txt --editable '.[dev,share]'
	@touch $@

# An emulated machine with screen, touch, pins and camera, as root; needs debootstrap and the
# package archives. The long one takes hours.
appliance: .venv/ready-dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -m tests.appliance

appliance-long: .venv/ready-dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -m tests.appliance --long

# The packages for 64-bit ARM in Debian roots of that kind, emulated; needs qemu-user-static as well.
arm64: .venv/ready-dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -m tests.appliance.arm64

# `make run` and `make test` in fresh Debian roots, as root; needs debootstrap likewise.
roots: .venv/ready-dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -m tests.appliance.roots

# Debian packages in dist/, for RELEASE (bookworm, trixie) and MACHINE (arm64, amd64), or for all.
deb: | $(BIN)/pip
	@$(BIN)/python systemd/package/build.py $(RELEASE:%=--release %) $(MACHINE:%=--machine %)

# On a Raspberry Pi, as root: the package for it, built here; DESTDIR=/some/folder only lays it out.
install update:
	@systemd/install.sh

# Leaves config and games behind; PURGE=1 takes them too.
uninstall:
	apt-get $(if $(filter 1,$(PURGE)),purge,remove) -y sepmosa

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
