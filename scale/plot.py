"""Lines and bars as self-contained SVG, light and dark, in the style of bench/report_plot.py."""

import math
import pathlib
import sys
from xml.sax.saxutils import escape

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
from report_plot import BOTTOM, HEIGHT, LEFT, RIGHT, STYLE, TOP, WIDTH  # noqa: E402

COLOURS = {"plain": "#6b7280", "exact": "#2f7d32", "binned:3": "#0f7b8a", "single-sweep:2": "#d19a00",
           "single-sweep:3": "#c2410c", "double-sweep:1": "#8b5cf6", "double-sweep:2": "#6d4bc3",
           "tree": "#1d4ed8", "tree-direct": "#e11d48", "reduce+bcast": "#1f2937"}
NAMES = {"plain": "plain sum + MPI_Allreduce", "exact": "exact", "binned:3": "1-Reduction (binned, K=3)",
         "single-sweep:2": "single sweep, K=2", "single-sweep:3": "single sweep, K=3",
         "double-sweep:1": "double sweep, K=1", "double-sweep:2": "double sweep, K=2",
         "tree": "tree, allreduce", "tree-direct": "tree, thesis (direct)", "reduce+bcast": "plain, reduce + bcast"}


class Axis:
    """From values to pixels; logarithmic with ticks at powers of `base`, or linear from zero for base 0."""

    def __init__(self, values, base, start, end):
        self.base, self.start, self.end = base, start, end
        if base:
            logs = [math.log(v, base) for v in values]
            self.low, self.high = math.floor(min(logs) + 1e-9), math.ceil(max(logs) - 1e-9)
            self.high = max(self.high, self.low + 1)
        else:
            step = 10 ** math.floor(math.log10(max(values)))
            step = next(s for s in (step / 5, step / 2, step, 2 * step) if max(values) / s <= 6.5)
            self.low, self.high = 0, math.ceil(max(values) / step - 1e-9) * step
            self.step = step

    def __call__(self, value):
        position = math.log(value, self.base) if self.base else value
        return self.start + (position - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        if not self.base:
            return [i * self.step for i in range(round(self.high / self.step) + 1)]
        if self.base == 10 and self.high - self.low <= 2:
            return [m * 10.0 ** e for e in range(self.low, self.high) for m in (1, 2, 5)] + [10.0 ** self.high]
        every = max(1, math.ceil((self.high - self.low) / 11))
        return [float(self.base) ** e for e in range(self.low, self.high + 1) if (e - self.low) % every == 0]


def label(value):
    if value >= 16384 and value == 2 ** round(math.log2(value)):
        return f'2<tspan dy="-5" font-size="9">{round(math.log2(value))}</tspan>'
    if value >= 1e5 or value < 1e-2 and value > 0:
        return f'10<tspan dy="-5" font-size="9">{round(math.log10(value))}</tspan>'
    return f"{value:g}"


def frame(title, x_label, y_label, down):
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           f"<title>{escape(title)}</title><style>{STYLE}</style>",
           f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
           f'<text class="title" x="{LEFT}" y="28">{escape(title)}</text>',
           f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>',
           f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">'
           f"{escape(y_label)}</text>"]
    for tick in down.ticks():
        y = down(tick)
        out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label(tick)}</text>')
    return out


def legend(entries):
    x = WIDTH - RIGHT + 18
    return [f'<line class="{kind}" stroke="{colour}" x1="{x}" x2="{x + 20}" y1="{TOP + 12 + 22 * row}" '
            f'y2="{TOP + 12 + 22 * row}"{dash}/><text x="{x + 26}" y="{TOP + 16 + 22 * row}">{escape(name)}</text>'
            for row, (name, colour, kind, dash) in enumerate(entries)]


def lines(title, x_label, y_label, series, x_base=2, y_base=10, dots=()):
    """series: [(name, colour, [(x, y)], marks)], marks one of "dots", "none", "dashed"; dots: series of which
    only the points are drawn."""
    xs = [x for _, _, points, _ in [*series, *dots] for x, _ in points]
    ys = [y for _, _, points, _ in [*series, *dots] for _, y in points]
    across, down = Axis(xs, x_base, LEFT, WIDTH - RIGHT), Axis(ys, y_base, HEIGHT - BOTTOM, TOP)
    out = frame(title, x_label, y_label, down)
    for tick in across.ticks():
        x = across(tick)
        out.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
                   f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label(tick)}</text>')
    entries = []
    for name, colour, points, marks in series:
        dash = ' stroke-dasharray="6 4"' if marks == "dashed" else ""
        path = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in points)
        out.append(f'<polyline class="line" stroke="{colour}" points="{path}"{dash}/>')
        entries.append((name, colour, "line", dash))
    out += [f'<circle class="dot" cx="{across(x):.1f}" cy="{down(y):.1f}" r="2.8" fill="{colour}"/>'
            for _, colour, points, marks in [*series, *dots] if marks == "dots" for x, y in points]
    return "\n".join(out + legend(entries)) + "\n</svg>\n"


def bars(title, x_label, y_label, groups, methods, goals=()):
    """groups: [(label, {method: (local, communication)})]: one stacked bar a method, local below, solid, and
    communication above, pale; goals: [(name, y)]."""
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
    for _, y in goals:
        out.append(f'<line class="goal" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(y):.1f}" y2="{down(y):.1f}"/>')
    entries = [(NAMES[m], COLOURS[m], "line", "") for m in methods]
    entries += [(f"goal: {name}", "#d4a017", "goal", "") for name, _ in goals]
    out += legend(entries)
    x, y = WIDTH - RIGHT + 18, TOP + 12 + 22 * len(entries)
    out.append(f'<text x="{x}" y="{y + 6}">solid: local; pale: messages</text>')
    return "\n".join(out) + "\n</svg>\n"


def named(method, points, marks="dots"):
    return (NAMES[method], COLOURS[method], points, marks)
