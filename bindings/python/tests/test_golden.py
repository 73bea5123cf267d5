"""The golden files, which C++'s tests read too."""
import re

import numpy as np
import pytest

import isobit
import isobit.linalg
from isobit import math

from golden_numbers import Random, arguments, draws_of_arguments, hash_of, number

FORMATS = {"f64": (np.float64, np.uint64), "f32": (np.float32, np.uint32)}


def cases(path):
    """The words of each line by what the case is: type, class, size, hash of the data."""
    lines = (line.split() for line in path.read_text().splitlines() if not line.startswith("#"))
    return {tuple(words[:4]): words[4:] for words in lines}


def fingerprint(*arrays):
    """64-bit FNV-1a of the bits, the least significant byte first."""
    value = 0xCBF29CE484222325
    for array in arrays:
        for byte in array.astype(array.dtype.newbyteorder("<")).tobytes():
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def hexadecimal(x, dtype, bits):
    return f"{int(np.asarray(x, dtype).view(bits)):0{2 * np.dtype(dtype).itemsize}x}"


def hash_of_state(total):
    return f"{total._state.hash():016x}"


@pytest.mark.filterwarnings("ignore")
def test_results(golden_folder):
    results, inputs = cases(golden_folder / "results.txt"), cases(golden_folder / "inputs.txt")
    assert len(inputs) > 100
    for case, (x, y) in inputs.items():
        dtype, bits = FORMATS[case[0]]
        x, y = (np.array([int(word, 16) for word in text.split(",")], bits).view(dtype) for text in (x, y))
        assert fingerprint(x, y) == case[3]
        total, products = isobit.Accumulator(x), isobit.Accumulator()
        products.add_products(x, y)
        squares = isobit.Accumulator()
        squares.add_products(x, x)
        found = [
            hexadecimal(isobit.sum(x), dtype, bits),
            hexadecimal(isobit.sum(x, dtype=np.float64), np.float64, np.uint64),
            hexadecimal(isobit.sum(x, dtype=np.float32), np.float32, np.uint32),
            hexadecimal(isobit.norm(x, 1), dtype, bits),
            hexadecimal(squares.round(dtype=dtype), dtype, bits),
            hexadecimal(isobit.norm(x), dtype, bits),
            hexadecimal(isobit.mean(x), dtype, bits),
            hexadecimal(isobit.var(x, ddof=1), dtype, bits),
            hexadecimal(isobit.dot(x, y), dtype, bits),
            hash_of_state(total),
            hash_of_state(products),
        ]
        expected = results[case]
        assert found == expected[: len(found)], case
        if len(expected) > len(found):
            assert bytes(total).hex() == expected[-1]


RANGES = re.compile(r"ISOBIT_ENTRY(?:_OF_TWO)?\((\w+), (-?\d+), (-?\d+)\)")
TYPES = {"double": np.float64, "float": np.float32, "complex_double": np.complex128, "complex_float": np.complex64}


def test_functions(golden_folder):
    registry = (golden_folder.parents[1] / "src/math/registry.hpp").read_text()
    ranges = {name: (int(low), int(high)) for name, low, high in RANGES.findall(registry)}
    random = Random(1)
    x, y = (draws_of_arguments(random, 10000) for _ in range(2))
    lines = [line.split() for line in (golden_folder / "functions.txt").read_text().splitlines() if not line.startswith("#")]
    assert {line[0] for line in lines} == set(ranges) == set(math.__all__) - {"divide", "fma", "sincos", "sqrt"}
    for name, kind, expected, _ in lines:
        f, (low, high), dtype = getattr(math, name), ranges[name], TYPES[kind]
        given = [arguments(x, low, high, dtype), arguments(y, -high, high, dtype)][: f.nin]
        assert hash_of(f(*given)) == expected, (name, kind)


def test_matrices(golden_folder):
    """Of products, LU and Cholesky; what else the file has, Python has not."""
    lines = [line.split() for line in (golden_folder / "matrices.txt").read_text().splitlines() if not line.startswith("#")]
    expected = {tuple(words[:3]): words[3] for words in lines}
    for name, dtype in TYPES.items():
        for kind, of in {"narrow": (-3, 0, 0), "wide": (-60, 60, 0), "sparse": (-3, 3, 2)}.items():
            random = Random(7)

            def drawn(rows, columns, order="F"):
                numbers = [number(random, dtype, *of) for _ in range(rows * columns)]
                return np.array(numbers, dtype).reshape(rows, columns, order=order)

            a, b = drawn(29, 261, "C"), drawn(261, 13)
            for _ in range(2):
                number(random, dtype, -3, 0, 0)  # the factors of an update
            drawn(29, 13)
            square = drawn(37, 37)
            factors, _ = isobit.linalg.lu_factor(square)
            positive = square.copy()
            np.fill_diagonal(positive, 2.0**70)
            positive = np.where(np.tri(37, dtype=bool), isobit.linalg.cholesky(positive), positive)
            found = {"product": isobit.matmul(a, b), "lu": factors, "cholesky": positive}
            for operation, result in found.items():
                assert hash_of(result.T) == expected[operation, name, kind], (operation, name, kind)
