"""The tables of log10: python3 src/math/log10/generate.py writes log10_table.hpp beside it."""

import pathlib
import sys

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[3] / "scripts" / "math"))
from logarithm_rows import *

h = header("src/math/log10/generate.py")
h.comment("For each cell of log_table c + 2^32 t and h: h + t = -log10(c), h a multiple of 2^-42.")
h.rows("log10_table", packed_rows(mpf(10)))
h.comment("log10(e), as a double-double.")
high, low = double_double(1 / mpmath.log(10))
h.constant("log10_of_e_high", high)
h.constant("log10_of_e_low", low)
high = truncated(mpmath.log(2) / mpmath.log(10), 41)
h.comment("log10(2) in two parts, the first a multiple of 2^-42.")
h.constant("log10_of_two_high", high)
h.constant("log10_of_two_low", double(mpmath.log(2) / mpmath.log(10) - high))
h.constant("log10_of_two", double(mpmath.log(2) / mpmath.log(10)))
h.comment("The quick way: -log10(c) in two parts for each c of log_quick_reciprocals.")
quick_columns(h, "log10_quick", reciprocals(16, 6), mpf(10))
h.comment("The same in floats, the first part a multiple of 2^-18, and log10(2); log10(e) as a sum of two floats.")
pair_columns(h, "log10_pair", reciprocals(16, 6), mpf(10), 18)
high = single(1 / mpmath.log(10))
h.constant("log10_pair_of_e_high", high)
h.constant("log10_pair_of_e_low", single(1 / mpmath.log(10) - high))
h.write(here.parent / "log10_table.hpp")
