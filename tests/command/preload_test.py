"""isobit preload: the line that a shell evaluates, with the library that was built for the program's MPI."""
import shutil
import subprocess
import unittest

from support import COMMAND, CommandTest

ELF = b"\x7fELF"


class PreloadTest(CommandTest):
    def setUp(self):
        super().setUp()
        # An installed isobit, with a library for each MPI.
        self.prefix = self.folder / "prefix"
        (self.prefix / "bin").mkdir(parents=True)
        self.isobit = self.prefix / "bin" / "isobit"
        shutil.copy(COMMAND, self.isobit)
        for mpi in ("openmpi", "mpich", "mpi-abi"):
            folder = self.prefix / "lib" / "isobit" / mpi
            folder.mkdir(parents=True)
            (folder / "libisobit_mpi_preload.so").touch()

    def line_for(self, mpi):
        return f"export LD_PRELOAD={self.prefix}/lib/isobit/{mpi}/libisobit_mpi_preload.so"

    def printed(self, *arguments):
        done = subprocess.run([self.isobit, "preload", *arguments], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 0)
        return done.stdout.strip()

    def test_by_what_the_program_is_linked_with(self):
        for library, mpi in (("libmpi.so.40", "openmpi"), ("libmpich.so.12", "mpich"), ("libmpi.so.12", "mpich"),
                             ("libmpi_abi.so.1", "mpi-abi")):
            program = self.folder / ("linked_with_" + library)
            program.write_bytes(ELF + b"\0libc.so.6\0" + library.encode() + b"\0")
            self.assertEqual(self.printed("--", str(program), "argument"), self.line_for(mpi))

    def test_a_launcher_starts_programs_for_the_standards_abi_too(self):
        launcher = self.folder / "mpiexec"
        launcher.write_text("#!/bin/sh\necho HYDRA build details\n")
        launcher.chmod(0o755)
        native, abi = self.folder / "native", self.folder / "abi"
        native.write_bytes(ELF + b"\0libmpi.so.12\0")
        abi.write_bytes(ELF + b"\0libmpi_abi.so.1\0")
        self.assertEqual(self.printed("--", str(launcher), "-n", "2", str(native)), self.line_for("mpich"))
        self.assertEqual(self.printed("--", str(launcher), "-n", "2", str(abi)), self.line_for("mpi-abi"))

    def test_named(self):
        self.assertEqual(self.printed("--mpi", "openmpi"), self.line_for("openmpi"))
        library = self.file("own.so", "")
        self.assertEqual(self.printed("--library", str(library)), f"export LD_PRELOAD={library}")

    def test_refusals(self):
        self.assert_fails(2, "preload", says="for which program")
        self.assert_fails(2, "preload", "--mpi", "lam", says="lam")
        self.assert_fails(2, "preload", "--", "/bin/true", says="mpi-abi")
        self.assert_fails(3, "preload", "--library", "/nowhere", says="there is no file")


if __name__ == "__main__":
    unittest.main()
