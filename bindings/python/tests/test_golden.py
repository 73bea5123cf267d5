"""The golden files, which C++'s tests read too."""
import numpy as np
import pytest

import isobit

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


def hash_of(total):
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
            hash_of(total),
            hash_of(products),
        ]
        expected = results[case]
        assert found == expected[: len(found)], case
        if len(expected) > len(found):
            assert bytes(total).hex() == expected[-1]
