!> The operations of the golden files by the module isobit, for golden_results_test.cpp. `backwards` passes arrays as
!> sections.
module golden_results
  use, intrinsic :: iso_c_binding
  use isobit
  implicit none
  private

contains
  function sum_f64(x, count, backwards) bind(C, name="golden_sum_f64") result(value)
    integer(c_int), value :: count, backwards
    real(c_double), intent(in) :: x(count)
    real(c_double) :: value
    if (backwards == 0) then
      value = isobit_sum(x)
    else
      value = isobit_sum(x(count:1:-1))
    end if
  end function sum_f64

  function asum_f64(x, count, backwards) bind(C, name="golden_asum_f64") result(value)
    integer(c_int), value :: count, backwards
    real(c_double), intent(in) :: x(count)
    real(c_double) :: value
    if (backwards == 0) then
      value = isobit_asum(x)
    else
      value = isobit_asum(x(count:1:-1))
    end if
  end function asum_f64

  function nrm2_f64(x, count, backwards) bind(C, name="golden_nrm2_f64") result(value)
    integer(c_int), value :: count, backwards
    real(c_double), intent(in) :: x(count)
    real(c_double) :: value
    if (backwards == 0) then
      value = isobit_nrm2(x)
    else
      value = isobit_nrm2(x(count:1:-1))
    end if
  end function nrm2_f64

  function mean_f64(x, count, backwards) bind(C, name="golden_mean_f64") result(value)
    integer(c_int), value :: count, backwards
    real(c_double), intent(in) :: x(count)
    real(c_double) :: value
    if (backwards == 0) then
      value = isobit_mean(x)
    else
      value = isobit_mean(x(count:1:-1))
    end if
  end function mean_f64

  function dot_f64(x, y, count, backwards) bind(C, name="golden_dot_f64") result(value)
    integer(c_int), value :: count, backwards
    real(c_double), intent(in) :: x(count), y(count)
    real(c_double) :: value
    if (backwards == 0) then
      value = isobit_dot(x, y)
    else
      value = isobit_dot(x(count:1:-1), y(count:1:-1))
    end if
  end function dot_f64

  !> The sum, or with products the sum of the products, in both precisions, with its hash and bytes.
  subroutine accumulated_f64(x, y, count, products, value, narrow, hash, bytes, size_of_bytes) &
      bind(C, name="golden_accumulated_f64")
    integer(c_int), value :: count, products
    real(c_double), intent(in) :: x(count), y(count)
    real(c_double), intent(out) :: value
    real(c_float), intent(out) :: narrow
    integer(c_int64_t), intent(out) :: hash
    integer(c_int8_t), intent(out) :: bytes(1024)
    integer(c_int), intent(out) :: size_of_bytes
    type(isobit_accumulator) :: state
    if (products == 0) then
      call state%add(x)
    else
      call state%add(x, weights=y)
    end if
    value = state%value()
    narrow = state%value_real32()
    hash = state%hash()
    associate (all => state%bytes())
      size_of_bytes = size(all)
      bytes(1:size(all)) = all
    end associate
  end subroutine accumulated_f64

  function sum_f32(x, count, backwards) bind(C, name="golden_sum_f32") result(value)
    integer(c_int), value :: count, backwards
    real(c_float), intent(in) :: x(count)
    real(c_float) :: value
    if (backwards == 0) then
      value = isobit_sum(x)
    else
      value = isobit_sum(x(count:1:-1))
    end if
  end function sum_f32

  function asum_f32(x, count, backwards) bind(C, name="golden_asum_f32") result(value)
    integer(c_int), value :: count, backwards
    real(c_float), intent(in) :: x(count)
    real(c_float) :: value
    if (backwards == 0) then
      value = isobit_asum(x)
    else
      value = isobit_asum(x(count:1:-1))
    end if
  end function asum_f32

  function nrm2_f32(x, count, backwards) bind(C, name="golden_nrm2_f32") result(value)
    integer(c_int), value :: count, backwards
    real(c_float), intent(in) :: x(count)
    real(c_float) :: value
    if (backwards == 0) then
      value = isobit_nrm2(x)
    else
      value = isobit_nrm2(x(count:1:-1))
    end if
  end function nrm2_f32

  function mean_f32(x, count, backwards) bind(C, name="golden_mean_f32") result(value)
    integer(c_int), value :: count, backwards
    real(c_float), intent(in) :: x(count)
    real(c_float) :: value
    if (backwards == 0) then
      value = isobit_mean(x)
    else
      value = isobit_mean(x(count:1:-1))
    end if
  end function mean_f32

  function dot_f32(x, y, count, backwards) bind(C, name="golden_dot_f32") result(value)
    integer(c_int), value :: count, backwards
    real(c_float), intent(in) :: x(count), y(count)
    real(c_float) :: value
    if (backwards == 0) then
      value = isobit_dot(x, y)
    else
      value = isobit_dot(x(count:1:-1), y(count:1:-1))
    end if
  end function dot_f32

  !> The sum, or with products the sum of the products, in both precisions, with its hash and bytes.
  subroutine accumulated_f32(x, y, count, products, value, narrow, hash, bytes, size_of_bytes) &
      bind(C, name="golden_accumulated_f32")
    integer(c_int), value :: count, products
    real(c_float), intent(in) :: x(count), y(count)
    real(c_double), intent(out) :: value
    real(c_float), intent(out) :: narrow
    integer(c_int64_t), intent(out) :: hash
    integer(c_int8_t), intent(out) :: bytes(1024)
    integer(c_int), intent(out) :: size_of_bytes
    type(isobit_accumulator) :: state
    if (products == 0) then
      call state%add(x)
    else
      call state%add(x, weights=y)
    end if
    value = state%value()
    narrow = state%value_real32()
    hash = state%hash()
    associate (all => state%bytes())
      size_of_bytes = size(all)
      bytes(1:size(all)) = all
    end associate
  end subroutine accumulated_f32

end module golden_results
