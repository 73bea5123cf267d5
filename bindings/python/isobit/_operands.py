"""What a call is given, as an array whose elements the compiled part reads."""
import operator

import numpy as np

from . import _core

# The letters are those of NumPy, and E for bfloat16, of which NumPy knows nothing and the package ml_dtypes more.
LETTERS = {np.dtype(letter): letter for letter in "dfeDF"}
DTYPES = {letter: dtype for dtype, letter in LETTERS.items()} | {"E": np.dtype(np.uint16)}
SCALARS = {letter: dtype.type for dtype, letter in LETTERS.items()}
LARGEST_EXACT_INTEGER = 2**53
MOST_THREADS = 2**31  # more than any machine starts, and a number that the compiled part reads
ON_THE_HOST = (1, 3, 11, 13)  # DLPack's devices whose memory a processor reads: CPU, and pinned or managed by CUDA, ROCm


class Operand:
    """An array of native numbers; `letter` names their type, "i" any integers. `dtype` is what results have: of the bits
    of bfloat16 numbers, where no type stands for these, bits."""

    __slots__ = ("array", "letter", "dtype")

    def __init__(self, array, letter, dtype=None):
        self.array = array
        self.letter = letter
        self.dtype = array.dtype if dtype is None else dtype

    @property
    def is_integer(self):
        return self.letter == "i"

    @property
    def is_complex(self):
        return self.letter in "DF"

    def with_array(self, array):
        """The same with other elements of the same type."""
        return Operand(array, self.letter, self.dtype)


def operand(a, name):
    """The operand that `a` is for the function of this name; TypeError for what has no numbers that can be summed."""
    array = as_array(a, name)
    if isinstance(array, Operand):
        return array
    letter = LETTERS.get(array.dtype)
    if letter is not None:
        return Operand(array, letter)
    dtype = array.dtype
    if dtype.kind in "biu":
        return Operand(array if dtype.isnative else array.astype(dtype.newbyteorder("=")), "i")
    if dtype.char in "gG":
        raise TypeError(f"isobit.{name}: longdouble differs from machine to machine; convert it to float64 first")
    if dtype.kind in "fc" and not dtype.isnative:
        return operand(array.astype(dtype.newbyteorder("=")), name)
    if dtype.name == "bfloat16":
        return Operand(array.view(np.uint16), "E", dtype)
    if dtype.kind == "O":
        return of_objects(array, name)
    raise TypeError(f"isobit.{name}: elements of {dtype} cannot be summed")


def as_array(a, name):
    """An ndarray, without a copy where that can be helped; an Operand for a tensor of bfloat16, or if it is one."""
    if isinstance(a, Operand):
        return a
    if isinstance(a, np.ndarray) or not hasattr(a, "__dlpack__"):
        return unmasked(a, name)
    device = a.__dlpack_device__()[0]
    if device not in ON_THE_HOST:
        raise TypeError(f"isobit.{name}: the array lies on a device; copy it to the host first")
    try:
        return np.from_dlpack(a)
    except (BufferError, RuntimeError):
        pass
    try:
        bits = _core.bfloat16_bits(a)
    except TypeError:
        bits = None  # NumPy's own conversion says what is wrong
    return np.asarray(a) if bits is None else Operand(bits, "E", np.dtype(np.float32))


def unmasked(a, name):
    """An ndarray of what has no mask; integers as such, or none that float64 has not: hosts make floats of integers of
    which some are missing."""
    if isinstance(a, np.ma.MaskedArray):
        raise TypeError(f"isobit.{name}: a masked array; fill it first")
    array = np.asarray(a)
    if array.dtype.kind == "f" and _counts(a) and np.any(np.abs(array) >= LARGEST_EXACT_INTEGER):
        raise OverflowError(f"isobit.{name}: integers beyond 2**53 beside missing values; leave these out first")
    return array


def _counts(a):
    """Whether a column of pandas or polars is of integers."""
    dtype = getattr(a, "dtype", None)
    if isinstance(dtype, np.dtype):
        return False
    return getattr(dtype, "kind", None) in ("i", "u") or getattr(dtype, "is_integer", bool)()


def of_objects(array, name):
    """Python's numbers: integers alone as they are, others as float64, exactly."""
    kinds = {type(x) for x in array.flat}
    if kinds and all(issubclass(kind, (int, np.integer, np.bool_)) for kind in kinds):
        return Operand(np.asarray(np.frompyfunc(int, 1, 1)(array), dtype=object), "i")
    for kind in kinds:
        if not issubclass(kind, (float, int, np.floating, np.integer, np.bool_)) or issubclass(kind, np.longdouble):
            raise TypeError(f"isobit.{name}: an object of type {kind.__name__} is no float")
    result = array.astype(np.float64)
    for x, y in zip(array.flat, result.flat):
        if isinstance(x, (int, np.integer)) and int(x) != float(y):
            raise OverflowError(f"isobit.{name}: the integer {x} is no float64")
    return Operand(result, "d")


def as_floats(op, name):
    """Integers as float64, which must hold them exactly; others as they are."""
    if not op.is_integer:
        return op
    array = op.array
    if array.dtype.itemsize == 8 and array.size:
        if int(array.max()) > LARGEST_EXACT_INTEGER or int(array.min()) < -LARGEST_EXACT_INTEGER:
            raise OverflowError(f"isobit.{name}: integers beyond 2**53, which float64 does not hold exactly")
    return Operand(array.astype(np.float64), "d")


def widened(op, letter):
    """The same numbers in a type that holds them all."""
    if op.letter == letter:
        return op
    array = op.array
    if op.letter == "E":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return Operand(converted(array, letter), letter)


def converted(array, letter):
    """The numbers of an array of floats in another type, rounded once; as bits if that is bfloat16. NumPy's own conversion
    obeys what the process has set, such as ``torch.set_flush_denormal``; where that is so, the compiled part converts,
    which does not."""
    if array.dtype == DTYPES[letter]:
        return array
    if letter != "E" and _has_standard_modes():
        return array.astype(DTYPES[letter])
    result = np.zeros(array.shape, DTYPES[letter])
    if letter in "DF" and array.dtype.kind != "c":
        result.real = converted(array, letter.lower())
    else:
        lines = whole_steps(array)[..., np.newaxis]
        _core.reduce("s", lines, LETTERS[array.dtype], result, letter, 0, None, None, 1)
    return result


_ONE, _LITTLE, _SMALLEST_NORMAL = 1.0, 2.0**-60, 2.0**-1022


def _has_standard_modes():
    """Whether the process rounds to nearest and flushes no subnormal numbers. Names, as Python computes with constants
    when it compiles."""
    return _SMALLEST_NORMAL * 0.5 * 2.0 == _SMALLEST_NORMAL and _ONE - _LITTLE == _ONE == _ONE + _LITTLE


def element_type(dtype, name):
    """In what linear algebra computes with elements of this type: integers become float64."""
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        return np.dtype(np.float64)
    if dtype.newbyteorder("=").char not in "fdFD":
        raise TypeError(f"isobit.{name}: matrices are of float32, float64, complex64 and complex128, not {dtype}")
    return dtype.newbyteorder("=")


def elements(array, dtype, name):
    """An array in the type that `element_type` found: integers must be held exactly."""
    return widened(as_floats(operand(array, name), name), dtype.char).array


def in_common(a, b, name):
    """Both as NumPy promotes them, but integers exactly."""
    if a.letter == b.letter and not a.is_integer:
        return a, b
    a, b = as_floats(a, name), as_floats(b, name)
    kinds = {"E": np.dtype(np.float32)}
    letter = a.letter
    if a.letter != b.letter:
        letter = LETTERS[np.promote_types(kinds.get(a.letter, a.array.dtype), kinds.get(b.letter, b.array.dtype))]
    return widened(a, letter), widened(b, letter)


def whole_steps(array):
    """The array, or a copy where its elements are not whole elements apart."""
    if any(stride % array.itemsize for stride in array.strides):
        return np.ascontiguousarray(array)
    return array


def thread_count(threads):
    """What the compiled part takes: 0 for as many as the size suggests."""
    if threads is None:
        return 0
    count = operator.index(threads)
    if count < 1:
        raise ValueError("isobit: threads must be at least 1, or None for as many as the size suggests")
    return min(count, MOST_THREADS)
