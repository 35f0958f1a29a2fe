# Everything a developer or a fresh machine needs; `make help` lists it.
# The environment lives in .venv. Stamp files in it are keyed on pyproject.toml, so a second run installs nothing.

PYTHON ?= python3
WORKERS ?= 2
NAME ?=
MINUTES ?= 10
SEED ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
installed = $(foreach extra,$(1),$(VENV)/.installed-$(extra))

# Material for MkDocs announces its successor on every build; the bounds in pyproject.toml keep what works.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two pips at once would corrupt one environment; pytest does its own parallel work.
.NOTPARALLEL:
.PHONY: help demo test test-all check browser node postgres viewer docs coverage-of-seeds validate bench soak mutants format clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

demo: $(call installed,run) ## install linkwork, run a walking mechanism and write its page
	$(BIN)/python -m linkwork.cli demo

test: check browser node postgres coverage-of-seeds ## lint, layers, types and tests, which build the docs strictly: some ten minutes on two cores
	$(BIN)/pytest -n $(WORKERS)

test-all: check browser node postgres coverage-of-seeds ## the same with the slow tests, more random examples and ten random mutants
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n $(WORKERS) -m ""
	$(BIN)/python -m tools.mutations --random 10

mutants: $(call installed,test) ## put defects into copies of the sources and see that tests fail: all, or NAME=...
	$(BIN)/python -m tools.mutations $(NAME)

check: $(call installed,test docs) ## lint, format, layers and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# Without a browser the tests of the pages are skipped and say so, so a failure here is no failure of the tests.
browser: ## install Chromium for the tests of the pages, where there is none and apt may be used
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		export DEBIAN_FRONTEND=noninteractive; quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"; \
		apt-get $$quick update >/dev/null 2>&1; apt-get $$quick install -y chromium >/dev/null 2>&1 && exit 0; fi; \
	echo "There is no Chromium here and it could not be installed: the tests of the pages will be skipped."

# The same for the tests of WebAssembly.
node: ## install node for the tests of WebAssembly, where there is none and apt may be used
	@command -v node >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		export DEBIAN_FRONTEND=noninteractive; quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"; \
		apt-get $$quick update >/dev/null 2>&1; apt-get $$quick install -y nodejs >/dev/null 2>&1 && exit 0; fi; \
	echo "There is no node here and it could not be installed: the tests of WebAssembly will be skipped."

# And for the tests of the catalogue on a server.
postgres: ## install PostgreSQL for the tests of the catalogue, where there is none and apt may be used
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; command -v initdb >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		export DEBIAN_FRONTEND=noninteractive; quick="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20"; \
		apt-get $$quick update >/dev/null 2>&1; apt-get $$quick install -y postgresql >/dev/null 2>&1 && exit 0; fi; \
	echo "There is no PostgreSQL here and it could not be installed: its test will be skipped."

viewer: ## check and build what runs in pages (needs npm)
	cd viewer && npm ci --no-audit --no-fund && npm run check && npm run build && npm test

docs: coverage-of-seeds ## run the examples and build the documentation, with their live pages, into build/site
	$(BIN)/python -m tools.gallery viewers
	$(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is at build/site/index.html; its search works where it is served: python -m http.server -d build/site"

coverage-of-seeds: $(call installed,test docs) ## write the page that says which checklist row is covered by which test
	$(BIN)/python -m tools.seed_coverage

validate: $(call installed,test) ## run the published problems and write docs/validation.md: all, or a case or group with NAME=...
	$(BIN)/python -m validation $(or $(NAME),all) --write

bench: $(call installed,bench) ## run all benchmarks, or one with NAME=...
	$(BIN)/python -m benchmarks.runner $(NAME)

soak: $(call installed,test bench) ## random tests against peers and closed forms for MINUTES=10, with SEED=... again
	$(BIN)/python -m tests.soak --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

format: $(call installed,test) ## list elements, format the code and apply safe fixes
	$(BIN)/python -m tools.stub
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
