!> The installed modules as a stranger uses them; and an exception that is thrown and caught inside the library, which
!> the modules themselves avoid.
program consumer
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_null_ptr, c_ptr, c_size_t
  use isobit
  use stdlib_sum_kahan, only: sum_kahan
  implicit none
  interface
    function sum_of_null(values, count, result) bind(C, name="isobit_sum_f64") result(status)
      import :: c_double, c_int, c_ptr, c_size_t
      type(c_ptr), value :: values
      integer(c_size_t), value :: count
      real(c_double), intent(inout) :: result
      integer(c_int) :: status
    end function sum_of_null
  end interface
  real(c_double) :: x(3, 2), unused
  integer :: ierr
  x = reshape([1e308_c_double, 1.0_c_double, -1e308_c_double, 0.5_c_double, 2.0_c_double, 4.0_c_double], shape(x))
  if (abs(isobit_sum(x) - 7.5_c_double) > 0) error stop 'the sum is wrong'
  if (abs(sum_kahan(x) - 7.5_c_double) > 0) error stop 'the sum by the name of stdlib is wrong'
  if (abs(isobit_exp(0.0_c_double) - 1) > 0) error stop 'a function is wrong'
  unused = isobit_sum(x, mask=[.true.], ierr=ierr)
  if (ierr /= isobit_invalid_argument) error stop 'a mask of another shape was accepted'
  if (sum_of_null(c_null_ptr, 1_c_size_t, unused) /= 1) error stop 'a null pointer was accepted'
  print '(a)', 'fortran consumer: all is well'
end program consumer
