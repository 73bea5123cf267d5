!> What the environment asks for and this machine has not is said by a status and a message; functions of one number go
!> on without it. The argument says what must fail: everything, products, or with `perhaps` everything or nothing.
program forced_test
  use, intrinsic :: iso_fortran_env, only: real64
  use checks
  use isobit
  implicit none

  character(len=20) :: failing
  character(len=200) :: of_sum, of_product
  integer :: sum_status, product_status
  real(real64) :: a(2, 2), c(2, 2), total

  call get_command_argument(1, failing)
  a = 1
  total = isobit_sum(a, ierr=sum_status, errmsg=of_sum)
  call isobit_gemm(a, a, c, ierr=product_status, errmsg=of_product)
  call same('a function', 2.718281828459045_real64, isobit_exp(1.0_real64))
  if (failing == 'perhaps') then
    call that('one answer', sum_status == product_status)
    failing = merge('everything', 'nothing   ', sum_status /= 0)
  end if
  if (failing == 'everything') then
    call that('a sum is refused', sum_status == isobit_unsupported .and. index(of_sum, 'ISOBIT_FORCE_ISA') > 0)
  else
    call that('a sum', sum_status == 0)
    call same('a sum', 4.0_real64, total)
  end if
  if (failing == 'nothing') then
    call that('a product', product_status == 0)
    call same('a product', 2.0_real64, c(1, 2))
  else
    call that('a product is refused', product_status == isobit_unsupported .and. index(of_product, 'ISOBIT_FORCE_') > 0)
  end if
  call finish('forced_test')
end program forced_test
