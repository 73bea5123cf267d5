!> What the tests in Fortran share: bits are compared, failures counted.
module checks
  use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, real32, real64, real128
  implicit none
  private
  public :: same, that, finish, numbers, random_integer

  integer :: checked = 0, failed = 0
  integer(int64) :: seed = 88172645463325252_int64

  !> same(what, expected, actual): the same bits, of numbers or of arrays.
  interface same
    module procedure same_real32, same_real64, same_real64s, same_complex64, same_real32s, same_complex32
  end interface same

contains

  subroutine that(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    checked = checked + 1
    if (holds) return
    failed = failed + 1
    if (failed <= 20) write (error_unit, '(2a)') 'FAILED: ', what
  end subroutine that

  subroutine same_real64(what, expected, actual)
    character(len=*), intent(in) :: what
    real(real64), intent(in) :: expected, actual
    character(len=80) :: text
    write (text, '(a, z16.16, a, z16.16)') ': expected ', expected, ', got ', actual
    call that(what // trim(text), transfer(expected, 0_int64) == transfer(actual, 0_int64))
  end subroutine same_real64

  subroutine same_real32(what, expected, actual)
    character(len=*), intent(in) :: what
    real(real32), intent(in) :: expected, actual
    character(len=80) :: text
    write (text, '(a, z8.8, a, z8.8)') ': expected ', expected, ', got ', actual
    call that(what // trim(text), transfer(expected, 0_int32) == transfer(actual, 0_int32))
  end subroutine same_real32

  subroutine same_complex64(what, expected, actual)
    character(len=*), intent(in) :: what
    complex(real64), intent(in) :: expected, actual
    call same(what // ' (real)', real(expected, real64), real(actual, real64))
    call same(what // ' (imaginary)', aimag(expected), aimag(actual))
  end subroutine same_complex64

  subroutine same_complex32(what, expected, actual)
    character(len=*), intent(in) :: what
    complex(real32), intent(in) :: expected, actual
    call same(what // ' (real)', real(expected, real32), real(actual, real32))
    call same(what // ' (imaginary)', aimag(expected), aimag(actual))
  end subroutine same_complex32

  subroutine same_real64s(what, expected, actual)
    character(len=*), intent(in) :: what
    real(real64), intent(in) :: expected(:), actual(:)
    integer :: i
    call that(what // ': as many', size(expected) == size(actual))
    do i = 1, min(size(expected), size(actual))
      call same(what, expected(i), actual(i))
    end do
  end subroutine same_real64s

  subroutine same_real32s(what, expected, actual)
    character(len=*), intent(in) :: what
    real(real32), intent(in) :: expected(:), actual(:)
    integer :: i
    call that(what // ': as many', size(expected) == size(actual))
    do i = 1, min(size(expected), size(actual))
      call same(what, expected(i), actual(i))
    end do
  end subroutine same_real32s

  !> The next number of Marsaglia's xorshift: integers only, the same on every machine.
  function random_integer() result(next)
    integer(int64) :: next
    seed = ieor(seed, ishft(seed, 13))
    seed = ieor(seed, ishft(seed, -7))
    seed = ieor(seed, ishft(seed, 17))
    next = seed
  end function random_integer

  !> Numbers of both signs over 40 binades, which cancel: their sums, and those of their products of 24-bit neighbours,
  !> are exact in real128 if there are not many thousands.
  function numbers(count, bits) result(values)
    integer, intent(in) :: count, bits
    real(real64) :: values(count)
    integer :: i
    do i = 1, count
      values(i) = scale(real(shifta(random_integer(), 64 - bits), real64), int(mod(random_integer(), 20_int64)))
    end do
  end function numbers

  subroutine finish(name)
    character(len=*), intent(in) :: name
    print '(a, ": ", i0, " checks, ", i0, " failed")', name, checked, failed
    if (failed > 0) error stop 1
  end subroutine finish

end module checks
