#!/usr/bin/env python3
"""rooms.py [--draw] [ROOT]: the rooms of the tree in layers, from the bottom. Fails where rooms include each other in a
circle, where an arrow is forbidden, where a program reaches into src/ unannounced, or where ARCHITECTURE.md draws the
library's rooms otherwise. --draw: who stands on whom.

A room is a folder: src/X and include/isobit/X together are room X; tools/isobit/X, interpose/X and interpose/mpi/X are
rooms as well, and so is each other folder at the top. A file beside such folders (include/isobit/error.hpp) is a room
of its own.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

TOPS = ("src", "include", "tools", "interpose", "tests", "bench", "examples", "scale", "common", "bindings")
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".def", ".inc", ".cu", ".cuh"}
# Where the compiler looks, as CMake tells it: a file's own part of the tree first.
INCLUDE_PATHS = ("src", "include", "tools/isobit", "interpose/mpi", "tests", "bench", "bindings/fortran/source", "bindings/sql/common", ".")
# What CMake writes when it configures, each for its own room.
GENERATED = {"arithmetic/built_sets.def"}
# What each part may include from; tests from everything.
MAY_INCLUDE = {
    "library": {"library"},
    "common": {"library", "common"},
    "interpose": {"library", "common", "interpose"},
    "tools": {"library", "common", "interpose", "tools"},
    "bench": {"library", "common", "bench"},
    "examples": {"library", "common", "examples"},
    "scale": {"library", "common", "bench", "scale"},
    "bindings": {"library", "common", "bindings"},
}
# What these reach of src/, beyond the public headers. Each depends on something that may change any day, so a new one is
# a decision.
PRIVATE_HEADERS = {
    "interpose/blas": ("arithmetic/environment.hpp", "arithmetic/raise.hpp", "linalg/blas_layout.hpp", "linalg/modified_rotation.hpp",
                       "linalg/number.hpp", "linalg/stored_range.hpp"),
    "interpose/libm": ("arithmetic/current_rounding.hpp", "arithmetic/raise.hpp", "math/function_list.hpp", "math/in_use.hpp", "math/special.hpp"),
    "interpose/mvec": ("arithmetic/environment.hpp", "math/fast_tiers.hpp", "math/function_list.hpp", "math/in_use.hpp",
                       "math/kernel.hpp", "math/table.hpp"),
    "interpose/mpi": ("column/columns.hpp", "column/exchange.hpp", "column/inspect.hpp", "sum/exact_limbs.hpp"),
    "tools": ("arithmetic/read_number.hpp", "math/registry.hpp", "math/*/*_definition.hpp", "math/ball/*.hpp"),
    "bench": ("math/registry.hpp",),
    "bindings/fortran/mpi": ("mpi/without_exceptions.hpp",),
    "bindings/sql": ("arithmetic/environment.hpp", "sum/expansion.hpp", "sum/finish.hpp"),
    "examples": ("reference/operations.hpp",),
    "scale": ("mpi/window.hpp",),
}


def part_of(file):
    top = file.split("/")[0]
    return "library" if top in ("src", "include") else top


def room_of(file):
    """A file outside of all rooms is its own: what goes in a circle through it is a circle."""
    for folder, prefix in (("src/", ""), ("include/isobit/", ""), ("tools/isobit/", "tools/isobit/"),
                           ("interpose/mpi/", "interpose/mpi/"), ("interpose/", "interpose/")):
        if file.startswith(folder):
            first, _, rest = file[len(folder):].partition("/")
            if rest:
                return prefix + first
            return "interpose/mpi" if folder == "interpose/mpi/" else file
    return file.split("/")[0]


def part_of_room(room):
    top = room.split("/")[0]
    return top if top in TOPS else "library"


def normal(path):
    """The path without `..`."""
    parts = []
    for part in PurePosixPath(path).parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def resolve(files, file, name, quoted):
    own_part = [path for path in INCLUDE_PATHS if path.split("/")[0] == file.split("/")[0]]
    here = [str(PurePosixPath(file).parent)] if quoted else []
    for path in here + own_part + list(INCLUDE_PATHS):
        candidate = normal(f"{path}/{name}")
        if candidate in files:
            return candidate
    return None


def read_includes(root):
    """Each `(file, line, included file)`, and complaints about what cannot be found."""
    files = {path.relative_to(root).as_posix() for top in TOPS for path in (root / top).rglob("*") if path.is_file()}
    includes, complaints = [], []
    for file in sorted(files):
        if PurePosixPath(file).suffix not in SUFFIXES:
            continue
        for number, line in enumerate((root / file).read_text(errors="replace").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
            if not match:
                continue
            target = resolve(files, file, match[2], match[1] == '"')
            if target:
                includes.append((file, number, target))
            elif match[1] == '"' and match[2] not in GENERATED:
                complaints.append(f'{file}:{number}: nobody has "{match[2]}"')
    return includes, complaints


def why_forbidden(file, target):
    """The reason, or None."""
    source_part, target_part = part_of(file), part_of(target)
    if target_part not in MAY_INCLUDE.get(source_part, set(TOPS) | {"library"}):
        return f"{source_part} does not include from {target_part}"
    if room_of(target) == "reference" and room_of(file) != "reference" and source_part not in ("tests", "examples"):
        return "only tests and examples include from reference"
    if room_of(file) == "reference" and room_of(target) != "reference" and not target.startswith("include/"):
        return "reference includes nothing but public headers: it shares no code with what it judges"
    if target.startswith("src/") and source_part not in ("library", "tests"):
        allowed = [f"src/{header}" for place, headers in PRIVATE_HEADERS.items() if file.startswith(f"{place}/")
                   for header in headers]
        if not any(PurePosixPath(target).match(header) for header in allowed):
            return "it is not public; include one that is, or add it to PRIVATE_HEADERS in scripts/rooms.py"
    return None


def read_arrows(includes):
    """`arrows[from][to]`: the lines that make the arrow."""
    arrows = defaultdict(lambda: defaultdict(list))
    for file, number, target in includes:
        if room_of(file) != room_of(target):
            arrows[room_of(file)][room_of(target)].append(f"{file}:{number} includes {target}")
        arrows[room_of(target)]
    return arrows


def reachable(arrows, room):
    seen, open_rooms = set(), [room]
    while open_rooms:
        for target in arrows[open_rooms.pop()]:
            if target not in seen:
                seen.add(target)
                open_rooms.append(target)
    return seen


def find_circles(reach):
    """Each set of rooms that reach each other."""
    circles = {tuple(sorted(b for b in reach[a] if a in reach[b])) for a in reach if a in reach[a]}
    return sorted(circles)


def layers_of(reach):
    """From the bottom: a room's layer is above those of all that it reaches. Rooms of a circle share one."""
    layer = {}
    for room in sorted(reach, key=lambda room: len(reach[room] | {room})):
        below = [layer[other] for other in reach[room] if room not in reach[other]]
        layer[room] = 1 + max(below, default=-1)
    layers = defaultdict(list)
    for room in sorted(layer):
        layers[layer[room]].append(room)
    return [layers[height] for height in sorted(layers)]


def direct_arrows(reach, part):
    """`{room: the rooms of its part that it stands on}`, from the top; no arrow that follows from others."""
    rooms = {room for room in reach if part_of_room(room) == part}
    inside = {room: reach[room] & rooms for room in rooms}
    return {room: {to for to in inside[room] if not any(to in inside[other] and other not in inside[to]
                                                        for other in inside[room] - {room, to})} - {room}
            for layer in reversed(layers_of(inside)) for room in layer}


def drawing(reach):
    lines = []
    for part in ("library", "interpose", "tools"):
        arrows = direct_arrows(reach, part)
        width = max(map(len, arrows), default=0)
        lines.append(part)
        lines += [f"    {room:{width}} ─▶ {', '.join(sorted(direct))}" if direct else f"    {room}"
                  for room, direct in arrows.items()]
    return lines


def find_misdrawn(reach, text):
    """How the library's rooms are drawn otherwise in a page: `    linalg, tree ─▶ sum`, perhaps with a remark."""
    names = lambda list: {name.strip() for name in list.split(",")} & set(reach)
    drawn = defaultdict(set)
    for rooms, targets in re.findall("^    ([a-z, ]+?) *─▶ ([a-z, ]+)", text, re.M):
        for room in names(rooms):
            drawn[room] |= names(targets)
    return [f"{room} stands on {', '.join(sorted(direct)) or 'nothing'}, drawn on {', '.join(sorted(drawn[room])) or 'nothing'}"
            for room, direct in direct_arrows(reach, "library").items() if direct != drawn[room]]


def main(arguments):
    root = Path(next((argument for argument in arguments if argument != "--draw"), Path(__file__).parent.parent))
    includes, complaints = read_includes(root)
    arrows = read_arrows(includes)
    reach = {room: reachable(arrows, room) for room in list(arrows)}
    files = {file for include in includes for file in (include[0], include[2])}
    folders = {room: reach[room] - files for room in reach if room not in files}
    if "--draw" in arguments:
        print("\n".join(drawing(folders)))
    else:
        for height, rooms in enumerate(layers_of(folders)):
            print(f"{height:3}  {'  '.join(rooms)}")
    for file, number, target in includes:
        reason = why_forbidden(file, target)
        if reason:
            complaints.append(f"{file}:{number} includes {target}: {reason}")
    page = root / "ARCHITECTURE.md"
    if page.exists():
        complaints += [f"{page.name}: {difference}" for difference in find_misdrawn(folders, page.read_text())]
    for circle in find_circles(reach):
        complaints.append(f"rooms in a circle: {', '.join(circle)}")
        for room in circle:
            for target in sorted(set(arrows[room]) & set(circle)):
                lines = arrows[room][target]
                complaints.append(f"  {room} -> {target}, {len(lines)} lines")
                complaints += [f"    {line}" for line in lines]
    for complaint in complaints:
        print(f"rooms: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
