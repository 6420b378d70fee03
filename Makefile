# Needs make and Python 3.11 or newer. `make run` sets everything up and serves the site.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

# Always "python -m tool", never ".venv/bin/tool": the scripts contain absolute paths,
# so they break when the checkout is moved.
PYTHON := .venv/bin/python
PIP_INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r

# If the system's Python was removed or upgraded, the environment cannot import pip.
BROKEN := $(shell $(PYTHON) -c 'import pip' >/dev/null 2>&1 || echo broken)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: .venv/.catalogues ## install the requirements, migrate the database, collect static files
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py collectstatic --noinput --verbosity 0

.PHONY: upgrade
upgrade: .venv/.catalogues ## after git pull, with the server stopped: a verified backup, then setup
	@$(PYTHON) manage.py upgrade

.PHONY: run
run: setup ## serve the site
	@$(PYTHON) manage.py serve --show-link

# A database of its own, whatever the environment says.
DEMO := env -u DATABASE_URL SCOREKEEPER_VAR=var/demo $(PYTHON) manage.py

.PHONY: demo
demo: .venv/.catalogues ## serve two years of sample games; its data is in var/demo/
	@$(DEMO) migrate --verbosity 0
	@$(DEMO) collectstatic --noinput --verbosity 0
	@$(DEMO) demo
	@$(DEMO) serve --join

# `make test T=people` runs the tests of one area: those with that word in their file's name.
AREA = $(or $(wildcard tests/*/test_*$(T)*.py tests/rules/$(T)),$(error No file of tests has "$(T)" in its name))

.PHONY: test
test: setup .venv/.dev ## run every test this machine can run, or one area's: make test T=people
	$(PYTHON) -m pytest -n auto $(if $(T),$(AREA))
	$(if $(T),,$(PYTHON) tests/postgres.py)

.PHONY: test-long
test-long: setup .venv/.dev ## run all tests with many more examples, and more of them on PostgreSQL
	LONG=1 $(PYTHON) -m pytest -n auto -o faulthandler_timeout=1800
	LONG=1 $(PYTHON) tests/postgres.py -o faulthandler_timeout=1800

.PHONY: mutants
mutants: setup .venv/.dev ## measure the tests: which of 200 small faults they notice, in an hour or so
	$(PYTHON) -m tests.mutants $(MUTANTS)

# All but games, which a test checks, as they take most of the time.
CHECKED = $(addprefix --tag ,security models templates urls translation staticfiles files)

.PHONY: lint
lint: .venv/.dev ## check style, types, scripts, deployment settings and migrations
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	$(PYTHON) tests/lint_scripts.py
	HTTPS=1 ALLOWED_HOSTS=score.example $(PYTHON) manage.py check --deploy --fail-level WARNING \
		$(CHECKED)
	$(PYTHON) manage.py makemigrations --check --dry-run

.PHONY: messages
messages: .venv/.base ## bring the catalogues in locale/ up to date
	@$(PYTHON) manage.py makemessages
	@$(PYTHON) manage.py compilemessages

.PHONY: game
game: .venv/.base ## create the folder of a new game: make game NAME=farkle
	@$(PYTHON) manage.py create_game $(NAME)

.PHONY: check-game
check-game: .venv/.dev ## find mistakes in a game: make check-game GAME=farkle
	@$(PYTHON) manage.py check_game $(GAME)
	@$(PYTHON) -m pytest -q --game=$(GAME) tests/rules/test_every_game.py tests/app/test_game_contract.py \
	  tests/browser/test_points.py

.PHONY: screenshots
screenshots: setup .venv/.dev ## take the pictures in docs/
	$(PYTHON) docs/screenshots.py

.PHONY: bench
bench: setup .venv/.dev ## measure performance
	$(PYTHON) -m bench

# Ignore the user's pip settings, which could end up in the pins.
PIP_COMPILE = env -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL -u PIP_FIND_LINKS \
	PIP_CONFIG_FILE=/dev/null CUSTOM_COMPILE_COMMAND="make pins" \
	../$(PYTHON) -m piptools compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras \
	--no-emit-options

.PHONY: pins
pins: .venv/.dev ## update requirements/*.txt from requirements/*.in
	@cd requirements && $(PIP_COMPILE) --output-file base.txt base.in
	@cd requirements && $(PIP_COMPILE) --output-file dev.txt dev.in

# Fails, too, if it cannot ask about a package: no answer must not look like a good one.
.PHONY: audit
audit: .venv/.dev ## ask for known vulnerabilities of what the site needs
	$(PYTHON) -m pip_audit --strict --disable-pip --require-hashes --progress-spinner off \
		-r requirements/base.txt

SBOM = var/sbom.json

.PHONY: sbom
sbom: .venv/.dev ## list what the site needs as CycloneDX, for other programs: make sbom SBOM=file
	@mkdir -p $(dir $(SBOM))
	$(PYTHON) -m cyclonedx_py requirements requirements/base.txt \
		--output-reproducible --output-file $(SBOM)

.PHONY: clean
clean: ## remove what make built, except the data in var/
	rm -rf .venv .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The dotted files are time stamps of the last installation.

.venv/.base: requirements/base.txt .venv/pyvenv.cfg
	@echo "Installing the requirements ..."
	@$(PIP_INSTALL) requirements/base.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.base
	@echo "Installing the requirements of tests and lint ..."
	@$(PIP_INSTALL) requirements/dev.txt
	@touch $@

.venv/.catalogues: $(wildcard locale/*/LC_MESSAGES/django.po) .venv/.base
	@$(PYTHON) manage.py compilemessages
	@touch $@

.venv/pyvenv.cfg: $(BROKEN)
	@for python in python3.11 python3.12 python3.13 python3.14 python3; do \
		if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			exec $$python -m venv --clear .venv; \
		fi; \
	done; \
	echo "Scorekeeper needs Python 3.11 or newer, with its venv and ensurepip modules." >&2; \
	echo "On Debian or Ubuntu: sudo apt install python3.11-venv    On macOS: brew install python" >&2; \
	exit 1

.PHONY: broken
broken:
