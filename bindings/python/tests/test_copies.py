"""Arrays are read where they lie, whatever holds them and however far apart their elements are."""
import tracemalloc
from array import array

import numpy as np
import pytest
from support import Tensor

import isobit

COUNT = 1 << 20
SMALL = COUNT  # bytes: less than any of the arrays has
VALUES = np.random.default_rng(20261119).standard_normal(COUNT)


def misaligned():
    room = np.zeros(VALUES.nbytes + 1, np.uint8)[1:].view(np.float64)
    room[...] = VALUES
    return room


def in_records():
    records = np.zeros(COUNT, np.dtype([("x", np.float64), ("tag", np.int64)]))
    records["x"] = VALUES
    return records["x"]


HOLDERS = {
    "array": VALUES,
    "reversed": VALUES[::-1],
    "strided": np.repeat(VALUES, 3)[::3],
    "misaligned": misaligned(),
    "records": in_records(),
    "read only": np.frombuffer(VALUES.tobytes()),
    "buffer": memoryview(array("d", VALUES)),
    "DLPack": Tensor(VALUES),
    "floats": VALUES.astype(np.float32),
    "complex": VALUES.view(np.complex128),
    "integers": np.arange(COUNT),
    "columns": np.asfortranarray(VALUES.reshape(1024, 1024)),
    "transposed": VALUES.reshape(16, 256, 256).transpose(2, 0, 1),
}


def most_memory_of(call):
    call()
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("name", HOLDERS)
def test_sums_copy_nothing(name):
    assert most_memory_of(lambda: isobit.sum(HOLDERS[name], threads=1)) < SMALL


@pytest.mark.parametrize("name", ["array", "reversed", "strided", "misaligned", "records", "buffer", "DLPack", "floats", "complex"])
def test_nor_do_other_reductions(name):
    x = HOLDERS[name]
    for call in (isobit.mean, isobit.norm, lambda x: isobit.dot(x, x)):
        assert most_memory_of(lambda: call(x)) < SMALL


@pytest.mark.parametrize("name", ["array", "reversed", "strided", "misaligned", "records", "buffer", "DLPack", "floats"])
def test_nor_do_accumulators(name):
    assert most_memory_of(lambda: isobit.Accumulator(HOLDERS[name])) < SMALL


@pytest.mark.parametrize("layout", ["C", "F"])
@pytest.mark.parametrize("axis", [0, 1])
def test_along_an_axis_there_is_room_for_results_only(layout, axis):
    matrix = np.array(VALUES.reshape(1024, 1024), order=layout)
    assert most_memory_of(lambda: isobit.sum(matrix, axis=axis)) < SMALL
    assert most_memory_of(lambda: isobit.sum(matrix.view(np.int64), axis=axis, dtype=object)) < matrix.nbytes


def test_this_sees_copies():
    assert most_memory_of(lambda: isobit.sum(VALUES.astype(">f8"))) > VALUES.nbytes
