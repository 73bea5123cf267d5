!> CICE's global_sum and global_sum_prod of ice_global_reductions: sums over the physical points of all blocks.
!>
!> Blocks and distributions are CICE's own; of a distribution this module needs the communicator, and of a block where
!> its physical points lie, which `distrb` here holds. On a tripole grid points of the fold that lie on two blocks count
!> once if `fold` and `fold_center` say where they are. docs/guide/fortran_models.md
module cice_global_sum
  use, intrinsic :: iso_fortran_env, only: error_unit, real_kind => real32, dbl_kind => real64
  use isobit_mpi, only: isobit_global_sum
  implicit none
  private
  public :: distrb, global_sum, global_sum_prod

  integer, parameter, public :: field_loc_center = 0, field_loc_NEcorner = 1, field_loc_Nface = 2, field_loc_Eface = 3

  type :: distrb
    integer :: communicator = 0
    !> The physical points of local block b: (ilo(b):ihi(b), jlo(b):jhi(b)).
    integer, allocatable :: ilo(:), ihi(:), jlo(:), jhi(:)
    !> For each block the columns that count of its last row, if that is the fold: 1 to this number. `fold` is for
    !> NEcorner and Nface, `fold_center` for the others, which meet themselves where the fold is a row of T points. Not
    !> allocated: all count.
    integer, allocatable :: fold(:), fold_center(:)
  end type distrb

  !> global_sum(array, dist, field_loc [, mMask, lMask]); global_sum(scalar, dist)
  interface global_sum
    module procedure global_sum_dbl, global_sum_real, global_sum_scalar_dbl, global_sum_scalar_real
  end interface global_sum
  !> global_sum_prod(array1, array2, dist, field_loc [, mMask, lMask])
  interface global_sum_prod
    module procedure global_sum_prod_dbl, global_sum_prod_real
  end interface global_sum_prod

contains

  function global_sum_dbl(array, dist, field_loc, mMask, lMask) result(globalSum)
    real(dbl_kind), intent(in) :: array(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(dbl_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(dbl_kind) :: globalSum
    globalSum = isobit_global_sum(array, dist%communicator, mask=counting(shape(array), dist, field_loc, lMask), &
        weights=mMask)
  end function global_sum_dbl

  function global_sum_real(array, dist, field_loc, mMask, lMask) result(globalSum)
    real(real_kind), intent(in) :: array(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(real_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(real_kind) :: globalSum
    globalSum = isobit_global_sum(array, dist%communicator, mask=counting(shape(array), dist, field_loc, lMask), &
        weights=mMask)
  end function global_sum_real

  function global_sum_scalar_dbl(scalar, dist) result(globalSum)
    real(dbl_kind), intent(in) :: scalar
    type(distrb), intent(in) :: dist
    real(dbl_kind) :: globalSum
    globalSum = isobit_global_sum(scalar, dist%communicator)
  end function global_sum_scalar_dbl

  function global_sum_scalar_real(scalar, dist) result(globalSum)
    real(real_kind), intent(in) :: scalar
    type(distrb), intent(in) :: dist
    real(real_kind) :: globalSum
    globalSum = isobit_global_sum(scalar, dist%communicator)
  end function global_sum_scalar_real

  !> With mMask, which is 0 or 1, points count where that is not 0.
  function global_sum_prod_dbl(array1, array2, dist, field_loc, mMask, lMask) result(globalSum)
    real(dbl_kind), intent(in) :: array1(:, :, :), array2(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(dbl_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(dbl_kind) :: globalSum
    logical :: mask(size(array1, 1), size(array1, 2), size(array1, 3))
    mask = counting(shape(array1), dist, field_loc, lMask)
    if (present(mMask)) then
      call require(all(shape(mMask) == shape(array1)), 'mMask has another shape than the array')
      mask = mask .and. abs(mMask) > 0
    end if
    globalSum = isobit_global_sum(array1, dist%communicator, mask=mask, weights=array2)
  end function global_sum_prod_dbl

  function global_sum_prod_real(array1, array2, dist, field_loc, mMask, lMask) result(globalSum)
    real(real_kind), intent(in) :: array1(:, :, :), array2(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(real_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(real_kind) :: globalSum
    logical :: mask(size(array1, 1), size(array1, 2), size(array1, 3))
    mask = counting(shape(array1), dist, field_loc, lMask)
    if (present(mMask)) then
      call require(all(shape(mMask) == shape(array1)), 'mMask has another shape than the array')
      mask = mask .and. abs(mMask) > 0
    end if
    globalSum = isobit_global_sum(array1, dist%communicator, mask=mask, weights=array2)
  end function global_sum_prod_real

  !> The physical points, once each, where the caller's mask is true.
  function counting(extents, dist, field_loc, lMask) result(mask)
    integer, intent(in) :: extents(3), field_loc
    type(distrb), intent(in) :: dist
    logical, intent(in), optional :: lMask(:, :, :)
    logical :: mask(extents(1), extents(2), extents(3))
    integer :: b
    call require(allocated(dist%ilo) .and. allocated(dist%ihi) .and. allocated(dist%jlo) .and. allocated(dist%jhi), &
        'dist does not say where the physical points lie')
    call require(size(dist%ilo) <= extents(3) .and. &
        all([size(dist%ihi), size(dist%jlo), size(dist%jhi)] == size(dist%ilo)), &
        'dist has more blocks than the array, or not all bounds of each')
    call require(all(dist%ilo >= 1 .and. dist%ihi <= extents(1) .and. dist%jlo >= 1 .and. dist%jhi <= extents(2)), &
        'the physical points of a block leave the array')
    mask = .false.
    do b = 1, size(dist%ilo)
      mask(dist%ilo(b):dist%ihi(b), dist%jlo(b):dist%jhi(b), b) = .true.
    end do
    if (field_loc == field_loc_NEcorner .or. field_loc == field_loc_Nface) then
      call count_once(dist%fold)
    else
      call count_once(dist%fold_center)
    end if
    if (.not. present(lMask)) return
    call require(all(shape(lMask) == extents), 'lMask has another shape than the array')
    mask = mask .and. lMask

  contains

    subroutine count_once(columns)
      integer, intent(in), optional :: columns(:)
      if (.not. present(columns)) return
      call require(size(columns) == size(dist%ilo), 'fold and fold_center need a number for each block')
      do b = 1, size(columns)
        if (dist%jhi(b) < 1) cycle  ! a block without points
        mask(min(max(columns(b), 0), extents(1)) + 1:, dist%jhi(b), b) = .false.
      end do
    end subroutine count_once

  end function counting

  subroutine require(holds, otherwise)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: otherwise
    if (holds) return
    write (error_unit, '(2a)') 'global_sum: ', otherwise
    error stop
  end subroutine require

end module cice_global_sum
