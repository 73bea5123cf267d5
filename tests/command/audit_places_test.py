"""isobit audit --report: how places of a program are told apart and named."""
import os
import shutil
import subprocess
import unittest

from audit_case import AuditCase
from audit_logs import site

HOSTILE = "</script><script>alert(1)</script><!-- \"quoted' \\ \n\x1b[31m \u00e9\u4e16\U0001f600"


class PlacesTest(AuditCase):
    def test_site_is_its_innermost_frames(self):
        """Frames further out are those of the first call; callers are named where that is what tells sites apart."""
        def at(*symbols):
            return {**site(), "frames": [{"module": "/no/such/app", "offset": ord(each[0]), "symbol": each} for each in symbols]}
        sites = [at("gsum", "energy", "step", "main"), at("gsum", "energy", "step", "other"), at("gsum", "momentum", "step", "main"), at("gsum", "momentum", "warm_up", "main"), at("norm", "momentum")]
        report = self.audit(lambda rank: [rank.call(site=i) for i in range(5)], sites=sites)
        self.assertEqual([(each["place"], each["calls"]) for each in report["sites"]],
                         [("gsum  app+0x67 from energy app+0x65", 2), ("gsum  app+0x67 from momentum app+0x6d from step app+0x73", 1),
                          ("gsum  app+0x67 from momentum app+0x6d from warm_up app+0x77", 1), ("norm  app+0x6e", 1)])

    def test_callers_without_names(self):
        """Of a program without symbols there are addresses."""
        def at(*offsets):
            return {**site(), "frames": [{"module": "/no/such/app", "offset": each, "symbol": ""} for each in offsets]}
        report = self.audit(lambda rank: rank.call(site=0).call(site=1), sites=[at(1, 2), at(1, 3)])
        self.assertEqual([each["label"] for each in report["sites"]], ["app+0x1 from app+0x2", "app+0x1 from app+0x3"])

    def test_lines_of_scripts(self):
        """They are what they are, whatever addr2line says; another line, of any of the frames that matter, is another site."""
        def frames(*lines):
            return {"kind": "reduction", "call": "MPI_Allreduce", "type": "MPI_DOUBLE", "operation": "MPI_SUM",
                    "frames": [{"module": "/elsewhere/app.py", "line": line, "symbol": f"at{line}"} for line in lines]}
        sites = [frames(7, 20), frames(7, 30), frames(8, 20)]
        report = self.audit(lambda rank: [rank.call(site=i) for i in (0, 1, 2, 0)], sites)
        self.assertEqual([(each["place"], each["function"], each["file"], each["line"], each["calls"]) for each in report["sites"]],
                         [("at7  app.py:7 from at20 app.py:20", "at7", "/elsewhere/app.py", 7, 2), ("at7  app.py:7 from at30 app.py:30", "at7", "/elsewhere/app.py", 7, 1),
                          ("at8  app.py:8", "at8", "/elsewhere/app.py", 8, 1)])
        self.assertNotIn("No line numbers", " ".join(report["remarks"]))

    def test_hostile_names(self):
        def fill(rank):
            rank.call()
            rank.communicators[0]["name"] = HOSTILE
        sites = [site(symbol=HOSTILE, call=HOSTILE, kind=HOSTILE, operation=HOSTILE, module=HOSTILE)]
        report = self.audit(fill, sites=sites, program=HOSTILE, arguments=[HOSTILE], host=HOSTILE, mode=HOSTILE)
        self.assertEqual((report["sites"][0]["call"], report["run"]["program"], report["communicators"][0]["name"]), (HOSTILE,) * 3)
        self.assertEqual(report["sites"][0]["function"], HOSTILE)
        status, _, summary = self.run_command("audit", "--report", self.folder / "run")
        self.assertEqual(status, 0)
        self.assertNotIn("\x1b", summary)

    def test_bytes_that_are_no_text(self):
        report = self.audit(lambda rank: rank.call(), sites=[site(symbol="a\udcff\udcc3b")])
        self.assertEqual(report["sites"][0]["function"], "a\ufffd\ufffdb")

    def test_lines(self):
        """file:line by addr2line, also of inlined functions; a hint where there is none."""
        compiler, addr2line = shutil.which("gcc"), shutil.which("addr2line")
        if not compiler or not addr2line or not shutil.which("nm"):
            self.skipTest("no gcc or no binutils")
        source = self.file("place.c", "int twice(int x)\n{\n  return 2 * x;\n}\nint main(void)\n{\n  return twice(0);\n}\n")
        program = str(self.folder / "place")
        subprocess.run([compiler, "-g", "-O0", source, "-o", program], check=True)
        symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.split("\n")
        offset = next(int(line.split()[0], 16) for line in symbols if line.endswith(" T twice"))
        report = self.audit(lambda rank: rank.call(), sites=[site(module=program, offset=offset, symbol="wrong")])
        only, = report["sites"]
        self.assertEqual((only["function"], os.path.basename(only["file"]), only["line"]), ("twice", "place.c", 2))
        self.assertEqual(only["place"], "twice  place.c:2")
        self.assertNotIn("compile with -g", " ".join(report["remarks"]))
        report = self.audit(lambda rank: rank.call(), sites=[site(symbol="_ZN3foo3barEv", offset=0x1234)])
        self.assertEqual(report["sites"][0]["place"], "foo::bar()  app+0x1234")
        self.assertEqual(sum("compile with -g" in each for each in report["remarks"]), 1)

    def test_inlined_callers(self):
        """A function that the compiler put into two others: they are told apart, and named."""
        compiler = shutil.which("gcc")
        if not compiler or not shutil.which("addr2line") or not shutil.which("nm"):
            self.skipTest("no gcc or no binutils")
        source = self.file("inlined.c", "__attribute__((always_inline)) static inline int sum(int volatile* x) { return *x + *x; }\n"
                           "__attribute__((noinline)) int energy(int volatile* x) { return sum(x); }\n"
                           "__attribute__((noinline)) int momentum(int volatile* x) { return 3 * sum(x); }\n"
                           "int main(int argc, char** argv) { (void)argv; return energy(&argc) + momentum(&argc); }\n")
        program = str(self.folder / "inlined")
        subprocess.run([compiler, "-g", "-O1", source, "-o", program], check=True)
        symbols = subprocess.run(["nm", "-S", program], capture_output=True, text=True, check=True).stdout.split("\n")

        def at(caller):
            first, size = next((int(line.split()[0], 16), int(line.split()[1], 16)) for line in symbols if line.endswith(" T " + caller))
            offset = next(i for i in range(first, first + size)
                          if subprocess.run(["addr2line", "-f", "-e", program, hex(i)], capture_output=True, text=True).stdout.startswith("sum\n"))
            return {**site(), "frames": [{"module": program, "offset": offset, "symbol": caller}, {"module": program, "offset": 0, "symbol": "main"}]}
        report = self.audit(lambda rank: rank.call(site=0).call(site=1), sites=[at("energy"), at("momentum")])
        self.assertEqual([each["place"] for each in report["sites"]],
                         ["sum  inlined.c:1 from energy inlined.c:2", "sum  inlined.c:1 from momentum inlined.c:3"])
        self.assertEqual([(each["function"], each["line"], each["inlined"]) for each in report["sites"][0]["frames"]][:2],
                         [("sum", 1, True), ("energy", 2, False)])

    def test_fortran_names(self):
        for symbol, name in (("__physics_MOD_total_energy", "physics::total_energy"), ("_QMphysicsPtotal_energy", "physics::total_energy"),
                             ("physics_mp_total_energy_", "physics::total_energy"), ("MAIN__", "main program"), ("c_function_", "c_function_"),
                             ("_Z4doubd", "doub(double)"), ("__libc_start_main", "__libc_start_main")):
            report = self.audit(lambda rank: rank.call(), sites=[site(symbol=symbol)])
            self.assertEqual(report["sites"][0]["function"], name)
        compiler = shutil.which("gfortran")
        if not compiler or not shutil.which("addr2line") or not shutil.which("nm"):
            self.skipTest("no gfortran or no binutils")
        source = self.file("names.f90", "subroutine outside(x)\nreal :: x\nx = 2 * x\nend subroutine\n")
        library = str(self.folder / "names.so")
        subprocess.run([compiler, "-g", "-O0", "-shared", "-fPIC", source, "-o", library], check=True)
        symbols = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout.split("\n")
        offset = next(int(line.split()[0], 16) for line in symbols if line.endswith(" T outside_"))
        report = self.audit(lambda rank: rank.call(), sites=[site(module=library, offset=offset, symbol="outside_")])
        self.assertEqual(report["sites"][0]["place"], "outside  names.f90:1")

    def test_labels(self):
        """Names as people say them; all of the signature is in the place."""
        for symbol, name in (("_ZN9LAMMPS_NS6Finish3endEi", "Finish::end"), ("_ZNK3foo3barIiE3bazIdEEvT_", "bar::baz"), ("main", "main"), ("_Z3dotd", "dot"),
                             ("_ZN12_GLOBAL__N_13sumEPKdi", "sum"), ("_ZNK1vclEi", "v::operator()"), ("_ZlsRSoRK1v", "operator<<"), ("_ZNK1vcvdEv", "v::operator double"),
                             ("_ZZ4mainENKUliE_clEi", "main::lambda"), ("_ZN1vgtEi", "v::operator>"), ("_ZN1vptEv", "v::operator->"), ("_Z9operatorsi", "operators"),
                             ("f<(a>b>c)>(int)", "f"), ("MAIN__", "main program"), ("__physics_MOD_energy", "physics::energy")):
            only = self.only(lambda rank: rank.call(), sites=[site(symbol=symbol)])
            self.assertEqual((only["label"], only["place"]), (name, only["function"] + "  app+0x1234"))


if __name__ == "__main__":
    unittest.main()
