# `make` or `make help` lists the targets. Needs Python 3.11 or newer and git; everything else comes from the two locks:
# requirements.lock has what the book needs, requirements-test.lock what tests and tools need besides.

PYTHON ?= python3
PORT   ?= 8000
VENV   := .venv
BIN    := $(VENV)/bin
UV     ?= $(or $(wildcard $(BIN)/uv),uv)
PIP     = $(BIN)/python -m pip --disable-pip-version-check
# Those to play, and what they are played for: all notebooks but eight that take long.
PROCESSORS ?= Haswell Prescott
LONG       := oracles dynamic horizons sentences real_week matroids zoo tournament.ipynb
WHICH      ?= (ipynb or kept or golden) $(addprefix and not ,$(LONG))
NUMBERS    := book $(addprefix tests/test_,golden.py players.py tournament.py)
CHROME ?= $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name))))

# Settings in a reader's home directory must not change a figure or an output.
export MPLCONFIGDIR := $(CURDIR)/$(VENV)/matplotlib
export IPYTHONDIR   := $(CURDIR)/$(VENV)/ipython
export PYTHONUTF8   := 1
# uv trusts the authorities that the system trusts, as pip does.
export UV_SYSTEM_CERTS ?= true
# Hundreds of processes import the package: they share what the first one has compiled.
unexport PYTHONDONTWRITEBYTECODE

# Side by side, processes whose linear algebra has threads of its own take more than twice as long.
book elsewhere golden note notebooks pdf test: export OPENBLAS_NUM_THREADS := 1
book elsewhere golden note notebooks pdf test: export OMP_NUM_THREADS := 1

.DEFAULT_GOAL := help
.PHONY: help env book golden mutants check test elsewhere certify style lint lowest format notebooks bench serve pdf note linkcheck lock platforms clean distclean

help:  ## list these targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'

env: $(VENV)/.all  ## create .venv with all that is locked (the other targets make of it what they need)

# install(lock): pip, slower, may know a proxy or an index that uv does not. As if from no project: what pyproject.toml has of uv
# is for `make lock`, and has no hashes.
install = $(BIN)/uv pip install --project / --python $(BIN)/python --quiet --no-deps --require-hashes -r $(1) || { \
  echo "== uv could not install them: pip tries"; $(PIP) install --no-compile --no-deps --require-hashes -r $(1); }
# Some files of packages are for other versions of Python.
compile = $(BIN)/python -m compileall -qq -j 0 -x '/(tests|debugpy)/' $(VENV)/lib || true

# Nobody else's folder is emptied, nor what a link leads to.
ours = [ ! -L $(VENV) ] && { [ ! -e $(VENV) ] || [ -e $(VENV)/.osphg ] || [ -e $(VENV)/.locked ]; } || { \
  echo "error: $(VENV) is a link, or was not made by make: move it away" >&2; exit 1; }

$(VENV)/.locked: requirements.lock
	@$(ours)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo \
	  "error: '$(PYTHON)' is not Python 3.11 or newer; name one, for example: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "== creating $(VENV) from requirements.lock (once; a minute or two)"
	@rm -rf $(VENV) && mkdir $(VENV) && touch $(VENV)/.osphg
	$(PYTHON) -m venv $(VENV)
	@awk '/^[^ #]/ { on = /^uv==/ } on' requirements.lock > $(VENV)/uv.lock
	@$(PIP) install --quiet --require-hashes -r $(VENV)/uv.lock
	@$(call install,requirements.lock)
	@$(compile)
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml
	$(PIP) install --no-deps --no-build-isolation --quiet -e .
	@echo "== building matplotlib's font cache" && $(BIN)/python -c 'import matplotlib.font_manager'
	@mkdir -p "$(IPYTHONDIR)/profile_default" && printf '%s\n' "import sys" \
	  "sys.modules['debugpy'] = None  # its debugger is a quarter of what a kernel loads" \
	  "c.IPKernelApp.log_level = 40  # it warns at every start" \
	  > "$(IPYTHONDIR)/profile_default/ipython_kernel_config.py"
	@touch $@

$(VENV)/.all: $(VENV)/.installed requirements-test.lock
	@echo "== adding what the tests need, from requirements-test.lock"
	@$(call install,requirements-test.lock)
	@$(compile)
	@touch $@

# --all reads every page again, so that a warning is an error each time; executions stay cached. To look for garbage would take a
# third of the time.
BUILD := -c 'import atexit, gc; gc.disable(); atexit.register(gc.freeze); from jupyter_book.cli.main import main; main()' \
  build . --all -W -n --keep-going
book: $(VENV)/.installed  ## build the book into _build/html (warnings are errors) and check the site
	$(BIN)/python tools/execute_book.py
	@rm -rf _build/html
	$(BIN)/python $(BUILD)
	$(BIN)/python tools/check_site.py

built = test -f _build/html/index.html || { echo "error: no book yet; run 'make book' first" >&2; exit 1; }
golden: env  ## compare what the built book has computed with the stored numbers (after make book; WRITE=games or chapters stores what has moved)
	$(BIN)/python tools/golden.py $(if $(WRITE),write $(WRITE),check)

check: env  ## open every page of the built book in Chromium: formulas, width, accessibility
	@$(built)
	CHROME="$(CHROME)" $(BIN)/python -m pytest -q -rs -n 2 tools/check_pages.py

test: env style  ## run all tests, types (zuban, mypy) with them, and every notebook (.ipynb) against its stored outputs
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --nbval --nbval-current-env --nbval-cell-timeout=300 \
	  --once --doctest-modules book osphg tests

elsewhere: env  ## compare notebooks, kept tables and golden numbers as on other processors (PROCESSORS=...)
	$(BIN)/python tools/processors.py $(PROCESSORS) -- $(BIN)/python -m pytest -q -n auto --dist loadfile \
	  --nbval --nbval-current-env --nbval-cell-timeout=300 -k "$(WHICH)" $(NUMBERS)

mutants: env  ## break the package in known ways and see that tests fail, a quarter of an hour (NAMES='one or other' for some)
	$(BIN)/python -m pytest -v -n 2 tools/mutants.py -k "unbroken or $(or $(NAMES),with)"

certify: env  ## have Rocq prove every theorem from clean, and store what it accepted (needs coqc; CHECK=1 compares only)
	@command -v coqc > /dev/null || { echo "error: no coqc, the compiler of Rocq; apt or conda-forge have it as coq" >&2; exit 1; }
	$(BIN)/python tools/certify.py $(if $(CHECK),--check)

style: env  ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/zizmor --offline --quiet --no-progress .github/workflows

lint: style  ## check format, style, types (zuban; mypy for the package) and docstrings (numpydoc)
	$(BIN)/zuban mypy
	$(BIN)/mypy osphg
	$(BIN)/python tools/docstrings.py

# What computes is held to its lowest versions; what builds the book and checks it has those of the locks.
LOWEST := play players hindsight domains rounds pacer
lowest: env  ## run the package's tests and a notebook with the lowest versions that pyproject.toml allows (needs a network)
	rm -rf _build/lowest && mkdir -p _build/lowest
	$(BIN)/uv venv --quiet --python 3.11 _build/lowest/env
	$(BIN)/uv pip install --quiet --python _build/lowest/env/bin/python --resolution lowest-direct --only-binary :all: \
	  --no-binary osphg -e '.[book,test]'
	_build/lowest/env/bin/python -m pytest -q -n auto --dist loadfile $(LOWEST:%=tests/test_%.py)
	_build/lowest/env/bin/osphg run figure1 --quick --out _build/lowest/figure1

format: env  ## rewrite the sources in the project's format, and the lists of players and domains
	$(BIN)/python tools/declare.py
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Nothing is kept that differs with the machine or the hour.
EXECUTE := nbconvert --log-level=WARN --to notebook --inplace --execute --ExecutePreprocessor.timeout=1200 \
  --ExecutePreprocessor.record_timing=False --NotebookExporter.preprocessors=nbconvert.preprocessors.CoalesceStreamsPreprocessor \
  --ClearMetadataPreprocessor.enabled=True \
  --ClearMetadataPreprocessor.preserve_cell_metadata_mask="{'tags', 'mystnb'}" \
  --ClearMetadataPreprocessor.preserve_nb_metadata_mask="{'kernelspec', 'osphg', ('language_info', 'name', 'pygments_lexer')}"
notebooks: $(VENV)/.installed  ## execute all notebooks of the book in place (NAMES=book/... for some)
	names=$$(ls $(or $(NAMES),book/*.ipynb)) && echo "$$names" | xargs -P 2 -n 1 $(BIN)/jupyter $(EXECUTE)

bench: env  ## measure speed and memory against what one would take in their place (NAMES="rounds growth" for some)
	$(BIN)/python benchmarks/run.py $(NAMES)

serve:  ## show the built book on http://localhost:8000 (PORT=...)
	@$(built)
	$(PYTHON) -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

.PHONY: chrome
chrome:
	@command -v "$(CHROME)" > /dev/null || { echo "error: no Chromium or Chrome found; name one: make pdf CHROME=..." >&2; exit 1; }

pdf: chrome book  ## print the book, solutions unfolded, to _build/osphg.pdf (needs Chromium or Chrome)
	@$(BIN)/python tools/print_book.py "$(CHROME)"

note: chrome book  ## print the note to the authors to _build/note.pdf, six pages (needs Chromium or Chrome; typesets _build/note/note.tex if pdflatex is there)
	@$(BIN)/python tools/print_book.py "$(CHROME)" note
	@cd _build/note && { command -v pdflatex > /dev/null || { echo "== no pdflatex: _build/note/note.tex is not typeset"; exit 0; }; \
	  pdflatex -interaction=batchmode -halt-on-error note.tex > /dev/null && echo "== typeset _build/note/note.tex"; }

linkcheck: $(VENV)/.installed  ## follow every link of the book (needs a network)
	$(BIN)/python tools/execute_book.py
	$(BIN)/python $(BUILD) --builder linkcheck

resolve = $(UV) pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
  --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --generate-hashes --quiet
lock:  ## resolve both locks anew from pyproject.toml (needs uv, which .venv has)
	@command -v $(UV) >/dev/null || { echo "error: 'uv' not found; run 'make env', or name it: make lock UV=..." >&2; exit 1; }
	@touch requirements-test.lock && cat requirements-test.lock >> requirements.lock  # all that is pinned stays
	$(resolve) --all-extras $(if $(UPGRADE),--upgrade) --output-file requirements.lock
	cp requirements.lock requirements-test.lock
	$(resolve) $(foreach extra,book fast plots proofs tables exact dev,--extra $(extra)) --output-file requirements.lock
	$(resolve) --all-extras $$(sed -nE 's/^([a-z0-9.-]+)==.*/--no-emit-package \1/p' requirements.lock) \
	  --output-file requirements-test.lock

PLATFORMS := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-msvc
platforms: env  ## see whether the locks can be installed, from wheels, on five platforms and with Python 3.14 (needs a network)
	@for on in $(addsuffix /3.11,$(PLATFORMS)) x86_64-unknown-linux-gnu/3.14; do echo "== $$on"; \
	  $(BIN)/uv pip install --quiet --dry-run --target $(VENV)/none --python-platform "$${on%/*}" --python-version "$${on#*/}" \
	    --only-binary :all: --no-deps -r requirements.lock -r requirements-test.lock || exit 1; done

clean:  ## remove what was built (keeps .venv)
	rm -rf _build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find benchmarks book examples osphg tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## remove .venv too
	@$(ours)
	rm -rf $(VENV)
