"""The checker of rooms, on small trees made up here."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).parents[2] / "scripts" / "rooms.py"

# Three floors, a file of no room, the command, the tests.
CLEAN = {
    "include/isobit/version.hpp": "",
    "include/isobit/isobit.hpp": "#include <isobit/sum/sum.hpp>\n",
    "include/isobit/sum/sum.hpp": "#pragma once\n#include <isobit/version.hpp>\n#include <vector>\n",
    "src/sum/sum.cpp": '#include <isobit/sum/sum.hpp>\n#include "helper.hpp"\n#include "arithmetic/lanes.hpp"\n',
    "src/sum/helper.hpp": "",
    "src/arithmetic/lanes.hpp": "#include <isobit/version.hpp>\n",
    "src/reference/sum.hpp": "#include <isobit/sum/sum.hpp>\n",
    "tools/isobit/command/main.cpp": '#include <isobit/isobit.hpp>\n#include "input/text.hpp"\n'
                                     '#include "interpose/mpi/audit/log.hpp"\n',
    "tools/isobit/input/text.hpp": "",
    "interpose/mpi/audit/log.hpp": "",
    "tests/unit/sum_test.cpp": '#include "support/data.hpp"\n#include "reference/sum.hpp"\n'
                               '#include "../../tools/isobit/input/text.hpp"\n',
    "tests/support/data.hpp": "",
}


class rooms_test(unittest.TestCase):
    def check(self, changes, *options):
        with tempfile.TemporaryDirectory() as root:
            for name, text in {**CLEAN, **changes}.items():
                file = Path(root) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return subprocess.run([sys.executable, "-B", CHECKER, *options, root], capture_output=True, text=True)

    def refused(self, changes, *texts):
        result = self.check(changes)
        self.assertEqual(result.returncode, 1, result.stdout)
        for text in texts:
            self.assertIn(text, result.stderr)

    def test_a_clean_tree_passes(self):
        result = self.check({})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        layers = [line.split()[1:] for line in result.stdout.splitlines()]
        self.assertEqual(layers[0], ["arithmetic", "interpose/mpi/audit", "tools/isobit/input"])
        self.assertEqual(layers[1], ["sum"])
        self.assertEqual(layers[2], ["reference", "tools/isobit/command"])
        self.assertEqual(layers[3], ["tests"])

    def test_it_is_drawn(self):
        lines = self.check({}, "--draw").stdout.splitlines()
        self.assertEqual([line.split() for line in lines[:4]],
                         [["library"], ["reference", "─▶", "sum"], ["sum", "─▶", "arithmetic"], ["arithmetic"]])

    def test_the_drawing_of_the_page_is_the_trees(self):
        page = "    reference  ─▶ sum, its public headers only\n    sum        ─▶ arithmetic\n    arithmetic\n"
        self.assertEqual(self.check({"ARCHITECTURE.md": page}).returncode, 0)
        self.refused({"ARCHITECTURE.md": page.replace("─▶ arithmetic", "─▶ reference")},
                     "ARCHITECTURE.md: sum stands on arithmetic, drawn on reference")

    def test_a_circle_is_found_and_its_lines_are_named(self):
        self.refused({"src/arithmetic/lanes.hpp": '\n#include "sum/helper.hpp"\n'},
                     "rooms in a circle: arithmetic, sum\n", "src/arithmetic/lanes.hpp:2 includes src/sum/helper.hpp",
                     "src/sum/sum.cpp:3 includes src/arithmetic/lanes.hpp")

    def test_source_and_header_folders_are_one_room(self):
        self.refused({"include/isobit/arithmetic/bits.hpp": "#include <isobit/sum/sum.hpp>\n"},
                     "rooms in a circle: arithmetic, sum\n")

    def test_a_circle_through_a_file_of_no_room_is_found(self):
        self.refused({"src/sum/helper.hpp": "#include <isobit/isobit.hpp>\n"},
                     "rooms in a circle: include/isobit/isobit.hpp, sum\n")

    def test_a_circle_of_tools_is_found(self):
        self.refused({"tools/isobit/input/text.hpp": '#include "command/main.cpp"\n'},
                     "rooms in a circle: tools/isobit/command, tools/isobit/input\n")

    def test_forbidden_arrows_are_found(self):
        for file, include, reason in (
            ("src/sum/x.cpp", "support/data.hpp", "library does not include from tests"),
            ("src/sum/x.cpp", "input/text.hpp", "library does not include from tools"),
            ("bench/x.cpp", "support/data.hpp", "bench does not include from tests"),
            ("examples/x.cpp", "../bench/y.hpp", "examples does not include from bench"),
            ("scale/x.cpp", "input/text.hpp", "scale does not include from tools"),
            ("interpose/mpi/x.cpp", "input/text.hpp", "interpose does not include from tools"),
            ("src/sum/x.cpp", "reference/sum.hpp", "only tests and examples include from reference"),
            ("bench/x.cpp", "reference/sum.hpp", "only tests and examples include from reference"),
            ("src/reference/x.hpp", "arithmetic/lanes.hpp", "reference includes nothing but public headers"),
        ):
            with self.subTest(file=file, include=include):
                self.refused({file: f'#include "{include}"\n', "bench/y.hpp": ""}, f"{file}:1 includes", reason)

    def test_private_headers_are_for_those_who_are_listed(self):
        for file, header, allowed in (
            ("interpose/libm/x.cpp", "math/special.hpp", True),
            ("interpose/mvec/target/x.cpp", "math/kernel.hpp", True),
            ("tools/isobit/eval/x.cpp", "math/exp/exp_definition.hpp", True),
            ("tests/unit/x.cpp", "math/special.hpp", True),
            ("src/c/x.cpp", "math/special.hpp", True),
            ("interpose/blas/x.cpp", "math/special.hpp", False),
            ("tools/isobit/eval/x.cpp", "math/special.hpp", False),
            ("tools/isobit/eval/x.cpp", "math/exp/exp.hpp", False),
            ("bench/x.cpp", "math/special.hpp", False),
            ("common/x.hpp", "arithmetic/lanes.hpp", False),
            ("scale/x.cpp", "arithmetic/lanes.hpp", False),
        ):
            with self.subTest(file=file, header=header):
                changes = {f"src/{header}": "", file: f'#include "{header}"\n'}
                if allowed:
                    self.assertEqual(self.check(changes).stderr, "")
                else:
                    self.refused(changes, f"{file}:1 includes src/{header}: it is not public")

    def test_what_is_nowhere_is_found(self):
        self.refused({"src/sum/x.cpp": '#include "sum/none.hpp"\n'}, 'src/sum/x.cpp:1: nobody has "sum/none.hpp"')


if __name__ == "__main__":
    unittest.main()
