from spack.package import *

try:  # Spack 1.0 and newer; older ones have it in spack.package
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Isobit(CMakePackage):
    """Sums, dot products, norms, matrix products and elementary functions whose bits are the same everywhere: in any order,
    on any number of threads or MPI ranks, with any instruction set or compiler."""

    # Where releases lie: a tarball of `make dist`. Until one is published, `spack dev-build isobit@0.2.0` in the tree.
    homepage = "https://example.org/isobit"
    url = "https://example.org/isobit/isobit-0.2.0.tar.gz"

    license("BSD-3-Clause")

    version("0.2.0")

    variant("shared", default=True, description="isobit::isobit is the shared library")
    variant("mpi", default=True, description="isobit::mpi, and the preload library for MPI programs")
    variant("fortran", default=True, description="Fortran modules")
    variant("tools", default=True, description="The isobit command")
    variant("hdf5", default=False, when="+tools", description="The command reads HDF5 and netCDF-4")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.22:", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("cli11", type="build", when="+tools")
    depends_on("zlib-api", when="+tools")
    depends_on("bzip2", when="+tools")
    depends_on("xz", when="+tools")
    depends_on("zstd", when="+tools")
    depends_on("pkgconfig", type="build", when="+tools")
    depends_on("hdf5", when="+hdf5")
    depends_on("googletest", type="test")
    depends_on("mpfr", type="test")

    conflicts("%gcc@:11", msg="isobit needs C++20 as of gcc 12")
    conflicts("%clang@:13", msg="isobit needs C++20 as of clang 14")

    def cmake_args(self):
        tests = self.define("ISOBIT_BUILD_TESTS", self.run_tests)
        off = [self.define(f"ISOBIT_{part}", False)
               for part in ("BUILD_EXAMPLES", "BUILD_BENCH", "BUILD_FUZZERS", "BUILD_SQL", "PYTHON", "CUDA")]
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("ISOBIT_BUILD_MPI", "mpi"),
            self.define_from_variant("ISOBIT_BUILD_FORTRAN", "fortran"),
            self.define_from_variant("ISOBIT_BUILD_TOOLS", "tools"),
            tests,
            *off,
        ]
