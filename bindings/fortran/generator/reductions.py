"""The module isobit_reductions."""
from generator.common import FAILURE, HEAD, KINDS, generic, shape

RANKS = range(2, 8)
DOT = 5  # its number in reductions.cpp
# name: (its number in reductions.cpp, whether the result is real, what it is)
REDUCTIONS = {
    "sum": (1, False, "The exact sum, rounded once. None: 0."),
    "asum": (2, True, "The exact sum of the magnitudes, rounded once; of both parts of complex numbers, as in BLAS."),
    "nrm2": (3, True, "The square root of the exact sum of the squares, rounded once."),
    "mean": (4, False, "The exact sum divided by the number of elements, rounded once. None: NaN."),
}


def shape_without_dim(rank):
    """The extents of a result from which dimension dim is gone."""
    extents = [f"kept(shape(x), dim, {d})" for d in range(1, rank)]
    return ", &\n        ".join(", ".join(extents[i:i + 3]) for i in range(0, len(extents), 3))


def reduction(name, kind):
    number, is_real, _ = REDUCTIONS[name]
    code, argument, real = KINDS[kind]
    result = real if is_real else argument
    return f"""
  function {name}_{kind}(x, mask, ierr, errmsg) result(value)
    {argument}, intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
{FAILURE}    {result} :: value
    value = 0
    call report(c_reduce({number}_c_int, {code}_c_int, x, mask, value), ierr, errmsg)
  end function {name}_{kind}
"""


def reduction_along(name, kind, rank):
    number, is_real, _ = REDUCTIONS[name]
    code, argument, real = KINDS[kind]
    result = real if is_real else argument
    return f"""
  function {name}_{kind}_{rank}(x, dim, mask, ierr, errmsg) result(values)
    {argument}, intent(in) :: x({shape(rank)})
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(..)
{FAILURE}    {result} :: values({shape_without_dim(rank)})
    values = 0
    call report(c_reduce_along({number}_c_int, {code}_c_int, x, dim=int(dim, c_int), mask=mask, results=values), &
        ierr, errmsg)
  end function {name}_{kind}_{rank}
"""


def dot(kind):
    code, argument, _ = KINDS[kind]
    return f"""
  function dot_{kind}(x, y, mask, ierr, errmsg) result(value)
    {argument}, intent(in) :: x(..), y(..)
    logical, intent(in), optional :: mask(..)
{FAILURE}    {argument} :: value
    value = 0
    call report(c_dot({code}_c_int, x, y, mask, value), ierr, errmsg)
  end function dot_{kind}
"""


def dot_along(kind, rank):
    code, argument, _ = KINDS[kind]
    return f"""
  function dot_{kind}_{rank}(x, y, dim, mask, ierr, errmsg) result(values)
    {argument}, intent(in) :: x({shape(rank)}), y({shape(rank)})
    integer, intent(in) :: dim
    logical, intent(in), optional :: mask(..)
{FAILURE}    {argument} :: values({shape_without_dim(rank)})
    values = 0
    call report(c_reduce_along({DOT}_c_int, {code}_c_int, x, y, int(dim, c_int), mask, values), ierr, errmsg)
  end function dot_{kind}_{rank}
"""


def scan(kind, rank):
    code, argument, _ = KINDS[kind]
    dim = "1_c_int" if rank == 1 else "int(dim, c_int)"
    declared_dim = "" if rank == 1 else "    integer, intent(in) :: dim\n"
    extents = ", ".join(f"size(x, {d})" for d in range(1, rank + 1))
    return f"""
  function scan_{kind}_{rank}(x, {'' if rank == 1 else 'dim, '}mask, exclusive, ierr, errmsg) result(values)
    {argument}, intent(in) :: x({shape(rank)})
{declared_dim}    logical, intent(in), optional :: mask(..)
    logical, intent(in), optional :: exclusive
{FAILURE}    {argument} :: values({extents})
    values = 0
    call report(c_scan({code}_c_int, x, {dim}, mask, flag(exclusive), values), ierr, errmsg)
  end function scan_{kind}_{rank}
"""


def sum_by_key(kind, key):
    code, argument, _ = KINDS[kind]
    return f"""
  subroutine sum_by_key_{kind}_{key}(keys, values, found, sums, mask, ierr, errmsg)
    integer({key}), intent(in) :: keys(:)
    {argument}, intent(in) :: values(:)
    integer({key}), allocatable, intent(out) :: found(:)
    {argument}, allocatable, intent(out) :: sums(:)
    logical, intent(in), optional :: mask(..)
{FAILURE}    integer(c_int64_t) :: room(size(values)), count
    {argument} :: sums_of_room(size(values))
    integer(c_int) :: status
    count = 0
    status = c_sum_by_key({code}_c_int, keys, values, mask, room, sums_of_room, count)
    found = int(room(:count), {key})
    sums = sums_of_room(:count)
    call report(status, ierr, errmsg)
  end subroutine sum_by_key_{kind}_{key}
"""


def reductions():
    generics = {name: [f"{name}_{kind}" for kind in KINDS] + [f"{name}_{kind}_{rank}" for kind in KINDS for rank in RANKS]
                for name in REDUCTIONS}
    generics["dot"] = [f"dot_{kind}" for kind in KINDS] + [f"dot_{kind}_{rank}" for kind in KINDS for rank in RANKS]
    generics["scan"] = [f"scan_{kind}_{rank}" for kind in KINDS for rank in range(1, 8)]
    generics["sum_by_key"] = [f"sum_by_key_{kind}_{key}" for kind in KINDS for key in ("int32", "int64")]
    about = {name: text for name, (_, _, text) in REDUCTIONS.items()} | {
        "dot": "The exact sum of the products, rounded once; of complex numbers conj(x)*y, as dot_product.",
        "scan": "Every prefix as isobit_sum of it; exclusive: without the element itself, so 0 first.",
        "sum_by_key": "The sum of the values of every key that there is, in ascending order of the keys.",
    }
    text = HEAD + """!> Reductions of arrays of any rank, contiguous or not, without a copy. Where mask (of the array's shape, or one for
!> all) is false, elements do not count, be they NaN. With dim the results are those along that dimension.
module isobit_reductions
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use isobit_errors, only: report
  implicit none
  private
"""
    text += "  public :: " + ", ".join(f"isobit_{name}" for name in generics) + "\n\n"
    for name, procedures in generics.items():
        text += f"  !> {about[name]}\n" + generic(name, procedures) + "\n"
    text += """  interface
    function c_reduce(operation, kind, x, mask, result) bind(C, name="isobit_fortran_reduce") result(status)
      import :: c_int
      integer(c_int), value :: operation, kind
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: mask(..)
      type(*), intent(inout) :: result
      integer(c_int) :: status
    end function c_reduce
    function c_dot(kind, x, y, mask, result) bind(C, name="isobit_fortran_dot") result(status)
      import :: c_int
      integer(c_int), value :: kind
      type(*), intent(in) :: x(..), y(..)
      type(*), intent(in), optional :: mask(..)
      type(*), intent(inout) :: result
      integer(c_int) :: status
    end function c_dot
    function c_reduce_along(operation, kind, x, y, dim, mask, results) bind(C, name="isobit_fortran_reduce_along") &
        result(status)
      import :: c_int
      integer(c_int), value :: operation, kind, dim
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: y(..), mask(..)
      type(*), intent(inout) :: results(*)
      integer(c_int) :: status
    end function c_reduce_along
    function c_scan(kind, x, dim, mask, exclusive, results) bind(C, name="isobit_fortran_scan") result(status)
      import :: c_int
      integer(c_int), value :: kind, dim, exclusive
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: mask(..)
      type(*), intent(inout) :: results(*)
      integer(c_int) :: status
    end function c_scan
    function c_sum_by_key(kind, keys, values, mask, found, sums, count) bind(C, name="isobit_fortran_sum_by_key") &
        result(status)
      import :: c_int, c_int64_t
      integer(c_int), value :: kind
      type(*), intent(in) :: keys(..), values(..)
      type(*), intent(in), optional :: mask(..)
      integer(c_int64_t), intent(inout) :: found(*), count
      type(*), intent(inout) :: sums(*)
      integer(c_int) :: status
    end function c_sum_by_key
  end interface

contains

  pure function flag(set)
    logical, intent(in), optional :: set
    integer(c_int) :: flag
    flag = 0
    if (present(set)) flag = merge(1_c_int, 0_c_int, set)
  end function flag

  !> Extent d of a result along dim: dimensions after dim move up by one.
  pure function kept(extents, dim, d)
    integer, intent(in) :: extents(:), dim, d
    integer :: kept
    kept = merge(extents(d + 1), extents(d), dim <= d)
  end function kept
"""
    for name in REDUCTIONS:
        text += "".join(reduction(name, kind) for kind in KINDS)
        text += "".join(reduction_along(name, kind, rank) for kind in KINDS for rank in RANKS)
    text += "".join(dot(kind) for kind in KINDS)
    text += "".join(dot_along(kind, rank) for kind in KINDS for rank in RANKS)
    text += "".join(scan(kind, rank) for kind in KINDS for rank in range(1, 8))
    text += "".join(sum_by_key(kind, key) for kind in KINDS for key in ("int32", "int64"))
    return text + "\nend module isobit_reductions\n"
