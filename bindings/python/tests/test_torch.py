"""isobit.torch: rows that do not change with the batch, by the formulas of BITS.md."""
from fractions import Fraction

import numpy as np
import pytest
from hosts import host
from support import BFLOAT16, bits, rounded, rounded_to

torch = host("torch")

import isobit  # noqa: E402
import isobit.math as cr  # noqa: E402
import isobit.torch as it  # noqa: E402

WEIGHT, BIAS = torch.linspace(-1, 1, 96), torch.linspace(0, 3, 96)
FUNCTIONS = {
    "sum": lambda x: it.sum(x, dim=-1),
    "mean": lambda x: it.mean(x, dim=-1),
    "logsumexp": lambda x: it.logsumexp(x, dim=-1),
    "softmax": lambda x: it.softmax(x, dim=-1),
    "log_softmax": lambda x: it.log_softmax(x, dim=-1),
    "rms_norm": lambda x: it.rms_norm(x, 96, WEIGHT.to(x.dtype)),
    "layer_norm": lambda x: it.layer_norm(x, (96,), WEIGHT.to(x.dtype), BIAS.to(x.dtype)),
    "matmul": lambda x: it.matmul(x, torch.arange(96 * 5, dtype=x.dtype).reshape(96, 5).sin()),
}


def batch(dtype):
    generator = torch.Generator().manual_seed(20260319)
    return torch.randn(64, 96, generator=generator, dtype=torch.float64).mul(4).to(dtype)


def bytes_of(tensor):
    return bytes(tensor.contiguous().view(torch.uint8).flatten().tolist())


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_do_not_change_with_the_batch(name, dtype):
    x, function = batch(dtype), FUNCTIONS[name]
    whole = function(x)
    assert whole.dtype == dtype
    for size in (1, 3, 17):
        for first in (0, 5, 40):
            part = function(x[first : first + size])
            assert bytes_of(part) == bytes_of(whole[first : first + size])
    assert bytes_of(function(x.T.contiguous().T)) == bytes_of(whole)


@pytest.mark.parametrize("scale", [1.0, 2.0**-130])
def test_bfloat16_is_rounded_once(scale):
    x = (batch(torch.float64) * scale).to(torch.bfloat16)
    exact = [[Fraction(v) for v in row] for row in x.double().tolist()]
    assert it.sum(x, dim=-1).tolist() == [rounded_to(sum(row), *BFLOAT16) for row in exact]
    assert it.mean(x, dim=-1).tolist() == [rounded_to(sum(row) / 96, *BFLOAT16) for row in exact]
    squares = [[sum(a * b for a, b in zip(left, right)) for right in exact[:8]] for left in exact[:8]]
    assert it.matmul(x[:8], x[:8].T).tolist() == [[rounded_to(v, *BFLOAT16) for v in row] for row in squares]
    # A tie of two doubles is none of bfloat16: rounding twice would go the other way.
    tie = torch.tensor([1.0, 2.0**-8, 2.0**-70], dtype=torch.bfloat16)
    assert it.sum(tie) == 1 + 2.0**-7


def test_torch_s_own_rows_are_seen_to_change():
    """Says where they do: on this machine, in this release."""
    x = batch(torch.float32)
    weights = torch.arange(96 * 500, dtype=torch.float32).reshape(96, 500).sin()
    whole, alone = x @ weights, torch.cat([row @ weights for row in x.split(1)])
    if torch.equal(whole, alone):
        pytest.skip("here torch multiplies rows alone as it does in a batch")
    assert torch.equal(it.matmul(x, weights), torch.cat([it.matmul(row, weights) for row in x.split(1)]))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_values_are_torch_s_up_to_rounding(dtype):
    x = batch(dtype)
    close = {"rtol": 1e-4, "atol": 1e-5}
    torch.testing.assert_close(FUNCTIONS["softmax"](x), torch.softmax(x, -1), **close)
    torch.testing.assert_close(FUNCTIONS["logsumexp"](x), torch.logsumexp(x, -1), **close)
    torch.testing.assert_close(FUNCTIONS["log_softmax"](x), torch.log_softmax(x, -1), **close)
    weight, bias = WEIGHT.to(dtype), BIAS.to(dtype)
    torch.testing.assert_close(FUNCTIONS["rms_norm"](x), torch.nn.functional.rms_norm(x, (96,), weight), **close)
    torch.testing.assert_close(FUNCTIONS["layer_norm"](x), torch.nn.functional.layer_norm(x, (96,), weight, bias), **close)


def test_formulas():
    x = batch(torch.float64)[0].numpy()
    largest = x.max()
    exponentials = np.array([cr.exp(v - largest) for v in x])
    total = isobit.sum(exponentials)
    row = torch.from_numpy(x)
    assert bits(it.softmax(row, 0).numpy()) == bits(np.array([e / total for e in exponentials]))
    assert bits(it.logsumexp(row, 0).numpy()) == bits(largest + cr.log(total))
    mean_square = rounded(sum(Fraction(float(v)) ** 2 for v in x) / 96)
    scale = cr.rsqrt(mean_square + 0.25)
    assert bits(it.rms_norm(row, 96, eps=0.25).numpy()) == bits(np.array([v * scale for v in x]))
    mean, variance = isobit.mean(x), isobit.var(x)
    scale = cr.rsqrt(variance + 1e-5)
    assert bits(it.layer_norm(row, 96).numpy()) == bits(np.array([(v - mean) * scale for v in x]))


def test_special_values_and_modes():
    infinite = torch.tensor([1.0, float("inf")])
    assert it.logsumexp(infinite, 0) == float("inf")
    assert it.logsumexp(torch.tensor([-float("inf")] * 2), 0) == -float("inf")
    x = torch.tensor([1e-40, 2e-40, -1e-41])
    expected = bits(it.sum(x).numpy())
    if torch.set_flush_denormal(True):
        try:
            flushed = it.sum(x), it.softmax(x, 0)
        finally:
            torch.set_flush_denormal(False)
        assert bits(flushed[0].numpy()) == expected
        assert bits(flushed[1].numpy()) == bits(it.softmax(x, 0).numpy())


def test_what_is_wrong_is_said():
    with pytest.raises(TypeError):
        it.sum(np.ones(3))
    with pytest.raises(TypeError):
        it.sum(torch.ones(3, dtype=torch.int64))
    with pytest.raises(RuntimeError):
        it.sum(torch.ones(3, requires_grad=True))
    with pytest.raises(ValueError):
        it.rms_norm(torch.ones(2, 3), 4)
    with pytest.raises(TypeError):
        it.matmul(torch.ones(2, 2), torch.ones(2, 2, dtype=torch.float64))
