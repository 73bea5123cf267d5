!> A wrong call without ierr, by its name as the argument: wrong_calls.sh sees how the program ends.
program refused_calls
  use, intrinsic :: iso_fortran_env, only: int8, real64
  use isobit
  implicit none

  character(len=20) :: which
  type(isobit_accumulator) :: sum
  real(real64) :: x(4, 3), y(4), z(2, 2)

  call get_command_argument(1, which)
  x = 1
  y = 1
  select case (which)
  case ('mask')
    print *, isobit_sum(x, mask=[.true., .false.])
  case ('dim')
    print *, isobit_sum(x, dim=3)
  case ('sides')
    print *, isobit_dot(x, y)
  case ('bytes')
    call sum%from_bytes([1_int8, 2_int8])
  case ('product')
    call isobit_gemm(x, x, z)
  end select
  print *, 'went on'
end program refused_calls
