"""The module isobit_mpi."""
from generator.common import FAILURE, HEAD, KINDS, REALS, generic

# How a communicator comes: (its type, the integer in it)
COMMUNICATORS = {"integer": ("integer", "comm"), "f08": ("type(MPI_Comm)", "comm%MPI_VAL")}


def global_sum(kind, communicator):
    code, argument, _ = KINDS[kind]
    declared, number = COMMUNICATORS[communicator]
    if kind in REALS:
        name, weights = ", weights", f"    {argument}, intent(in), optional :: weights(..)\n"
    else:
        name, weights = "", ""
    return f"""
  function sum_{kind}_{communicator}(x, comm, mask{name}, ierr, errmsg) result(value)
    {argument}, intent(in) :: x(..)
    {declared}, intent(in) :: comm
    logical, intent(in), optional :: mask(..)
{weights}{FAILURE}    {argument} :: value
    value = 0
    call report(c_global_sum({code}_c_int, x, mask{name}, comm={number}, result=value), ierr, errmsg)
  end function sum_{kind}_{communicator}
"""


def global_sums(kind, communicator):
    code, argument, _ = KINDS[kind]
    declared, number = COMMUNICATORS[communicator]
    return f"""
  function sums_{kind}_{communicator}(fields, comm, mask, weights, ierr, errmsg) result(values)
    {argument}, intent(in) :: fields(..)
    {declared}, intent(in) :: comm
    logical, intent(in), optional :: mask(..)
    {argument}, intent(in), optional :: weights(..)
{FAILURE}    {argument}, allocatable :: values(:)
    allocate (values(last_of(shape(fields))))
    values = 0
    call report(c_global_sums({code}_c_int, fields, mask, weights, {number}, values), ierr, errmsg)
  end function sums_{kind}_{communicator}
"""


def of_accumulators(communicator):
    declared, number = COMMUNICATORS[communicator]
    return f"""
  subroutine merge_{communicator}(accumulators, comm, ierr, errmsg)
    type(isobit_accumulator), intent(inout) :: accumulators(:)
    {declared}, intent(in) :: comm
{FAILURE}    type(isobit_accumulator_state) :: states(size(accumulators))
    states = accumulators%state
    call report(c_global_merge(states, size(states, kind=c_int64_t), {number}), ierr, errmsg)
    accumulators%state = states
  end subroutine merge_{communicator}

  function sum_accumulators_{communicator}(accumulators, comm, ierr, errmsg) result(values)
    type(isobit_accumulator), intent(in) :: accumulators(:)
    {declared}, intent(in) :: comm
{FAILURE}    real(real64) :: values(size(accumulators))
    type(isobit_accumulator) :: all(size(accumulators))
    all = accumulators
    call isobit_global_merge(all, comm, ierr, errmsg)
    values = all%value()
  end function sum_accumulators_{communicator}
"""


def over_mpi():
    text = HEAD + """!> Sums over the ranks of a communicator, the same bits for any number of ranks and any distribution: one reduction a
!> call, of one sum or of many. A rank that cannot do its part makes the call fail on all ranks, and none hang.
!>
!>     total = isobit_global_sum(x, MPI_COMM_WORLD, weights=volume, mask=ocean)
!>     totals = isobit_global_sums(fields, comm)                 ! fields(:, :, n): n sums, one reduction
!>     totals = isobit_global_sum([mass, salt, heat], comm)      ! accumulators
module isobit_mpi
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use mpi_f08, only: MPI_Comm
  use isobit_accumulators, only: isobit_accumulator, isobit_accumulator_state
  use isobit_errors, only: report
  implicit none
  private
  public :: isobit_global_sum, isobit_global_sums, isobit_global_merge

"""
    both = list(COMMUNICATORS)
    text += "  !> isobit_global_sum(x, comm [, mask, weights, ierr, errmsg]); comm is an integer or of mpi_f08.\n"
    text += generic("global_sum", [f"sum_{kind}_{c}" for kind in KINDS for c in both] +
                    [f"sum_accumulators_{c}" for c in both]) + "\n"
    text += ("  !> The sums of fields, which the last dimension counts; mask and weights for each field, or for all alike.\n"
             + generic("global_sums", [f"sums_{kind}_{c}" for kind in REALS for c in both]) + "\n")
    text += ("  !> Every accumulator becomes the merged one of all ranks.\n"
             + generic("global_merge", [f"merge_{c}" for c in both]) + "\n")
    text += """  interface
    function c_global_sum(kind, x, mask, weights, comm, result) bind(C, name="isobit_fortran_global_sum") result(status)
      import :: c_int
      integer(c_int), value :: kind, comm
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: mask(..), weights(..)
      type(*), intent(inout) :: result
      integer(c_int) :: status
    end function c_global_sum
    function c_global_sums(kind, x, mask, weights, comm, results) bind(C, name="isobit_fortran_global_sums") &
        result(status)
      import :: c_int
      integer(c_int), value :: kind, comm
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: mask(..), weights(..)
      type(*), intent(inout) :: results(*)
      integer(c_int) :: status
    end function c_global_sums
    function c_global_merge(states, count, comm) bind(C, name="isobit_fortran_global_merge") result(status)
      import :: c_int, c_int64_t, isobit_accumulator_state
      type(isobit_accumulator_state), intent(inout) :: states(*)
      integer(c_int64_t), value :: count
      integer(c_int), value :: comm
      integer(c_int) :: status
    end function c_global_merge
  end interface

contains

  !> How many fields there are. gfortran 12 cannot say so where a result is declared: hence results are allocatable.
  pure function last_of(extents)
    integer, intent(in) :: extents(:)
    integer :: last_of
    last_of = 0
    if (size(extents) > 0) last_of = extents(size(extents))
  end function last_of
"""
    text += "".join(global_sum(kind, c) for kind in KINDS for c in both)
    text += "".join(global_sums(kind, c) for kind in REALS for c in both)
    return text + "".join(of_accumulators(c) for c in both) + "\nend module isobit_mpi\n"
