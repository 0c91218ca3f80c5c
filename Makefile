# The few commands a user or developer needs; everything else is CMake (see CMakePresets.json).
#   make run        build the program, run the example robot, leave report.html to view
#   make python     build the Python package and explain how to import it
#   make test       build everything and run all tests
#   make fuzz       test with nearly valid files, commands and calls, for FUZZ_SECONDS [60] from
#                   FUZZ_SEED [a number, or time]; failing cases are kept in build/release/fuzz
#   make bench      time the cases, write build/bench.json and docs/performance.md
#   make validation run all models, write docs/validation.md
#   make docs       write docs/formats.md, viewer/src/format/shared.ts and the pictures of the pages
#   make build-times  cost of the last build: seconds per target and folder, the slowest objects
#   make lint       format, layers, clang-tidy on what changed (make lint ALL=1: on everything)
#   make format     reformat all files with clang-format
#   make sanitize   tests under the address and undefined-behaviour sanitizers
#   make clean      remove build/, results/ and report.html

SHELL := /bin/bash
JOBS  := $(shell nproc)
MODEL := quadropus
FUZZ_SECONDS := 60
FUZZ_SEED := time

.PHONY: help setup setup-test setup-lint setup-docs setup-sanitize run python test fuzz bench validation docs build-times lint format sanitize clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

setup:
	@tools/setup.sh build

setup-test:
	@tools/setup.sh test

setup-lint:
	@tools/setup.sh lint

setup-docs:
	@tools/setup.sh docs

setup-sanitize:
	@tools/setup.sh sanitize

# Configured once, and when the presets change; Ninja calls CMake by itself when a CMake file does.
build/%/configured: CMakePresets.json | setup
	cmake --preset $* -Wno-dev
	@touch $@

run: build/release/configured
	cmake --build --preset release -j $(JOBS) --target cuttle_cli
	build/release/bin/cuttle run models/$(MODEL).yaml -o results/$(MODEL)
	@cp results/$(MODEL)/report.html report.html
	@echo "results of models/$(MODEL).yaml are in results/$(MODEL)/:" $$(ls results/$(MODEL))
	@echo "open report.html in a browser to view it"

python: build/release/configured
	cmake --build --preset release -j $(JOBS) --target cuttle_package
	@echo "the package is in build/release/python; to use it:"
	@echo "  export PYTHONPATH=$(CURDIR)/build/release/python"
	@echo "  /usr/bin/python3 -c 'import cuttle; print(cuttle.load(\"models/pendulum.yaml\"))'"

test: build/release/configured | setup-test
	cmake --build --preset release -j $(JOBS)
	@ctest --preset release && echo "make test: all tests passed" \
	  || { echo "make test: FAILED, see above"; exit 1; }

fuzz: build/release/configured
	cmake --build --preset release -j $(JOBS) --target cuttle_fuzz cuttle_package
	build/release/bin/cuttle_fuzz --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) --jobs $(JOBS)
	PYTHONPATH=build/release/python /usr/bin/python3 tests/python/fuzz_api.py \
	  $$(( $(FUZZ_SECONDS) / 4 )) $(FUZZ_SEED)
	@echo "make fuzz: nothing found"

bench: build/release/configured
	cmake --build --preset release -j $(JOBS) --target cuttle_bench cuttle_package
	build/release/bin/cuttle_bench build/bench.json
	PYTHONPATH=build/release/python /usr/bin/python3 bench/python_step.py build/bench.json
	tools/make_performance.py build/bench.json docs/performance.md
	@echo "make bench: wrote build/bench.json and docs/performance.md"

validation: build/release/configured | setup-docs
	cmake --build --preset release -j $(JOBS) --target cuttle_cli
	tools/make_validation.py build/release/bin/cuttle build/validation

docs: build/release/configured | setup-docs setup-test
	cmake --build --preset release -j $(JOBS) --target cuttle_cli
	tools/make_formats.py build/release/bin/cuttle docs/formats.md
	build/release/bin/cuttle schema --typescript > build/shared.ts
	mv build/shared.ts viewer/src/format/shared.ts
	tools/make_pictures.sh build/release/bin/cuttle build/validation

build-times:
	@tools/build_times.py build/release

lint: build/lint/configured | setup-lint
	tools/lint.sh $(if $(ALL),--all)

format: | setup-lint
	tools/lint.sh --fix

build/asan/configured build/clang/configured: | setup-sanitize

sanitize: build/asan/configured | setup-test
	cmake --build --preset asan -j $(JOBS)
	@ctest --preset asan && echo "make sanitize: all tests passed" \
	  || { echo "make sanitize: FAILED, see above"; exit 1; }

clean:
	rm -rf build results report.html
