!> Memory ends at the first allocation of a call, at the second, and so on, in larger steps, until the call succeeds.
!> Each time it says so by ierr and errmsg, and the program, which a Fortran compiler has linked, goes on.
program memory_test
  use, intrinsic :: iso_c_binding, only: c_long
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use checks
  use isobit
  implicit none

  interface
    subroutine end_memory_after(allocations) bind(C, name="isobit_test_end_memory_after")
      import :: c_long
      integer(c_long), value :: allocations
    end subroutine end_memory_after
  end interface

  integer, parameter :: n = 400
  integer(c_long), parameter :: for_ever = -1, most = 1000000
  real(real64) :: a(n, n), b(n), x(n), total, expected
  integer(int64) :: keys(n)
  integer :: i, operation, refused = 0

  x = numbers(n, 40)
  keys = [(int(mod(i, 37), int64), i=1, n)]
  b = numbers(n, 24)
  do i = 1, n
    a(:, i) = cshift(b, i)
    a(i, i) = 1e12_real64
  end do
  do operation = 1, 8
    call until_it_succeeds(operation)
  end do
  ! Not all of them need memory, but some do.
  call that('calls were refused', refused > 5)
  call finish('memory_test')

contains

  subroutine until_it_succeeds(operation)
    integer, intent(in) :: operation
    integer(c_long) :: allowed
    integer :: ierr
    character(len=200) :: message
    character(len=20) :: name
    write (name, '(a, i0)') 'operation ', operation
    call perform(operation, expected, ierr, message)
    call that(trim(name) // ' with memory', ierr == isobit_ok)
    allowed = 0
    do while (allowed < most)
      message = ''
      call end_memory_after(allowed)
      call perform(operation, total, ierr, message)
      call end_memory_after(for_ever)
      if (ierr == isobit_ok) exit
      refused = refused + 1
      call that(trim(name) // ' without memory: ' // trim(message), &
          ierr == isobit_out_of_memory .and. index(message, 'out of memory') > 0)
      allowed = allowed + 1 + allowed / 16
    end do
    call that(trim(name) // ' succeeds at last', ierr == isobit_ok)
    call same(name, expected, total)
  end subroutine until_it_succeeds

  !> A number that the result of an operation determines.
  subroutine perform(operation, number, ierr, message)
    integer, intent(in) :: operation
    real(real64), intent(out) :: number
    integer, intent(out) :: ierr
    character(len=*), intent(inout) :: message
    real(real64) :: c(n, n), y(n)
    integer(int64), allocatable :: found(:)
    real(real64), allocatable :: sums(:)
    integer :: pivots(n), info
    number = 0
    select case (operation)
    case (1)
      number = isobit_sum(a(::3, :), mask=a(::3, :) > 0, ierr=ierr, errmsg=message)
    case (2)
      number = isobit_dot(x, b, ierr=ierr, errmsg=message)
    case (3)
      y = isobit_scan(x, mask=b > 0, ierr=ierr, errmsg=message)
      number = y(n)
    case (4)
      call isobit_sum_by_key(keys, x, found, sums, ierr=ierr, errmsg=message)
      if (ierr == isobit_ok) number = sums(size(sums))
    case (5)
      c = 0
      call isobit_gemm(a, a, c, ierr=ierr, errmsg=message)
      number = c(n, 1)
    case (6)
      y = 0
      call isobit_gemv(a, x, y, ierr=ierr, errmsg=message)
      number = y(1)
    case (7)
      c = a
      call isobit_lu(c, pivots, info, ierr=ierr, errmsg=message)
      number = c(n, n)
    case (8)
      c = a
      y = b
      call isobit_solve(c, y, refinements=2, ierr=ierr, errmsg=message)
      number = y(n)
    end select
  end subroutine perform

end program memory_test
