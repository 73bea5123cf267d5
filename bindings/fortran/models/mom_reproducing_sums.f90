!> MOM6's reproducing sums, by the interface of its module MOM_coms: here EFP_type is an exact sum, which no number
!> overflows. docs/guide/fortran_models.md
module MOM_reproducing_sums
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite, ieee_is_nan
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi_f08, only: MPI_Abort, MPI_Allreduce, MPI_Comm, MPI_COMM_WORLD, MPI_IN_PLACE, MPI_REAL8, MPI_SUM
  use isobit_accumulators, only: isobit_accumulator
  use isobit_mpi, only: isobit_global_merge
  implicit none
  private
  public :: set_reproducing_sum_comm
  public :: reproducing_sum, reproducing_sum_EFP, EFP_sum_across_PEs, EFP_list_sum_across_PEs
  public :: EFP_plus, EFP_minus, EFP_to_real, real_to_EFP, EFP_real_diff
  public :: operator(+), operator(-), assignment(=)
  public :: query_EFP_overflow_error, reset_EFP_overflow_error

  type, public :: EFP_type
    private
    type(isobit_accumulator) :: sum
  end type EFP_type

  interface reproducing_sum
    module procedure reproducing_sum_2d, reproducing_sum_3d
  end interface reproducing_sum
  interface reproducing_sum_EFP
    module procedure reproducing_EFP_sum_2d
  end interface reproducing_sum_EFP
  interface EFP_sum_across_PEs
    module procedure EFP_list_sum_across_PEs, EFP_val_sum_across_PEs
  end interface EFP_sum_across_PEs
  interface operator(+)
    module procedure EFP_plus
  end interface
  interface operator(-)
    module procedure EFP_minus
  end interface
  interface assignment(=)
    module procedure EFP_assign
  end interface

  type(MPI_Comm), save :: communicator = MPI_COMM_WORLD

contains

  !> The processors that the sums are over; all of them until this is called.
  subroutine set_reproducing_sum_comm(comm)
    integer, intent(in) :: comm
    communicator%MPI_VAL = comm
  end subroutine set_reproducing_sum_comm

  !> The sum of array(isr:ier, jsr:jer), in units without `unscale`; err is 0, 2 for an infinite and 4 for a NaN sum.
  !> Nothing overflows, so overflow_check is accepted and not needed.
  function reproducing_EFP_sum_2d(array, isr, ier, jsr, jer, overflow_check, err, only_on_PE, unscale) result(EFP_sum)
    real(real64), intent(in) :: array(:, :)
    integer, optional, intent(in) :: isr, ier, jsr, jer
    logical, optional, intent(in) :: overflow_check, only_on_PE
    integer, optional, intent(out) :: err
    real(real64), optional, intent(in) :: unscale
    type(EFP_type) :: EFP_sum, total(1)
    integer :: b(4)
    b = bounds(shape(array), isr, ier, jsr, jer)
    call total(1)%sum%add(array(b(1):b(2), b(3):b(4)), weights=factor(unscale))
    call across(total, only_on_PE)
    call judge(EFP_to_real(total(1)), err)
    EFP_sum = total(1)
  end function reproducing_EFP_sum_2d

  function reproducing_sum_2d(array, isr, ier, jsr, jer, EFP_sum, reproducing, overflow_check, err, only_on_PE, &
      unscale) result(sum)
    real(real64), intent(in) :: array(:, :)
    integer, optional, intent(in) :: isr, ier, jsr, jer
    type(EFP_type), optional, intent(out) :: EFP_sum
    logical, optional, intent(in) :: reproducing, overflow_check, only_on_PE
    integer, optional, intent(out) :: err
    real(real64), optional, intent(in) :: unscale
    real(real64) :: sum
    type(EFP_type) :: total
    logical :: exactly
    integer :: b(4)
    exactly = .true.
    if (present(reproducing)) exactly = reproducing
    if (exactly) then
      total = reproducing_EFP_sum_2d(array, isr, ier, jsr, jer, overflow_check, err, only_on_PE, unscale)
    else
      b = bounds(shape(array), isr, ier, jsr, jer)
      total = real_to_EFP(plain_sum(array(b(1):b(2), b(3):b(4)) * factor(unscale), only_on_PE))
      if (present(err) .or. present(EFP_sum)) call judge(EFP_to_real(total), err)
    end if
    sum = EFP_to_real(total) * reciprocal(unscale)
    if (present(EFP_sum)) EFP_sum = total
  end function reproducing_sum_2d

  !> The same of all layers; with sums or EFP_lay_sums of each layer, too, in the same reduction.
  function reproducing_sum_3d(array, isr, ier, jsr, jer, sums, EFP_sum, EFP_lay_sums, err, only_on_PE, unscale) &
      result(sum)
    real(real64), intent(in) :: array(:, :, :)
    integer, optional, intent(in) :: isr, ier, jsr, jer
    real(real64), optional, intent(out) :: sums(:)
    type(EFP_type), optional, intent(out) :: EFP_sum
    type(EFP_type), optional, intent(out) :: EFP_lay_sums(:)
    integer, optional, intent(out) :: err
    logical, optional, intent(in) :: only_on_PE
    real(real64), optional, intent(in) :: unscale
    real(real64) :: sum
    type(EFP_type) :: layers(size(array, 3)), total
    integer :: b(4), k
    if (present(sums)) call require(size(sums) >= size(array, 3), 'sums has fewer elements than array has layers')
    if (present(EFP_lay_sums)) call require(size(EFP_lay_sums) >= size(array, 3), &
        'EFP_lay_sums has fewer elements than array has layers')
    b = bounds(shape(array), isr, ier, jsr, jer)
    do k = 1, size(array, 3)
      call layers(k)%sum%add(array(b(1):b(2), b(3):b(4), k), weights=factor(unscale))
    end do
    if (.not. (present(sums) .or. present(EFP_lay_sums))) call gather_in_first(layers)
    call across(layers, only_on_PE)
    do k = 1, size(layers)
      total = total + layers(k)
    end do
    sum = EFP_to_real(total)
    call judge(sum, err)
    sum = sum * reciprocal(unscale)
    if (present(EFP_sum)) EFP_sum = total
    if (present(sums)) then
      do k = 1, size(layers)
        sums(k) = EFP_to_real(layers(k)) * reciprocal(unscale)
      end do
    end if
    if (present(EFP_lay_sums)) EFP_lay_sums(1:size(layers)) = layers
  end function reproducing_sum_3d

  function EFP_plus(EFP1, EFP2)
    type(EFP_type), intent(in) :: EFP1, EFP2
    type(EFP_type) :: EFP_plus
    EFP_plus%sum = EFP1%sum + EFP2%sum
  end function EFP_plus

  function EFP_minus(EFP1, EFP2)
    type(EFP_type), intent(in) :: EFP1, EFP2
    type(EFP_type) :: EFP_minus
    EFP_minus%sum = EFP1%sum - EFP2%sum
  end function EFP_minus

  elemental subroutine EFP_assign(EFP1, EFP2)
    type(EFP_type), intent(out) :: EFP1
    type(EFP_type), intent(in) :: EFP2
    EFP1%sum%state = EFP2%sum%state
  end subroutine EFP_assign

  function EFP_to_real(EFP1)
    type(EFP_type), intent(in) :: EFP1
    real(real64) :: EFP_to_real
    EFP_to_real = EFP1%sum%value()
  end function EFP_to_real

  function EFP_real_diff(EFP1, EFP2)
    type(EFP_type), intent(in) :: EFP1, EFP2
    real(real64) :: EFP_real_diff
    EFP_real_diff = EFP_to_real(EFP1 - EFP2)
  end function EFP_real_diff

  !> overflow, if present, becomes true for an infinity or a NaN.
  function real_to_EFP(val, overflow)
    real(real64), intent(in) :: val
    logical, optional, intent(inout) :: overflow
    type(EFP_type) :: real_to_EFP
    call real_to_EFP%sum%add(val)
    if (present(overflow)) overflow = overflow .or. .not. ieee_is_finite(val)
  end function real_to_EFP

  !> The sums of nval numbers over all processors, in place, in one reduction.
  subroutine EFP_list_sum_across_PEs(EFPs, nval, errors)
    type(EFP_type), intent(inout) :: EFPs(:)
    integer, intent(in) :: nval
    logical, optional, intent(out) :: errors(:)
    integer :: i
    call across(EFPs(1:nval))
    if (.not. present(errors)) return
    do i = 1, nval
      errors(i) = .not. ieee_is_finite(EFP_to_real(EFPs(i)))
    end do
  end subroutine EFP_list_sum_across_PEs

  subroutine EFP_val_sum_across_PEs(EFP, error)
    type(EFP_type), intent(inout) :: EFP
    logical, optional, intent(out) :: error
    type(EFP_type) :: one(1)
    one(1) = EFP
    call across(one)
    EFP = one(1)
    if (present(error)) error = .not. ieee_is_finite(EFP_to_real(EFP))
  end subroutine EFP_val_sum_across_PEs

  !> Exact sums do not overflow.
  logical function query_EFP_overflow_error()
    query_EFP_overflow_error = .false.
  end function query_EFP_overflow_error

  subroutine reset_EFP_overflow_error()
  end subroutine reset_EFP_overflow_error

  subroutine across(totals, only_on_PE)
    type(EFP_type), intent(inout) :: totals(:)
    logical, optional, intent(in) :: only_on_PE
    type(isobit_accumulator) :: sums(size(totals))
    if (present(only_on_PE)) then
      if (only_on_PE) return
    end if
    sums%state = totals%sum%state
    call isobit_global_merge(sums, communicator)
    totals%sum%state = sums%state
  end subroutine across

  subroutine gather_in_first(layers)
    type(EFP_type), intent(inout) :: layers(:)
    type(EFP_type) :: nothing
    integer :: k
    do k = 2, size(layers)
      layers(1) = layers(1) + layers(k)
      layers(k) = nothing
    end do
  end subroutine gather_in_first

  function plain_sum(values, only_on_PE) result(total)
    real(real64), intent(in) :: values(:, :)
    logical, optional, intent(in) :: only_on_PE
    real(real64) :: total
    total = sum(values)
    if (present(only_on_PE)) then
      if (only_on_PE) return
    end if
    call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_REAL8, MPI_SUM, communicator)
  end function plain_sum

  !> isr, ier, jsr and jer, or else the array's own bounds.
  function bounds(extents, isr, ier, jsr, jer)
    integer, intent(in) :: extents(:)
    integer, optional, intent(in) :: isr, ier, jsr, jer
    integer :: bounds(4)
    bounds = [1, extents(1), 1, extents(2)]
    if (present(isr)) bounds(1) = isr
    if (present(ier)) bounds(2) = ier
    if (present(jsr)) bounds(3) = jsr
    if (present(jer)) bounds(4) = jer
    call require(all(bounds(1:3:2) >= 1) .and. all(bounds(2:4:2) <= extents(1:2)), &
        'isr, ier, jsr or jer is outside of the array')
  end function bounds

  pure real(real64) function factor(unscale)
    real(real64), optional, intent(in) :: unscale
    factor = 1
    if (present(unscale)) factor = unscale
  end function factor

  pure real(real64) function reciprocal(unscale)
    real(real64), optional, intent(in) :: unscale
    reciprocal = 1
    if (.not. present(unscale)) return
    if (abs(unscale) > 0) reciprocal = 1 / unscale
  end function reciprocal

  subroutine judge(sum, err)
    real(real64), intent(in) :: sum
    integer, optional, intent(out) :: err
    if (present(err)) then
      err = merge(0, merge(4, 2, ieee_is_nan(sum)), ieee_is_finite(sum))
    else
      call require(ieee_is_finite(sum), 'the sum is infinite or NaN')
    end if
  end subroutine judge

  subroutine require(holds, otherwise)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: otherwise
    if (holds) return
    write (error_unit, '(2a)') 'reproducing_sum: ', otherwise
    call MPI_Abort(communicator, 1)
  end subroutine require

end module MOM_reproducing_sums
