# Everything here works on a fresh machine that has Python 3.11 or later and make: the first target
# that needs it sets up a virtual environment in .venv, with uv where that is installed.

PYTHON ?= python3
BIN := .venv/bin
OUT := _build
FUZZTIME ?= 60
SPHINXOPTS ?=
JOBS ?= auto
MOMENTS ?= 1000
SEED ?= $(shell date +%s)
SETUP := .venv/.ready
HUGO := .venv/.hugo

.PHONY: html dirhtml example test faults check lsp serve bench fuzz linkcheck lint types clean help

html: $(SETUP)  ## build the site into _build/html
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/html

dirhtml: $(SETUP)  ## the same with an address of its own folder for each page
	$(BIN)/python -m sphinx -nW -b dirhtml -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/dirhtml

example: $(SETUP)  ## build the example, an invented conference, into _build/example
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/example-doctrees $(SPHINXOPTS) \
		examples/conference $(OUT)/example

test: $(SETUP) browser hugo ical  ## run all tests
	$(BIN)/python -m pytest -n auto $(PYTESTOPTS)

faults: $(SETUP)  ## kill, refuse and damage many builds, at other moments each time: MOMENTS=… SEED=…
	SYMPOSIUM_FAULTS=$(MOMENTS) SYMPOSIUM_FAULTS_SEED=$(SEED) \
		$(BIN)/python -m pytest -n auto --dist worksteal tests/test_faults.py tests/test_lock.py $(PYTESTOPTS)

check: $(SETUP)  ## check the sources: schema, identity, links between records
	$(BIN)/symposium check --strict .

lsp:  ## serve an editor, which starts this by itself
	@$(BIN)/symposium lsp .

serve: $(SETUP)  ## build, serve at http://127.0.0.1:8000, and build again at every change
	$(BIN)/sphinx-autobuild --port 8000 --ignore '*/_build/*' --watch _ext \
		-b html -d $(OUT)/doctrees . $(OUT)/html

bench: $(SETUP) hugo  ## measure builds beside Hugo and plain Sphinx: SIZES=1k,10k BIB=… REPEAT=…
	$(BIN)/python bench/run.py $(BENCHOPTS)

fuzz: $(SETUP)  ## give the readers odd texts for long: FUZZTIME=60 for each, FUZZ="bibtex names …"
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --inexact --group fuzz --quiet || true; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-fuzz.txt || true; \
	fi
	$(BIN)/python tools/fuzz.py $(FUZZTIME) $(FUZZ)

linkcheck: $(SETUP)  ## ask for every external link whether it still answers
	$(BIN)/python -m sphinx -nW -b linkcheck -d $(OUT)/doctrees . $(OUT)/linkcheck

lint: $(SETUP)  ## style of the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(SETUP)  ## types of the code
	$(BIN)/mypy

clean:  ## remove what was built
	rm -rf $(OUT)

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

.PHONY: browser hugo ical
browser: $(SETUP)
	@$(BIN)/python tests/install_browser.py

ical: $(SETUP) hugo
	@$(BIN)/python tests/install_ical.py

$(SETUP): pyproject.toml uv.lock requirements.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --all-groups --no-group bench --no-group fuzz --no-group node --quiet; \
	else \
		$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or later is needed, and $(PYTHON) is older: name another, as in make html PYTHON=python3.12")' && \
		$(PYTHON) -m venv .venv && \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt && \
		$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .; \
	fi
	@touch $@

# Hugo is needed to compare with it, and for nothing else.
hugo:
	@$(MAKE) --silent $(HUGO) || echo "Hugo cannot be installed: what compares with it is left out"

$(HUGO): $(SETUP) requirements-bench.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --all-groups --no-group node --inexact --quiet; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.txt; \
	fi
	@touch $@
