"""What a call returns: of which type, and where."""
import numpy as np

from ._integers import OBJECT_HAS_ROOM, as_dtype
from ._operands import DTYPES, LETTERS, converted


class Result:
    """The type of a result: `letter` is what is rounded to, `dtype` what the array has then."""

    __slots__ = ("letter", "dtype")

    def __init__(self, op, dtype, out, name):
        if dtype is None and out is not None and out.dtype.kind in "fcV":
            dtype = out.dtype
        self.dtype = op.dtype if dtype is None else np.dtype(dtype)
        bits = op.letter == "E" and self.dtype == np.uint16
        self.letter = LETTERS.get(self.dtype) or ("E" if bits or self.dtype.name == "bfloat16" else None)
        if self.letter is None and self.dtype.newbyteorder("=") in LETTERS:
            self.letter = LETTERS[self.dtype.newbyteorder("=")]
        if self.letter is None:
            raise TypeError(f"isobit.{name}: a result of {self.dtype}; floating-point types can be had")
        if op.is_complex and self.letter not in "DF":
            raise TypeError(f"isobit.{name}: the result is complex; {self.dtype} is not")
        if not op.is_complex and self.letter in "DF":
            self.letter = self.letter.lower()

    def empty(self, shape):
        return np.empty(shape, DTYPES[self.letter])

    def finished(self, array):
        """An array from `empty`, filled, as what was asked for."""
        if self.letter == "E":
            return array.view(self.dtype)
        return array if array.dtype == self.dtype else array.astype(self.dtype)


def check_out(out, name):
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError(f"isobit.{name}: out must be an array")
    return out


def delivered(result, out, name):
    """The result: in `out` if there is one, which nothing has touched so far; else of no dimensions as a scalar."""
    if out is None:
        return result[()] if isinstance(result, np.ndarray) else result
    result = np.asanyarray(result)
    if result.dtype.kind == "O":  # integers of Python's
        result = as_dtype(result, out.dtype, name, OBJECT_HAS_ROOM)
    if out.shape != result.shape:
        raise ValueError(f"isobit.{name}: out has the shape {out.shape}, the result {result.shape}")
    if not out.flags.writeable:
        raise ValueError(f"isobit.{name}: out is read-only")
    if result.dtype in LETTERS and out.dtype.newbyteorder("=") in LETTERS:
        if not np.can_cast(result.dtype, out.dtype, "safe"):
            raise TypeError(f"isobit.{name}: out of {out.dtype} would round the result, of {result.dtype}, once more")
        result = converted(result, LETTERS[out.dtype.newbyteorder("=")])
    np.copyto(out, result, casting="same_kind")
    return out
