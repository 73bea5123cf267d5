"""isobit.math: ufuncs whose results are correctly rounded, for every layout, type and way to call them."""
import pickle
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import isobit.math as cr
from support import bits, rounded

SEED = 20260311
OF_ONE = [name for name in cr.__all__ if getattr(cr, name).nin == 1 and getattr(cr, name).nout == 1]
OF_TWO = [name for name in cr.__all__ if getattr(cr, name).nin == 2]


def arguments(dtype, count, seed=SEED):
    """Numbers from an integer generator: ordinary ones and the ends of the range."""
    generator = random.Random(seed)
    ordinary = [generator.getrandbits(24) / 2**20 - 8 for _ in range(count - 8)]
    return np.array(ordinary + [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 5e-324], dtype)


@pytest.mark.parametrize("name", OF_ONE)
def test_arrays_of_any_layout_have_the_bits_of_single_numbers(name):
    f = getattr(cr, name)
    for dtype in (np.float32, np.float64):
        x = arguments(dtype, 1000)
        expected = np.array([f(one) for one in x], dtype)
        assert bits(f(x)) == bits(expected)
        assert bits(f(x[::-1])) == bits(expected[::-1])
        spread = np.zeros((len(x), 3), dtype)
        spread[:, 1] = x
        assert bits(f(spread[:, 1])) == bits(expected)
        odd = np.zeros(x.nbytes + 1, np.uint8)[1:].view(dtype)
        odd[:] = x
        assert bits(f(odd)) == bits(expected)
        assert bits(f(x.astype(x.dtype.newbyteorder()))) == bits(expected)
        in_place = x.copy()
        assert f(in_place, out=in_place) is in_place
        assert bits(in_place) == bits(expected)


@pytest.mark.parametrize("name", OF_TWO)
def test_two_arguments_broadcast(name):
    f = getattr(cr, name)
    for dtype in (np.float32, np.float64):
        x, y = arguments(dtype, 40), arguments(dtype, 30, SEED + 1)
        expected = np.array([[f(a, b) for b in y] for a in x], dtype)
        assert bits(f(x[:, None], y)) == bits(expected)
        assert bits(f.outer(x, y)) == bits(expected)
        assert bits(f(x, dtype(2))) == bits(np.array([f(a, dtype(2)) for a in x], dtype))
        both = np.stack([x, x[::-1]])
        assert bits(f(both[0], both[1], out=both[0])) == bits(np.array([f(a, b) for a, b in zip(x, x[::-1])], dtype))


def test_exp_and_log_against_decimals():
    with localcontext() as context:
        context.prec = 120
        for x in arguments(np.float64, 400)[:-8]:
            exact = Decimal(float(x)).exp()
            assert bits(cr.exp(x)) == bits(rounded(Fraction(exact)))
            assert bits(cr.exp(np.float32(x))) == bits(rounded(Fraction(Decimal(float(np.float32(x))).exp()), np.float32))
            if x > 0:
                assert bits(cr.log(x)) == bits(rounded(Fraction(Decimal(float(x)).ln())))


def test_operations_that_rationals_know():
    for x, y in zip(arguments(np.float64, 300)[:-8], arguments(np.float64, 300, SEED + 2)[:-8]):
        a, b = Fraction(float(x)), Fraction(float(y))
        assert bits(cr.fma(x, y, x)) == bits(rounded(a * b + a))
        if y:
            assert bits(cr.divide(x, y)) == bits(rounded(a / b))
        assert bits(cr.pow(x, 3.0)) == bits(rounded(a**3))


@pytest.mark.parametrize("name", [name for name in OF_ONE if name != "sqrt"])
def test_float16_is_rounded_once(name):
    """Of all 65536: a double that is the middle of two float16 must be the exact value, which these functions have at
    few arguments only; everywhere else the second rounding repeats the first."""
    f = getattr(cr, name)
    x = np.arange(2**16, dtype=np.uint16).view(np.float16)
    with np.errstate(all="raise"):
        y = f(x)
    with np.errstate(invalid="ignore"):  # of signalling NaN
        wide = f(x.astype(np.float64))
    assert y.dtype == np.float16
    same = np.isnan(wide) == np.isnan(y)
    with np.errstate(over="ignore"):
        same &= np.isnan(wide) | (wide.astype(np.float16) == y)
    assert same.all()
    # Twice the precision below a float16, or half the smallest one: where a tie would be.
    exponent = np.maximum(np.frexp(wide)[1], -13)
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = np.ldexp(np.abs(wide), 12 - exponent)
        ties = x[np.isfinite(wide) & (np.abs(wide) < 2.0**16) & (scaled == np.floor(scaled)) & (np.fmod(scaled, 2) == 1)]
    assert set(map(float, ties)) == EXACT_TIES.get(name, set()), ties


# Where the value itself is the middle of two float16.
EXACT_TIES = {"exp2": {-25.0}, "exp2m1": {-12.0, 12.0}}


def once(wide, dtype):
    """Doubles, of which none is a middle by having been rounded to it, in a type of 16 bits."""
    with np.errstate(all="ignore"):
        return wide.astype(dtype)


@pytest.mark.parametrize("name", [name for name in OF_TWO if name != "divide"])
def test_float16_of_two_arguments(name):
    f = getattr(cr, name)
    x, y = (arguments(np.float16, 200, seed) for seed in (SEED, SEED + 1))
    ours = f(x[:, None], y)
    assert ours.dtype == np.float16
    assert bits(ours) == bits(once(f(x[:, None].astype(float), y.astype(float)), np.float16))


def test_bfloat16_when_asked_for():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    cr.use_bfloat16()
    cr.use_bfloat16()
    x = np.arange(2**16, dtype=np.uint16).view(ml_dtypes.bfloat16)
    x = x[~np.isnan(x)]
    for name in ("exp", "log", "sin", "erf"):
        ours = getattr(cr, name)(x)
        assert ours.dtype == ml_dtypes.bfloat16
        wide = getattr(cr, name)(x.astype(np.float64))
        there = ~np.isnan(wide)
        assert bits(ours[there].view(np.uint16)) == bits(once(wide[there], ml_dtypes.bfloat16).view(np.uint16))
        assert np.isnan(ours[~there]).all()
    assert cr.pow(x[:5], x[:5]).dtype == ml_dtypes.bfloat16
    assert cr.exp(np.float16(1)).dtype == np.float16


def test_types_are_found_as_numpy_finds_them():
    assert cr.exp(np.int8(1)).dtype == np.float16
    assert cr.exp(np.int16(1)).dtype == np.float32
    assert cr.exp(1).dtype == np.float64
    assert cr.exp(np.float32(1), dtype=np.float64).dtype == np.float64
    assert cr.pow(np.float16(2), np.float16(3)).dtype == np.float16
    assert cr.fma(np.float16(2), np.float16(3), np.float16(1)).dtype == np.float32
    assert cr.tgamma(np.float32(5)) == 24 and cr.tgamma(5.0) == 24
    for wrong in (1j, "1", np.longdouble(1)):
        with pytest.raises(TypeError):
            cr.exp(wrong)


def test_out_and_where():
    x = np.array([0.0, 1.0, 2.0])
    out = np.full(3, 7.0)
    cr.exp(x, out=out, where=[True, False, True])
    assert bits(out) == bits(np.array([1.0, 7.0, cr.exp(2.0)]))
    with pytest.raises(ValueError):
        cr.exp(x, out=np.empty(2))
    assert cr.exp(np.empty((0, 3))).shape == (0, 3)
    narrow = np.empty(3, np.float32)
    cr.exp(x, out=narrow, casting="same_kind")
    assert bits(narrow) == bits(cr.exp(x).astype(np.float32))


def test_reductions_take_elements_in_order():
    x = np.array([1.5, 2.0, 0.5, 3.0, 1.25])
    expected = [x[0]]
    for one in x[1:]:
        expected.append(cr.pow(expected[-1], one))
    assert bits(cr.pow.accumulate(x)) == bits(np.array(expected))
    assert cr.pow.reduce(x) == expected[-1]
    assert cr.hypot.reduce([]) == 0 and cr.hypot.identity == np.hypot.identity
    with pytest.raises(ValueError):
        cr.pow.reduce([])
    assert bits(cr.hypot.reduce(np.ones((3, 4)), axis=0)) == bits(np.full(4, cr.hypot(cr.hypot(1.0, 1.0), 1.0)))


def test_sincos_has_both():
    x = arguments(np.float64, 100)
    s, c = cr.sincos(x)
    assert bits(s) == bits(cr.sin(x)) and bits(c) == bits(cr.cos(x))


def test_no_warnings_and_pickles():
    with np.errstate(all="raise"):
        cr.exp(np.array([1e9, -1e9, np.nan]))
        cr.log(np.array([0.0, -1.0]))
    assert pickle.loads(pickle.dumps(cr.exp)) is cr.exp
