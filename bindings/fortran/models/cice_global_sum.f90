!> CICE's global_sum, global_sum_prod and global_allreduce_sum of ice_global_reductions: sums over the physical points
!> of all blocks.
!>
!> Blocks and distributions are CICE's own; of a distribution this module needs the communicator, and of a block where
!> its physical points lie, which `distrb` here holds. On a tripole grid points of the fold that lie on two blocks count
!> once if `fold` and `fold_center` say where they are. docs/guide/fortran_models.md
module cice_global_sum
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  use, intrinsic :: iso_fortran_env, only: error_unit, real_kind => real32, dbl_kind => real64
  use mpi_f08, only: MPI_Allreduce, MPI_Comm, MPI_INTEGER, MPI_SUM
  use isobit_functions, only: isobit_fma
  use isobit_mpi, only: isobit_global_sum, isobit_global_sums
  implicit none
  private
  public :: distrb, global_sum, global_sum_prod, global_allreduce_sum

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
    module procedure global_sum_dbl, global_sum_real, global_sum_int
    module procedure global_sum_scalar_dbl, global_sum_scalar_real, global_sum_scalar_int
  end interface global_sum
  !> global_sum_prod(array1, array2, dist, field_loc [, mMask, lMask])
  interface global_sum_prod
    module procedure global_sum_prod_dbl, global_sum_prod_real, global_sum_prod_int
  end interface global_sum_prod
  !> global_allreduce_sum(vector, dist): of each element over all processes, in one reduction.
  interface global_allreduce_sum
    module procedure global_allreduce_sum_vector_dbl
  end interface global_allreduce_sum

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

  function global_sum_int(array, dist, field_loc, mMask, lMask) result(globalSum)
    integer, intent(in) :: array(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    integer, intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    integer :: globalSum
    if (present(mMask)) then
      globalSum = global_sum_prod_int(array, mMask, dist, field_loc, lMask=lMask)
    else
      globalSum = global_sum_scalar_int(sum(array, counting(shape(array), dist, field_loc, lMask)), dist)
    end if
  end function global_sum_int

  function global_sum_scalar_int(scalar, dist) result(globalSum)
    integer, intent(in) :: scalar
    type(distrb), intent(in) :: dist
    integer :: globalSum
    type(MPI_Comm) :: comm
    comm%MPI_VAL = dist%communicator
    call MPI_Allreduce(scalar, globalSum, 1, MPI_INTEGER, MPI_SUM, comm)
  end function global_sum_scalar_int

  function global_allreduce_sum_vector_dbl(vector, dist) result(globalSums)
    real(dbl_kind), intent(in) :: vector(:)
    type(distrb), intent(in) :: dist
    real(dbl_kind) :: globalSums(size(vector))
    globalSums = isobit_global_sums(reshape(vector, [1, size(vector)]), dist%communicator)
  end function global_allreduce_sum_vector_dbl

  !> With mMask, which is a factor, products of three: what is rounded off that of the first two is a second addend.
  function global_sum_prod_dbl(array1, array2, dist, field_loc, mMask, lMask) result(globalSum)
    real(dbl_kind), intent(in) :: array1(:, :, :), array2(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(dbl_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(dbl_kind) :: globalSum
    real(dbl_kind) :: products(size(array1, 1), size(array1, 2), size(array1, 3), 2)
    logical :: mask(size(array1, 1), size(array1, 2), size(array1, 3))
    mask = counting(shape(array1), dist, field_loc, lMask)
    if (.not. present(mMask)) then
      globalSum = isobit_global_sum(array1, dist%communicator, mask=mask, weights=array2)
      return
    end if
    call require_shapes(shape(array1), shape(array2), shape(mMask))
    products = 0
    where (mask) products(:, :, :, 1) = array1 * array2
    where (ieee_is_finite(products(:, :, :, 1)) .and. ieee_is_finite(mMask)) &
        products(:, :, :, 2) = isobit_fma(array1, array2, -products(:, :, :, 1))
    globalSum = isobit_global_sum(products, dist%communicator, mask=spread(mask, 4, 2), weights=spread(mMask, 4, 2))
  end function global_sum_prod_dbl

  !> The same.
  function global_sum_prod_real(array1, array2, dist, field_loc, mMask, lMask) result(globalSum)
    real(real_kind), intent(in) :: array1(:, :, :), array2(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    real(real_kind), intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    real(real_kind) :: globalSum
    real(real_kind) :: products(size(array1, 1), size(array1, 2), size(array1, 3), 2)
    logical :: mask(size(array1, 1), size(array1, 2), size(array1, 3))
    mask = counting(shape(array1), dist, field_loc, lMask)
    if (.not. present(mMask)) then
      globalSum = isobit_global_sum(array1, dist%communicator, mask=mask, weights=array2)
      return
    end if
    call require_shapes(shape(array1), shape(array2), shape(mMask))
    products = 0
    where (mask) products(:, :, :, 1) = array1 * array2
    where (ieee_is_finite(products(:, :, :, 1)) .and. ieee_is_finite(mMask)) &
        products(:, :, :, 2) = isobit_fma(array1, array2, -products(:, :, :, 1))
    globalSum = isobit_global_sum(products, dist%communicator, mask=spread(mask, 4, 2), weights=spread(mMask, 4, 2))
  end function global_sum_prod_real

  function global_sum_prod_int(array1, array2, dist, field_loc, mMask, lMask) result(globalSum)
    integer, intent(in) :: array1(:, :, :), array2(:, :, :)
    type(distrb), intent(in) :: dist
    integer, intent(in) :: field_loc
    integer, intent(in), optional :: mMask(:, :, :)
    logical, intent(in), optional :: lMask(:, :, :)
    integer :: globalSum
    logical :: mask(size(array1, 1), size(array1, 2), size(array1, 3))
    mask = counting(shape(array1), dist, field_loc, lMask)
    call require(all(shape(array1) == shape(array2)), 'the two arrays differ in shape')
    if (.not. present(mMask)) then
      globalSum = global_sum_scalar_int(sum(array1 * array2, mask), dist)
    else
      call require_shapes(shape(array1), shape(array2), shape(mMask))
      globalSum = global_sum_scalar_int(sum(array1 * array2 * mMask, mask), dist)
    end if
  end function global_sum_prod_int

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

  subroutine require_shapes(array1, array2, mMask)
    integer, intent(in) :: array1(3), array2(3), mMask(3)
    call require(all(array2 == array1), 'the two arrays differ in shape')
    call require(all(mMask == array1), 'mMask has another shape than the array')
  end subroutine require_shapes

  subroutine require(holds, otherwise)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: otherwise
    if (holds) return
    write (error_unit, '(2a)') 'global_sum: ', otherwise
    error stop
  end subroutine require

end module cice_global_sum
