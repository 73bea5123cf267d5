!> The module isobit: what it gives, bit for bit, against sums in real128 that are exact for these numbers.
program module_test
  use, intrinsic :: iso_fortran_env, only: int8, int32, int64, real32, real64, real128
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_value, ieee_quiet_nan, ieee_positive_inf
  use checks
  use isobit
  implicit none

  call sums_of_any_shape()
  call other_reductions()
  call complex_numbers()
  call special_values()
  call along_dimensions()
  call dots_along_dimensions()
  call prefixes()
  call groups()
  call accumulators()
  call linear_algebra()
  call functions()
  call failures()
  call finish('module_test')

contains

  pure function exactly(x) result(rounded)
    real(real64), intent(in) :: x(:)
    real(real64) :: rounded
    rounded = real(sum(real(x, real128)), real64)
  end function exactly

  subroutine sums_of_any_shape()
    real(real64) :: x(4, 5, 3, 2), packed(120), line(1000), seven(2, 1, 3, 2, 1, 2, 5)
    real(real32) :: single(77)
    logical :: mask(4, 5, 3, 2)
    logical(kind=1) :: small_mask(4, 5, 3, 2)
    type :: record
      sequence
      real(real32) :: before
      real(real64) :: value
      real(real32) :: after
    end type record
    type(record) :: records(50)
    integer :: n
    packed = numbers(120, 53)
    x = reshape(packed, shape(x))
    mask = reshape(mod([(n, n = 1, 120)], 3) /= 0, shape(mask))
    small_mask = mask
    call same('rank 4', exactly(packed), isobit_sum(x))
    call same('every second', exactly(reshape(x(::2, :, :, :), [60])), isobit_sum(x(::2, :, :, :)))
    call same('backwards', exactly(packed), isobit_sum(x(4:1:-1, 5:1:-1, :, 2:1:-1)))
    call same('inner', exactly(reshape(x(2:3, 2:4, 1:3:2, :), [24])), isobit_sum(x(2:3, 2:4, 1:3:2, :)))
    call same('masked', exactly(pack(x, mask)), isobit_sum(x, mask))
    call same('masked section', exactly(pack(x(::3, :, :, 1), mask(::3, :, :, 2))), &
        isobit_sum(x(::3, :, :, 1), mask=mask(::3, :, :, 2)))
    call same('one mask for all', exactly(packed), isobit_sum(x, mask=.true.))
    call same('masked out', 0.0_real64, isobit_sum(x, mask=.false.))
    call same('a number', x(1, 2, 3, 1), isobit_sum(x(1, 2, 3, 1)))
    call same('nothing', 0.0_real64, isobit_sum(packed(1:0)))
    do n = 0, 1000, 37
      line = numbers(1000, 53)
      call same('a line', exactly(line(1:n)), isobit_sum(line(1:n)))
      call same('a line backwards', exactly(line(1:n)), isobit_sum(line(n:1:-1)))
    end do
    records%value = line(1:50)
    call same('records', exactly(line(1:50)), isobit_sum(records%value))
    seven = reshape(packed, shape(seven))
    call same('rank 7', exactly(packed), isobit_sum(seven(2:1:-1, :, :, :, :, :, 5:1:-1)))
    single = real(numbers(77, 24), real32)
    call same('real32', real(sum(real(single, real128)), real32), isobit_sum(single(77:1:-1)))
    call same('real32 masked', real(sum(real(single(1:77:2), real128)), real32), &
        isobit_sum(single, mask=mod([(n, n = 1, 77)], 2) == 1))
    call same('cancels', 1.0_real64, isobit_sum([1e308_real64, 1.0_real64, -1e308_real64]))
  end subroutine sums_of_any_shape

  subroutine other_reductions()
    real(real64) :: x(20, 30), y(20, 30)
    real(real32) :: s(20, 30)
    logical :: mask(20, 30)
    real(real128) :: total
    integer :: n
    x = reshape(numbers(600, 30), shape(x))
    y = reshape(numbers(600, 30), shape(y))
    s = real(reshape(numbers(600, 24), shape(s)), real32)
    mask = reshape(mod([(n, n = 1, 600)], 7) < 4, shape(mask))
    call same('asum', real(sum(abs(real(x, real128))), real64), isobit_asum(x(20:1:-1, :)))
    call same('asum masked', real(sum(abs(real(x, real128)), mask), real64), isobit_asum(x, mask))
    call same('nrm2', real(sqrt(sum(real(x, real128)**2)), real64), isobit_nrm2(x(:, 30:1:-1)))
    call same('nrm2 masked', real(sqrt(sum(real(x, real128)**2, mask)), real64), isobit_nrm2(x, mask=mask))
    call same('nrm2 real32', real(sqrt(sum(real(s, real128)**2)), real32), isobit_nrm2(s))
    total = sum(real(x, real128))
    call same('mean', real(total / 600, real64), isobit_mean(x))
    call same('mean masked', real(sum(real(x, real128), mask) / count(mask), real64), isobit_mean(x, mask))
    call that('mean of nothing', ieee_is_nan(isobit_mean(x, mask=.false.)))
    call same('dot', real(sum(real(x, real128) * real(y, real128)), real64), isobit_dot(x, y))
    call same('dot of sections', real(sum(real(x(::3, 2:9), real128) * real(y(20:1:-3, 9:2:-1), real128)), real64), &
        isobit_dot(x(::3, 2:9), y(20:1:-3, 9:2:-1)))
    call same('dot masked', real(sum(real(x, real128) * real(y, real128), mask), real64), isobit_dot(x, y, mask))
    call same('dot real32', real(sum(real(s, real128)**2), real32), isobit_dot(s, s))
  end subroutine other_reductions

  subroutine complex_numbers()
    complex(real64) :: x(11, 13), y(11, 13), expected
    complex(real32) :: s(40)
    logical :: mask(11, 13)
    real(real128) :: xr(11, 13), xi(11, 13), yr(11, 13), yi(11, 13)
    integer :: n
    x = reshape(cmplx(numbers(143, 30), numbers(143, 30), real64), shape(x))
    y = reshape(cmplx(numbers(143, 30), numbers(143, 30), real64), shape(y))
    mask = reshape(mod([(n, n = 1, 143)], 5) < 2, shape(mask))
    xr = real(x, real64)
    xi = aimag(x)
    yr = real(y, real64)
    yi = aimag(y)
    call same('complex sum', cmplx(real(sum(xr), real64), real(sum(xi), real64), real64), isobit_sum(x))
    call same('complex sum, backwards', cmplx(real(sum(xr), real64), real(sum(xi), real64), real64), &
        isobit_sum(x(11:1:-1, :)))
    call same('complex sum, masked', cmplx(real(sum(xr, mask), real64), real(sum(xi, mask), real64), real64), &
        isobit_sum(x, mask))
    expected = cmplx(real(sum(xr * yr + xi * yi), real64), real(sum(xr * yi - xi * yr), real64), real64)
    call same('complex dot', expected, isobit_dot(x, y))
    call same('complex dot of sections', expected, isobit_dot(x(11:1:-1, :), y(11:1:-1, :)))
    expected = cmplx(real(sum(xr * yr + xi * yi, mask), real64), real(sum(xr * yi - xi * yr, mask), real64), real64)
    call same('complex dot, masked', expected, isobit_dot(x, y, mask))
    call same('complex asum', real(sum(abs(xr) + abs(xi)), real64), isobit_asum(x))
    call same('complex nrm2', real(sqrt(sum(xr**2 + xi**2)), real64), isobit_nrm2(x(:, 13:1:-1)))
    call same('complex mean', cmplx(real(sum(xr) / 143, real64), real(sum(xi) / 143, real64), real64), isobit_mean(x))
    s = cmplx(numbers(40, 24), numbers(40, 24), real32)
    call same('complex real32', cmplx(real(sum(real(real(s), real128)), real32), &
        real(sum(real(aimag(s), real128)), real32), real32), isobit_sum(s))
  end subroutine complex_numbers

  subroutine special_values()
    real(real64) :: x(6), negative_zero, infinity
    negative_zero = -0.0_real64
    infinity = ieee_value(infinity, ieee_positive_inf)
    x = negative_zero
    call same('-0', negative_zero, isobit_sum(x))
    call same('-0 masked', negative_zero, isobit_sum(x, mask=[.true., .false., .true., .true., .false., .true.]))
    x(3) = infinity
    call same('infinity', infinity, isobit_sum(x))
    x(5) = ieee_value(infinity, ieee_quiet_nan)
    call that('NaN', ieee_is_nan(isobit_sum(x)))
    call same('NaN masked out', infinity, isobit_sum(x, mask=.not. ieee_is_nan(x)))
    x = tiny(x) / 8
    call same('subnormal', 6 * (tiny(infinity) / 8), isobit_sum(x(6:1:-1)))
    x = huge(x)
    x(2::2) = -huge(x)
    call same('huge', 0.0_real64, isobit_sum(x))
  end subroutine special_values

  subroutine along_dimensions()
    real(real64) :: x(3, 4, 5), packed(60)
    logical :: mask(3, 4, 5)
    integer :: n
    packed = numbers(60, 53)
    x = reshape(packed, shape(x))
    mask = reshape(mod([(n, n = 1, 60)], 4) /= 1, shape(mask))
    call same('dim 1', reshape(real(sum(real(x, real128), 1), real64), [20]), reshape(isobit_sum(x, 1), [20]))
    call same('dim 2', reshape(real(sum(real(x, real128), 2), real64), [15]), reshape(isobit_sum(x, dim=2), [15]))
    call same('dim 3', reshape(real(sum(real(x, real128), 3), real64), [12]), reshape(isobit_sum(x, dim=3), [12]))
    call same('dim 2, masked', reshape(real(sum(real(x, real128), 2, mask), real64), [15]), &
        reshape(isobit_sum(x, 2, mask), [15]))
    call same('dim 1 of a matrix', real(sum(real(x(:, ::2, 3), real128), 1), real64), isobit_sum(x(:, ::2, 3), 1))
    call same('mean along', real(sum(real(x(1, :, :), real128), 2) / 5, real64), isobit_mean(x(1, :, :), 2))
    call same('asum along', real(sum(abs(real(x(1, :, :), real128)), 1), real64), isobit_asum(x(1, :, :), 1))
    call same('nrm2 along', real(sqrt(sum(real(x(1, :, :), real128)**2, 1)), real64), isobit_nrm2(x(1, :, :), 1))
    call same('real32 along', real(sum(real(real(x(2, :, :), real32), real128), 1), real32), &
        isobit_sum(real(x(2, :, :), real32), 1))
  end subroutine along_dimensions

  subroutine dots_along_dimensions()
    real(real64) :: x(3, 4, 5), y(3, 4, 5), seven(2, 1, 3, 2, 1, 2, 5)
    complex(real64) :: z(4, 5)
    logical :: mask(3, 4, 5)
    real(real128) :: products(3, 4, 5)
    integer :: n, ierr
    x = reshape(numbers(60, 30), shape(x))
    y = reshape(numbers(60, 30), shape(y))
    mask = reshape(mod([(n, n = 1, 60)], 4) /= 1, shape(mask))
    products = real(x, real128) * y
    call same('dot along 1', reshape(real(sum(products, 1), real64), [20]), reshape(isobit_dot(x, y, 1), [20]))
    call same('dot along 2', reshape(real(sum(products, 2), real64), [15]), reshape(isobit_dot(x, y, dim=2), [15]))
    call same('dot along 3, masked', reshape(real(sum(products, 3, mask), real64), [12]), &
        reshape(isobit_dot(x, y, 3, mask), [12]))
    call same('dot of sections along', real(sum(real(x(:, ::2, 3), real128) * y(:, 4:1:-2, 1), 2), real64), &
        isobit_dot(x(:, ::2, 3), y(:, 4:1:-2, 1), 2))
    call same('dot real32 along', real(sum(real(real(x(2, :, :), real32), real128) * real(y(2, :, :), real32), 1), &
        real32), isobit_dot(real(x(2, :, :), real32), real(y(2, :, :), real32), 1))
    seven = reshape(numbers(120, 30), shape(seven))
    call same('dot of rank 7 along', reshape(real(sum(real(seven, real128)**2, 7), real64), [24]), &
        reshape(isobit_dot(seven, seven, 7), [24]))
    z = cmplx(x(1, :, :), y(1, :, :), real64)
    associate (dots => isobit_dot(z, cmplx(y(2, :, :), x(2, :, :), real64), 2))
      do n = 1, 4
        call same('complex dot along', isobit_dot(z(n, :), cmplx(y(2, n, :), x(2, n, :), real64)), dots(n))
      end do
    end associate
    associate (dots => isobit_dot(x, y(:, :, 1:4), 1, ierr=ierr))
      call that('sides of different shape along', ierr == isobit_invalid_argument .and. all(abs(dots) <= 0))
    end associate
    associate (dots => isobit_dot(z, z, 3, ierr=ierr))
      call that('no such dimension of a dot', ierr == isobit_invalid_argument .and. size(dots) == 4)
    end associate
  end subroutine dots_along_dimensions

  subroutine prefixes()
    real(real64) :: x(50), y(50), z(4, 6), scanned(4, 6)
    integer :: n
    x = numbers(50, 53)
    y = isobit_scan(x)
    do n = 1, 50
      call same('prefix', exactly(x(1:n)), y(n))
    end do
    y = isobit_scan(x(50:1:-1), exclusive=.true.)
    do n = 1, 50
      call same('exclusive prefix', exactly(x(50:52 - n:-1)), y(n))
    end do
    y = isobit_scan(x, mask=x > 0)
    do n = 1, 50
      call same('masked prefix', exactly(pack(x(1:n), x(1:n) > 0)), y(n))
    end do
    z = reshape(x(1:24), shape(z))
    scanned = isobit_scan(z, dim=2)
    do n = 1, 6
      call same('prefix along', exactly(z(3, 1:n)), scanned(3, n))
    end do
  end subroutine prefixes

  subroutine groups()
    integer(int32) :: keys(100)
    integer(int32), allocatable :: found(:)
    real(real64) :: values(100)
    real(real64), allocatable :: sums(:)
    integer :: n
    keys = [(int(mod(random_integer(), 4_int64), int32), n = 1, 100)]
    values = numbers(100, 53)
    call isobit_sum_by_key(keys, values, found, sums)
    call that('as many keys', size(found) == 7 .and. size(sums) == 7)
    do n = 1, size(found)
      call that('ascending', found(n) == n - 4)
      call same('sum by key', exactly(pack(values, keys == found(n))), sums(n))
    end do
    call isobit_sum_by_key(keys, values, found, sums, mask=keys > 0)
    call that('masked keys', all(found == [1, 2, 3]))
  end subroutine groups

  subroutine accumulators()
    type(isobit_accumulator) :: a, b, c, nothing, several(3)
    real(real64) :: x(40), w(40)
    integer(int8), allocatable :: bytes(:)
    integer :: ierr
    character(len=200) :: message
    x = numbers(40, 30)
    w = numbers(40, 30)
    call a%add(x(1:25))
    call b%add(x(40:26:-1))
    c = a + b
    call same('a + b', exactly(x), c%value())
    call that('any order', merged(b, a) == c .and. .not. (a == b) .and. a /= b)
    call that('hash', c%hash() == hash_of(merged(b, a)))
    c = c - b
    call same('(a + b) - b', exactly(x(1:25)), c%value())
    call that('order', (a < b) .eqv. (exactly(x(1:25)) < exactly(x(26:40))))
    call that('order', (a >= b) .neqv. (a < b))
    call that('order', (a <= c) .and. (a >= c) .and. .not. (a > c))
    call c%retract(x(1:24))
    call same('retract', x(25), c%value())
    c = 0.1_real64
    call same('from a number', 0.1_real64, c%value())
    call c%add(x, weights=w)
    call c%retract(0.1_real64)
    call same('weights', real(sum(real(x, real128) * real(w, real128)), real64), c%value())
    call same('weights, real32', real(sum(real(x, real128) * real(w, real128)), real32), c%value_real32())
    call same('nothing', 0.0_real64, nothing%value())
    bytes = c%bytes()
    call b%from_bytes(bytes)
    call that('bytes', b == c)
    bytes(1) = 0
    call b%from_bytes(bytes, ierr, message)
    call that('wrong bytes', ierr == isobit_malformed_bytes .and. b == c .and. index(message, 'isobit') == 1)
    call several(2)%add(x)
    call same('mean', real(sum(real(x, real128)) / 40, real64), several(2)%mean(40_int64))
    call same('an array of them', [0.0_real64, exactly(x), 0.0_real64], several%value())
    call same('mean of none', 0.0_real64, several(2)%mean(0_int64, ierr))
    call that('mean of none', ierr == isobit_invalid_argument)
  end subroutine accumulators

  function merged(a, b) result(c)
    type(isobit_accumulator), intent(in) :: a, b
    type(isobit_accumulator) :: c
    c = a
    call c%merge(b)
  end function merged

  function hash_of(a) result(hash)
    type(isobit_accumulator), intent(in) :: a
    integer(int64) :: hash
    hash = a%hash()
  end function hash_of

  subroutine linear_algebra()
    real(real64) :: a(6, 7), b(7, 5), c(6, 5), big(12, 14), x(7), y(6), square(5, 5), right(5, 2), solution(5)
    real(real128) :: expected(6, 5)
    type :: part
      complex(real64) :: z
      real(real64) :: between
    end type part
    type(part) :: parts(7)
    complex(real64) :: w(6)
    real(real64) :: interleaved(25)
    integer :: pivots(5), info, ierr, n
    a = reshape(numbers(42, 30), shape(a))
    b = reshape(numbers(35, 30), shape(b))
    x = numbers(7, 30)
    expected = matmul(real(a, real128), real(b, real128))
    call isobit_gemm(a, b, c)
    call same('gemm', reshape(real(expected, real64), [30]), reshape(c, [30]))
    big(2:12:2, 14:1:-2) = a
    c = 0
    call isobit_gemm(big(2:12:2, 14:1:-2), b, c)
    call same('gemm of a section', reshape(real(expected, real64), [30]), reshape(c, [30]))
    parts%z = cmplx(x, -x, real64)
    call isobit_gemv(cmplx(a, 0, real64), parts%z, w)
    call same('gemv of components', real(matmul(real(a, real128), real(x, real128)), real64), real(w, real64))
    call same('gemv of components', -real(w, real64), aimag(w))
    call isobit_gemm(b, a, big(1:5, 1:6), alpha=2.0_real64, beta=0.0_real64, transa='T', transb='t')
    call same('gemm transposed', reshape(real(2 * transpose(expected), real64), [30]), reshape(big(1:5, 1:6), [30]))
    call isobit_gemv(a, x, y)
    call same('gemv', real(matmul(real(a, real128), real(x, real128)), real64), y)
    interleaved(1:25:4) = x
    call isobit_gemv(a, interleaved(1:25:4), interleaved(2:12:2))
    call same('gemv between its operand', y, interleaved(2:12:2))
    square = reshape(real([(mod(n * n, 11) + merge(20, 0, mod(n, 6) == 1), n = 1, 25)], real64), shape(square))
    solution = [1, -2, 3, -4, 5]
    right(:, 1) = matmul(square, solution)
    right(:, 2) = 2 * right(:, 1)
    call isobit_solve(square, right, refinements=5)
    call same('solve', [solution, 2 * solution], reshape(right, [10]))
    right(:, 1) = matmul(square, solution)
    call isobit_solve(square, right(:, 1), 5)
    call same('solve one', solution, right(:, 1))
    c(1:5, :) = square
    call isobit_lu(c(1:5, :), pivots, info)
    call that('lu', info == 0 .and. all(pivots >= [1, 2, 3, 4, 5]) .and. all(pivots <= 5))
    right(:, 1) = matmul(square, solution)
    call isobit_lu_solve(c(1:5, :), pivots, right(:, 1))
    call that('lu_solve', all(abs(right(:, 1) - solution) < 1e-12_real64))
    square(3, :) = 0
    right = 1
    call isobit_solve(square, right, ierr=ierr)
    call that('singular', ierr == isobit_singular .and. all(right == 1))
    call isobit_lu(square, pivots, info)
    call that('lu of a singular matrix', info == 5)
    call isobit_gemm(a, a, c, ierr=ierr)
    call that('shapes', ierr == isobit_invalid_argument)
    call isobit_gemm(a, b, c, transa='x', ierr=ierr)
    call that('trans', ierr == isobit_invalid_argument)
    call isobit_lu_solve(square, [7, 1, 1, 1, 1], right, ierr)
    call that('pivots', ierr == isobit_invalid_argument)
  end subroutine linear_algebra

  !> Known values; the golden tests compare many more.
  subroutine functions()
    real(real64) :: x(2, 2)
    x = reshape([0.0_real64, 1.0_real64, 2.0_real64, -1.0_real64], shape(x))
    call same('exp', transfer([int(z'3FF0000000000000', int64), int(z'4005BF0A8B145769', int64), &
        int(z'401D8E64B8D4DDAE', int64), int(z'3FD78B56362CEF38', int64)], [0.0_real64]), reshape(isobit_exp(x), [4]))
    call same('pow', 1024.0_real64, isobit_pow(2.0_real64, 10.0_real64))
    call same('hypot', 5.0_real32, isobit_hypot(3.0_real32, 4.0_real32))
    call same('atan2', 2 * isobit_atan(1.0_real64), isobit_atan2(1.0_real64, 0.0_real64))
    call same('tgamma', 24.0_real32, isobit_tgamma(5.0_real32))
    call same('log10', 3.0_real64, isobit_log10(1000.0_real64))
    call same('sqrt', 1.4142135623730951_real64, isobit_sqrt(2.0_real64))
    call same('atan2 by name', isobit_atan2(1.0_real64, -2.0_real64), isobit_atan2(x=-2.0_real64, y=1.0_real64))
    call same('atan2pi by name', 0.75_real32, isobit_atan2pi(x=-1.0_real32, y=1.0_real32))
    call functions_of_more()
  end subroutine functions

  !> Of a number and an integer, of three numbers, with two results, and of complex numbers.
  subroutine functions_of_more()
    real(real64) :: x(3), sine(3), cosine(3)
    real(real32) :: single(2)
    x = [0.5_real64, 1.0_real64, 1e22_real64]
    call same('pown', [-27.0_real64, 1.0_real64 / 8], isobit_pown([-3.0_real64, 2.0_real64], [3, -3]))
    call same('pown of a large integer', 1.0_real32, isobit_pown(-1.0_real32, 2_int64**62))
    call same('rootn', [3.0_real32, -2.0_real32], isobit_rootn([81.0_real32, -32.0_real32], [4, 5]))
    call same('compoundn', 2.25_real64, isobit_compoundn(0.5_real64, 2))
    call same('fma', -2.0_real64**(-104), isobit_fma(1 + 2.0_real64**(-52), 1 - 2.0_real64**(-52), -1.0_real64))
    call same('fma of floats', 10.0_real32, isobit_fma(2.0_real32, 3.0_real32, 4.0_real32))
    call isobit_sincos(x, sine, cosine)
    call same('sincos, sine', isobit_sin(x), sine)
    call same('sincos, cosine', isobit_cos(x), cosine)
    call isobit_sincos(2.0_real32, single(1), single(2))
    call same('sincos of a float', [isobit_sin(2.0_real32), isobit_cos(2.0_real32)], single)
    call same('complex sqrt', (0.0_real64, 2.0_real64), isobit_sqrt((-4.0_real64, 0.0_real64)))
    call same('complex pow', (-1.0_real64, 0.0_real64), isobit_pow((0.0_real64, 1.0_real64), (2.0_real64, 0.0_real64)))
    call same('complex pow of floats', (8.0_real32, 0.0_real32), &
        isobit_pow((2.0_real32, 0.0_real32), (3.0_real32, 0.0_real32)))
  end subroutine functions_of_more

  !> What is refused is said, and nothing is thrown: no_exceptions.c.
  subroutine failures()
    real(real64) :: x(4, 4), value
    integer :: ierr
    character(len=100) :: message
    x = 1
    value = isobit_sum(x, mask=[.true., .false.], ierr=ierr, errmsg=message)
    call that('a mask of another shape', ierr == isobit_invalid_argument .and. index(message, 'mask') > 0)
    value = isobit_dot(x, x(:, 1:3), ierr=ierr)
    call that('sides of different shape', ierr == isobit_invalid_argument)
    associate (values => isobit_sum(x, 3, ierr=ierr))
      call that('no such dimension', ierr == isobit_invalid_argument .and. size(values) == 4)
    end associate
    value = isobit_sum(x, ierr=ierr)
    call that('all is well', ierr == isobit_ok)
    call assumed_size(x)
  end subroutine failures

  subroutine assumed_size(x)
    real(real64), intent(in) :: x(*)
    real(real64) :: value
    integer :: ierr
    value = isobit_sum(x(1:16), ierr=ierr)
    call same('a section of assumed size', 16.0_real64, value)
  end subroutine assumed_size

end program module_test
