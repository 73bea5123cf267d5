#!/usr/bin/env python3
"""tidy.py BUILD: clang-tidy on every source that BUILD/compile_commands.json compiles.

A source that passed is not looked at again until it, a header of ours that it includes, its flags or the checks change:
what passed is remembered in ~/.cache, for all clones.
"""
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rooms import read_includes

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "isobit-tidy"
# Sources that a script of their own compiles, and the one whose flags do for them.
COMPILED_LIKE = {"scale": "bench/mpi/main.cpp"}


def read_database(build):
    return json.loads((build / "compile_commands.json").read_text())


def precompile_headers(build):
    """Tests read them instead of the headers themselves, which saves a quarter of their time."""
    for entry in read_database(build):
        if entry["file"].endswith("cmake_pch.hxx.cxx"):
            subprocess.run(shlex.split(entry["command"]), cwd=entry["directory"], check=True)


def read_commands(build, closure):
    """`{source: entry}`. One entry a source: the last, the widest of those compiled for every instruction set."""
    commands = {}
    for entry in read_database(build):
        source = os.path.relpath(entry["file"], ROOT)
        generated = ROOT / "build" in Path(entry["file"]).parents  # or nanobind's, in the environment kept there
        # clang-tidy knows neither nvcc's flags and headers nor Fortran.
        if not generated and not source.endswith((".cu", ".f90")):
            commands[source] = entry
    for folder, model in COMPILED_LIKE.items():
        for path in sorted((ROOT / folder).glob("*.cpp")):
            source = path.relative_to(ROOT).as_posix()
            simulated = any("smpi/" in (ROOT / file).read_text() for file in closure(source))
            if model in commands and not simulated:
                command = commands[model]["command"].replace(model, source) + f" -I{ROOT}/src"
                commands[source] = {**commands[model], "file": str(path), "command": command}
    return commands


def closures():
    """A function that gives all files of ours that a file includes, itself first of all."""
    includes = defaultdict(set)
    for file, _, target in read_includes(ROOT)[0]:
        includes[file].add(target)

    def closure(file):
        seen, open_files = {file}, [file]
        while open_files:
            for target in includes[open_files.pop()] - seen:
                seen.add(target)
                open_files.append(target)
        return sorted(seen)

    return closure


def key_of(version, command, files):
    configuration = sorted(ROOT.glob(".clang-tidy")) + sorted(ROOT.glob("*/.clang-tidy"))
    digest = hashlib.sha256(version.encode() + command.replace(str(ROOT), "").encode())
    for path in configuration + [ROOT / file for file in files]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def check(source, database):
    """What clang-tidy says, or nothing."""
    result = subprocess.run(["clang-tidy", "-p", database, "--quiet", "--warnings-as-errors=*", source], cwd=ROOT,
                            capture_output=True, text=True)
    counts = r"^\d+ warnings?( and \d+ errors?)? (generated\.|treated as errors?)\n"
    if result.returncode == 0:
        return ""
    return f"{source}: findings\n" + result.stdout + re.sub(counts, "", result.stderr, flags=re.M)


def main(build):
    closure = closures()
    commands = read_commands(build, closure)
    database = build / "tidy"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps(list(commands.values()), indent=1))
    CACHE.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True).stdout
    passed = {source: CACHE / key_of(version, commands[source]["command"], closure(source)) for source in commands}
    todo = [source for source in sorted(commands) if not passed[source].exists()]
    print(f"tidy: {len(commands)} sources, of which {len(todo)} are new or changed", flush=True)
    if todo:
        precompile_headers(build)
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, text in zip(todo, pool.map(lambda source: check(source, database), todo)):
            if text:
                print(text, flush=True)
                failed += 1
            else:
                passed[source].touch()
    print(f"tidy: {failed} sources with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
