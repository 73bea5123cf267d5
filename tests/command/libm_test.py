"""isobit verify --libm: its counts and examples against what this process gets of the same libm."""
import ctypes
import os
import platform
import re
import shutil
import subprocess
import unittest

from support import CommandTest

LIBRARY = os.environ.get("ISOBIT_LIBM_LIBRARY")


class LibmTest(CommandTest):
    def compare(self, count, environment=None):
        report = self.result("verify", "--libm", "--count", count, environment=environment)
        self.assertEqual(report["arguments"], count)
        return report["functions"]

    def test_examples(self):
        """Every example is one: libm returns what it says, and eval what is right."""
        functions = self.compare(3000)
        self.assertEqual(len(functions), 82)
        libm = ctypes.CDLL("libm.so.6")
        for each in functions:
            self.assertEqual(each["present"], hasattr(libm, each["function"]))
            if not each.get("differing"):
                continue
            single = each["type"] == "f32"
            name, arguments = re.fullmatch(r"(\w+)\((.*)\)", each["example"]).groups()
            arguments = arguments.split(", ")
            with self.subTest(example=each["example"]):
                self.assertEqual(name, each["function"])
                function, kind = getattr(libm, name), ctypes.c_float if single else ctypes.c_double
                function.restype, function.argtypes = kind, [kind] * len(arguments)
                self.assertEqual(function(*map(float.fromhex, arguments)), float.fromhex(each["libm"]))
                right = self.run_command("eval", name[:-1] if single else name, "--hex", *(["--float"] if single else []), "--",
                                         *arguments)[1]
                self.assertEqual(right.strip(), each["correct"])
                self.assertNotEqual(each["libm"], each["correct"])
                self.assertGreater(each["largest_ulp"], 0)

    def test_without_fma(self):
        if platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc":
            self.skipTest("no glibc with variants")
        for each in self.compare(1000):
            self.assertEqual("changed_without_fma" in each, each["present"])
            if each["present"]:
                self.assertLessEqual(each["changed_without_fma"], 1000)

    def test_counts(self):
        """A libm whose results are known, and depend on whether it believes to run without FMA."""
        if platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc" or not shutil.which("gcc"):
            self.skipTest("no glibc with variants, or no gcc")
        source = self.file("other.c", """
            #include <stdlib.h>
            static int without(void) { return getenv("GLIBC_TUNABLES") != 0; }
            double exp(double x) { return without() ? -x : -1; }
            double sin(double x) { return x + 100; }
            float hypotf(float x, float y) { return without() ? -1 : __builtin_nanf(""); }""")
        library = str(self.folder / "other.so")
        subprocess.run(["gcc", "-O1", "-fno-builtin", "-shared", "-fPIC", source, "-o", library], check=True)
        functions = {each["function"]: each for each in self.compare(1000, environment={"LD_PRELOAD": library})}
        self.assertEqual([(functions[name]["differing"], functions[name]["changed_without_fma"]) for name in ("exp", "sin", "hypotf")],
                         [(1000, 1000), (1000, 0), (1000, 1000)])

    def test_under_the_preloaded_library(self):
        """Then libm is isobit, and everything is right."""
        if not LIBRARY:
            self.skipTest("no libisobit_m.so")
        for each in self.compare(3000, environment={"LD_PRELOAD": LIBRARY}):
            self.assertTrue(each["present"])
            self.assertEqual((each["differing"], each.get("changed_without_fma", 0)), (0, 0), each)

    def test_table(self):
        status, output, problem = self.run_command("verify", "--libm", "--count", 100)
        self.assertEqual((status, problem), (0, ""))
        lines = output.splitlines()
        self.assertEqual(lines[0].split()[:2], ["function", "differ"])
        self.assertEqual(len(lines), 85)
        self.assertIn("100 arguments each", lines[-1])

    def test_errors(self):
        self.assert_fails(2, "verify", "--count", "10", says="--libm")
        self.assert_fails(2, "verify", "--libm", "--count", "0")
        self.assert_fails(2, "verify", "--libm", "--list")


if __name__ == "__main__":
    unittest.main()
