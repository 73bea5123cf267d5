"""isobit verify --libm: its counts and examples against what this process gets of the same libm, or knows of another."""
import ctypes
import os
import platform
import re
import shutil
import subprocess
import unittest

from support import CommandTest

LIBRARY = os.environ.get("ISOBIT_LIBM_LIBRARY")
VECTOR_LIBRARY = os.environ.get("ISOBIT_MVEC_LIBRARY")


class LibmTest(CommandTest):
    def compare(self, count, environment=None, functions="functions"):
        report = self.result("verify", "--libm", "--count", count, environment=environment)
        self.assertEqual(report["arguments"], count)
        return report[functions]

    def other_library(self, text):
        source, library = self.file("other.c", text), str(self.folder / "other.so")
        subprocess.run(["gcc", "-O1", "-fno-builtin", "-Wno-psabi", "-shared", "-fPIC", source, "-o", library], check=True)
        return {"LD_PRELOAD": library}

    def assert_right(self, each, *arguments):
        single = each["type"] == "f32"
        name = each["function"][:-1] if single else each["function"]
        right = self.run_command("eval", name, "--hex", *(["--float"] if single else []), "--", *arguments)[1]
        self.assertEqual(right.strip(), each["correct"])

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
                self.assert_right(each, *arguments)
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
        environment = self.other_library("""
            #include <stdlib.h>
            static int without(void) { return getenv("GLIBC_TUNABLES") != 0; }
            double exp(double x) { return without() ? -x : -1; }
            double sin(double x) { return x + 100; }
            float hypotf(float x, float y) { return without() ? -1 : __builtin_nanf(""); }""")
        functions = {each["function"]: each for each in self.compare(1000, environment)}
        self.assertEqual([(functions[name]["differing"], functions[name]["changed_without_fma"]) for name in ("exp", "sin", "hypotf")],
                         [(1000, 1000), (1000, 0), (1000, 1000)])

    def test_under_the_preloaded_library(self):
        """Then libm is isobit, and everything is right."""
        if not LIBRARY:
            self.skipTest("no libisobit_m.so")
        for each in self.compare(3000, environment={"LD_PRELOAD": LIBRARY}):
            self.assertTrue(each["present"])
            self.assertEqual((each["differing"], each.get("changed_without_fma", 0)), (0, 0), each)

    def test_vectors(self):
        """Those of libmvec, with the names of the machine's longest vectors."""
        report = self.result("verify", "--libm", "--count", 3000)
        try:
            libmvec = ctypes.CDLL("libmvec.so.1")
        except OSError:
            self.assertFalse(any(each["present"] for each in report["vector_functions"]))
            self.skipTest("no libmvec")
        self.assertEqual(len(report["vector_functions"]), len(report["functions"]))
        letter = {16: "n" if platform.machine() == "aarch64" else "b", 32: "d", 64: "e"}[report["vector_bytes"]]
        for each in report["vector_functions"]:
            lanes = report["vector_bytes"] // (4 if each["type"] == "f32" else 8)
            names = [f"_ZGV{letter}N{lanes}{kinds}_{each['function']}" for kinds in ("v", "vv")]
            self.assertEqual(each["present"], any(hasattr(libmvec, name) for name in names), names)
            if each.get("differing"):
                with self.subTest(example=each["example"]):
                    self.assertNotEqual(each["libmvec"], each["correct"])
                    self.assert_right(each, *re.fullmatch(r"\w+\((.*)\)", each["example"])[1].split(", "))

    def test_counts_of_vectors(self):
        """A libmvec whose results are known; those of one function depend on the size of the vectors."""
        if platform.machine() != "x86_64" or not shutil.which("gcc"):
            self.skipTest("no x86-64, or no gcc")
        environment = self.other_library("""
            #define NAME(letter, lanes, kinds, function) _ZGV##letter##N##lanes##kinds##_##function
            #define SET(set, letter, bytes, doubles, floats, value)                                               \\
              typedef double d##bytes __attribute__((vector_size(bytes)));                                        \\
              typedef float f##bytes __attribute__((vector_size(bytes)));                                         \\
              __attribute__((target(set))) d##bytes NAME(letter, doubles, v, exp)(d##bytes x) { return x * 0 - value; } \\
              __attribute__((target(set))) d##bytes NAME(letter, doubles, v, sin)(d##bytes x) { return x * 0 + 100; }   \\
              __attribute__((target(set))) f##bytes NAME(letter, floats, vv, hypotf)(f##bytes x, f##bytes y) {    \\
                return x * 0 + y * 0 - 1;                                                                         \\
              }
            SET("sse2", b, 16, 2, 4, 1)
            SET("avx2", d, 32, 4, 8, 2)
            SET("avx512f", e, 64, 8, 16, 3)""")
        report = self.result("verify", "--libm", "--count", 1001, environment=environment)
        functions = {each["function"]: each for each in report["vector_functions"]}
        changed = 1001 if report["vector_bytes"] > 16 else None
        found = {name: (functions[name]["differing"], functions[name].get("changed_with_vectors")) for name in ("exp", "sin", "hypotf")}
        constant = None if changed is None else 0
        self.assertEqual(found, {"exp": (1001, changed), "sin": (1001, constant), "hypotf": (1001, constant)})

    def test_vectors_under_the_preloaded_library(self):
        if not VECTOR_LIBRARY:
            self.skipTest("no libisobit_mvec.so")
        for each in self.compare(3000, {"LD_PRELOAD": VECTOR_LIBRARY}, "vector_functions"):
            self.assertTrue(each["present"])
            self.assertEqual((each["differing"], each.get("changed_with_vectors", 0)), (0, 0), each)

    def test_table(self):
        status, output, problem = self.run_command("verify", "--libm", "--count", 100)
        self.assertEqual((status, problem), (0, ""))
        lines = output.splitlines()
        self.assertEqual(lines[0].split()[:2], ["function", "differ"])
        self.assertEqual(lines.index(""), 83)
        verdict = next(line for line in lines if "100 arguments each" in line)
        self.assertRegex(verdict, r"\d+ of \d+ functions were always rounded correctly, one result in \d+ was not")
        if "vectors of" in output:
            self.assertRegex(lines[-1], r"libmvec, .* \d+ of \d+ functions were always rounded correctly")

    def test_errors(self):
        self.assert_fails(2, "verify", "--count", "10", says="--libm")
        self.assert_fails(2, "verify", "--libm", "--count", "0")
        self.assert_fails(2, "verify", "--libm", "--list")


if __name__ == "__main__":
    unittest.main()
