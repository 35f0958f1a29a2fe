# Everything a developer or a fresh machine needs; `make help` lists it.
# The environment lives in .venv. Stamp files in it are keyed on pyproject.toml, so a second run installs nothing.

PYTHON ?= python3
WORKERS ?= 2
NAME ?=
MINUTES ?= 10
TOOLS ?= yes
SEED ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
installed = $(foreach extra,$(1),$(VENV)/.installed-$(extra))

# Material for MkDocs announces its successor on every build; the bounds in pyproject.toml keep what works.
export NO_MKDOCS_2_WARNING := 1
# Tests start over a hundred processes, and each would compile the whole package to bytecode again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two pips at once would corrupt one environment; pytest does its own parallel work.
.NOTPARALLEL:
.PHONY: help demo test test-all check tools viewer docs coverage-of-seeds validate bench soak mutants format clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

demo: $(call installed,run) ## install linkwork, run a walking mechanism and write its page
	$(BIN)/python -m linkwork.cli demo

test: check tools ## lint, layers, types and the quick tests, some of each kind: eleven minutes on two cores the first time, six later
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

test-all: check tools viewer-if-npm coverage-of-seeds ## all tests, the viewer, more random examples and ten random mutants: an hour
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n $(WORKERS) --dist worksteal -m ""
	$(BIN)/python -m tools.mutations --random 10

mutants: $(call installed,test) ## put defects into copies of the sources and see that tests fail: all, or NAME=...
	$(BIN)/python -m tools.mutations $(NAME)

check: $(call installed,test docs) ## lint, format, layers and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# What tests need that pip does not bring. Without one of these the tests that need it are skipped, counted and say so.
tools: ## install Chromium, node and PostgreSQL for tests by apt, where they are missing; TOOLS=no leaves them out
	@missing=; have() { for name in "$$@"; do command -v $$name >/dev/null && return 0; done; return 1; }; \
	have chromium chromium-browser google-chrome google-chrome-stable || missing="$$missing chromium"; \
	have node || missing="$$missing nodejs"; \
	have initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	[ -n "$$missing" ] || exit 0; \
	without="tests of pages (chromium), WebAssembly (nodejs) or a catalogue on a server (postgresql) will be skipped."; \
	if [ "$(TOOLS)" = no ]; then echo "TOOLS=no:$$missing will not be installed, and $$without"; exit 0; fi; \
	if [ "$$(id -u)" != 0 ] || ! have apt-get; then \
		echo "Missing here:$$missing. Only root can install them by apt-get: $$without"; exit 0; fi; \
	echo "Installing by apt-get for the tests:$$missing. \`make TOOLS=no ...\` leaves them out."; \
	export DEBIAN_FRONTEND=noninteractive; quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"; \
	apt-get $$quick update >/dev/null 2>&1; \
	for package in $$missing; do apt-get $$quick install -y $$package >/dev/null 2>&1 || \
		echo "$$package could not be installed: $$without"; done

# The checks of the viewer need what `npm ci` brings; without npm they are skipped, counted and say so.
.PHONY: viewer-if-npm
viewer-if-npm:
	@if command -v npm >/dev/null; then $(MAKE) viewer; else echo "There is no npm here: the viewer is not checked."; fi

viewer: ## check and build what runs in pages (needs npm)
	cd viewer && npm ci --no-audit --no-fund && npm run check && npm run build && npm test

docs: coverage-of-seeds ## run the examples and build the documentation, with their live pages, into build/site
	$(BIN)/python -m tools.gallery viewers
	$(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is at build/site/index.html; its search works where it is served: python -m http.server -d build/site"

coverage-of-seeds: $(call installed,test docs) ## write the page that says which checklist row is covered by which test
	$(BIN)/python -m tools.seed_coverage

validate: $(call installed,test) ## run the published problems and write docs/validation.md: all, or a case or group with NAME=...
	$(BIN)/python -m validation $(or $(NAME),all) --coordinates both --write

bench: $(call installed,bench) ## run all benchmarks, or one with NAME=...
	$(BIN)/python -m benchmarks.runner $(NAME)

soak: $(call installed,test bench) ## random tests against peers and closed forms for MINUTES=10, with SEED=... again
	$(BIN)/python -m tests.soak --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

format: $(call installed,test) ## write the lists and the page of elements, format the code and apply safe fixes
	$(BIN)/python -m tools.stub
	$(BIN)/python -m linkwork.formats.schema
	$(BIN)/python -m tools.elements_page
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist docs/seed_coverage.md .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed-run: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[$*]'
	@touch $@
