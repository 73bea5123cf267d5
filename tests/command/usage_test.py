"""Options, exit statuses, and that man page, guide and completions know every option."""
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from support import COMMAND, SOURCE, CommandTest

SUBCOMMANDS = ("sum", "dot", "norm", "mean", "variance", "matrix", "matrix assemble", "matrix multiply", "matrix solve",
               "matrix info", "study", "study accuracy", "tree-plan", "audit", "diff", "eval", "verify", "info",
               "completion")


class UsageTest(CommandTest):
    def options(self):
        for subcommand in SUBCOMMANDS:
            status, output, _ = self.run_command(*subcommand.split(), "--help")
            self.assertEqual(status, 0)
            yield subcommand.split()[0], set(re.findall(r"^\s+(?:-\w,)?(--[a-z0-9-]+)", output, re.MULTILINE))

    def test_exit_statuses(self):
        self.assert_fails(2, says="subcommand")
        self.assert_fails(2, "frobnicate")
        self.assert_fails(2, "sum", "--frobnicate")
        self.assert_fails(2, "sum", "--format", "xml", says="'xml' is none of")
        self.assert_fails(2, "sum", "--type", "f80", says="'f80' is none of")
        self.assert_fails(2, "sum", "--threads", "0")
        self.assert_fails(2, "sum", "--threads", "many")
        self.assert_fails(2, "sum", "--hex", "--json")
        self.assert_fails(2, "sum", "--type", "f16", stdin="1", says="f64 or f32")
        self.assert_fails(2, "completion", "csh")
        self.assert_fails(3, "sum", str(self.folder / "missing"), says="No such file")
        self.assert_fails(3, "sum", str(self.folder), says="is a directory")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([COMMAND, "sum"], input=b"1", stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3)

    def test_unknown_subcommands(self):
        for word, says in (("summ", "did you mean sum?"), ("median", "did you mean mean?"), ("var", "did you mean variance?"),
                           ("tree_plan", "did you mean tree-plan?"), ("frobnicate", "there are sum, dot, norm, "), ("s", "there are sum, ")):
            self.assert_fails(2, word, "file.txt", says=f"there is no subcommand '{word}'; {says}")
        self.assert_fails(2, "study", "acuracy", says="there is no subcommand 'acuracy'; did you mean accuracy?")
        self.assert_fails(2, "sum", "--colum", "x", says="--colum")

    def test_help(self):
        status, output, _ = self.run_command("--help")
        self.assertEqual(status, 0)
        for word in " ".join(SUBCOMMANDS).split() + ["Examples", "Exit status"]:
            self.assertIn(word, output)
        self.assertIn("key of JSON lines", self.run_command("sum", "--help")[1])  # --column is not for CSV alone

    def test_completions(self):
        for shell in ("bash", "zsh", "fish"):
            status, script, _ = self.run_command("completion", shell)
            self.assertEqual(status, 0)
            self.assertEqual(script, (SOURCE / "completion" / f"isobit.{shell}").read_text())
            for subcommand, options in self.options():
                self.assertIn(subcommand, script)
                for option in options:
                    with self.subTest(shell=shell, option=option):
                        self.assertRegex(script, f"-l {option[2:]}\\b" if shell == "fish" else f"{option}\\b")
            if shutil.which(shell):
                self.assertEqual(subprocess.run([shell, "-n"], input=script.encode()).returncode, 0)

    def test_bash_completion_works(self):
        if not shutil.which("bash"):
            self.skipTest("no bash")
        script = self.run_command("completion", "bash")[1]
        for words, expected in ((["isobit", "ver"], {"verify"}), (["isobit", "sum", "--format", "t"], {"text", "tsv"}),
                                (["isobit", "norm", "--sq"], {"--squared"}), (["isobit", "sum", "--method", "k"], {"kahan", "knuth"}),
                                (["isobit", "study", "acc"], {"accuracy"}), (["isobit", "matrix", "a"], {"assemble"}),
                                (["isobit", "matrix", "solve", "--method", "p"], {"pipelined-cg"}), (["isobit", "matrix", "info", "--s"], {"--svg"}),
                                (["isobit", "study", "accuracy", "--q"], {"--quick", "--quiet"}), (["isobit", "tree-plan", "9", "4", "--s"], {"--svg"}), (["isobit", "eval", "asi"], {"asin", "asinh", "asinpi"}), (["isobit", "completion", ""], {"bash", "zsh", "fish", "--help"})):
            line = " ".join(f"'{word}'" for word in words)
            program = f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _isobit; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            done = subprocess.run(["bash", "-c", program], capture_output=True, text=True)
            self.assertEqual(set(done.stdout.split()), expected, done.stderr)

    def test_documents(self):
        manual = (SOURCE / "isobit.1").read_text()
        guide = (SOURCE.parents[1] / "docs" / "guide" / "command.md").read_text()
        for subcommand, options in self.options():
            self.assertIn(f".It Cm {subcommand}", manual)
            for option in options:
                with self.subTest(option=option):
                    self.assertRegex(manual, f"Fl -{option[2:]}\\b")
                    self.assertIn(option, guide)

    def test_manual_is_clean(self):
        if not shutil.which("mandoc"):
            self.skipTest("no mandoc")
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "style", SOURCE / "isobit.1"], capture_output=True, text=True)
        problems = [line for line in done.stdout.splitlines() if "mandoc.db" not in line and "referenced manual not found" not in line]
        self.assertEqual(problems, [])

    def test_guide(self):
        """Every console example of the guide prints what it says."""
        guide = (SOURCE.parents[1] / "docs" / "guide" / "command.md").read_text()
        examples = re.findall(r"```console\n(.*?)```", guide, re.DOTALL)
        self.assertGreater(len(examples), 5)
        (self.folder / "isobit").symlink_to(Path(COMMAND).resolve())
        for example in examples:
            for step in re.split(r"^\$ ", example, flags=re.MULTILINE)[1:]:
                command, _, expected = step.partition("\n")
                done = subprocess.run(["bash", "-c", command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      text=True, env={"PATH": f"{self.folder}:/usr/bin:/bin"})
                self.assertEqual(done.stdout, expected, command)


if __name__ == "__main__":
    unittest.main()
