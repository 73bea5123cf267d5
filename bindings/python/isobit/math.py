"""Elementary functions, correctly rounded, as NumPy ufuncs: each result is the exact value, rounded once.

They broadcast, cast and take `out`, `where` and `dtype` as NumPy's own do, and have loops for float32 and float64; all
but `sqrt`, `divide`, `fma` and `sincos` for float16 too, and for the bfloat16 of ml_dtypes after `use_bfloat16()`. No
warnings are raised: what is outside of a function's domain is NaN.

>>> import isobit.math
>>> isobit.math.exp([0.0, 1.0])
array([1.        , 2.71828183])
>>> isobit.math.pow.outer([2.0, 10.0], [1.0, 2.0])
array([[  2.,   4.],
       [ 10., 100.]])
"""
import numpy as _np

from . import _core

_ufuncs: dict[str, _np.ufunc] = _core.ufuncs

__all__ = [
    "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi", "cbrt",
    "cos", "cosh", "cospi", "divide", "erf", "erfc", "exp", "exp10", "exp10m1", "exp2", "exp2m1", "expm1", "fma",
    "hypot", "lgamma", "log", "log10", "log10p1", "log1p", "log2", "log2p1", "pow", "powr", "rsqrt", "sin",
    "sincos", "sinh", "sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma",
]

acos = _ufuncs["acos"]
acosh = _ufuncs["acosh"]
acospi = _ufuncs["acospi"]
asin = _ufuncs["asin"]
asinh = _ufuncs["asinh"]
asinpi = _ufuncs["asinpi"]
atan = _ufuncs["atan"]
atan2 = _ufuncs["atan2"]
atan2pi = _ufuncs["atan2pi"]
atanh = _ufuncs["atanh"]
atanpi = _ufuncs["atanpi"]
cbrt = _ufuncs["cbrt"]
cos = _ufuncs["cos"]
cosh = _ufuncs["cosh"]
cospi = _ufuncs["cospi"]
divide = _ufuncs["divide"]
erf = _ufuncs["erf"]
erfc = _ufuncs["erfc"]
exp = _ufuncs["exp"]
exp10 = _ufuncs["exp10"]
exp10m1 = _ufuncs["exp10m1"]
exp2 = _ufuncs["exp2"]
exp2m1 = _ufuncs["exp2m1"]
expm1 = _ufuncs["expm1"]
fma = _ufuncs["fma"]
hypot = _ufuncs["hypot"]
lgamma = _ufuncs["lgamma"]
log = _ufuncs["log"]
log10 = _ufuncs["log10"]
log10p1 = _ufuncs["log10p1"]
log1p = _ufuncs["log1p"]
log2 = _ufuncs["log2"]
log2p1 = _ufuncs["log2p1"]
pow = _ufuncs["pow"]
powr = _ufuncs["powr"]
rsqrt = _ufuncs["rsqrt"]
sin = _ufuncs["sin"]
sincos = _ufuncs["sincos"]
sinh = _ufuncs["sinh"]
sinpi = _ufuncs["sinpi"]
sqrt = _ufuncs["sqrt"]
tan = _ufuncs["tan"]
tanh = _ufuncs["tanh"]
tanpi = _ufuncs["tanpi"]
tgamma = _ufuncs["tgamma"]


def use_bfloat16():
    """From now on, functions of the bfloat16 of ml_dtypes are rounded once to that type; before, they are float32's.
    Asked for, as importing ml_dtypes takes longer than importing isobit."""
    import ml_dtypes

    global _has_bfloat16
    if not _has_bfloat16:
        _core.add_bfloat16_loops(_np.dtype(ml_dtypes.bfloat16).num, _ufuncs)
        _has_bfloat16 = True


_has_bfloat16 = False
