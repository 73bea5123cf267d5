"""The tables of log2: python3 src/math/log2/generate.py writes log2_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from logarithm_rows import *

h = header("src/math/log2/generate.py")
h.comment("For each cell of log_table c + 2^32 t and h: h + t = -log2(c), h a multiple of 2^-42.")
h.rows("log2_table", packed_rows(mpf(2)))
h.comment("log2(e), as a double-double.")
high, low = double_double(1 / mpmath.log(2))
h.constant("log2_of_e_high", high)
h.constant("log2_of_e_low", low)
h.comment("The quick way: -log2(c) in two parts for each c of log_quick_reciprocals.")
quick_columns(h, "log2_quick", reciprocals(16, 6), mpf(2))
h.comment("The same in floats, the first part a multiple of 2^-17, and log2(2); log2(e) as a sum of two floats.")
pair_columns(h, "log2_pair", reciprocals(16, 6), mpf(2))
high = single(1 / mpmath.log(2))
h.constant("log2_pair_of_e_high", high)
h.constant("log2_pair_of_e_low", single(1 / mpmath.log(2) - high))
h.write(here.parent / "log2_table.hpp")
