!> Products and factors by the module isobit, for golden_matrices_test.cpp.
module golden_matrices
  use, intrinsic :: iso_c_binding
  use isobit
  implicit none
  private

contains

  !> c = alpha*transpose(a)*b + beta*c
  subroutine gemm_s(alpha, a, b, beta, c, rows, depth, columns) bind(C, name="golden_gemm_s")
    integer(c_int), value :: rows, depth, columns
    real(c_float), intent(in) :: alpha, beta, a(depth, rows), b(depth, columns)
    real(c_float), intent(inout) :: c(rows, columns)
    call isobit_gemm(a, b, c, alpha, beta, transa='T')
  end subroutine gemm_s

  subroutine lu_s(a, order) bind(C, name="golden_lu_s")
    integer(c_int), value :: order
    real(c_float), intent(inout) :: a(order, order)
    integer :: pivots(order), info
    call isobit_lu(a, pivots, info)
  end subroutine lu_s

  !> c = alpha*transpose(a)*b + beta*c
  subroutine gemm_d(alpha, a, b, beta, c, rows, depth, columns) bind(C, name="golden_gemm_d")
    integer(c_int), value :: rows, depth, columns
    real(c_double), intent(in) :: alpha, beta, a(depth, rows), b(depth, columns)
    real(c_double), intent(inout) :: c(rows, columns)
    call isobit_gemm(a, b, c, alpha, beta, transa='T')
  end subroutine gemm_d

  subroutine lu_d(a, order) bind(C, name="golden_lu_d")
    integer(c_int), value :: order
    real(c_double), intent(inout) :: a(order, order)
    integer :: pivots(order), info
    call isobit_lu(a, pivots, info)
  end subroutine lu_d

  !> c = alpha*transpose(a)*b + beta*c
  subroutine gemm_c(alpha, a, b, beta, c, rows, depth, columns) bind(C, name="golden_gemm_c")
    integer(c_int), value :: rows, depth, columns
    complex(c_float_complex), intent(in) :: alpha, beta, a(depth, rows), b(depth, columns)
    complex(c_float_complex), intent(inout) :: c(rows, columns)
    call isobit_gemm(a, b, c, alpha, beta, transa='T')
  end subroutine gemm_c

  subroutine lu_c(a, order) bind(C, name="golden_lu_c")
    integer(c_int), value :: order
    complex(c_float_complex), intent(inout) :: a(order, order)
    integer :: pivots(order), info
    call isobit_lu(a, pivots, info)
  end subroutine lu_c

  !> c = alpha*transpose(a)*b + beta*c
  subroutine gemm_z(alpha, a, b, beta, c, rows, depth, columns) bind(C, name="golden_gemm_z")
    integer(c_int), value :: rows, depth, columns
    complex(c_double_complex), intent(in) :: alpha, beta, a(depth, rows), b(depth, columns)
    complex(c_double_complex), intent(inout) :: c(rows, columns)
    call isobit_gemm(a, b, c, alpha, beta, transa='T')
  end subroutine gemm_z

  subroutine lu_z(a, order) bind(C, name="golden_lu_z")
    integer(c_int), value :: order
    complex(c_double_complex), intent(inout) :: a(order, order)
    integer :: pivots(order), info
    call isobit_lu(a, pivots, info)
  end subroutine lu_z

end module golden_matrices
