!> MPAS's mpas_global_sum and mpas_global_sum_nfld of integers, which mpas_global_sum_mod offers beside those of reals.
!> A communicator is an integer, too, so products need a procedure for each rank to be told from sums with a range.
!> docs/guide/fortran_models.md
module mpas_integer_sums
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: I4 => int32, I8 => int64
  use mpas_ranges, only: c_sum_of_range, bounds, last_of, many, of_i4, of_i8, one, pairs
  use isobit_errors, only: report
  implicit none
  private
  public :: mpas_global_sum, mpas_global_sum_nfld

  interface mpas_global_sum
    module procedure sum_i4, sum_i8
    module procedure product_i4_1d, product_i4_2d, product_i4_3d, product_i4_4d, product_i4_5d
    module procedure product_i8_1d, product_i8_2d, product_i8_3d, product_i8_4d, product_i8_5d
  end interface mpas_global_sum
  interface mpas_global_sum_nfld
    module procedure sums_i4, sums_i8
    module procedure products_i4_1d, products_i4_2d, products_i4_3d, products_i4_4d, products_i4_5d
    module procedure products_i8_1d, products_i8_2d, products_i8_3d, products_i8_4d, products_i8_5d
  end interface mpas_global_sum_nfld

contains

  function sum_i4(array, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_i4, one, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=sums))
    globalSum = sums(1)
  end function sum_i4

  function sums_i4(array, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array))))
    globalSums = 0
    call report(c_sum_of_range(of_i4, many, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=globalSums))
  end function sums_i4

  function product_i4(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_i4, one, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, sums))
    globalSum = sums(1)
  end function product_i4

  function products_i4(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array1))))
    globalSums = 0
    call report(c_sum_of_range(of_i4, many, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, globalSums))
  end function products_i4

  function sum_i8(array, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_i8, one, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=sums))
    globalSum = sums(1)
  end function sum_i8

  function sums_i8(array, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array))))
    globalSums = 0
    call report(c_sum_of_range(of_i8, many, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=globalSums))
  end function sums_i8

  function product_i8(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_i8, one, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, sums))
    globalSum = sums(1)
  end function product_i8

  function products_i8(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array1))))
    globalSums = 0
    call report(c_sum_of_range(of_i8, many, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, globalSums))
  end function products_i8

  function product_i4_1d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(:), array2(:)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum
    globalSum = product_i4(array1, array2, mpiComm, indxRange)
  end function product_i4_1d

  function product_i4_2d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(:, :), array2(:, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum
    globalSum = product_i4(array1, array2, mpiComm, indxRange)
  end function product_i4_2d

  function product_i4_3d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(:, :, :), array2(:, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum
    globalSum = product_i4(array1, array2, mpiComm, indxRange)
  end function product_i4_3d

  function product_i4_4d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(:, :, :, :), array2(:, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum
    globalSum = product_i4(array1, array2, mpiComm, indxRange)
  end function product_i4_4d

  function product_i4_5d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I4), intent(in) :: array1(:, :, :, :, :), array2(:, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSum
    globalSum = product_i4(array1, array2, mpiComm, indxRange)
  end function product_i4_5d

  function products_i4_1d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(:, :), array2(:, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSums(size(array1, 2))
    globalSums = products_i4(array1, array2, mpiComm, indxRange)
  end function products_i4_1d

  function products_i4_2d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(:, :, :), array2(:, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSums(size(array1, 3))
    globalSums = products_i4(array1, array2, mpiComm, indxRange)
  end function products_i4_2d

  function products_i4_3d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(:, :, :, :), array2(:, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSums(size(array1, 4))
    globalSums = products_i4(array1, array2, mpiComm, indxRange)
  end function products_i4_3d

  function products_i4_4d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(:, :, :, :, :), array2(:, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSums(size(array1, 5))
    globalSums = products_i4(array1, array2, mpiComm, indxRange)
  end function products_i4_4d

  function products_i4_5d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I4), intent(in) :: array1(:, :, :, :, :, :), array2(:, :, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I4) :: globalSums(size(array1, 6))
    globalSums = products_i4(array1, array2, mpiComm, indxRange)
  end function products_i4_5d

  function product_i8_1d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(:), array2(:)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum
    globalSum = product_i8(array1, array2, mpiComm, indxRange)
  end function product_i8_1d

  function product_i8_2d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(:, :), array2(:, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum
    globalSum = product_i8(array1, array2, mpiComm, indxRange)
  end function product_i8_2d

  function product_i8_3d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(:, :, :), array2(:, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum
    globalSum = product_i8(array1, array2, mpiComm, indxRange)
  end function product_i8_3d

  function product_i8_4d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(:, :, :, :), array2(:, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum
    globalSum = product_i8(array1, array2, mpiComm, indxRange)
  end function product_i8_4d

  function product_i8_5d(array1, array2, mpiComm, indxRange) result(globalSum)
    integer(I8), intent(in) :: array1(:, :, :, :, :), array2(:, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSum
    globalSum = product_i8(array1, array2, mpiComm, indxRange)
  end function product_i8_5d

  function products_i8_1d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(:, :), array2(:, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSums(size(array1, 2))
    globalSums = products_i8(array1, array2, mpiComm, indxRange)
  end function products_i8_1d

  function products_i8_2d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(:, :, :), array2(:, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSums(size(array1, 3))
    globalSums = products_i8(array1, array2, mpiComm, indxRange)
  end function products_i8_2d

  function products_i8_3d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(:, :, :, :), array2(:, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSums(size(array1, 4))
    globalSums = products_i8(array1, array2, mpiComm, indxRange)
  end function products_i8_3d

  function products_i8_4d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(:, :, :, :, :), array2(:, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSums(size(array1, 5))
    globalSums = products_i8(array1, array2, mpiComm, indxRange)
  end function products_i8_4d

  function products_i8_5d(array1, array2, mpiComm, indxRange) result(globalSums)
    integer(I8), intent(in) :: array1(:, :, :, :, :, :), array2(:, :, :, :, :, :)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    integer(I8) :: globalSums(size(array1, 6))
    globalSums = products_i8(array1, array2, mpiComm, indxRange)
  end function products_i8_5d

end module mpas_integer_sums
