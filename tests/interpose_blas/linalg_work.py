"""One line per operation of NumPy's and SciPy's linear algebra: its name and the hash of the bits it gives."""
import hashlib
import random
import sys

import numpy as np

try:
    import scipy.linalg as scipy_linalg
except ImportError:
    scipy_linalg = None
    print("no SciPy", file=sys.stderr)

n = 100
generator = random.Random(7)


def draw(*shape):
    """Numbers that no library had a part in."""
    count = int(np.prod(shape))
    return np.array([generator.randrange(-2**40, 2**40) for _ in range(count)], dtype=np.float64).reshape(shape) / 2**38


def operations(a, tall, b, symmetric, definite):
    np_linalg = np.linalg
    small = a[:20, :20]
    yield "svd", lambda: np_linalg.svd(a)
    yield "svd of a tall matrix", lambda: np_linalg.svd(tall, full_matrices=False)
    yield "eig", lambda: np_linalg.eig(a)
    yield "eigvals", lambda: np_linalg.eigvals(a)
    yield "eigh", lambda: np_linalg.eigh(symmetric)
    yield "eigvalsh", lambda: np_linalg.eigvalsh(symmetric)
    yield "qr", lambda: np_linalg.qr(tall)
    yield "lstsq", lambda: np_linalg.lstsq(tall, b, rcond=None)[0]
    yield "pinv", lambda: np_linalg.pinv(tall)
    yield "det", lambda: np_linalg.det(small)
    yield "slogdet", lambda: np_linalg.slogdet(a)
    yield "cholesky", lambda: np_linalg.cholesky(definite)
    yield "solve", lambda: np_linalg.solve(a, b[:n])
    yield "inv", lambda: np_linalg.inv(a)
    yield "matrix_rank", lambda: np_linalg.matrix_rank(tall)
    yield "norm", lambda: np_linalg.norm(a, 2)
    yield "cond", lambda: np_linalg.cond(a)
    if scipy_linalg is None:
        return
    yield "scipy svd", lambda: scipy_linalg.svd(a)
    yield "scipy svd by gesvd", lambda: scipy_linalg.svd(a, lapack_driver="gesvd")
    yield "svdvals", lambda: scipy_linalg.svdvals(tall)
    yield "scipy eig", lambda: scipy_linalg.eig(a)
    yield "generalised eig", lambda: scipy_linalg.eig(a, definite)
    for driver in ("ev", "evd", "evr", "evx"):
        yield f"scipy eigh by {driver}", lambda driver=driver: scipy_linalg.eigh(symmetric, driver=driver)
    yield "generalised eigh", lambda: scipy_linalg.eigh(symmetric, definite)
    yield "scipy qr", lambda: scipy_linalg.qr(tall)
    yield "qr with pivots", lambda: scipy_linalg.qr(tall, pivoting=True)
    yield "rq", lambda: scipy_linalg.rq(a)
    for driver in ("gelsd", "gelsy", "gelss"):
        yield f"lstsq by {driver}", lambda driver=driver: scipy_linalg.lstsq(tall, b, lapack_driver=driver)[0]
    yield "scipy pinv", lambda: scipy_linalg.pinv(tall)
    yield "scipy inv", lambda: scipy_linalg.inv(a)
    yield "lu", lambda: scipy_linalg.lu(tall)
    yield "ldl", lambda: scipy_linalg.ldl(symmetric)
    yield "cho_solve", lambda: scipy_linalg.cho_solve(scipy_linalg.cho_factor(definite), b[:n])
    yield "solve_triangular", lambda: scipy_linalg.solve_triangular(definite, b[:n])
    yield "solve_banded", lambda: scipy_linalg.solve_banded((2, 1), a[:4], b[:n])
    yield "eig_banded", lambda: scipy_linalg.eig_banded(a[:3])
    yield "schur", lambda: scipy_linalg.schur(a)
    yield "complex schur", lambda: scipy_linalg.schur(a, output="complex")
    yield "qz", lambda: scipy_linalg.qz(a, definite)
    yield "hessenberg", lambda: scipy_linalg.hessenberg(a, calc_q=True)
    yield "expm", lambda: scipy_linalg.expm(a / 16)
    yield "logm", lambda: scipy_linalg.logm(definite)
    yield "sqrtm", lambda: scipy_linalg.sqrtm(a)
    yield "polar", lambda: scipy_linalg.polar(a)
    yield "null_space", lambda: scipy_linalg.null_space(tall.T)
    yield "orth", lambda: scipy_linalg.orth(tall)
    yield "solve_sylvester", lambda: scipy_linalg.solve_sylvester(a, definite, b[:n, :1] @ b[:n, 1:2].T)


def hash_of(result):
    digest = hashlib.sha256()
    for part in result if isinstance(result, tuple) else (result,):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:16]


for kind in (np.float32, np.float64, np.complex64, np.complex128):
    def typed(*shape):
        values = draw(*shape)
        return (values + 1j * draw(*shape) if np.issubdtype(kind, np.complexfloating) else values).astype(kind)

    a, tall, b = typed(n, n), typed(2 * n, n), typed(2 * n, 5)
    symmetric = a + a.conj().T
    # Diagonally dominant, so definite, without a product that could be anybody's.
    definite = symmetric / 64 + 8 * n * np.eye(n, dtype=kind)
    for name, run in operations(a, tall, b, symmetric, definite):
        print(kind.__name__, name.replace(" ", "_"), hash_of(run()))
