!> ICON's order_insensit_ieee64_sum of mo_sync. docs/guide/fortran_models.md
module icon_order_insensitive_sum
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use isobit_mpi, only: isobit_global_sum
  implicit none
  private
  public :: order_insensit_ieee64_sum

contains

  function order_insensit_ieee64_sum(vals, num_vals, mpi_comm) result(global_sum)
    integer, intent(in) :: num_vals, mpi_comm
    real(dp), intent(in) :: vals(num_vals)
    real(dp) :: global_sum
    global_sum = isobit_global_sum(vals, mpi_comm)
  end function order_insensit_ieee64_sum

end module icon_order_insensitive_sum
