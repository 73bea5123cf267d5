"""The module isobit_linalg."""
from generator.common import FAILURE, HEAD, KINDS, generic, shape


def linear_algebra(kind):
    code, number, _ = KINDS[kind]
    return f"""
  subroutine gemm_{kind}(a, b, c, alpha, beta, transa, transb, ierr, errmsg)
    {number}, intent(in) :: a(:, :), b(:, :)
    {number}, intent(inout) :: c(:, :)
    {number}, intent(in), optional :: alpha, beta
    character(len=1), intent(in), optional :: transa, transb
{FAILURE}    {number} :: factor, kept
    factor = 1
    kept = 0
    if (present(alpha)) factor = alpha
    if (present(beta)) kept = beta
    call report(c_gemm({code}_c_int, operation(transa), operation(transb), factor, a, b, kept, c), ierr, errmsg)
  end subroutine gemm_{kind}

  subroutine gemv_{kind}(a, x, y, alpha, beta, trans, ierr, errmsg)
    {number}, intent(in) :: a(:, :), x(:)
    {number}, intent(inout) :: y(:)
    {number}, intent(in), optional :: alpha, beta
    character(len=1), intent(in), optional :: trans
{FAILURE}    {number} :: factor, kept
    factor = 1
    kept = 0
    if (present(alpha)) factor = alpha
    if (present(beta)) kept = beta
    call report(c_gemv({code}_c_int, operation(trans), factor, a, x, kept, y), ierr, errmsg)
  end subroutine gemv_{kind}

  subroutine lu_{kind}(a, pivots, info, ierr, errmsg)
    {number}, intent(inout) :: a(:, :)
    integer, intent(out) :: pivots(:)
    integer, intent(out) :: info
{FAILURE}    integer(c_ptrdiff_t) :: from_zero(size(pivots)), column
    from_zero = 0
    column = 0
    call report(c_lu({code}_c_int, a, from_zero, size(pivots, kind=c_ptrdiff_t), column), ierr, errmsg)
    pivots = int(from_zero) + 1
    info = int(column)
  end subroutine lu_{kind}
""" + "".join(f"""
  subroutine {name}_{kind}_{rank}({arguments}, ierr, errmsg)
    {number}, intent(in) :: a(:, :)
{declared}    {number}, intent(inout) :: b({shape(rank)})
{FAILURE}{body}  end subroutine {name}_{kind}_{rank}
""" for rank in (1, 2) for name, arguments, declared, body in (
        ("lu_solve", "a, pivots, b", "    integer, intent(in) :: pivots(:)\n",
         "    integer(c_ptrdiff_t) :: from_zero(size(pivots))\n"
         "    from_zero = int(pivots, c_ptrdiff_t) - 1\n"
         f"    call report(c_lu_solve({code}_c_int, a, from_zero, size(pivots, kind=c_ptrdiff_t), b), ierr, errmsg)\n"),
        ("solve", "a, b, refinements", "    integer, intent(in), optional :: refinements\n",
         "    integer(c_ptrdiff_t) :: steps\n    steps = 0\n    if (present(refinements)) steps = refinements\n"
         f"    call report(c_solve({code}_c_int, a, b, steps), ierr, errmsg)\n")))


def linalg():
    text = HEAD + """!> Dense linear algebra: every entry of a result is the sum of products that defines it, computed exactly, rounded once.
!> Matrices may be sections with any strides.
!>
!>     call isobit_gemm(a, b, c)                       ! c = a*b
!>     call isobit_solve(a, b, refinements=10)         ! b = inverse(a)*b
module isobit_linalg
  use, intrinsic :: iso_c_binding, only: c_int, c_ptrdiff_t
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use isobit_errors, only: report
  implicit none
  private
  public :: isobit_gemm, isobit_gemv, isobit_lu, isobit_lu_solve, isobit_solve

"""
    about = {
        "gemm": "c = alpha*op(a)*op(b) + beta*c; alpha is 1 and beta 0 if left out, transa and transb are 'N', 'T' or 'C'.",
        "gemv": "y = alpha*op(a)*x + beta*y.",
        "lu": "Factors a in place as LAPACK's getrf: pivots and info (the first column without a pivot, or 0) from 1 on.",
        "lu_solve": "b = inverse(a)*b from what isobit_lu left of a.",
        "solve": "b = inverse(a)*b, refined up to so many times; isobit_singular, and b untouched, for a zero pivot.",
    }
    for name, what in about.items():
        ranks = ("_1", "_2") if "solve" in name else ("",)
        text += f"  !> {what}\n" + generic(name, [f"{name}_{kind}{rank}" for kind in KINDS for rank in ranks]) + "\n"
    text += """  interface
    function c_gemm(kind, op_a, op_b, alpha, a, b, beta, c) bind(C, name="isobit_fortran_gemm") result(status)
      import :: c_int
      integer(c_int), value :: kind, op_a, op_b
      type(*), intent(in) :: alpha, beta, a(..), b(..)
      type(*), intent(inout) :: c(..)
      integer(c_int) :: status
    end function c_gemm
    function c_gemv(kind, op_a, alpha, a, x, beta, y) bind(C, name="isobit_fortran_gemv") result(status)
      import :: c_int
      integer(c_int), value :: kind, op_a
      type(*), intent(in) :: alpha, beta, a(..), x(..)
      type(*), intent(inout) :: y(..)
      integer(c_int) :: status
    end function c_gemv
    function c_lu(kind, a, pivots, count, info) bind(C, name="isobit_fortran_lu") result(status)
      import :: c_int, c_ptrdiff_t
      integer(c_int), value :: kind
      type(*), intent(inout) :: a(..)
      integer(c_ptrdiff_t), intent(inout) :: pivots(*), info
      integer(c_ptrdiff_t), value :: count
      integer(c_int) :: status
    end function c_lu
    function c_lu_solve(kind, factors, pivots, count, b) bind(C, name="isobit_fortran_lu_solve") result(status)
      import :: c_int, c_ptrdiff_t
      integer(c_int), value :: kind
      type(*), intent(in) :: factors(..)
      integer(c_ptrdiff_t), intent(in) :: pivots(*)
      integer(c_ptrdiff_t), value :: count
      type(*), intent(inout) :: b(..)
      integer(c_int) :: status
    end function c_lu_solve
    function c_solve(kind, a, b, refinements) bind(C, name="isobit_fortran_solve") result(status)
      import :: c_int, c_ptrdiff_t
      integer(c_int), value :: kind
      type(*), intent(in) :: a(..)
      type(*), intent(inout) :: b(..)
      integer(c_ptrdiff_t), value :: refinements
      integer(c_int) :: status
    end function c_solve
  end interface

contains

  !> As linalg.cpp numbers them; -1 for what is none.
  pure function operation(letter)
    character(len=1), intent(in), optional :: letter
    integer(c_int) :: operation
    operation = 0
    if (present(letter)) operation = (index('NnTtCc', letter) + 1) / 2 - 1
  end function operation
"""
    return text + "".join(linear_algebra(kind) for kind in KINDS) + "\nend module isobit_linalg\n"
