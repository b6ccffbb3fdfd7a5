# Every target does its own set-up: Python 3.11 or newer and make are all that is needed.
PYTHON ?= python3
PIP = PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --no-compile
unexport PYTHONDONTWRITEBYTECODE # or each start of a fresh copy compiles all that it imports, anew
EDITABLE = --config-settings editable_mode=compat -e

print: .venv/.print ## print Atlantis to output/
	.venv/bin/generator build atlantis --out output

# A file's tests run in one process, which starts at once; those of a folder, or all, in several.
PYTEST = .venv/bin/python -m pytest $(if $(ARGS),$(if $(wildcard $(ARGS)/.),-n 2 --dist worksteal),-n 3 --dist worksteal)

test: .venv/.test ## lint, floors, types and the quick tests: five minutes on two cores (ARGS: the quick tests of a folder or a file, nothing else)
ifdef ARGS
	$(PYTEST) -m 'not deep' $(ARGS)
else
	.venv/bin/ruff check .
	.venv/bin/lint-imports --no-logo --no-cache
	.venv/bin/mypy & $(PYTEST) -m 'not deep'; tests=$$?; wait $$! && exit $$tests
endif

deep: .venv/.test ## the tests that `make test` leaves out, in fifteen minutes: browsers, kills, fuzz, floods, long games (ARGS: of a folder or a file)
	TIDELINE_TESTS=deep $(PYTEST) -m deep $(ARGS)

bench: .venv/.bench ## print tables of medians; AGAINST=REV: this checkout and another in turns
ifdef AGAINST
	.venv/bin/python benchmarks/against.py '$(AGAINST)'
else
	.venv/bin/python benchmarks/print.py
	.venv/bin/python benchmarks/faces.py
	.venv/bin/python benchmarks/referee.py
	.venv/bin/python benchmarks/club.py
	.venv/bin/python benchmarks/circles.py
	.venv/bin/python benchmarks/escape.py
	.venv/bin/python benchmarks/page.py
	.venv/bin/python benchmarks/taps.py
	.venv/bin/python benchmarks/studio.py
	.venv/bin/python benchmarks/gods.py
	.venv/bin/python benchmarks/keys.py
endif

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python's venv module is missing: on Debian and Ubuntu, apt install python3-venv" >&2; exit 2; }

.venv/.print: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) $(EDITABLE) .
	touch $@

.venv/.test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) $(EDITABLE) '.[test]'
	touch .venv/.print $@

.venv/.docs: .venv/.test
	$(PIP) $(EDITABLE) '.[test,docs]'
	touch $@

.venv/.release: .venv/.test
	$(PIP) $(EDITABLE) '.[test,release]'
	touch $@

.venv/.fuzz: .venv/.test
	$(PIP) $(EDITABLE) '.[test,fuzz]'
	touch $@

.venv/.bench: .venv/.test
	$(PIP) $(EDITABLE) '.[test,bench]'
	touch $@

.venv/.mutants: .venv/.test
	$(PIP) $(EDITABLE) '.[test,mutants]'
	touch $@

ladder: .venv/.test ## how strong the bots are, into docs/playtest.md: 400 games a pair, an hour and more (ARGS: --seconds, names of games)
	.venv/bin/python benchmarks/ladder.py $(ARGS)

fuzz: $(if $(GUIDED),.venv/.fuzz,.venv/.test) ## a million broken inputs of all kinds, of which `make deep` tries 1,000 (ARGS: --count, --kind, --first, --jobs); GUIDED=600: led by coverage
	PYTHONPATH=. .venv/bin/python tests/hostile/fuzz.py $(if $(GUIDED),--guided $(GUIDED),--count 1000000) $(ARGS)

kills: .venv/.test ## five hundred builds and five hundred tables killed at any moment; `make deep` kills forty of each
	TIDELINE_KILLS=500 .venv/bin/python -m pytest -q -s -m deep tests/hostile/test_publishing.py tests/hostile/test_killed.py

thorough: .venv/.test ## every test of both tiers, those of chance with their large numbers, for a release (ARGS: a folder or a file of tests)
	TIDELINE_TESTS=thorough $(PYTEST) $(ARGS)

secrets: ## pairs of games that differ in what is hidden, and eleven thousand guesses from a seat: a part of `make thorough`
	$(MAKE) thorough ARGS='-q -s tests/companion/hidden/test_walks.py tests/companion/hidden/test_elimination.py'

compat: ## every test on the lowest versions allowed, and on each Python from 3.11 on that is here
	$(PYTHON) tests/compat.py $(ARGS)

mutants: .venv/.mutants ## do the tests see small changes? 400 of them (ARGS: --sample, --seed, --jobs, --room, --again, --map)
	.venv/bin/python tests/mutants.py $(ARGS)

docs: .venv/.docs ## the documentation as a site in build/docs, read without network
	.venv/bin/python docs/making/make_site.py $(ARGS)

web: docs ## a site that prints in the browser, with nothing to install, in build/web; npm is needed, or it says so
	.venv/bin/python docs/web/make_web.py $(ARGS)

release: .venv/.release ## archives in build/release, installed on each Python that is here and tried (ARGS: --only 3.12)
	.venv/bin/python tests/release.py $(ARGS)

javascript: ## types of the pages' scripts; node and npm are needed, or it says so
	@command -v npm >/dev/null || { echo 'not checked: there is no npm here; on Debian and Ubuntu, apt install npm'; exit 0; }; \
		mkdir -p build/javascript && cp tests/javascript/package*.json build/javascript && \
		npm ci --silent --no-audit --no-fund --prefix build/javascript && \
		build/javascript/node_modules/.bin/tsc -p tests/javascript/tsconfig.json

codemirror: ## the studio's text editor anew as one file, of the versions that are pinned; npm is needed
	mkdir -p build/codemirror && cp generator/studio/codemirror/* build/codemirror && cd build/codemirror && \
		npm install --silent --no-audit --no-fund --no-package-lock && \
		printf '/*! CodeMirror 6, %s */\n' "$$(tr '\n' ' ' < node_modules/codemirror/LICENSE)" > codemirror.min.js && \
		node_modules/.bin/esbuild entry.js --bundle --minify --format=esm >> codemirror.min.js && \
		cp codemirror.min.js ../../generator/studio/static

COVERAGE = .venv/bin/python -m coverage
coverage: .venv/.mutants ## which branches the tests reach, by file (ARGS: a folder or a file of tests)
	rm -rf build/coverage && mkdir -p build/coverage
	-$(COVERAGE) run --rcfile=tests/coverage.ini -m pytest -q -n 2 --dist worksteal $(ARGS)
	$(COVERAGE) combine --quiet --rcfile=tests/coverage.ini
	$(COVERAGE) report --rcfile=tests/coverage.ini

words: .venv/.test ## what the programs say, from the code into languages/ and compiled (ARGS: de it; a new one by its name)
	PYTHONPATH=. .venv/bin/python languages/catalogues.py $(ARGS)

icon: .venv/.test ## the page's icon for home screens that take no SVG, from its drawing
	PYTHONPATH=. .venv/bin/python docs/making/page_icon.py

scenes: .venv/.test ## the four games on a table and the page in a browser, as the docs show them: docs/pictures, two minutes
	.venv/bin/python docs/making/make_scenes.py
	.venv/bin/python docs/making/make_pages.py

examples: .venv/.test ## the worked examples of the rules texts, replayed by the referee: specs/GAME/worked.yaml
	PYTHONPATH=. .venv/bin/python -m tests.companion.printed.worked

fonts: ## the bundled fonts anew from their sources: the same bytes, where the sources are the same
	$(PYTHON) -m venv .venv-fonts
	.venv-fonts/bin/python -m pip install --quiet fonttools==4.68.0 \
		fontpkg-alegreya-sans==2.4 fontpkg-cinzel==2.0 fontpkg-eb-garamond==1.3
	.venv-fonts/bin/python typefaces/subset.py

pin: ## renew constraints.txt from a fresh install of the newest versions allowed
	rm -rf .venv && $(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet setuptools $(EDITABLE) '.[test,bench,mutants,docs,release]'
	{ echo '# Versions every fresh install gets; renewed by `make pin`.'; .venv/bin/python -m pip freeze --all --exclude-editable --exclude pip | sort -f; } >constraints.txt.new
	mv constraints.txt.new constraints.txt

clean:
	rm -rf .venv .venv-fonts build *.egg-info .mypy_cache .ruff_cache

.PHONY: print test ladder deep docs web release javascript codemirror coverage bench fuzz kills thorough secrets compat mutants words examples fonts pin clean
