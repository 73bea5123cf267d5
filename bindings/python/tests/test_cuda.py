"""Arrays on a GPU: the bits of the CPU, for CuPy's arrays and torch's tensors, on any stream; clear errors without."""
import numpy as np
import pytest
from support import bits

import isobit
from isobit import _device


def on_gpu(name):
    """The package, if it has a GPU and isobit was built for it; or a test that is skipped and says so."""
    if _device.compiled is None:
        pytest.skip("SKIPPED: isobit was built without CUDA (-C cmake.define.ISOBIT_CUDA=ON)")
    package = pytest.importorskip(name, reason=f"SKIPPED FOR LACK OF {name}")
    try:
        count = package.cuda.device_count() if name == "torch" else package.cuda.runtime.getDeviceCount()
    except Exception:
        count = 0
    if count == 0:
        pytest.skip("SKIPPED: no GPU here")
    return package


class Elsewhere:
    """An array that a GPU holds, as far as DLPack shows it."""

    dtype = np.dtype(np.float64)
    ndim = 1

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **arguments):
        raise BufferError("no GPU")


def test_without_cuda_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(_device, "compiled", None)
    for function in (isobit.sum, isobit.mean, isobit.var, isobit.std, isobit.norm, lambda a: isobit.dot(a, a)):
        with pytest.raises(TypeError, match="lies on a device; copy it to the host first, or build isobit with CUDA"):
            function(Elsewhere())


def values(dtype, size=10_000, seed=5):
    random = np.random.default_rng(seed)
    wide = random.standard_normal(size) * 2.0 ** random.integers(-12, 3, size)
    if np.dtype(dtype).kind == "c":
        wide = wide + 1j * random.standard_normal(size)
    return wide.astype(dtype)


DTYPES = [np.float64, np.float32, np.float16, np.complex128, np.complex64]


@pytest.mark.parametrize("dtype", DTYPES)
def test_reductions_have_the_bits_of_the_cpu(dtype):
    cupy = on_gpu("cupy")
    host = values(dtype)
    for view in (slice(None), slice(3, None), slice(1, None, 7), slice(None, None, -2), slice(0, 1)):
        x, y = cupy.asarray(host)[view], host[view]
        for function in (isobit.sum, isobit.mean, isobit.norm):
            assert bits(function(x)) == bits(function(y)) and function(x).dtype == function(y).dtype
        if x.dtype.kind != "c":
            assert dtype == np.float16 or bits(isobit.norm(x, 1)) == bits(isobit.norm(y, 1))
            wide = np.float64 if dtype == np.float64 else np.float32
            for function in (isobit.var, isobit.std):
                assert bits(function(x, ddof=1, dtype=wide)) == bits(function(y, ddof=1, dtype=wide)) or y.size == 1
        if dtype != np.float16:
            assert bits(isobit.dot(x, x[::-1])) == bits(isobit.dot(y, y[::-1]))
            assert bits(isobit.vdot(x, x[::-1])) == bits(isobit.vdot(y, y[::-1]))


def test_layouts():
    cupy = on_gpu("cupy")
    host = values(np.float64, 24_000).reshape(20, 30, 40)
    x = cupy.asarray(host)
    assert bits(isobit.sum(x.transpose(2, 0, 1))) == bits(isobit.sum(host))
    assert bits(isobit.sum(x, dtype=np.float32)) == bits(isobit.sum(host, dtype=np.float32))
    assert bits(isobit.sum(x[:, 0, 0])) == bits(isobit.sum(host[:, 0, 0]))
    assert isobit.sum(x[:0]) == 0 and np.isnan(isobit.mean(x[:0]))
    with pytest.raises(ValueError, match="contiguous"):
        isobit.sum(x[:, :, :7])
    for arguments in ({"axis": 0}, {"where": host > 0}, {"out": np.zeros(())}, {"initial": 1.0}, {"dtype": np.int64}):
        with pytest.raises(TypeError, match="copy it to the host first"):
            isobit.sum(x, **arguments)
    with pytest.raises(TypeError, match="copy"):
        isobit.sum(x.astype(np.int64))
    with pytest.raises(TypeError, match="copy"):
        isobit.dot(x[0, 0], host[0, 0])
    with pytest.raises(ValueError):
        isobit.dot(x[0, 0], x[0, 0, :3])


def test_what_a_stream_still_writes_is_waited_for():
    torch = on_gpu("torch")
    import isobit.torch

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        x = torch.zeros(1 << 22, device="cuda", dtype=torch.float64)
        torch.cuda._sleep(100_000_000)
        x += 0.1
        total = isobit.sum(x)
        rows = isobit.torch.sum(x.float().reshape(4, -1), dim=1)
    assert bits(total) == bits(isobit.sum(np.full(1 << 22, 0.1)))
    stream.synchronize()
    expected = isobit.torch.sum(torch.full((4, 1 << 20), 0.1), dim=1)
    assert torch.equal(rows.cpu(), expected)


def bytes_of(tensor):
    import torch

    return bytes(tensor.contiguous().reshape(-1).view(torch.uint8).tolist())


def functions_of(torch):
    import isobit.torch as it

    def factors(x, shape):
        generator = torch.Generator().manual_seed(3)
        return (torch.randn(shape, generator=generator).to(x) for _ in range(2))

    def layer_norm(x):
        weight, bias = factors(x, x.shape[-1:])
        return it.layer_norm(x, x.shape[-1], weight, bias)

    return {
        "sum": lambda x: it.sum(x, dim=-1),
        "sum of all": it.sum,
        "sum of two axes": lambda x: it.sum(x, dim=(0, -1), keepdim=True),
        "mean": lambda x: it.mean(x, dim=0),
        "logsumexp": lambda x: it.logsumexp(x, dim=-1, keepdim=True),
        "softmax": lambda x: it.softmax(x, dim=-1),
        "softmax of columns": lambda x: it.softmax(x, dim=0),
        "log_softmax": lambda x: it.log_softmax(x, dim=1),
        "rms_norm": lambda x: it.rms_norm(x, x.shape[-1], next(factors(x, x.shape[-1:]))),
        "rms_norm of two axes": lambda x: it.rms_norm(x, x.shape[1:]),
        "layer_norm": layer_norm,
        "layer_norm alone": lambda x: it.layer_norm(x, (x.shape[-1],)),
    }


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_rows_have_the_bits_of_the_cpu(name):
    torch = on_gpu("torch")
    generator = torch.Generator().manual_seed(20261118)
    for shape in ((3, 5, 7), (4, 6, 1024), (2, 3, 1), (64, 4, 96)):
        x = torch.randn(shape, generator=generator).mul(4).to(getattr(torch, name))
        for label, function in functions_of(torch).items():
            for one, other in ((x, x.cuda()), (x.mT, x.cuda().mT)):
                expected, result = function(one), function(other)
                assert result.dtype == expected.dtype and result.shape == expected.shape and result.is_cuda, label
                assert bytes_of(result.cpu()) == bytes_of(expected), label


def test_rows_do_not_change_with_the_batch():
    torch = on_gpu("torch")
    x = torch.randn(300, 4096, device="cuda", dtype=torch.bfloat16)
    for label in ("softmax", "log_softmax", "rms_norm", "layer_norm", "logsumexp"):
        function = functions_of(torch)[label]
        whole = function(x)
        assert torch.equal(whole[17:18], function(x[17:18])) and torch.equal(whole[5:105], function(x[5:105]))


def test_errors_of_tensors():
    torch = on_gpu("torch")
    import isobit.torch as it

    x = torch.ones(3, 4, device="cuda")
    for call in (
        lambda: it.softmax(x.double(), dim=-1),
        lambda: it.matmul(x, x.T),
        lambda: it.layer_norm(x, 4, torch.ones(4)),
        lambda: it.rms_norm(x, 4, torch.ones(4, device="cuda").half()),
    ):
        with pytest.raises(TypeError, match="isobit.torch"):
            call()
    with pytest.raises(ValueError):
        it.rms_norm(x, 4, eps=-1.0)
    with pytest.raises(np.exceptions.AxisError):
        it.softmax(x, dim=2)
    assert it.sum(x[:0], dim=-1).shape == (0,) and it.sum(x[:, :0], dim=-1).tolist() == [0, 0, 0]
