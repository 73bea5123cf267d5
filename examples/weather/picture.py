"""Maps of vorticity side by side, and how differences grow, as one self-contained SVG."""

import base64
import struct
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from common import plot  # noqa: E402

MAP_WIDTH, MAP_HEIGHT, GAP = 164, 82, 6
SIDE, HEAD = 104, 84
STRONGEST = 1.5e-4  # 1/s: full colour
SHADES = 16  # on either side


def palette():
    """Blue for clockwise, white for neither, red for anticlockwise."""
    shades = []
    for shade in range(-SHADES, SHADES + 1):
        end = (178, 24, 43) if shade > 0 else (33, 102, 172)
        shades.append(bytes(round(247 + (part - 247) * abs(shade) / SHADES) for part in end))
    return b"".join(shades)


def png(rows):
    """Rows of indices into the palette, the top one first."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", palette()) + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b""))


def map_of(forecast):
    """North at the top."""
    shades = bytes(SHADES + round(SHADES * max(-1.0, min(1.0, value / STRONGEST))) for value in forecast.vorticity())
    return png([shades[j * forecast.columns:(j + 1) * forecast.columns] for j in reversed(range(forecast.rows))])


def small_multiples(title, subtitle, rows, series):
    """rows: [((line, line), [forecast, ...])]; series: [(name, colour, [(day, difference)], marks)]."""
    width = SIDE + len(rows[0][1]) * (MAP_WIDTH + GAP) + 16
    top_of_curves = HEAD + len(rows) * (MAP_HEIGHT + GAP) + 8
    scale = width / plot.WIDTH
    height = top_of_curves + plot.HEIGHT * scale
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" role="img">',
           f"<title>{plot.escape(title)}</title><style>{plot.STYLE}</style>",
           f'<rect class="paper" width="{width}" height="{height:.0f}" rx="8"/>',
           f'<text class="title" x="16" y="28">{plot.escape(title)}</text>',
           f'<text x="16" y="50">{plot.escape(subtitle)}</text>']
    for column, forecast in enumerate(rows[0][1]):
        x = SIDE + column * (MAP_WIDTH + GAP) + MAP_WIDTH / 2
        out.append(f'<text x="{x}" y="{HEAD - 8}" text-anchor="middle">day {forecast.hour / 24:g}</text>')
    for row, (names, forecasts) in enumerate(rows):
        y = HEAD + row * (MAP_HEIGHT + GAP)
        out += [f'<text x="16" y="{y + MAP_HEIGHT / 2 - 4 + 17 * line}">{plot.escape(name)}</text>'
                for line, name in enumerate(names)]
        for column, forecast in enumerate(forecasts):
            data = base64.b64encode(map_of(forecast)).decode()
            out.append(f'<image x="{SIDE + column * (MAP_WIDTH + GAP)}" y="{y}" width="{MAP_WIDTH}" '
                       f'height="{MAP_HEIGHT}" preserveAspectRatio="none" href="data:image/png;base64,{data}"/>')
    curves = plot.lines("Largest difference in thickness between two runs, m", "day", "", series, x_base=0)
    out.append(curves.replace("<svg ", f'<svg y="{top_of_curves}" width="{width}" height="{plot.HEIGHT * scale:.0f}" ', 1))
    return "\n".join(out) + "</svg>\n"
