"""isobit matrix on a terminal: how far a long iteration, a long assembly is; and nothing of that elsewhere."""
import os
import pty
import re
import select
import subprocess
import time
import unittest

import market
from support import COMMAND, CommandTest

LINE = re.compile(rb"\riteration (\d+)  residual 1 \x1b\[K")
ERASURE = b"\r\x1b[K"


class Screen:
    """What a command shows, whose standard error output is a terminal."""

    def __init__(self, *arguments):
        self.ours, theirs = pty.openpty()
        self.command = subprocess.Popen([COMMAND, "matrix", *map(str, arguments)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        self.shown = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.command.kill()
        self.command.wait()
        self.command.stdin.close()
        self.command.stdout.close()
        os.close(self.ours)

    def look(self, seconds):
        """Until something is shown, or the command has ended: then false."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return True
        try:
            part = os.read(self.ours, 4096)
        except OSError:  # the other end is closed
            part = b""
        self.shown += part
        return bool(part)

    def look_until(self, pattern):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if found := pattern.search(self.shown):
                return found
            if not self.look(1):
                break
        raise AssertionError(f"not shown: {pattern.pattern!r} in {self.shown!r}")

    def finish(self):
        """Looks on until the end; the standard output."""
        self.command.stdin.close()
        while self.look(1):
            pass
        output = self.command.stdout.read()
        self.command.wait()
        return output


class MatrixProgressTest(CommandTest):
    def endless(self):
        """What gmres with few vectors never solves: each row asks for the number behind."""
        n = 40
        return ("solve", self.file("a.mtx", market.coordinate(n, n, [((i + 1) % n, i, 1.0) for i in range(n)])),
                self.file("b.mtx", market.array(n, 1, [1.0] + [0.0] * (n - 1))), "--output", self.folder / "x.mtx",
                "--method", "gmres", "--restart", 5, "--most-iterations")

    def test_iterations(self):
        with Screen(*self.endless(), 10**12) as screen:
            in_a_second = int(screen.look_until(LINE)[1])
            # It goes on.
            more = screen.look_until(re.compile(rb"\riteration \d+.*\riteration (\d+) ", re.DOTALL))
            self.assertGreater(int(more[1]), in_a_second)
        # Where it ends, the line goes.
        with Screen(*self.endless(), 4 * in_a_second) as screen:
            output = screen.finish()
            self.assertRegex(screen.shown, LINE)
            self.assertTrue(screen.shown.endswith(ERASURE), screen.shown[-80:])
            self.assertNotIn(b"\x1b", output)
            self.assertEqual(screen.command.returncode, 6)

    def test_no_iterations(self):
        """Not before a second has passed, and not where it is quiet."""
        with Screen(*self.endless(), 10) as screen:
            screen.finish()
            self.assertNotIn(b"\x1b", screen.shown)
        with Screen(*self.endless(), 10**12, "--quiet") as screen:
            end = time.monotonic() + 2
            while time.monotonic() < end:
                self.assertTrue(screen.look(0.1), "it ended")
            self.assertEqual(screen.shown, b"")

    def test_assembly(self):
        """The bar, while contributions come in; the same file as without."""
        entries = [(i % 50, i % 7, 0.1) for i in range(160000)]
        head, size, *lines = market.coordinate(50, 7, entries).splitlines(keepends=True)
        files = []
        for quiet in ([], ["--quiet"]):
            files.append(self.folder / f"a{len(files)}.mtx")
            with Screen("assemble", "-", "--output", files[-1], *quiet) as screen:
                screen.command.stdin.write((head + size).encode())
                for k in range(0, len(lines), 10000):
                    screen.command.stdin.write("".join(lines[k:k + 10000]).encode())
                    screen.command.stdin.flush()
                    time.sleep(0.1)
                screen.finish()
                self.assertEqual(screen.command.returncode, 0)
                self.assertEqual(b"MB/s" in screen.shown, not quiet, screen.shown)
                self.assertTrue(quiet or ERASURE in screen.shown[screen.shown.rfind(b"MB/s"):], screen.shown[-80:])
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())


if __name__ == "__main__":
    unittest.main()
