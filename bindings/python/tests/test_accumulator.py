"""isobit.Accumulator and arrays of them."""
import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import isobit

from conftest import draws
from support import bits, exact_sum, floats, sum_oracle


@draws(3000)
@given(st.lists(floats(special=True), max_size=25), st.data())
def test_order_and_parts_do_not_show(values, data):
    whole = isobit.Accumulator(values)
    order = data.draw(st.permutations(values))
    cut = data.draw(st.integers(0, len(values)))
    first, second = isobit.Accumulator(order[:cut]), isobit.Accumulator()
    for x in order[cut:]:
        second.add(x)
    merged = first + second
    assert merged == whole and bytes(merged) == bytes(whole) and hash(merged) == hash(whole)
    assert bits(float(merged)) == bits(sum_oracle(values))
    assert isobit.Accumulator.from_bytes(bytes(whole)) == whole == pickle.loads(pickle.dumps(whole)) == copy.deepcopy(whole)
    back = merged - second
    assert bits(float(back)) == bits(float(first)) or float(first) == 0


@draws(1000)
@given(st.lists(floats(), max_size=25), floats())
def test_values(values, x):
    total = isobit.Accumulator(values)
    assert total.fraction() == exact_sum(values)
    assert (total + x).fraction() == exact_sum(values) + Fraction(x) == (x + total).fraction()
    assert (total - x).fraction() == exact_sum(values) - Fraction(x)
    down, up, zero = (total.round(mode) for mode in ("down", "up", "zero"))
    if math.isfinite(down) and math.isfinite(up):
        assert Fraction(down) <= total.fraction() <= Fraction(up)
        assert zero in (down, up) and abs(zero) == min(abs(down), abs(up))
        assert up == down or up == math.nextafter(down, math.inf)
        assert float(total) in (down, up)
    if values:
        assert total.mean(len(values)) == isobit.mean(values)


def test_the_bytes_are_those_of_cpp():
    # Of the golden files: one addend, 2^-1.
    assert bytes(isobit.Accumulator([0.5])).hex() == "69626501040" + "0ffff0100" + "00000080"
    assert bytes(isobit.Accumulator()).hex() == "69626501000000000000"


def test_rationals_that_are_floats():
    total = isobit.Accumulator()
    total.add(Fraction(1, 4))
    assert (total + Decimal("0.5") - Fraction(1, 8)).fraction() == Fraction(5, 8)


def test_integers_of_any_size():
    total = isobit.Accumulator()
    total.add(2**200 + 1)
    total.add(-(2**200))
    assert total.fraction() == 1 and float(total) == 1
    total.add_many(np.array([2**63 - 1] * 3))
    assert total.fraction() == 3 * (2**63 - 1) + 1
    total.subtract(3)
    assert total.fraction() == 3 * (2**63 - 1) - 2
    for size in (992, 993, 1000, 1023, 1024):
        large = isobit.Accumulator()
        large.add(2**size - 1)
        assert large.fraction() == 2**size - 1
    for beyond in (2**1024, -(2**1024), 2**5000 + 1):
        before = bytes(total)
        with pytest.raises(OverflowError):
            total.add(beyond)
        assert bytes(total) == before


def test_infinities_can_be_taken_back():
    total = isobit.Accumulator([1.0, math.inf])
    assert float(total) == math.inf
    with pytest.raises(OverflowError):
        total.fraction()
    total.retract(math.inf)
    assert float(total) == 1
    total.add(math.nan)
    with pytest.raises(ValueError):
        total.fraction()


def test_products_are_exact():
    total = isobit.Accumulator()
    total.add_product(1e200, 1e200)
    total.add_product(-1e200, 1e200)
    total.add_product(2.0**-600, 2.0**-600)
    assert total.fraction() == Fraction(1, 2**1200) and total.sqrt() == 2.0**-600


def test_what_is_refused():
    total = isobit.Accumulator([1.0])
    before = bytes(total)
    for call, problem in (
        (lambda: total.add("1"), TypeError),
        (lambda: total.add(1j), TypeError),
        (lambda: total.add(np.longdouble(1)), TypeError),
        (lambda: total.add_many(["a"]), TypeError),
        (lambda: total.add_many([1j]), TypeError),
        (lambda: total.merge(1.0), TypeError),
        (lambda: total + "1", TypeError),
        (lambda: total.round("sideways"), ValueError),
        (lambda: total.round(dtype=np.int64), TypeError),
        (lambda: total.mean(0), ValueError),
        (lambda: isobit.Accumulator.from_bytes(b"nonsense"), ValueError),
        (lambda: total.add_products([1.0], [1.0, 2.0]), ValueError),
        (lambda: total.add_product(2**60 + 1, 1.0), OverflowError),
        (lambda: total.add(Fraction(1, 3)), ValueError),
        (lambda: total + Decimal("0.1"), ValueError),
        (lambda: total.mean(-1), ValueError),
        (lambda: total.mean(2**64), ValueError),
    ):
        with pytest.raises(problem):
            call()
        assert bytes(total) == before


@draws(300)
@given(st.lists(st.tuples(st.integers(0, 5), floats()), max_size=30))
def test_arrays_of_accumulators(rows):
    places, values = np.array([p for p, _ in rows], int), np.array([x for _, x in rows], float)
    totals = isobit.AccumulatorArray((2, 3))
    totals.add_at(np.unravel_index(places, (2, 3)), values)
    expected = np.array([sum_oracle(values[places == place]) for place in range(6)]).reshape(2, 3)
    assert bits(totals.round()) == bits(expected)
    assert totals[1, 2] == isobit.Accumulator(values[places == 5])
    twice = totals + totals
    assert (twice - totals).round().tolist() == totals.round().tolist()
    assert pickle.loads(pickle.dumps(totals)) == totals and twice.shape == (2, 3) and twice.size == 6


def test_arrays_broadcast_and_refuse():
    totals = isobit.AccumulatorArray((2, 3))
    totals.add(1.0)
    totals.add([1e16, 0.0, 2.0])
    totals.add_product([[1e200], [0.0]], [1e-200, 1.0, 1.0])
    totals.add_many(np.full((4, 2, 3), 0.25), axis=0)
    totals[0, 0] = isobit.Accumulator([7.0])
    assert totals.round()[0, 0] == 7 and totals.round()[1].tolist() == [1e16 + 2, 2, 4]
    for call, problem in (
        (lambda: totals.add(np.zeros(4)), ValueError),
        (lambda: totals.add_at([[5], [0]], 1.0), IndexError),
        (lambda: totals.merge(isobit.AccumulatorArray(6)), ValueError),
        (lambda: totals[2], IndexError),
        (lambda: totals.__setitem__(0, isobit.Accumulator()), ValueError),
        (lambda: totals.__setitem__(0, isobit.AccumulatorArray(2)), ValueError),
        (lambda: totals.__isub__(isobit.AccumulatorArray(6)), ValueError),
        (lambda: isobit.AccumulatorArray((2**40, 2**40)), MemoryError),
        (lambda: totals.add(1j), TypeError),
        (lambda: isobit.AccumulatorArray(-1), ValueError),
    ):
        with pytest.raises(problem):
            call()


def test_parts_of_arrays():
    totals = isobit.AccumulatorArray((2, 3))
    totals.add([[1e16, 1.0, 2.0], [3.0, 4.0, 5.0]])
    row = totals[0]
    assert row.shape == (3,) and row.round().tolist() == [1e16, 1, 2]
    row.add(1.0)  # a copy
    assert totals.round()[0].tolist() == [1e16, 1, 2] and row[0].fraction() == 10**16 + 1
    assert [part.shape for part in totals] == [(3,), (3,)] and totals[:, ::2].round().tolist() == [[1e16, 2], [3, 5]]
    assert np.asarray(totals).shape == (2, 3) and np.asarray(totals)[1, 2] == isobit.Accumulator([5.0])
    totals[1] = row
    totals[:] = totals[::-1]
    assert totals.round().tolist() == [[1e16, 2, 3], [1e16, 1, 2]]
    same = totals
    same -= totals
    assert same is totals and totals.round().tolist() == [[0, 0, 0], [0, 0, 0]]
