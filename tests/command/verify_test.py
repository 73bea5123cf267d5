"""verify and info."""
import subprocess
import unittest
from pathlib import Path

from support import COMMAND, CommandTest


class VerifyTest(CommandTest):
    def test_every_instruction_set_is_checked(self):
        sets = self.result("info")["instruction_sets"]
        report = self.result("verify", "--threads", 2)
        self.assertTrue(report["passed"])
        self.assertEqual([(each["instruction_set"], each["driver"]) for each in report["checks"]],
                         [(name, driver) for name in sets for driver in ("serial", "threads-1", "threads-2", "backwards-7")])

    def test_a_wrong_certificate_fails(self):
        """A copy of the command that expects another certificate."""
        golden = self.result("info")["certificate"].encode()
        program = Path(COMMAND).read_bytes()
        self.assertEqual(program.count(golden), 1)
        copy = self.folder / "isobit"
        copy.write_bytes(program.replace(golden, golden[::-1]))
        copy.chmod(0o755)
        done = subprocess.run([str(copy), "verify", "--threads", "1"], capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"FAILED", done.stdout)
        self.assertIn(golden, done.stdout)

    def test_info(self):
        info = self.result("info")
        self.assertIn(info["active_instruction_set"], info["instruction_sets"])
        status, output, _ = self.run_command("info")
        self.assertEqual(status, 0)
        for word in ("version", "compiler", "instruction sets", "in use", "exception flags"):
            self.assertIn(word, output)
        self.assertIn(info["version"], self.run_command("--version")[1])

    def test_forced_instruction_set(self):
        values = "\n".join(repr(self.random.gauss(0, 1)) for _ in range(5000))
        results = set()
        for name in self.result("info")["instruction_sets"]:
            forced = {"ISOBIT_FORCE_ISA": name}
            self.assertEqual(self.result("info", environment=forced)["active_instruction_set"], name)
            results.add(self.result("sum", stdin=values, environment=forced)["hex"])
        self.assertEqual(len(results), 1)
        for command in (["sum"], ["info"], ["verify"]):
            self.assert_fails(4, *command, stdin="1", environment={"ISOBIT_FORCE_ISA": "abacus"}, says="ISOBIT_FORCE_ISA=abacus")


if __name__ == "__main__":
    unittest.main()
