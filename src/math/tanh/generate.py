"""The table of tanh: python3 src/math/tanh/generate.py writes tanh_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from pieces import *


def tanh_taylor(c):
    """y' = 1 - y^2."""
    y = [mpmath.tanh(c)]
    for n in range(30):
        y.append(((n == 0) - sum(y[i] * y[n - i] for i in range(n + 1))) / (n + 1))
    return y


h = header("src/math/tanh/generate.py")
h.comment("The quick way for floats: tanh(c + t) by pieces.")
tanhf = pieces(tanh_taylor, 8, 24, 9)
for index, low, high in quarters_of_binades():
    tanhf.add(index, low, high)
tanhf.write(h, "tanhf_pieces")
h.write(here.parent / "tanh_table.hpp")
