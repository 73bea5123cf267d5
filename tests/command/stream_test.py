"""Long inputs, threads, memory, places of errors, the progress bar."""
import math
import os
import pty
import struct
import subprocess
import time
import unittest
from pathlib import Path

from support import COMMAND, CommandTest


class StreamTest(CommandTest):
    def long_text(self):
        values = [self.random.gauss(0, 1) * 10.0 ** self.random.randrange(-20, 20) for _ in range(120000)]
        return values, [repr(x) for x in values]

    def test_threads_and_layout(self):
        values, tokens = self.long_text()
        expected = math.fsum(values)
        layouts = {"lines": "\n".join(tokens), "one line": " ".join(tokens), "blank": "\n\n \t" + " \r\n".join(tokens) + "\v\f ",
                   "comments": "# head\n" + "\n".join(f"{t} # {t}" if i % 5 == 0 else t for i, t in enumerate(tokens)),
                   "long comment": "#" + "x " * 700000 + "\n" + " ".join(tokens),
                   "long last comment": " ".join(tokens) + "\n1e-400 #" + "1 " * 700000}
        for name, text in layouts.items():
            path = self.file("x.txt", text)
            for threads in (1, 2, 3, 8):
                with self.subTest(layout=name, threads=threads):
                    self.assert_same(self.value("sum", path, "-j", threads), expected)
            with self.subTest(layout=name, stdin=True):
                self.assert_same(self.value("sum", stdin=text), expected)

    def test_several_files(self):
        values, tokens = self.long_text()
        paths = [self.file(f"{i}.txt", "\n".join(tokens[i::7])) for i in range(6)]
        raw = self.file("last.f64", struct.pack(f"<{len(values[6::7])}d", *values[6::7]))
        result = self.result("sum", *paths, raw)
        self.assert_same(float.fromhex(result["hex"]), math.fsum(values))
        self.assertEqual(result["count"], len(values))
        self.assertEqual(self.value("sum", paths[0], "-", raw, stdin=" ".join(t for i in range(1, 6) for t in tokens[i::7])), math.fsum(values))

    def test_the_first_error_is_reported(self):
        _, tokens = self.long_text()
        for at in (3, 60000, 119999):
            bad = list(tokens)
            bad[at] = "bad"
            bad[-1] = "worse" if at != 119999 else "bad"
            path = self.file("x.txt", "\n".join(bad))
            for threads in (1, 2, 8):
                self.assert_fails(1, "sum", path, "-j", threads, says=f"x.txt:{at + 1}:1: 'bad'")
            column = len(" ".join(bad[:at])) + 2
            self.assert_fails(1, "sum", self.file("y.txt", " ".join(bad)), says=f"y.txt:1:{column}: 'bad'")
        good = self.file("good.txt", "\n".join(tokens))
        self.assert_fails(3, "sum", good, "missing.txt", says="missing.txt: cannot be opened")
        self.assert_fails(1, "sum", good, self.file("b.txt", "1\n 2 ?"), says="b.txt:2:4: '?'")

    def test_huge_token(self):
        self.assertEqual(self.value("sum", stdin="0" * 3000000 + "1.5 2"), 3.5)
        self.assert_fails(1, "sum", stdin="x" * 3000000, says="standard input:1:1")

    def test_constant_memory(self):
        """A gigabyte, most of it a hole in the file."""
        path = self.folder / "hole.f64"
        path.write_bytes(struct.pack("<d", 1.25))
        os.truncate(path, 1 << 30)
        for command in (["sum", path], ["norm", path], ["dot", path, path]):
            child = subprocess.Popen([COMMAND, *command], stdout=subprocess.PIPE)
            output = child.stdout.read()
            child.stdout.close()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            self.assertEqual(status, 0)
            self.assertTrue(output.startswith(b"1.25 " if command[0] != "dot" else b"1.5625 "), output)
            self.assertLess(usage.ru_maxrss, 64 << 10)

    @unittest.skipUnless(os.path.exists("/proc/self/maps"), "needs /proc")
    def test_a_file_that_becomes_shorter(self):
        """Cut off while it is read from the system's memory: an error, not a crash."""
        path = self.folder / "hole.f64"
        path.touch()
        os.truncate(path, 64 << 30)
        child = subprocess.Popen([COMMAND, "sum", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while child.poll() is None and str(path) not in Path(f"/proc/{child.pid}/maps").read_text():
            pass
        os.truncate(path, 8)
        output, problem = child.communicate(timeout=300)
        self.assertEqual((child.returncode, output), (3, b""))
        self.assertIn(b"shorter", problem)

    def test_progress_bar(self):
        """On a terminal, and only there."""
        for quiet in (False, True):
            ours, theirs = pty.openpty()
            child = subprocess.Popen([COMMAND, "sum", *(["--quiet"] if quiet else [])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs)
            os.close(theirs)
            for _ in range(16):
                child.stdin.write(b"1\n" * 50000)
                child.stdin.flush()
                time.sleep(0.1)
            output, _ = child.communicate()
            shown = b""
            try:
                while part := os.read(ours, 4096):
                    shown += part
            except OSError:
                pass
            os.close(ours)
            self.assertEqual(output, b"800000  0x1.86ap+19\n")
            self.assertEqual(b"MB/s" in shown, not quiet)
            self.assertTrue(quiet or shown.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
