!> The integer-vector method of global sums, to measure against: the numbers of a field are cut into integers of a fixed
!> width at places that all tasks agree on in a first reduction; the integers are added up in a second one.
module integer_vector_sum
  use, intrinsic :: iso_fortran_env, only: int64, r8 => real64
  use mpi_f08
  implicit none
  private
  public :: integer_vector_sums

  integer, parameter :: none = -1000000

contains

  subroutine integer_vector_sums(arr, sums, comm)
    real(r8), intent(in) :: arr(:, :)
    real(r8), intent(out) :: sums(:)
    type(MPI_Comm), intent(in) :: comm
    integer :: bounds(2, 0:size(sums)), agreed(2, 0:size(sums))
    integer :: tasks, width, levels, field
    integer(int64), allocatable :: mine(:, :), all(:, :)
    bounds(:, 0) = size(arr, 1)
    do field = 1, size(sums)
      bounds(:, field) = exponents(arr(:, field))
    end do
    call MPI_Allreduce(bounds, agreed, size(bounds), MPI_INTEGER, MPI_MAX, comm)
    call MPI_Comm_size(comm, tasks)
    ! As many bits as no sum of all integers of a level overflows.
    width = digits(1_int64) - exponent(real(agreed(1, 0), r8) * tasks) - 1
    levels = 1
    do field = 1, size(sums)
      if (agreed(1, field) > none) &
          levels = max(levels, (agreed(1, field) + agreed(2, field) + digits(1.0_r8)) / width + 2)
    end do
    allocate (mine(levels, size(sums)), all(levels, size(sums)))
    do field = 1, size(sums)
      mine(:, field) = integers_of(arr(:, field), agreed(1, field), width, levels)
    end do
    call MPI_Allreduce(mine, all, size(mine), MPI_INTEGER8, MPI_SUM, comm)
    do field = 1, size(sums)
      sums(field) = number_of(all(:, field), agreed(1, field), width)
    end do
  end subroutine integer_vector_sums

  !> As exponent(x), of a number that is not zero, without a call of libm's where it is normal.
  pure integer function exponent_of(x)
    real(r8), intent(in) :: x
    exponent_of = int(iand(ishft(transfer(x, 0_int64), -52), 2047_int64))
    if (exponent_of > 0) then
      exponent_of = exponent_of - 1022
    else
      exponent_of = exponent(x)
    end if
  end function exponent_of

  !> The largest exponent, and minus the smallest, of the numbers that are not zero.
  pure function exponents(x) result(bounds)
    real(r8), intent(in) :: x(:)
    integer :: bounds(2), i, e
    bounds = none
    do i = 1, size(x)
      if (abs(x(i)) > 0) then
        e = exponent_of(x(i))
        bounds(1) = max(bounds(1), e)
        bounds(2) = max(bounds(2), -e)
      end if
    end do
  end function exponents

  pure function integers_of(x, largest, width, levels) result(vector)
    real(r8), intent(in) :: x(:)
    integer, intent(in) :: largest, width, levels
    integer(int64) :: vector(levels), part
    real(r8) :: rest, up(0:levels), step
    integer :: i, level
    vector = 0
    up = [(scale(1.0_r8, level * width - largest), level = 0, levels)]
    step = scale(1.0_r8, width)
    do i = 1, size(x)
      if (.not. abs(x(i)) > 0) cycle
      level = (largest - exponent_of(x(i))) / width
      rest = x(i) * up(level)
      do while (abs(rest) > 0)
        level = level + 1
        rest = rest * step
        part = int(rest, int64)
        vector(level) = vector(level) + part
        rest = rest - real(part, r8)
      end do
    end do
  end function integers_of

  pure function number_of(vector, largest, width) result(total)
    integer(int64), intent(in) :: vector(:)
    integer, intent(in) :: largest, width
    real(r8) :: total
    integer(int64) :: level_sum(size(vector)), carry
    integer :: level
    total = 0
    if (largest <= none) return
    level_sum = vector
    do level = size(vector), 2, -1
      carry = level_sum(level) / ishft(1_int64, width)
      level_sum(level) = level_sum(level) - carry * ishft(1_int64, width)
      level_sum(level - 1) = level_sum(level - 1) + carry
    end do
    do level = size(vector), 1, -1
      total = total + scale(real(level_sum(level), r8), largest - level * width)
    end do
  end function number_of

end module integer_vector_sum
