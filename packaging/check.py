#!/usr/bin/env python3
"""Whether the packages say what the tree says: its version, the options of its CMake run, its licence; and whether their
files can be read at all. Quick, and needs nothing but Python."""
import json
import re
import sys
import types
from pathlib import Path

packaging = Path(__file__).resolve().parent
root = packaging.parent
failed = False


def complain(message):
    global failed
    failed = True
    print(f"packaging: {message}", file=sys.stderr)


def first(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1) if found else None


header = (root / "include/isobit/version.h").read_text()
version = ".".join(first(rf"^#define ISOBIT_VERSION_{part} (\d+)$", header) for part in ("MAJOR", "MINOR", "PATCH"))
# As cmake/isobit_version.cmake has it: the soname.
compatible = version.rsplit(".", 1)[0] if version.startswith("0.") else version.split(".")[0]

versions = {
    "debian/changelog": r"^isobit \(([0-9.]+)-",
    "rpm/isobit.spec": r"^Version: +([0-9.]+)$",
    "spack/package.py": r'version\("([0-9.]+)"',
    "vcpkg/vcpkg.json": r'"version": "([0-9.]+)"',
    "conda/recipe.yaml": r'^  version: "([0-9.]+)"$',
    "nix/package.nix": r'version = "([0-9.]+)";',
    "../bindings/fortran/fpm.toml": r'^version = "([0-9.]+)"$',
}
for name, pattern in versions.items():
    written = first(pattern, (packaging / name).read_text())
    if written != version:
        complain(f"{name} is of version {written}, the tree of {version}")

for library in re.findall(r"^Package: (libisobit[a-z-]*?)([0-9.]+)$", (packaging / "debian/control").read_text(), re.MULTILINE):
    if library[1] != compatible:
        complain(f"debian/control: {''.join(library)} should end in {compatible}, the library's soname")

json.loads((packaging / "vcpkg/vcpkg.json").read_text())

# Options that are misspelled are ignored by CMake.
cmake = "".join(path.read_text() for path in [root / "CMakeLists.txt", *root.glob("tools/isobit/CMakeLists.txt")])
known = set(re.findall(r"(?:option\(|set\()(ISOBIT_\w+)", cmake))
for path in sorted(packaging.rglob("*")):
    if path.is_file():
        for option in re.findall(r"-D(ISOBIT_\w+)|[(]\"(ISOBIT_[A-Z_]+)\"|FEATURES \w+ (ISOBIT_\w+)", path.read_text()):
            name = "".join(option)
            if name not in known:
                complain(f"{path.relative_to(root)} sets {name}, which CMake does not know")


class CMakePackage:
    """Of Spack, what a recipe needs to be read and asked for its options."""

    run_tests = False

    def define(self, name, value):
        return f"-D{name}={'ON' if value else 'OFF'}"

    def define_from_variant(self, name, variant):
        if variant not in variants:
            complain(f"spack/package.py: there is no variant '{variant}'")
        return self.define(name, True)


variants = set()
nothing = {name: lambda *args, **kwargs: None for name in ("license", "version", "depends_on", "conflicts")}
spack = types.ModuleType("spack.package")
spack.__dict__.update(nothing, CMakePackage=CMakePackage, variant=lambda name, **kwargs: variants.add(name))
sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": spack})
recipe = {}
exec((packaging / "spack/package.py").read_text(), recipe)
for option in recipe["Isobit"]().cmake_args():
    name = option[2:].split("=")[0]
    if name.startswith("ISOBIT_") and name not in known:
        complain(f"spack/package.py sets {name}, which CMake does not know")

words = lambda text: text.replace("\n .\n", " ").split()
terms = (root / "LICENSE").read_text().split("contributors\n", 1)[1]
if words(terms) != words((packaging / "debian/copyright").read_text().split("License: BSD-3-Clause\n")[-1]):
    complain("debian/copyright does not have the words of LICENSE")

sys.exit(failed)
