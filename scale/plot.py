"""The figures of this folder: methods have their names and colours everywhere."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis, frame, legend, lines  # noqa: E402, F401

COLOURS = {"plain": "#6b7280", "exact": "#2f7d32", "binned:3": "#0f7b8a", "single-sweep:2": "#d19a00",
           "single-sweep:3": "#c2410c", "double-sweep:1": "#8b5cf6", "double-sweep:2": "#6d4bc3",
           "tree": "#1d4ed8", "tree-direct": "#e11d48", "reduce+bcast": "#1f2937",
           "integer-vector": "#b45309"}
NAMES = {"plain": "plain sum + MPI_Allreduce", "exact": "exact", "binned:3": "1-Reduction (binned, K=3)",
         "single-sweep:2": "single sweep, K=2", "single-sweep:3": "single sweep, K=3",
         "double-sweep:1": "double sweep, K=1", "double-sweep:2": "double sweep, K=2",
         "tree": "tree, allreduce", "tree-direct": "tree, thesis (direct)", "reduce+bcast": "plain, reduce + bcast",
         "integer-vector": "integer vectors"}


def bars(title, x_label, y_label, groups, methods):
    """groups: [(label, {method: (local, communication)})]: one stacked bar a method, local below, solid, and
    communication above, pale."""
    values = [sum(parts) for _, by_method in groups for parts in by_method.values()]
    down = Axis(values, 0, HEIGHT - BOTTOM, TOP)
    out = frame(title, x_label, y_label, down)
    room = (WIDTH - LEFT - RIGHT) / len(groups)
    width = room * 0.84 / len(methods)
    for place, (name, by_method) in enumerate(groups):
        left = LEFT + room * place + room * 0.08
        for number, method in enumerate(methods):
            local, communication = by_method[method]
            x, middle, top = left + number * width, down(local), down(local + communication)
            out.append(f'<rect x="{x:.1f}" width="{width * 0.9:.1f}" y="{top:.1f}" height="{middle - top:.1f}" '
                       f'fill="{COLOURS[method]}" fill-opacity="0.4"/>'
                       f'<rect x="{x:.1f}" width="{width * 0.9:.1f}" y="{middle:.1f}" '
                       f'height="{down(0) - middle:.1f}" fill="{COLOURS[method]}"/>')
        out.append(f'<text x="{left + room * 0.42:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{name}</text>')
    entries = [(NAMES[m], COLOURS[m], "line", "") for m in methods]
    out += legend(entries)
    x, y = WIDTH - RIGHT + 18, TOP + 12 + 22 * len(entries)
    out.append(f'<text x="{x}" y="{y + 6}">solid: local; pale: messages</text>')
    return "\n".join(out) + "\n</svg>\n"


def named(method, points, marks="dots"):
    return (NAMES[method], COLOURS[method], points, marks)
