"""libisobit_mvec.so seen from outside: programs whose loops gcc and clang vectorise, run with it and without, and linked to it.

ISOBIT_MVEC_LIBRARY and ISOBIT_LIBM_LIBRARY name the libraries.
"""
import os
import platform
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY, LIBM = Path(os.environ["ISOBIT_MVEC_LIBRARY"]), Path(os.environ["ISOBIT_LIBM_LIBRARY"])
FAST = ["-O3", "-ffast-math"]

UNARY = ("sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p cbrt rsqrt"
         " sinpi cospi erf erfc").split()
BINARY = ["pow", "atan2", "hypot"]
# For which compilers have no names yet.
GAMMAS = ["tgamma", "lgamma"]
# C23's, for which neither SLEEF nor compilers have names yet.
C23_UNARY = "tanpi asinpi acospi atanpi exp2m1 exp10m1 log2p1 log10p1".split()
C23_BINARY = ["atan2pi", "powr"]
TWO_BOUNDS = {name: ("u10", "u35") for name in "sin cos tan asin acos atan atan2 log log2 cbrt exp2 exp10 sinh cosh tanh sincos".split()}
BOUNDS = {**{name: ("u10",) for name in UNARY + GAMMAS + BINARY if name != "rsqrt"}, **TWO_BOUNDS, "sinpi": ("u05",),
          "cospi": ("u05",), "erfc": ("u15",), "hypot": ("u05", "u35"), "sincospi": ("u05", "u35")}
# bytes of a vector: letters of the vector ABI, SLEEF's sets
SIZES = ({16: ("n", ("", "advsimd", "advsimdnofma"))} if platform.machine() == "aarch64" else
         {16: ("b", ("", "sse2", "sse4", "avx2128")), 32: ("cd", ("", "avx", "fma4", "avx2")),
          64: ("e", ("", "avx512f", "avx512fnofma"))})


def names_of_size(bytes_of_vector):
    letters, sets = SIZES[bytes_of_vector]
    doubles, floats = bytes_of_vector // 8, bytes_of_vector // 4
    of_both = [(name, kinds, suffix, lanes) for suffix, lanes in (("", doubles), ("f", floats))
               for names, kinds in ((UNARY + GAMMAS + C23_UNARY, "v"), (BINARY + C23_BINARY, "vv")) for name in names]
    names = {f"_ZGV{letter}{form}{lanes}{kinds}_{name}{suffix}" for letter in letters for form in "NM"
             for name, kinds, suffix, lanes in of_both}
    names |= {f"_ZGV{letter}N{form}" for letter in letters
              for form in (f"{doubles}vvv_sincos", f"{floats}vvv_sincosf", f"{doubles}vl8l8_sincos", f"{floats}vl4l4_sincosf")}
    for name, bounds in BOUNDS.items():
        for bound in bounds:
            for each in sets:
                names.add(f"Sleef_{name}f{floats}_{bound}{each}")
                names.add(f"Sleef_{name}d{doubles}_{bound}{each}")
    names |= {f"Sleef_fast{name}f{floats}_u3500{each}" for name in ("sin", "cos", "pow") for each in sets}
    return names


def symbols(file, kind, dynamic=True):
    listing = subprocess.run(["nm", *(["-D"] if dynamic else []), str(file)], capture_output=True, text=True, check=True).stdout
    return {name.split("@")[0] for name in re.findall(rf" [{kind}] (\S+)$", listing, re.MULTILINE)}


def processor_has(feature):
    return re.search(rf"^flags.*\b{feature}\b", Path("/proc/cpuinfo").read_text(), re.MULTILINE) is not None


class Names(unittest.TestCase):
    def test_every_name_and_no_other(self):
        expected = set().union(*(names_of_size(each) for each in SIZES))
        self.assertEqual(symbols(LIBRARY, "TWi"), expected)
        missing = symbols(LIBRARY, "U")
        self.assertEqual({name for name in missing if re.fullmatch(r"(sqrt|fma|exp|log|pow|sin|cos|tan|cbrt|erf|_ZGV)\w*", name)}, set())

    def test_every_name_of_libmvec(self):
        found = sorted(Path("/").glob("lib*/*/libmvec.so.1")) + sorted(Path("/").glob("lib*/libmvec.so.1"))
        if not found:
            self.skipTest("no libmvec here")
        theirs = {name for name in symbols(found[0], "TWi") if name.startswith("_ZGV") and "_ZGVs" not in name}
        self.assertGreater(len(theirs), 20)
        self.assertEqual(theirs - symbols(LIBRARY, "TWi"), set())


class Modes(unittest.TestCase):
    def test_dynamic_mode(self):
        """Vectors are rounded as the caller's mode says where ISOBIT_M_MODE asks for that, and only there."""
        letter = "n" if platform.machine() == "aarch64" else "b"
        source = f"""
            #include <fenv.h>
            #include <stdio.h>
            typedef double pair __attribute__((vector_size(16)));
            pair _ZGV{letter}N2v_exp(pair);
            pair _ZGV{letter}N2vv_pow(pair, pair);
            int main(void) {{
              int const modes[] = {{FE_DOWNWARD, FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO}};
              volatile pair x = {{1.5, -0.25}}, y = {{2.5, 3}};
              for (int i = 0; i < 4; ++i) {{
                fesetround(modes[i]);
                pair const e = _ZGV{letter}N2v_exp(x), p = _ZGV{letter}N2vv_pow(y, x);
                fesetround(FE_TONEAREST);
                printf("%a %a %a %a\\n", e[0], e[1], p[0], p[1]);
              }}
            }}"""
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "modes"
            program.with_suffix(".c").write_text(source)
            subprocess.run(["gcc", "-O0", f"{program}.c", "-o", str(program), str(LIBRARY), f"-Wl,-rpath,{LIBRARY.parent}", "-lm"],
                           check=True)

            def lines(**environment):
                done = subprocess.run([str(program)], env={**os.environ, **environment}, capture_output=True, text=True, check=True)
                return [[float.fromhex(word) for word in line.split()] for line in done.stdout.splitlines()]

            down, nearest, up, inward = lines(ISOBIT_M_MODE="dynamic")
            for low, middle, high, short in zip(down, nearest, up, inward, strict=True):
                self.assertLess(low, high)
                self.assertIn(middle, (low, high))
                self.assertEqual(short, low)  # all are positive
            self.assertEqual(lines(), [nearest] * 4)


class Loops(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.scalar = Path(cls.folder.name) / "scalar.o"
        subprocess.run(["gcc", "-O1", "-fno-builtin", "-c", str(HERE / "scalar.c"), "-o", str(cls.scalar)], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build(self, name, compiler, *flags, libraries=("-lm",)):
        """The program, and the vector functions that its loops call."""
        if not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        path = Path(self.folder.name) / name
        subprocess.run([compiler, *flags, "-c", str(HERE / "loops.c"), "-o", f"{path}.o"], check=True)
        subprocess.run([compiler, *flags, f"{path}.o", str(self.scalar), "-o", str(path), *libraries], check=True)
        return path, {each for each in symbols(f"{path}.o", "U", dynamic=False) if each.startswith("_ZGV")}

    def run_with(self, program, *libraries):
        environment = {**os.environ, "LD_PRELOAD": ":".join(map(str, libraries))}
        done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return {name: int(different) for name, different in map(str.split, done.stdout.splitlines())}

    def expect_correct(self, program, **run_environment):
        """Without the library results differ, else the test shows nothing; with it none does."""
        before = self.run_with(program, LIBM)
        self.assertGreater(sum(before.values()), 100)
        after = self.run_with(program, LIBM, LIBRARY)
        self.assertEqual({name: n for name, n in after.items() if n != 0}, {})
        self.assertEqual(set(after), set(before))

    def expect_calls(self, called, letter, doubles, names):
        floats = 2 * doubles
        expected = {f"_ZGV{letter}N{lanes}{'vv' if name in BINARY else 'v'}_{name}{suffix}"
                    for name in names for suffix, lanes in (("", doubles), ("f", floats))}
        self.assertEqual(expected - called, set())

    def test_gcc(self):
        names = [name for name in UNARY + BINARY if name not in ("rsqrt", "sinpi", "cospi")]
        sets = [("b", 2, [], "sse2"), ("c", 4, ["-mavx"], "avx"), ("d", 4, ["-mavx2", "-mfma"], "avx2"),
                ("e", 8, ["-mavx512f", "-mprefer-vector-width=512"], "avx512f")]
        for letter, doubles, flags, feature in sets:
            with self.subTest(set=letter):
                program, called = self.build(f"gcc_{letter}", "gcc", *FAST, *flags)
                self.expect_calls(called, letter, doubles, names)
                if processor_has(feature):
                    self.expect_correct(program)

    def test_openmp(self):
        program, called = self.build("openmp", "gcc", "-O2", "-ffast-math", "-fopenmp")
        self.expect_calls(called, "b", 2, ["exp", "pow", "erf"])
        self.expect_correct(program)

    def test_clang(self):
        for letter, doubles, flags in (("b", 2, []), ("d", 4, ["-mavx2", "-mfma"])):
            with self.subTest(set=letter):
                program, called = self.build(f"clang_{letter}", "clang", *FAST, "-fveclib=libmvec", "-DFEW_FUNCTIONS", *flags,
                                             libraries=("-lmvec", "-lm"))
                self.expect_calls(called, letter, doubles, ["exp", "log", "pow"])
                if letter == "b" or processor_has("avx2"):
                    self.expect_correct(program)

    def test_linked_in_place_of_libmvec(self):
        program, _ = self.build("linked", "gcc", *FAST, libraries=(
            f"-L{LIBRARY.parent}", f"-Wl,-rpath,{LIBRARY.parent}", "-lisobit_mvec", "-lm"))
        needed = subprocess.run(["readelf", "-d", str(program)], capture_output=True, text=True, check=True).stdout
        self.assertIn("libisobit_mvec.so", needed)
        self.assertNotIn("libmvec.so", needed.replace("libisobit_mvec.so", ""))
        self.assertEqual(sum(self.run_with(program, LIBM).values()), 0)

    def test_every_instruction_set(self):
        program, _ = self.build("sets", "gcc", *FAST, *(["-mavx2"] if processor_has("avx2") else []))
        for name in ("scalar", "sse2", "avx2", "avx512"):
            if name.startswith("avx") and not processor_has({"avx2": "avx2", "avx512": "avx512bw"}[name]):
                continue
            os.environ["ISOBIT_FORCE_ISA"] = name
            try:
                self.expect_correct(program)
            finally:
                del os.environ["ISOBIT_FORCE_ISA"]


if __name__ == "__main__":
    unittest.main()
