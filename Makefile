# Everything here works on a fresh machine that has Python 3.11 or later and make: the first target
# that needs it sets up a virtual environment in .venv, from uv.lock.

PYTHON ?= python3
BIN := .venv/bin
OUT := _build
FUZZTIME ?= 60
PYTHONS ?= 3.11,3.12,3.13,3.14
PACKAGES ?= oldest,newest
PORT ?= 8000
SPHINXOPTS ?=
JOBS ?= auto
MOMENTS ?= 1000
SEED ?= $(shell date +%s)
UV := $(or $(shell command -v uv),$(BIN)/uv)
SYNC := $(UV) sync --frozen --inexact --quiet
SETUP := .venv/.ready
TOOLS := .venv/.tools

.PHONY: html dirhtml example test matrix faults publish-test check lsp serve bench budget fuzz texts linkcheck lint types clean help

html: $(SETUP)  ## build the site into _build/html
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/html

dirhtml: $(SETUP)  ## the same with an address of its own folder for each page
	$(BIN)/python -m sphinx -nW -b dirhtml -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/dirhtml

example: $(SETUP)  ## build the example, an invented conference, into _build/example
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/example-doctrees $(SPHINXOPTS) \
		docs/conference $(OUT)/example

test: $(TOOLS) browser ical  ## run all tests, or those of TESTS=tests/lint
	$(BIN)/python -m pytest -n auto $(TESTS) $(PYTESTOPTS)

matrix: $(TOOLS)  ## test with each Python, and with the oldest and newest packages: PYTHONS=3.12 PACKAGES=oldest
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PYTHON) tools/matrix.py --pythons $(PYTHONS) --packages $(PACKAGES) $(TESTS)

faults: $(TOOLS) browser  ## run the long lists and the tests of chance, other ones each time: MOMENTS=… SEED=…
	SYMPOSIUM_FAULTS=$(MOMENTS) SYMPOSIUM_FAULTS_SEED=$(SEED) \
		$(BIN)/python -m pytest -n auto --dist worksteal -m faults tests $(PYTESTOPTS)

publish-test: $(TOOLS)  ## install and build a new project as hosts do, from the package index
	SYMPOSIUM_NETWORK=1 $(BIN)/python -m pytest tests/project/test_publishing.py $(PYTESTOPTS)

check: $(SETUP)  ## check the sources: schema, identity, links between records, Markdown of pages
	$(BIN)/symposium check --strict --pages .

lsp:  ## serve an editor, which starts this by itself
	@$(BIN)/symposium lsp .

serve: $(SETUP)  ## build, show it at http://127.0.0.1:8000, and build again at every save
	$(BIN)/symposium serve --port $(PORT) .

bench: $(TOOLS)  ## measure builds beside Hugo and plain Sphinx: SIZES=1k,10k BIB=… REPEAT=…
	$(BIN)/python bench/run.py $(BENCHOPTS)

budget:  ## print how large the project is, may be and is to become
	@$(PYTHON) bench/budget.py

fuzz: $(TOOLS)  ## give the readers odd texts for long: FUZZTIME=60 for each, FUZZ="bibtex names …"
	@$(SYNC) --group fuzz || echo "Atheris cannot be installed: Hypothesis takes its place"
	$(BIN)/python tools/fuzz.py $(FUZZTIME) $(FUZZ)

texts: $(SETUP)  ## bring the catalogues of messages up to date with the code
	$(BIN)/python tools/texts.py
	$(BIN)/python tools/script_texts.py

linkcheck: $(SETUP)  ## ask for every external link whether it still answers
	$(BIN)/python -m sphinx -nW -b linkcheck -d $(OUT)/doctrees . $(OUT)/linkcheck

lint: $(TOOLS)  ## style of the code, of scripts and styles too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_scripts.py lint

types: $(TOOLS)  ## types of the code, of scripts too
	$(BIN)/mypy
	$(BIN)/python tools/check_scripts.py types

clean:  ## remove what was built
	rm -rf $(OUT)

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

.PHONY: browser ical
browser: $(TOOLS)
	@PYTHONPATH=tests $(BIN)/python -m support.install_browser

ical: $(TOOLS)
	@PYTHONPATH=tests $(BIN)/python -m support.install_ical

$(SETUP): pyproject.toml uv.lock
	@command -v uv >/dev/null || { \
		$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or later is needed, and $(PYTHON) is older: name another, as in make html PYTHON=python3.12")' && \
		$(PYTHON) -m venv .venv && \
		$(BIN)/python -m pip install --quiet uv==0.13.9; \
	}
	@$(SYNC) --extra all --no-default-groups
	@touch $@

# What tests, types and measurements need besides.
$(TOOLS): $(SETUP)
	@$(SYNC) --all-extras --all-groups --no-group fuzz --no-group node
	@touch $@
