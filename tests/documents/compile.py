#!/usr/bin/env python3
"""compile.py GROUP SOURCE_FOLDER -- COMPILER...: compiles what the documents show as code.

Blocks of README.md and the guides, and the examples in the comments of public headers, become functions of one source,
after the names that they take for granted (GROUP.hpp beside this file, or c.h). A message of the compiler names the
line of the document.
"""
import re
import subprocess
import sys
from pathlib import Path


def blocks_of_page(path, language):
    """`[(number of the first line, lines)]`"""
    blocks, inside = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            inside = not inside and line == "```" + language
            if inside:
                blocks.append((number + 1, []))
        elif inside:
            blocks[-1][1].append(line)
    return blocks


def blocks_of_header(path):
    blocks, inside = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        example = re.match(r"\s*///     (.*)", line)
        if example:
            if not inside:
                blocks.append((number, []))
            blocks[-1][1].append(example[1])
        inside = example is not None
    return blocks


def group_of(name):
    if re.search("mpi|distributed|whole_applications", name):
        return "mpi"
    if "cuda" in name:
        return "cuda"
    if "solver" in name:
        return "solver"
    if "sparse" in name:
        return "sparse"
    return "linalg" if re.search("linalg|linear_algebra|matrix", name) else "reductions"


def source_of(group, top):
    pages = [top / "README.md", *sorted((top / "docs").glob("guide/*.md"))]
    headers = sorted((top / "include").rglob("*.hpp"))
    if group == "c":
        found = [(page, blocks_of_page(page, "c")) for page in pages]
    else:
        found = [(page, blocks_of_page(page, "cpp")) for page in pages]
        found += [(header, blocks_of_header(header)) for header in headers]
        found = [(path, blocks) for path, blocks in found if group_of(str(path.relative_to(top))) == group]
    includes, functions = [], []
    for path, blocks in found:
        for first, lines in blocks:
            includes += [line for line in lines if line.startswith("#include")]
            text = ["" if line.startswith("#include") else line for line in lines]
            functions.append(f'void block_{len(functions)}(void);\nvoid block_{len(functions)}(void) {{\n'
                             f'#line {first} "{path}"\n' + "\n".join(text) + "\n}\n")
    if not functions:
        sys.exit(f"documents: no block of the group {group}")
    here = Path(__file__).parent
    return "\n".join([*includes, f'#include "{here / ("c.h" if group == "c" else group + ".hpp")}"', *functions]), functions


def main():
    group, top, _, *compiler = sys.argv[1:]
    source, functions = source_of(group, Path(top))
    language = "c" if group == "c" else "c++"
    done = subprocess.run([*compiler, "-fsyntax-only", "-x", language, "-"], input=source, text=True, check=False)
    print(f"documents: {len(functions)} blocks of {group}")
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
