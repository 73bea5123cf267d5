!> MPAS's mpas_global_sum and mpas_global_sum_nfld: arrays of any rank, products of two arrays, and several fields,
!> which the last dimension counts. Of every index those from indxRange(1) to indxRange(2) count, and so on for the next
!> ones. docs/guide/fortran_models.md
module mpas_global_sum_mod
  use, intrinsic :: iso_fortran_env, only: R4 => real32, R8 => real64
  use isobit_errors, only: report
  use mpas_integer_sums, only: mpas_global_sum, mpas_global_sum_nfld
  use mpas_ranges, only: bounds, c_sum_of_range, last_of, many, of_r4, of_r8, one, pairs
  implicit none
  private
  public :: mpas_global_sum, mpas_global_sum_nfld

  !> mpas_global_sum(array, mpiComm [, indxRange]), mpas_global_sum(array1, array2, mpiComm [, indxRange])
  interface mpas_global_sum
    module procedure sum_r4, sum_r8, sum_of_products_r4, sum_of_products_r8
  end interface mpas_global_sum
  !> The same, a sum for each index of the last dimension, in one reduction.
  interface mpas_global_sum_nfld
    module procedure sums_r4, sums_r8, sums_of_products_r4, sums_of_products_r8
  end interface mpas_global_sum_nfld

contains

  function sum_r4(array, mpiComm, indxRange) result(globalSum)
    real(R4), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R4) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_r4, one, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=sums))
    globalSum = sums(1)
  end function sum_r4

  function sum_r8(array, mpiComm, indxRange) result(globalSum)
    real(R8), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R8) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_r8, one, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=sums))
    globalSum = sums(1)
  end function sum_r8

  function sum_of_products_r4(array1, array2, mpiComm, indxRange) result(globalSum)
    real(R4), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R4) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_r4, one, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, sums))
    globalSum = sums(1)
  end function sum_of_products_r4

  function sum_of_products_r8(array1, array2, mpiComm, indxRange) result(globalSum)
    real(R8), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R8) :: globalSum, sums(1)
    sums = 0
    call report(c_sum_of_range(of_r8, one, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, sums))
    globalSum = sums(1)
  end function sum_of_products_r8

  function sums_r4(array, mpiComm, indxRange) result(globalSums)
    real(R4), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R4), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array))))
    globalSums = 0
    call report(c_sum_of_range(of_r4, many, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=globalSums))
  end function sums_r4

  function sums_r8(array, mpiComm, indxRange) result(globalSums)
    real(R8), intent(in) :: array(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R8), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array))))
    globalSums = 0
    call report(c_sum_of_range(of_r8, many, array, range=bounds(indxRange), count=pairs(indxRange), comm=mpiComm, &
        results=globalSums))
  end function sums_r8

  function sums_of_products_r4(array1, array2, mpiComm, indxRange) result(globalSums)
    real(R4), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R4), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array1))))
    globalSums = 0
    call report(c_sum_of_range(of_r4, many, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, globalSums))
  end function sums_of_products_r4

  function sums_of_products_r8(array1, array2, mpiComm, indxRange) result(globalSums)
    real(R8), intent(in) :: array1(..), array2(..)
    integer, intent(in) :: mpiComm
    integer, intent(in), optional :: indxRange(:)
    real(R8), allocatable :: globalSums(:)
    allocate (globalSums(last_of(shape(array1))))
    globalSums = 0
    call report(c_sum_of_range(of_r8, many, array1, array2, bounds(indxRange), pairs(indxRange), mpiComm, globalSums))
  end function sums_of_products_r8

end module mpas_global_sum_mod
