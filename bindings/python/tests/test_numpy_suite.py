"""NumPy's own tests of what isobit has, run with isobit's functions under NumPy's names.

Chosen by name: all tests of those names pass. Left out are those of
- longdouble, objects other than floats, dates and subclasses of arrays, which isobit refuses or makes plain arrays of;
- warnings and `errstate`: isobit raises none for overflow, division by zero or what is outside of a domain;
- products of integers, bincounts and histograms, for which isobit calls NumPy's functions: under these names, itself;
- NumPy's inner workings: overrides, buffers, reference counts, messages of errors, its error bounds in units of the last
  place of complex functions;
- arguments that isobit has not: `casting`, `order`, `mean=` and `correction=` of deviations;
- one that takes 17 GB, where there are so many.
"""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

CHOSEN = {
    ("numpy/_core/tests/test_ufunc.py", "TestUfuncGenericLoops"): "test_unary_PyUFunc",
    ("numpy/_core/tests/test_ufunc.py", "TestUfunc"): (
        "test_pickle test_pickle_withstring test_sum_initial test_sum_where test_broadcast test_type_cast "
        "test_endian test_incontiguous_array test_output_argument test_axis_argument test_keepdims_argument "
        "test_innerwt test_innerwt_empty test_euclidean_pdist test_zerosize_reduction "
        "test_NotImplemented_not_returned"
    ),
    ("numpy/_core/tests/test_multiarray.py", "TestMethods"): "test_dot_type_mismatch test_dot_matmul_out test_dot_matmul_inner_array_casting_fails",
    ("numpy/_core/tests/test_multiarray.py", "TestVdot"): "test_vdot_array_order test_vdot_uncontiguous",
    ("numpy/_core/tests/test_multiarray.py", "TestDot"): (
        "test_dotmatmat test_dotmatvec test_dotmatvec2 test_dotvecmat test_dotvecmat2 test_dotvecmat3 "
        "test_dotvecvecouter test_dotvecvecinner test_dotcolumnvect1 test_dotcolumnvect2 test_dotvecscalar "
        "test_dotvecscalar2 test_all test_dot_2args test_dot_3args test_dot_3args_errors test_dot_out_result "
        "test_dot_out_aliasing test_accelerate_framework_sgemv_fix "
        "test_dtype_discovery_fails"
    ),
    ("numpy/_core/tests/test_multiarray.py", "TestMatmul"): (
        "test_out_arg test_empty_out test_out_contiguous test_dot_equivalent "
        "test_dot_equivalent_matrix_matrix_blastypes test_matmul_object test_matmul_object_type_scalar "
        "test_matmul_empty test_matmul_exception_multiply test_matmul_exception_add"
    ),
    ("numpy/_core/tests/test_multiarray.py", "TestInner"): "test_inner_type_mismatch test_vecself",
    ("numpy/_core/tests/test_numeric.py", "TestNonarrayArgs"): "test_sum",
    ("numpy/_core/tests/test_numeric.py", "TestStdVar"): "test_basic test_scalars test_ddof1 test_ddof2 test_out_scalar",
    ("numpy/_core/tests/test_numeric.py", "TestTensordot"): "test_rejects_duplicate_axes test_zero_dimension",
    ("numpy/_core/tests/test_umath.py", "TestCbrt"): "test_cbrt_scalar test_cbrt",
    ("numpy/_core/tests/test_umath.py", "TestLog2"): "test_log2_ints",
    ("numpy/_core/tests/test_umath.py", "TestLog"): "test_log_strides",
    ("numpy/_core/tests/test_umath.py", "TestExp"): "test_exp_strides",
    ("numpy/_core/tests/test_umath.py", "TestSpecialFloats"): "test_sincos_underflow test_tanh",
    ("numpy/_core/tests/test_umath.py", "TestAVXFloat32Transcendental"): "test_exp_float32 test_log_float32 test_sincos_float32 test_strided_float32",
    ("numpy/_core/tests/test_umath.py", "TestLog1p"): "test_log1p test_special",
    ("numpy/_core/tests/test_umath.py", "TestExpm1"): "test_expm1 test_special",
    ("numpy/_core/tests/test_umath.py", "TestHypot"): "test_simple test_reduce",
    ("numpy/_core/tests/test_umath.py", "TestHypotSpecialValues"): "test_nan_outputs test_nan_outputs2 test_no_fpe",
    ("numpy/_core/tests/test_umath.py", "TestArctan2SpecialValues"): (
        "test_one_one test_zero_nzero test_zero_pzero test_zero_negative test_zero_positive "
        "test_positive_zero test_negative_zero test_any_ninf test_any_pinf test_inf_any test_inf_ninf "
        "test_inf_pinf test_nan_any"
    ),
}


def names():
    return [f"{file}::{group}::{name}" for (file, group), chosen in CHOSEN.items() for name in chosen.split()]


def test_numpy_s_own():
    root = Path(np.__file__).parents[1]
    if np.lib.NumpyVersion(np.__version__) < "2.4.0" or not (root / "numpy/_core/tests").is_dir():
        pytest.skip("the names are those of the tests of NumPy 2.4, which this NumPy does not have")
    here = str(Path(__file__).parent)
    paths = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "numpy_with_isobit", "-p", "no:cacheprovider", "-c", os.devnull,
               "--rootdir", str(root), *names()]
    run = subprocess.run(command, cwd=root, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
