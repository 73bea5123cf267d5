"""The example isobit_weather, at a small size: one set of bits on all ranks and threads, and with plain sums many."""

import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "weather"))
from forecast_files import Forecast, differences, files_of, same_files  # noqa: E402

PROGRAM = os.environ["ISOBIT_WEATHER"]
LAUNCHER = shlex.split(os.environ.get("ISOBIT_LAUNCHER", ""))
SIZE = ("--size", "30x16")


def start(ranks, *options, **environment):
    """The finished process. One rank needs no launcher."""
    along, across = map(int, ranks.split("x"))
    launched = [*LAUNCHER, str(along * across)] if along * across > 1 else []
    return subprocess.run([*launched, PROGRAM, "--ranks", ranks, *map(str, options)], capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=300)


class Weather(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def run_weather(self, name, ranks, *options, size=SIZE, until=24, **environment):
        folder = Path(self.place.name) / name
        done = start(ranks, *size, "--until", until, "--every", 8, "--output", folder, *options, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder

    def assert_refused(self, message, ranks, *options):
        done = start(ranks, "--until", 1, "--output", Path(self.place.name) / "refused", *options)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(message, done.stderr)


class OfAnyRank(Weather):
    def test_threads_and_instruction_sets_do_not_show(self):
        one = self.run_weather("one", "1x1")
        self.assertEqual([path.name for path in files_of(one)],
                         ["hour_00000.nc", "hour_00008.nc", "hour_00016.nc", "hour_00024.nc"])
        for threads in (2, 3):
            self.assertTrue(same_files(one, self.run_weather(f"threads_{threads}", "1x1", "--threads", threads)))
        self.assertTrue(same_files(one, self.run_weather("scalar", "1x1", ISOBIT_FORCE_ISA="scalar")))

    def test_mass_is_kept(self):
        folder = self.run_weather("mass", "1x1", until=48)
        with open(folder / "history.csv", newline="") as lines:
            mass = [float(line["thickness"]) for line in csv.DictReader(lines)]
        self.assertEqual(len(mass), 7)
        for one in mass:
            self.assertLessEqual(abs(one - mass[0]), mass[0] * 2.0**-51)

    def test_one_ulp_grows(self):
        calm = self.run_weather("calm", "1x1", size=("--size", "64x32"), until=240)
        disturbed = self.run_weather("disturbed", "1x1", "--one-ulp", size=("--size", "64x32"), until=240)
        found = differences(calm, disturbed)
        self.assertLess(found[0][1], 1e-12)
        self.assertGreater(found[0][1], 0)
        self.assertGreater(found[-1][1], 1000 * found[0][1])

    def test_weather_is_weather(self):
        first, *_, last = map(Forecast, files_of(self.run_weather("weather", "1x1", until=96)))
        self.assertEqual((last.columns, last.rows, last.hour), (30, 16, 96))
        self.assertEqual(max(map(abs, first.v)), 0)
        self.assertGreater(max(map(abs, last.v)), 1)
        self.assertEqual(set(last.v[:30]), {0.0})  # the southern wall
        self.assertGreater(min(last.h), 500)

    def test_summary(self):
        done = start("1x1", *SIZE, "--until", 2, "--output", Path(self.place.name) / "summary", "--json")
        summary = json.loads(done.stdout)
        self.assertEqual((summary["hour"], summary["ranks"], summary["size"]), (2, "1x1", "30x16"))
        self.assertGreater(summary["steps"], 2)
        self.assertIn("--from FILE", start("1x1", "--help").stdout)

    def test_refusals(self):
        for message, options in (("neither exact nor plain", ("--sum", "fast")), ("--size: '7'", ("--size", "7")),
                                 ("--courant", ("--courant", "9")), ("2^28 cells", ("--size", "99999x9999")),
                                 ("unknown option '--rank'", ("--rank", "1")),
                                 ("--threads", ("--threads", "0")), ("cannot open", ("--from", "nowhere.nc")),
                                 ("is not a forecast", ("--from", __file__)),
                                 ("--one-ulp is for the beginning", ("--from", __file__, "--one-ulp"))):
            with self.subTest(options=options):
                self.assert_refused(message, "1x1", *options)
        folder = self.run_weather("whole", "1x1", until=8)
        whole = folder / "hour_00008.nc"
        self.assert_refused("is before hour 8", "1x1", "--from", whole)
        self.assert_refused("leave --size out", "1x1", "--from", whole, "--size", "8x8")
        cut = folder / "cut.nc"
        cut.write_bytes(whole.read_bytes()[:-1])
        self.assert_refused("only a part of one", "1x1", "--from", cut)
        self.assert_refused("", "1x1", "--output", whole)  # a file in the place of the folder

    def test_continued_run_is_the_whole_run(self):
        whole = self.run_weather("whole", "1x1")
        rest = self.run_weather("rest", "1x1", "--from", whole / "hour_00008.nc", size=())
        for name in ("hour_00016.nc", "hour_00024.nc"):
            self.assertEqual((whole / name).read_bytes(), (rest / name).read_bytes())
        self.assertEqual((whole / "history.csv").read_text().splitlines()[3:],
                         (rest / "history.csv").read_text().splitlines()[1:])


@unittest.skipUnless(LAUNCHER, "built without MPI")
class OfManyRanks(Weather):
    def test_decompositions_do_not_show(self):
        one = self.run_weather("one", "1x1")
        for ranks in ("2x1", "1x2", "3x1", "4x1", "1x4", "2x2", "2x3"):
            with self.subTest(ranks=ranks):
                self.assertTrue(same_files(one, self.run_weather(ranks, ranks)))
        self.assertTrue(same_files(one, self.run_weather("threads", "1x2", "--threads", 2)))

    def test_plain_sums_show_them(self):
        one = self.run_weather("one", "1x1", "--sum", "plain")
        for ranks in ("2x1", "1x3", "2x2"):
            with self.subTest(ranks=ranks):
                found = differences(one, self.run_weather(ranks, ranks, "--sum", "plain"))
                self.assertEqual(found[0][1], 0)  # they begin alike
                self.assertGreater(found[-1][1], 0)

    def test_run_is_continued_on_other_ranks(self):
        whole = self.run_weather("whole", "2x1")
        rest = self.run_weather("rest", "2x3", "--from", whole / "hour_00016.nc", size=())
        self.assertEqual((whole / "hour_00024.nc").read_bytes(), (rest / "hour_00024.nc").read_bytes())

    def test_picture(self):
        output = Path(self.place.name) / "runs"
        script = Path(sys.path[0]) / "divergence.py"
        done = subprocess.run([sys.executable, "-B", script, PROGRAM, output, "--until", "24", "--launcher",
                               shlex.join(LAUNCHER)], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        ElementTree.parse(output / "divergence.svg")
        with open(output / "differences.csv", newline="") as lines:
            found = {(line["sum"], line["runs"]): float(line["largest"]) for line in csv.DictReader(lines)}
        self.assertEqual(len(found), 5)
        for (kind, runs), last in found.items():
            self.assertEqual(last > 0, kind == "plain" or runs == "one ulp", (kind, runs))

    def test_refusals(self):
        self.assert_refused("3 ranks cannot share 2 columns", "3x1", "--size", "2x8")
        self.assert_refused("2 ranks cannot share 1 rows", "1x2", "--size", "8x1")
        self.assert_refused("are not the 2 that were started", "2x1", "--ranks", "3x1")
        self.assert_refused("cannot open", "2x1", "--from", "nowhere.nc")


if __name__ == "__main__":
    unittest.main()
