# The one door, for a person and for CI. `make` alone lists what there is.
SHELL := bash
.DEFAULT_GOAL := help
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Where Python may write no bytecode beside its modules, it keeps it below var/: without
# any, each of the many processes compiles a thousand modules again.
ifneq ($(PYTHONDONTWRITEBYTECODE),)
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/var/bytecode
endif
embedded := .venv/bin/python -m procurement.embedded

.PHONY: help install run test check fix lock bench stop clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: ## bring what the development lock and Debian hold, if missing
	@bin/system-packages run
	@bin/install
	@bin/compile-messages

run: install ## start everything at http://127.0.0.1:8000 (PORT=...); Ctrl-C stops it
	@$(embedded) run -- bin/serve

test: install ## run the checks and the whole suite (ARGS="-k word" for a part)
	@bin/system-packages test
	@$(embedded) --var var/test run --throwaway -- bin/test $(ARGS)

check: install ## run linters, types, layers, templates, migrations, API schema
	@$(embedded) run -- bin/check

fix: install ## put right what tools can put right
	@ruff check --fix .
	@ruff format .
	@# djlint breaks lines and djade names the ends of blocks; the second round settles both.
	@for round in 1 2; do \
	  find templates -name '*.html' | xargs djlint --quiet --reformat >/dev/null; \
	  find templates -name '*.html' | xargs djade --target-version 6.1 2>/dev/null; \
	done; true

lock: install ## pin the *.in files anew, with hashes and without addresses
	@for name in requirements requirements-dev requirements-bench; do \
	  uv pip compile --quiet --universal --python-version 3.12 --generate-hashes --no-header \
	    --no-annotate --no-emit-index-url $(ARGS) $$name.in --output-file $$name.lock || exit 1; \
	done

bench: ## measure us against the peers, in an environment of their own
	@bin/system-packages run
	@bin/install requirements-bench.lock .venv-bench
	@for script in bench/[a-z]*.py; do \
	  [ ! -e "$$script" ] || PYTHONPATH=. $(embedded) --var var/test run --throwaway -- \
	    .venv-bench/bin/python "$$script" || exit 1; \
	done

stop: ## stop an embedded PostgreSQL and Valkey left running
	@[ ! -x .venv/bin/python ] || $(embedded) stop

clean: ## stop, then delete the data, the files and the caches (not .venv)
	@[ ! -x .venv/bin/python ] || { $(embedded) erase; $(embedded) --var var/test erase; }
	@rm -rf var staticfiles .coverage* htmlcov .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -path './.venv*' -prune -o \( -name __pycache__ -o -name '*.mo' \) -print0 | xargs -0 rm -rf
