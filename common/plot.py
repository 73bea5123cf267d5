"""Curves as self-contained SVG, light and dark."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 860, 430
LEFT, RIGHT, TOP, BOTTOM = 62, 210, 48, 54

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600; fill: #111 }
  .grid { stroke: #e3e5e8; stroke-width: 1 }
  .one { stroke: #555; stroke-width: 1.2 }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .paper { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9cdd3 } .title { fill: #f1f3f5 } .grid { stroke: #2e3338 } .one { stroke: #9aa0a6 }
    .paper { fill: #14171a } .line, .dot { filter: brightness(1.45) }
  }
"""


class Axis:
    """From values to pixels; logarithmic with ticks at powers of `base`, or linear from zero for base 0. A tight one
    ends at the values, not at ticks."""

    def __init__(self, values, base, start, end, tight=False):
        self.base, self.start, self.end = base, start, end
        if base:
            logs = [math.log(v, base) for v in values]
            self.low, self.high = min(logs), max(logs)
            if not tight:
                self.low, self.high = math.floor(self.low + 1e-9), math.ceil(self.high - 1e-9)
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
        low, high = math.ceil(self.low), math.floor(self.high)
        if self.base == 10 and self.high - self.low <= 2:
            return [m * 10.0 ** e for e in range(low, high) for m in (1, 2, 5)] + [10.0 ** high]
        every = max(1, math.ceil((high - low) / 11))
        return [float(self.base) ** e for e in range(low, high + 1) if (e - low) % every == 0]


def label(value):
    if value >= 16384 and value == 2 ** round(math.log2(value)):
        return f'2<tspan dy="-5" font-size="9">{round(math.log2(value))}</tspan>'
    if value >= 1e5 or value < 1e-2 and value > 0:
        return f'10<tspan dy="-5" font-size="9">{round(math.log10(value))}</tspan>'
    return f"{value:g}"


def ratio(value):
    return f"{value:g}×"


def frame(title, x_label, y_label, down, tick_label=label):
    """The paper, the title, what the axes show, and the lines of the vertical one; the one at 1 of ratios stands out."""
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
        kind = "one" if tick == 1 and tick_label is ratio else "grid"
        out.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick_label(tick)}</text>')
    return out


def columns(across):
    """The lines of a horizontal axis."""
    return [f'<line class="grid" x1="{across(tick):.1f}" x2="{across(tick):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text x="{across(tick):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label(tick)}</text>'
            for tick in across.ticks()]


def curve(points, across, down, colour, dash=""):
    path = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in points)
    return f'<polyline class="line" stroke="{colour}" points="{path}"{dash}/>'


def marks(points, across, down, colour):
    return [f'<circle class="dot" cx="{across(x):.1f}" cy="{down(y):.1f}" r="2.8" fill="{colour}"/>' for x, y in points]


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
    out = frame(title, x_label, y_label, down) + columns(across)
    entries = []
    for name, colour, points, kind in series:
        dash = ' stroke-dasharray="6 4"' if kind == "dashed" else ""
        out.append(curve(points, across, down, colour, dash))
        entries.append((name, colour, "line", dash))
    for _, colour, points, kind in [*series, *dots]:
        if kind == "dots":
            out += marks(points, across, down, colour)
    return "\n".join(out + legend(entries)) + "\n</svg>\n"


def ratios(title, series, axis="elements"):
    """series: [(name, colour, [(n, ratio)])]."""
    values = [r for _, _, points in series for _, r in points]
    sizes = [n for _, _, points in series for n, _ in points]
    across = Axis(sizes, 10, LEFT, WIDTH - RIGHT, tight=True)
    down = Axis([*values, 0.9, 2], 2, HEIGHT - BOTTOM, TOP)
    out = frame(title, axis, "", down, ratio) + columns(across)
    for _, colour, points in series:
        out += [curve(points, across, down, colour), *marks(points, across, down, colour)]
    return "\n".join(out + legend([(name, colour, "line", "") for name, colour, _ in series])) + "\n</svg>\n"


def named_points(title, names, series, down, tick_label):
    """series: [(name, colour, [value of each name, or None])], as points above the names."""
    step = (WIDTH - RIGHT - LEFT) / len(names)
    out = frame(title, "", "", down, tick_label)
    for column, name in enumerate(names):
        x = LEFT + (column + 0.5) * step
        out.append(f'<text transform="translate({x + 4:.1f} {HEIGHT - BOTTOM + 8}) rotate(-90)" text-anchor="end" '
                   f'font-size="10">{escape(name)}</text>')
        for _, colour, values in series:
            if values[column] is not None:
                out.append(f'<circle class="dot" cx="{x:.1f}" cy="{down(values[column]):.1f}" r="3.4" fill="{colour}"/>')
    return "\n".join(out + legend([(name, colour, "line", "") for name, colour, _ in series])) + "\n</svg>\n"


def named_ratios(title, names, series):
    down = Axis([*(r for _, _, values in series for r in values), 0.9, 2], 2, HEIGHT - BOTTOM, TOP)
    return named_points(title, names, series, down, ratio)


def named_shares(title, names, series):
    """Of shares from 0, which has no point, to 1, in percent."""
    series = [(name, colour, [100 * v if v else None for v in values]) for name, colour, values in series]
    known = [v for _, _, values in series for v in values if v is not None]
    return named_points(title, names, series, Axis([*known, 100], 10, HEIGHT - BOTTOM, TOP), lambda v: f"{v:g} %")
