!> MPAS's mpas_global_sum and mpas_global_sum_nfld of real numbers: arrays of any rank, products of two arrays, and
!> several fields, which the last dimension counts. Of every index those from indxRange(1) to indxRange(2) count, and so
!> on for the next ones. docs/guide/fortran_models.md
module mpas_global_sum_mod
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: R4 => real32, R8 => real64
  use isobit_errors, only: report
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

  integer(c_int), parameter :: of_r4 = 1, of_r8 = 2, one = 0, many = 1

  interface
    function c_sum_of_range(kind, fields, x, y, range, count, comm, results) &
        bind(C, name="isobit_fortran_global_sum_of_range") result(status)
      import :: c_int
      integer(c_int), value :: kind, fields, count, comm
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: y(..)
      integer(c_int), intent(in) :: range(*)
      type(*), intent(inout) :: results(*)
      integer(c_int) :: status
    end function c_sum_of_range
  end interface

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

  pure integer function last_of(extents)
    integer, intent(in) :: extents(:)
    last_of = 0
    if (size(extents) > 0) last_of = extents(size(extents))
  end function last_of

  !> indxRange, or none; more than two for each of 15 indices are refused before they are read.
  pure function bounds(indxRange) result(range)
    integer, intent(in), optional :: indxRange(:)
    integer(c_int) :: range(30)
    range = 0
    if (present(indxRange)) range(1:min(size(indxRange), 30)) = indxRange(1:min(size(indxRange), 30))
  end function bounds

  pure integer(c_int) function pairs(indxRange)
    integer, intent(in), optional :: indxRange(:)
    pairs = 0
    if (present(indxRange)) pairs = size(indxRange) / 2
  end function pairs

end module mpas_global_sum_mod
