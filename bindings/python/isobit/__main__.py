"""``python -m isobit``: the command. Its pages: docs/guide/command.md, and ``python -m isobit --help``."""
import os
import sys
from pathlib import Path


def main():
    command = Path(__file__).parent / "bin" / "isobit"
    if not command.exists():
        sys.exit("isobit: this package was built without the command; where CLI11 and zlib are installed, it has it")
    os.execv(command, [str(command), *sys.argv[1:]])


if __name__ == "__main__":
    main()
