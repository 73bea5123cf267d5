"""One line per operation of NumPy's: its name and the hash of the bits it gives."""
import hashlib

import numpy as np

random = np.random.default_rng(42)
n = 200
for kind in (np.float32, np.float64, np.complex64, np.complex128):
    def draw(*shape):
        values = random.standard_normal(shape)
        if np.issubdtype(kind, np.complexfloating):
            values = values + 1j * random.standard_normal(shape)
        return values.astype(kind)

    a, b, x, y = draw(n, n), draw(n, n + 17), draw(n * n), draw(n * n)
    definite = a @ a.conj().T / n + 3 * np.eye(n, dtype=kind)
    results = {
        "matmul": a @ b,
        "transposed": a.T @ b,
        "dot": np.dot(a, b),
        "vectors": x @ y,
        "vdot": np.vdot(x, y),
        "matrix_vector": a @ x[:n],
        "vector_matrix": x[:n] @ b,
        "square": a @ a.T,
        "einsum": np.einsum("ij,jk->ik", a, b, optimize=True),
        "tensordot": np.tensordot(a, b, axes=1),
        "solve": np.linalg.solve(a, b),
        "inv": np.linalg.inv(a),
        "det": np.linalg.det(a[:40, :40]),
        "slogdet": np.array(np.linalg.slogdet(a), dtype=kind),
        "cholesky": np.linalg.cholesky(definite),
        "matrix_power": np.linalg.matrix_power(a, 3),
    }
    for name, result in results.items():
        print(kind.__name__, name, hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest()[:16])
