#!/usr/bin/env python3
"""compile_fortran.py FOLDER -- COMPILER...: compiles the programs that the guides of FOLDER show in Fortran."""
import subprocess
import sys
import tempfile
from pathlib import Path

from compile import blocks_of_page


def main():
    folder, _, *compiler = sys.argv[1:]
    count = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for page in sorted(Path(folder).rglob("*.md")):
            for first, lines in blocks_of_page(page, "fortran"):
                source = Path(scratch) / f"{page.stem}_{first}.f90"
                source.write_text("\n".join(lines) + "\n")
                count += 1
                failed += subprocess.run([*compiler, "-c", str(source)], cwd=scratch, check=False).returncode != 0
    print(f"documents: {count} programs in Fortran, {failed} refused")
    sys.exit(failed != 0 or count == 0)


if __name__ == "__main__":
    main()
