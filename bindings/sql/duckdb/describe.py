#!/usr/bin/env python3
"""describe.py FILE VERSION PLATFORM: appends to a shared library what DuckDB reads at the end of an extension: which
interface it needs, on which platform, and room for a signature."""
import sys
from pathlib import Path

C_INTERFACE = "v1.2.0"  # as duckdb/host.h says


def description(version, platform):
    def field(text):
        return text.encode().ljust(32, b"\0")

    fields = ["4", platform, C_INTERFACE, version, "C_STRUCT", "", "", ""]
    # A custom section as WebAssembly has them: its length, its name, and the length of what follows.
    section = b"\0" + b"\x93\x04" + b"\x10" + b"duckdb_signature" + b"\x80\x04"
    return section + b"".join(field(text) for text in reversed(fields)) + bytes(256)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_bytes(path.read_bytes() + description(*sys.argv[2:]))
