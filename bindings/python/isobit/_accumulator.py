"""Exact sums as objects: to be added to, merged, kept, sent and rounded when that is wanted."""
import math
import operator
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

import numpy as np

from . import _core, _integers
from ._axes import lines_along, normalised_axis
from ._operands import as_floats, converted, in_common, operand, thread_count, widened


class Accumulator:
    """The exact sum of all that was added. Two that were given the same numbers are equal, in whatever order and parts;
    their bytes are those of C++'s ``isobit::exact``.

    >>> import isobit
    >>> total = isobit.Accumulator([1e16, 1.0])
    >>> total.add(-1e16)
    >>> float(total)
    1.0
    >>> total + 0.5 == isobit.Accumulator([0.5, 1.0, 1e16, -1e16])
    True
    """

    __slots__ = ("_state",)

    def __init__(self, values=None, *, threads=None):
        self._state = _core.State()
        if values is not None:
            self.add_many(values, threads=threads)

    def add(self, x):
        """Adds a number: a float, or an integer of any size, exactly."""
        _add(self._state, x)

    def subtract(self, x):
        """Adds -x."""
        self.add(-_number(x))

    def retract(self, x):
        """Undoes an ``add(x)``, of infinities and NaN too."""
        self._state.retract(_float_of(x))

    def add_many(self, values, *, threads=None):
        """Adds all elements of an array."""
        op = operand(values, "Accumulator.add_many")
        lines = lines_along(op.array, tuple(range(op.array.ndim)), by_columns=False)
        if op.is_integer:
            for x in np.atleast_1d(_integers.line_sums(lines)) if lines.size else ():
                _integers.add_to(self._state, x)
            return
        self._state.add_array(lines, op.letter, thread_count(threads))

    def add_product(self, a, b):
        """Adds the exact product of two floats."""
        self._state.add_product(_float_of(a), _float_of(b))

    def add_products(self, a, b, *, threads=None):
        """Adds the products of the elements of two arrays of the same shape."""
        x, y = in_common(operand(a, "Accumulator.add_products"), operand(b, "Accumulator.add_products"), "add_products")
        if x.array.shape != y.array.shape:
            raise ValueError("isobit: arrays of different shapes")
        left, right = (np.ascontiguousarray(one.array).reshape(-1) for one in (x, y))
        self._state.add_product_arrays(left, right, x.letter, thread_count(threads))

    def merge(self, other):
        """Adds all that another was given."""
        self._state.merge(_state_of(other))

    def copy(self):
        """One of its own with the same sum."""
        return _of_state(_core.State(self._state))

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __iadd__(self, other):
        """Of an accumulator: merges it. Of a number: adds it."""
        if isinstance(other, Accumulator):
            self.merge(other)
            return self
        if not _is_number(other):
            return NotImplemented
        self.add(other)
        return self

    def __isub__(self, other):
        """Of an accumulator: undoes its merge. Of a number: adds its negative."""
        if isinstance(other, Accumulator):
            self._state.retract_state(_state_of(other))
            return self
        if not _is_number(other):
            return NotImplemented
        self.subtract(other)
        return self

    def __add__(self, other):
        return self.copy().__iadd__(other)

    __radd__ = __add__

    def __sub__(self, other):
        return self.copy().__isub__(other)

    def __float__(self):
        return self._state.round("nearest")

    def round(self, mode="nearest", dtype=np.float64):
        """The sum rounded once, to float64 or float32: to "nearest" (even), toward "zero", "up", "down" or to "odd".

        >>> import isobit
        >>> isobit.Accumulator([1.0, 2.0**-60]).round("up")
        1.0000000000000002
        """
        dtype = np.dtype(dtype)
        if dtype == np.float64:
            return self._state.round(mode)
        if dtype == np.float32:
            return _rounded_to_float(self._state, mode)
        raise TypeError("isobit: an accumulator is rounded to float64 or float32")

    def fraction(self):
        """The exact sum. ValueError for NaN, OverflowError for infinity, as ``float.as_integer_ratio``.

        >>> import isobit
        >>> isobit.Accumulator([0.5, 2.0**-60]).fraction()
        Fraction(576460752303423489, 1152921504606846976)
        """
        numerator, exponent = self._state.scaled_integer()
        return Fraction(numerator * 2 ** max(exponent, 0), 2 ** max(-exponent, 0))

    def mean(self, count):
        """The sum divided by a count, rounded once."""
        count = operator.index(count)
        if not 0 < count < 2**64:
            raise ValueError("isobit: a count is at least 1 and less than 2**64")
        return self._state.mean(count)

    def sqrt(self):
        """The square root of the sum, rounded once."""
        return self._state.square_root()

    def __bytes__(self):
        return self._state.to_bytes()

    @classmethod
    def from_bytes(cls, state):
        """What ``bytes(accumulator)`` gave, here or in C++. ValueError for anything else."""
        return _of_state(_core.State.from_bytes(bytes(state)), cls)

    def __reduce__(self):
        return type(self).from_bytes, (bytes(self),)

    def __eq__(self, other):
        return self._state.equals(other._state) if isinstance(other, Accumulator) else NotImplemented

    def __hash__(self):
        return hash(self._state.hash())

    def __repr__(self):
        return f"isobit.Accumulator({float(self)!r})"


class AccumulatorArray:
    """Accumulators in an array of any shape, each with a sum of its own.

    >>> import isobit
    >>> totals = isobit.AccumulatorArray(2)
    >>> totals.add([1e16, 1.0])
    >>> totals.add_at([0, 1, 0], [1.0, 2.0, -1e16])
    >>> print(totals.round())
    [1. 3.]
    """

    __slots__ = ("_states", "shape")

    def __init__(self, shape):
        shape = (operator.index(shape),) if not isinstance(shape, (tuple, list)) else shape
        self.shape = tuple(operator.index(n) for n in shape)
        if any(n < 0 for n in self.shape):
            raise ValueError("isobit: negative dimensions are not allowed")
        if math.prod(self.shape) >= 2**48:
            raise MemoryError(f"isobit: no memory has accumulators of shape {self.shape}")
        self._states = _core.States(math.prod(self.shape))

    @property
    def size(self):
        return len(self._states)

    def add(self, values):
        """Adds to each its element of `values`, which are broadcast."""
        self._states.add_each(self._each(values))

    def add_product(self, a, b):
        """Adds to each the exact product of its elements of `a` and `b`, which are broadcast."""
        self._states.add_each_product(self._each(a), self._each(b))

    def add_many(self, values, axis):
        """Adds all elements along an axis; the other axes are those of the accumulators."""
        array = _doubles(values)
        rows = np.moveaxis(array, normalised_axis(axis, array.ndim), -1)
        if rows.shape[:-1] != self.shape:
            raise ValueError(f"isobit: the other axes are {rows.shape[:-1]}, the accumulators {self.shape}")
        self._states.add_rows(np.ascontiguousarray(rows))

    def add_at(self, indices, values):
        """Adds values[i] to the accumulator at indices[i], as ``numpy.add.at``."""
        places = self._places(indices)
        added = np.broadcast_to(_doubles(values), places.shape)
        self._states.add_at(np.ascontiguousarray(places, dtype=np.int64), np.ascontiguousarray(added))

    def merge(self, other):
        """Adds to each all that another's was given."""
        self._same_shape(other)
        self._states.merge(other.copy()._states if other is self else other._states)

    def copy(self):
        result = AccumulatorArray(self.shape)
        result._states.merge(self._states)
        return result

    def __add__(self, other):
        result = self.copy()
        result.merge(other)
        return result

    def __iadd__(self, other):
        self.merge(other)
        return self

    def __sub__(self, other):
        return self.copy().__isub__(other)

    def round(self, mode="nearest"):
        """The sums as an array, each rounded once."""
        result = np.empty(self.shape)
        self._states.round_to(result, mode)
        return result

    def __isub__(self, other):
        self._same_shape(other)
        self._states.retract(other.copy()._states if other is self else other._states)
        return self

    def __getitem__(self, index):
        """A copy of one accumulator, or of an array of them."""
        places = self._places(index)
        if np.ndim(places) == 0:
            return _of_state(self._states.get(int(places)))
        result = AccumulatorArray(places.shape)
        for i, place in enumerate(places.flat):
            result._states.set(i, self._states.get(int(place)))
        return result

    def __setitem__(self, index, accumulator):
        """Of one accumulator, or of as many as the index names."""
        places = self._places(index)
        if np.ndim(places) == 0:
            self._states.set(int(places), _state_of(accumulator))
            return
        if not isinstance(accumulator, AccumulatorArray) or accumulator.shape != places.shape:
            raise ValueError(f"isobit: an AccumulatorArray of shape {places.shape} is needed")
        states = accumulator.copy()._states
        for i, place in enumerate(places.flat):
            self._states.set(int(place), states.get(i))

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of accumulators without dimensions")
        return self.shape[0]

    def __eq__(self, other):
        if not isinstance(other, AccumulatorArray):
            return NotImplemented
        return self.shape == other.shape and all(
            self._states.get(i).equals(other._states.get(i)) for i in range(self.size)
        )

    __hash__ = None

    def __reduce__(self):
        return _array_of_bytes, (self.shape, [self._states.get(i).to_bytes() for i in range(self.size)])

    def __repr__(self):
        return f"isobit.AccumulatorArray of shape {self.shape}"

    def _each(self, values):
        return np.ascontiguousarray(np.broadcast_to(_doubles(values), self.shape))

    def _places(self, index):
        return np.arange(self.size).reshape(self.shape)[index]

    def _same_shape(self, other):
        if not isinstance(other, AccumulatorArray) or other.shape != self.shape:
            raise ValueError("isobit: accumulators of another shape")


def _rounded_to_float(state, mode):
    """A subnormal one by its bits: on its way through Python's float it would be lost where the process flushes those."""
    near = state.round(mode)
    if not abs(near) < 2.0**-126:
        return np.float32(state.round_to_float(mode))
    # Up to 2^-125 float32 has one spacing: what is moved by 2^-126 is rounded as before, and its bits are moved by 2^23.
    moved = _core.State(state)
    moved.add(math.copysign(2.0**-126, near))
    return np.uint32(np.float32(moved.round_to_float(mode)).view(np.uint32) - np.uint32(2**23)).view(np.float32)


def _array_of_bytes(shape, states):
    result = AccumulatorArray(shape)
    for i, state in enumerate(states):
        result._states.set(i, _core.State.from_bytes(state))
    return result


def _of_state(state, cls=Accumulator):
    result = cls.__new__(cls)
    result._state = state
    return result


def _state_of(other):
    if not isinstance(other, Accumulator):
        raise TypeError("isobit: an Accumulator is needed")
    return _core.State(other._state)


def _number(x):
    if isinstance(x, (bool, int, float, np.integer, np.bool_)):
        return x if isinstance(x, float) else int(x)
    return _float_of(x)


def _is_number(x):
    return hasattr(x, "__float__") and not isinstance(x, (np.longdouble, complex, np.complexfloating))


def _float_of(x):
    """A float of the same value."""
    if not _is_number(x):
        raise TypeError(f"isobit: {type(x).__name__} is no number that an accumulator holds")
    if isinstance(x, np.floating):
        return converted(np.asarray(x), "d").item()
    result = float(x)
    if isinstance(x, (int, np.integer)) and int(x) != result:
        raise OverflowError(f"isobit: the integer {x} is no float64")
    if isinstance(x, (Decimal, Rational)) and x != result and not math.isnan(result):
        raise ValueError(f"isobit: {x!r} is no float64; round it first")
    return result


def _add(state, x):
    number = _number(x)
    if isinstance(number, int):
        _integers.add_to(state, number)
    else:
        state.add(number)


def _doubles(values):
    op = as_floats(operand(values, "AccumulatorArray"), "AccumulatorArray")
    if op.is_complex:
        raise TypeError("isobit: accumulators hold real numbers; use one array for each part of complex ones")
    return widened(op, "d").array
