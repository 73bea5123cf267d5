!> The functions of complex numbers: known values, and on the axes the bits of the functions of real ones, which tell
!> them apart. What else there is to them is tested in C++.
program complex_functions_test
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use checks
  use isobit
  implicit none

  call known_values()
  call on_the_axes_real32()
  call on_the_axes_real64()
  call finish('complex_functions_test')

contains

  subroutine known_values()
    complex(real64) :: powers(2, 2)
    complex(real32) :: power
    call same('sqrt', (0.0_real64, -2.0_real64), isobit_sqrt(cmplx(-4.0_real64, -0.0_real64, real64)))
    call same('sqrt', (0.0_real32, 2.0_real32), isobit_sqrt((-4.0_real32, 0.0_real32)))
    powers = isobit_pow(reshape([(3.0_real64, 4.0_real64), (0.0_real64, 1.0_real64), (2.0_real64, 0.0_real64), &
        (1.0_real64, 1.0_real64)], [2, 2]), (2.0_real64, 0.0_real64))
    call same('pow', (-7.0_real64, 24.0_real64), powers(1, 1))
    call same('pow of an array', (0.0_real64, 2.0_real64), powers(2, 2))
    power = isobit_pow((3.0_real32, 4.0_real32), (1.5_real32, 0.0_real32))
    call same('pow', (2.0_real32, 11.0_real32), power)
  end subroutine known_values

  subroutine on_the_axes_real64()
    real(real64), parameter :: x = 0.625_real64, above = 1.625_real64
    complex(real64), parameter :: z = (x, 0.0_real64)
    call same('on the real axis', [isobit_exp(x), isobit_log(x), isobit_sqrt(x), isobit_sin(x), isobit_cos(x), &
        isobit_tan(x), isobit_asin(x), isobit_acos(x), isobit_atan(x), isobit_sinh(x), isobit_cosh(x), isobit_tanh(x), &
        isobit_asinh(x), isobit_acosh(above), isobit_atanh(x)], &
        real([isobit_exp(z), isobit_log(z), isobit_sqrt(z), isobit_sin(z), isobit_cos(z), &
        isobit_tan(z), isobit_asin(z), isobit_acos(z), isobit_atan(z), isobit_sinh(z), isobit_cosh(z), isobit_tanh(z), &
        isobit_asinh(z), isobit_acosh(cmplx(above, 0.0_real64, real64)), isobit_atanh(z)], real64))
    call same('exp of an angle', cmplx(isobit_cos(x), isobit_sin(x), real64), isobit_exp(cmplx(0.0_real64, x, real64)))
  end subroutine on_the_axes_real64

  subroutine on_the_axes_real32()
    real(real32), parameter :: x = 0.625_real32, above = 1.625_real32
    complex(real32), parameter :: z = (x, 0.0_real32)
    call same('on the real axis', [isobit_exp(x), isobit_log(x), isobit_sqrt(x), isobit_sin(x), isobit_cos(x), &
        isobit_tan(x), isobit_asin(x), isobit_acos(x), isobit_atan(x), isobit_sinh(x), isobit_cosh(x), isobit_tanh(x), &
        isobit_asinh(x), isobit_acosh(above), isobit_atanh(x)], &
        real([isobit_exp(z), isobit_log(z), isobit_sqrt(z), isobit_sin(z), isobit_cos(z), &
        isobit_tan(z), isobit_asin(z), isobit_acos(z), isobit_atan(z), isobit_sinh(z), isobit_cosh(z), isobit_tanh(z), &
        isobit_asinh(z), isobit_acosh(cmplx(above, 0.0_real32, real32)), isobit_atanh(z)], real32))
    call same('exp of an angle', cmplx(isobit_cos(x), isobit_sin(x), real32), isobit_exp(cmplx(0.0_real32, x, real32)))
  end subroutine on_the_axes_real32

end program complex_functions_test
