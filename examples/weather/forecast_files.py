"""The files that isobit_weather writes: classic netCDF, of which only what that program writes is read here."""

import array
import math
import struct
import sys
from pathlib import Path


class Forecast:
    """Thickness h and winds u and v, row by row, each a list of all cells."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        self.rows, self.columns, self.hour = (struct.unpack(">i", data[at:at + 4])[0] for at in (24, 36, 64))
        cells = self.rows * self.columns
        values = array.array("d", data[-3 * 8 * cells:])
        if sys.byteorder == "little":
            values.byteswap()
        self.h, self.u, self.v = (values[field * cells:(field + 1) * cells] for field in range(3))

    def vorticity(self, length=19.2e6, width=9.6e6):
        """Of the winds, at the south-western corners of the cells; 0 on the wall."""
        dx, dy = length / self.columns, width / self.rows
        found = [0.0] * self.columns
        for k in range(self.columns, self.rows * self.columns):
            west = k - 1 if k % self.columns else k + self.columns - 1
            found.append((self.v[k] - self.v[west]) / dx - (self.u[k] - self.u[k - self.columns]) / dy)
        return found


def files_of(folder):
    return sorted(Path(folder).glob("hour_*.nc"))


def differences(folder, other):
    """(hour, largest, root of the mean square) of the difference in thickness, for each file that both folders have."""
    found = []
    for path in files_of(folder):
        if (Path(other) / path.name).exists():
            a, b = Forecast(path), Forecast(Path(other) / path.name)
            gaps = [abs(x - y) for x, y in zip(a.h, b.h)]
            found.append((a.hour, max(gaps), math.sqrt(math.fsum(gap * gap for gap in gaps) / len(gaps))))
    return found


def same_files(folder, other):
    """Whether both have the same files with the same bytes, and any at all."""
    names = [path.name for path in files_of(folder)]
    return bool(names) and names == [path.name for path in files_of(other)] and all(
        (Path(folder) / name).read_bytes() == (Path(other) / name).read_bytes() for name in [*names, "history.csv"])
