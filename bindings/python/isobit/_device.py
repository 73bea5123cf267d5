"""Arrays in the memory of an NVIDIA GPU, from whatever package that speaks DLPack: reduced where they lie."""
import numpy as np

try:
    from . import _cuda as compiled
except ImportError:  # the package was built without CUDA
    compiled = None

_KIND_OF_CUDA = 2  # of DLPack's devices
_DEFAULT_STREAM = 1  # as DLPack counts CUDA's streams
_COPY = "copy it to the host first"
BUILD = "build isobit with CUDA: pip install . -C cmake.define.ISOBIT_CUDA=ON"


def holds(a):
    """Whether it is an array that a GPU holds."""
    if isinstance(a, (np.ndarray, np.generic, list, tuple, int, float, complex)) or not hasattr(a, "__dlpack_device__"):
        return False
    return a.__dlpack_device__()[0] == _KIND_OF_CUDA


def reduce(kind, name, a, dtype=None, ddof=0, **others):
    """A statistic of all elements, as a NumPy scalar: exact and rounded once, the bits of the CPU."""
    module = _needed(name)
    for argument, is_default in others.items():
        if not is_default:
            raise TypeError(f"isobit.{name}: `{argument}` is not for arrays on a device; {_COPY}")
    result = _result_type(_letter(a, name), dtype, name, real=kind in "nav")
    if kind == "a" and result == np.float16:
        raise TypeError(f"isobit.{name}: magnitudes of float16 are not for arrays on a device; {_COPY}")
    value = module.reduce(kind, _tensor(a), result.char, ddof, _DEFAULT_STREAM)
    return result.type(value.real if result.kind == "f" else value)


def dot(name, a, b, conjugate, out):
    module = _needed(name)
    if out is not None:
        raise TypeError(f"isobit.{name}: `out` is not for arrays on a device; {_COPY}")
    if not (holds(a) and holds(b)):
        raise TypeError(f"isobit.{name}: one array lies on a device, the other does not; {_COPY}")
    if name == "dot" and not a.ndim == b.ndim == 1:
        raise TypeError(f"isobit.{name}: of arrays on a device only vectors are multiplied; {_COPY}")
    result = _result_type(_letter(a, name), None, name)
    if result == np.float16:
        raise TypeError(f"isobit.{name}: dot products of float16 are not for arrays on a device; {_COPY}")
    return result.type(module.dot(_tensor(a), _tensor(b), conjugate, result.char, _DEFAULT_STREAM))


def _needed(name):
    if compiled is None:
        raise TypeError(f"isobit.{name}: the array lies on a device; {_COPY}, or {BUILD}")
    return compiled


def _tensor(a):
    """What is to be read on the default stream, once the array's own stream has written it."""
    return a.__dlpack__(stream=_DEFAULT_STREAM)


def _letter(a, name):
    dtype = str(getattr(a, "dtype", "an unknown type")).rpartition(".")[2]
    letters = {
        "float64": "d", "float32": "f", "float16": "e", "bfloat16": "E", "complex128": "D", "complex64": "F",
    }  # fmt: skip
    if dtype not in letters:
        raise TypeError(f"isobit.{name}: elements of {dtype} on a device; {_COPY}")
    return letters[dtype]


def _result_type(letter, dtype, name, real=False):
    if dtype is None:
        letter = letter.lower() if real and letter != "E" else letter
        return np.dtype(np.float32 if letter == "E" else letter)
    result = np.dtype(dtype)
    wanted = "DF" if letter in "DF" and not real else "dfe"
    if result.char not in wanted:
        raise TypeError(f"isobit.{name}: a result of {result} is not for arrays on a device; {_COPY}")
    return result
