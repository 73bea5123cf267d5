!> What the sums of mpas_global_sum_mod have in common: ranges of indices, and the call of the library.
module mpas_ranges
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private
  public :: bounds, c_sum_of_range, last_of, pairs

  !> The types, as bindings/fortran/source/call.hpp numbers them; one sum, or one for each index of the last dimension.
  integer(c_int), parameter, public :: of_r4 = 1, of_r8 = 2, of_i4 = 5, of_i8 = 6, one = 0, many = 1

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

  pure integer function last_of(extents)
    integer, intent(in) :: extents(:)
    last_of = 0
    if (size(extents) > 0) last_of = extents(size(extents))
  end function last_of

  !> indxRange, or none; of an array of 15 indices at most.
  pure function bounds(indxRange) result(range)
    integer, intent(in), optional :: indxRange(:)
    integer(c_int) :: range(30)
    range = 0
    if (present(indxRange)) range(1:min(size(indxRange), 30)) = indxRange(1:min(size(indxRange), 30))
  end function bounds

  pure integer(c_int) function pairs(indxRange)
    integer, intent(in), optional :: indxRange(:)
    pairs = 0
    if (present(indxRange)) pairs = min(size(indxRange) / 2, 15)
  end function pairs

end module mpas_ranges
