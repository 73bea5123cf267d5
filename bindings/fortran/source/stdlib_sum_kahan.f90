!> The compensated sums of the Fortran standard library by their names there: sum_kahan(x [, dim] [, mask]), and the
!> longer ones of stdlib_intrinsics. Compensated sums depend on the order of the numbers; these do not.
module stdlib_sum_kahan
  use isobit_reductions, only: sum_kahan => isobit_sum, fsum_kahan => isobit_sum, &
      stdlib_dot_product_kahan => isobit_dot
  implicit none
  public
end module stdlib_sum_kahan
