"""A ratio over the number of elements as a self-contained SVG: both axes logarithmic, light and dark."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 860, 430
LEFT, RIGHT, TOP, BOTTOM = 62, 210, 48, 54

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600; fill: #111 }
  .grid { stroke: #e3e5e8; stroke-width: 1 }
  .one { stroke: #555; stroke-width: 1.2 }
  .goal { stroke: #d4a017; stroke-width: 3; stroke-linecap: round }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round }
  .paper { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9cdd3 } .title { fill: #f1f3f5 } .grid { stroke: #2e3338 } .one { stroke: #9aa0a6 }
    .paper { fill: #14171a } .line, .dot { filter: brightness(1.45) }
  }
"""


def ratio_plot(title, series, goals, axis="elements"):
    """series: [(name, colour, [(n, ratio)])]; goals: [(n, ratio)], drawn as short bars."""
    values = [r for _, _, points in series for _, r in points] + [g for _, g in goals]
    sizes = [n for _, _, points in series for n, _ in points]
    low, high = math.floor(math.log2(min(values + [0.9]))), math.ceil(math.log2(max(values + [2])))
    first, last = math.log10(min(sizes)), max(math.log10(max(sizes)), math.log10(min(sizes)) + 1)

    def across(n):
        return LEFT + (math.log10(n) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def down(ratio):
        return HEIGHT - BOTTOM - (math.log2(ratio) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           f"<title>{escape(title)}</title><style>{STYLE}</style>",
           f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
           f'<text class="title" x="{LEFT}" y="28">{escape(title)}</text>']
    for exponent in range(low, high + 1):
        y = down(2.0 ** exponent)
        out.append(f'<line class="{"one" if exponent == 0 else "grid"}" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
                   f'y1="{y:.1f}" y2="{y:.1f}"/>')
        out.append(f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{2.0 ** exponent:g}×</text>')
    for exponent in range(math.ceil(first), math.floor(last) + 1):
        x = across(10.0 ** exponent)
        out.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">10<tspan dy="-5" '
                   f'font-size="9">{exponent}</tspan></text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(axis)}</text>')
    for n, goal in goals:
        if first <= math.log10(n) <= last:
            x, y = across(n), down(goal)
            out.append(f'<line class="goal" x1="{x - 13:.1f}" x2="{x + 13:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    for _, colour, points in series:
        path = " ".join(f"{across(n):.1f},{down(r):.1f}" for n, r in points)
        out.append(f'<polyline class="line" stroke="{colour}" points="{path}"/>')
        out += [f'<circle class="dot" cx="{across(n):.1f}" cy="{down(r):.1f}" r="2.6" fill="{colour}"/>'
                for n, r in points]
    x = WIDTH - RIGHT + 22
    for row, (name, colour, _) in enumerate(series):
        y = TOP + 12 + 22 * row
        out.append(f'<line class="line" stroke="{colour}" x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}"/>'
                   f'<text x="{x + 30}" y="{y + 4}">{escape(name)}</text>')
    y = TOP + 12 + 22 * len(series)
    out.append(f'<line class="goal" x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}"/>'
               f'<text x="{x + 30}" y="{y + 4}">goal, normal data</text></svg>')
    return "\n".join(out) + "\n"
