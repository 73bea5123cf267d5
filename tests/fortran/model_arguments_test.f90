!> The arguments and kinds of the models' modules that models_test leaves out, on any number of ranks and by both
!> decompositions.
program model_arguments_test
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_positive_inf, ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64, real128
  use mpi_f08
  use checks
  use shares
  implicit none

  integer, parameter :: nx = 10, ny = 21, nz = 4
  integer :: rank, ranks, decomposition
  integer, allocatable :: rows(:)
  real(real64) :: field(nx, ny, nz), area(nx, ny)
  real(real32) :: single(nx, ny, nz), single_area(nx, ny)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  do decomposition = 1, 2
    field = reshape(numbers(nx * ny * nz, 30), shape(field))
    area = reshape(numbers(nx * ny, 30), shape(area))
    single = real(field, real32)
    single_area = real(area, real32)
    rows = rows_of(rank)
    call e3sm_options()
    call e3sm_hints()
    call mom6()
    call mom6_errors()
    call cice()
    call cice_factors()
    call cice_integers()
    call mpas()
    call mpas_integers()
    call stdlib()
  end do
  call finish('model_arguments_test')
  call MPI_Finalize()

contains

  pure function rows_of(which) result(theirs)
    integer, intent(in) :: which
    integer, allocatable :: theirs(:)
    theirs = share_of(ny, which, ranks, decomposition == 2)
  end function rows_of

  pure function exactly(x) result(rounded)
    real(real64), intent(in) :: x(:, :)
    real(real64) :: rounded
    rounded = real(sum(real(x, real128)), real64)
  end function exactly

  subroutine e3sm_options()
    use shr_reprosum_mod
    real(real64) :: arr(5, 1), sums(1)
    real(real64), parameter :: half(2, 1) = reshape([0.5_real64, 0.0_real64], [2, 1])
    real(real64), parameter :: quarter(2, 1) = reshape([0.25_real64, 9.0_real64], [2, 1])
    character(len=80) :: line
    integer :: log
    call shr_reprosum_setopts(repro_sum_use_ddpdd_in=.true., repro_sum_rel_diff_max_in=0.25_real64, &
        repro_sum_recompute_in=.true.)
    call same('rel_diff_max', 0.25_real64, shr_reprosum_reldiffmax)
    call that('recompute', shr_reprosum_recompute)
    call that('above the limit', shr_reprosum_tolExceeded('test', 1, .false., 6, half))
    call that('below it', .not. shr_reprosum_tolExceeded('test', 1, .false., 6, quarter))
    call shr_reprosum_setopts(repro_sum_rel_diff_max_in=-1.0_real64, repro_sum_recompute_in=.false.)
    call that('no recompute', .not. shr_reprosum_recompute)
    call that('no limit', .not. shr_reprosum_tolExceeded('test', 1, .false., 6, half))
    arr = 1
    arr(2, 1) = ieee_value(arr(2, 1), ieee_quiet_nan)
    call shr_reprosum_setopts(repro_sum_allow_infnan_in=.true.)
    call shr_reprosum_calc(arr, sums, 5, 5, 1)
    call that('NaN allowed by option', ieee_is_nan(sums(1)))
    call shr_reprosum_setopts(repro_sum_allow_infnan_in=.false.)
    open (newunit=log, status='scratch')
    call shr_reprosum_setopts(repro_sum_use_ddpdd_in=.true., repro_sum_master=.false., repro_sum_logunit=log)
    call shr_reprosum_setopts(repro_sum_use_ddpdd_in=.true., repro_sum_master=.true., repro_sum_logunit=log)
    rewind (log)
    read (log, '(a)') line
    call that('the log', line == 'shr_reprosum_setopts: exact sums by isobit, rounded once')
    read (log, '(a)') line
    call that('the log on double-double', index(line, 'double-double was asked for') > 0)
    close (log)
  end subroutine e3sm_options

  !> What callers say of their summands changes nothing, even if it is wrong; one field goes another way than many.
  subroutine e3sm_hints()
    use shr_reprosum_mod
    real(real64) :: arr(nx * size(rows) + 3, nz), sums(nz), expected(nz), largest(1)
    integer :: f, most, levels(1)
    arr = 1e30_real64
    arr(1:nx * size(rows), :) = reshape(field(:, rows, :), [nx * size(rows), nz])
    expected = [(exactly(field(:, :, f)), f = 1, nz)]
    call shr_reprosum_calc(arr, sums, nx * size(rows), size(arr, 1), nz, ddpdd_sum=.true., &
        arr_gbl_max=maxval(maxval(abs(field), 1), 1), arr_max_levels=[(2, f = 1, nz)], gbl_max_nsummands=nx * ny)
    call same('right hints', expected, sums)
    call shr_reprosum_calc(arr, sums, nx * size(rows), size(arr, 1), nz, arr_gbl_max=[(1e-300_real64, f = 1, nz)], &
        arr_max_levels=[(1, f = 1, nz)], gbl_max_nsummands=1, gbl_count=1)
    call same('wrong hints', expected, sums)
    call shr_reprosum_calc(arr(:, 2:2), sums(1:1), nx * size(rows), size(arr, 1), 1)
    call same('one field', expected(2), sums(1))
    call shr_reprosum_calc(arr(:, 3:3), sums(1:1), nx * size(rows), size(arr, 1), 1, arr_gbl_max=[1.0_real64], &
        arr_gbl_max_out=largest, arr_max_levels=[1], arr_max_levels_out=levels, gbl_max_nsummands=1, &
        gbl_max_nsummands_out=most, commid=MPI_COMM_WORLD%MPI_VAL)
    call same('one field with all arguments', expected(3), sums(1))
    call same('its largest', maxval(abs(field(:, :, 3))), largest(1))
    call shr_reprosum_calc(arr(:, 3:3), sums(1:1), 0, size(arr, 1), 1, arr_gbl_max_out=largest)
    call same('nothing', [0.0_real64, 0.0_real64], [sums(1), largest(1)])
    call that('its levels and summands', levels(1) == 1 .and. most >= nx * size(rows) .and. most <= nx * ny)
  end subroutine e3sm_hints

  subroutine mom6()
    use MOM_reproducing_sums
    real(real64) :: x(3, 1), total
    type(EFP_type) :: efp
    integer :: second_rows(ranks), later_rows(ny - ranks), theirs, r
    theirs = 0
    do r = 0, ranks - 1
      associate (of_rank => rows_of(r))
        second_rows(r + 1) = of_rank(2)
        later_rows(theirs + 1:theirs + size(of_rank) - 1) = of_rank(2:)
        theirs = theirs + size(of_rank) - 1
      end associate
    end do
    call set_reproducing_sum_comm(MPI_COMM_WORLD%MPI_VAL)
    call same('jsr', exactly(field(:, later_rows, 1)), reproducing_sum(field(:, rows, 1), jsr=2))
    call same('jsr and jer', exactly(field(:, second_rows, 1)), reproducing_sum(field(:, rows, 1), jsr=2, jer=2))
    call same('all bounds', exactly(field(2:5, second_rows, 1)), reproducing_sum(field(:, rows, 1), 2, 5, 2, 2))
    call same('all bounds, EFP', exactly(field(2:5, second_rows, 1)), &
        EFP_to_real(reproducing_sum_EFP(field(:, rows, 1), 2, 5, 2, 2)))
    call same('all bounds, 3-D', exactly(reshape(field(2:5, second_rows, :), [4 * ranks, nz])), &
        reproducing_sum(field(:, rows, :), 2, 5, 2, 2))
    call same('overflow_check', exactly(field(:, :, 2)), reproducing_sum(field(:, rows, 2), overflow_check=.true.))
    call same('no overflow_check', exactly(field(:, :, 2)), reproducing_sum(field(:, rows, 2), overflow_check=.false.))
    call same('overflow_check, EFP', exactly(field(:, :, 2)), &
        EFP_to_real(reproducing_sum_EFP(field(:, rows, 2), overflow_check=.true.)))
    ! The one of these three is lost in plain arithmetic, and only there.
    x(:, 1) = [1e16_real64, 1.0_real64, -1e16_real64]
    call same('reproducing', real(ranks, real64), reproducing_sum(x, reproducing=.true.))
    call same('not reproducing', 0.0_real64, reproducing_sum(x, reproducing=.false.))
    x(:, 1) = [8.0_real64, 16.0_real64, real(8 * rank, real64)]
    total = reproducing_sum(x, isr=2, jer=1, reproducing=.false., EFP_sum=efp, unscale=0.25_real64)
    call same('not reproducing, of a part', real(16 * ranks + 4 * ranks * (ranks - 1), real64), total)
    call same('its EFP_sum', total / 4, EFP_to_real(efp))
    call same('not reproducing, here', real(24 + 8 * rank, real64), &
        reproducing_sum(x, reproducing=.false., only_on_PE=.true.))
  end subroutine mom6

  subroutine mom6_errors()
    use MOM_reproducing_sums
    real(real64) :: x(2, 2), total, infinity
    type(EFP_type) :: efp, list(3)
    integer :: err
    logical :: overflow, errors(3)
    infinity = ieee_value(infinity, ieee_positive_inf)
    x = huge(x)
    total = reproducing_sum(x, err=err)
    call that('a sum that overflows', err == 2)
    call same('a sum that overflows', infinity, total)
    total = reproducing_sum(spread(x, 3, 2), err=err)
    call that('a 3-D one', err == 2)
    total = reproducing_sum(x, reproducing=.false., err=err)
    call that('a plain one', err == 2)
    x(2, 1) = ieee_value(total, ieee_quiet_nan)
    total = reproducing_sum(x, err=err)
    call that('NaN', err == 4 .and. ieee_is_nan(total))
    call that('a plain NaN', ieee_is_nan(reproducing_sum(x, reproducing=.false.)))
    efp = reproducing_sum_EFP(x, err=err)
    call that('NaN as EFP', err == 4 .and. ieee_is_nan(EFP_to_real(efp)))
    total = reproducing_sum(x, isr=1, ier=1, jsr=2, err=err)
    call that('beside the NaN', err == merge(0, 2, ranks == 1))
    overflow = .false.
    list(1) = real_to_EFP(1.5_real64, overflow)
    call that('no overflow', .not. overflow)
    list(2) = real_to_EFP(infinity, overflow)
    call that('overflow', overflow)
    list(3) = real_to_EFP(huge(infinity), overflow)
    call that('overflow stays', overflow)
    call EFP_sum_across_PEs(list, 3, errors)
    call that('errors', all(errors .eqv. [.false., .true., ranks > 1]))
    call same('beside errors', 1.5_real64 * ranks, EFP_to_real(list(1)))
    call EFP_sum_across_PEs(list(2), overflow)
    call that('error', overflow)
    call that('no error is kept', .not. query_EFP_overflow_error())
    call reset_EFP_overflow_error()
    call that('nor after a reset', .not. query_EFP_overflow_error())
  end subroutine mom6_errors

  !> Every row is a block with a halo about it.
  subroutine cice()
    use cice_global_sum
    type(distrb) :: dist
    real(real64) :: array(nx + 2, 3, size(rows)), second(nx + 2, 3, size(rows)), mMask(nx + 2, 3, size(rows))
    real(real64) :: ones(4, 3, 2)
    logical :: lMask(nx + 2, 3, size(rows)), inside(nx, ny), wet(nx, ny)
    integer :: b
    dist%communicator = MPI_COMM_WORLD%MPI_VAL
    dist%ilo = [(2, b = 1, size(rows))]
    dist%ihi = [(nx + 1, b = 1, size(rows))]
    dist%jlo = dist%ilo
    dist%jhi = dist%ilo
    array = 1e30_real64
    second = 1e30_real64
    mMask = 1
    lMask = .true.
    inside = field(:, :, 2) > 0
    wet = field(:, :, 3) > 0
    do b = 1, size(rows)
      array(2:nx + 1, 2, b) = single(:, rows(b), 1)
      second(2:nx + 1, 2, b) = single_area(:, rows(b))
      mMask(2:nx + 1, 2, b) = merge(1.0_real64, 0.0_real64, inside(:, rows(b)))
      lMask(2:nx + 1, 2, b) = wet(:, rows(b))
    end do
    associate (one => real(single(:, :, 1), real128), other => real(single_area, real128), &
        array4 => real(array, real32), second4 => real(second, real32), mMask4 => real(mMask, real32))
      call same('cice product, mMask', real(sum(one * other, inside), real64), &
          global_sum_prod(array, second, dist, field_loc_center, mMask=mMask))
      call same('cice product, lMask', real(sum(one * other, wet), real64), &
          global_sum_prod(array, second, dist, field_loc_center, lMask=lMask))
      call same('cice real32', real(sum(one), real32), global_sum(array4, dist, field_loc_center))
      call same('cice real32, mMask', real(sum(one, inside), real32), &
          global_sum(array4, dist, field_loc_center, mMask=mMask4))
      call same('cice real32, lMask', real(sum(one, wet), real32), &
          global_sum(array4, dist, field_loc_center, lMask=lMask))
      call same('cice real32, weights', real(sum(one * other), real32), &
          global_sum(array4, dist, field_loc_center, mMask=second4))
      call same('cice real32, product', real(sum(one * other), real32), &
          global_sum_prod(array4, second4, dist, field_loc_center))
      call same('cice real32, product, mMask', real(sum(one * other, inside), real32), &
          global_sum_prod(array4, second4, dist, field_loc_center, mMask=mMask4))
      call same('cice real32, product, lMask', real(sum(one * other, wet), real32), &
          global_sum_prod(array4, second4, dist, field_loc_center, lMask=lMask))
      call same('cice real32, scalar', 1.5_real32 * ranks, global_sum(1.5_real32, dist))
      dist%fold = [(merge(nx / 2 + 1, nx + 2, rows(b) == ny), b = 1, size(rows))]
      call same('cice real32, the fold', real(sum(one(:, 1:ny - 1)) + sum(one(1:nx / 2, ny)), real32), &
          global_sum(array4, dist, field_loc_Nface))
      call same('cice real32, no fold there', real(sum(one), real32), global_sum(array4, dist, field_loc_Eface))
      ! Where the fold is a row of T points, half of it counts, and nothing of the row of corners that lies on it.
      dist%fold_center = dist%fold
      dist%fold = [(merge(0, nx + 2, rows(b) == ny), b = 1, size(rows))]
      call same('cice real32, a fold of T points', real(sum(one(:, 1:ny - 1)) + sum(one(1:nx / 2, ny)), real32), &
          global_sum(array4, dist, field_loc_center))
      call same('cice real32, its corners', real(sum(one(:, 1:ny - 1)), real32), &
          global_sum(array4, dist, field_loc_NEcorner))
    end associate
    ! A block without points has no row of the fold, and a number beyond the last column counts all.
    ones = 1
    dist = distrb(MPI_COMM_WORLD%MPI_VAL, [1, 1], [4, 4], [1, 1], [3, 0], fold=[huge(1), 0])
    call same('cice, a block without points', 12.0_real64 * ranks, global_sum(ones, dist, field_loc_Nface))
  end subroutine cice

  !> mMask is a factor: products of three need more than 53 bits even where those of two do not.
  subroutine cice_factors()
    use cice_global_sum
    type(distrb) :: dist
    real(real64), dimension(nx + 2, 1, size(rows)) :: array, second, factor
    logical :: lMask(nx + 2, 1, size(rows)), wet(nx, ny)
    real(real64) :: expected
    integer :: b
    dist = rows_as_blocks()
    array = 1e300_real64
    second = 1e300_real64
    factor = 1
    lMask = .true.
    wet = field(:, :, 4) > 0
    do b = 1, size(rows)
      array(2:nx + 1, 1, b) = field(:, rows(b), 1)
      second(2:nx + 1, 1, b) = area(:, rows(b))
      factor(2:nx + 1, 1, b) = field(:, rows(b), 2)
      lMask(2:nx + 1, 1, b) = wet(:, rows(b))
    end do
    associate (products => real(field(:, :, 1), real128) * area * field(:, :, 2), &
        singles => real(single(:, :, 1), real128) * single_area * single(:, :, 2), &
        array4 => merge(0.0_real32, real(array, real32), array > 1e299_real64), &
        second4 => merge(0.0_real32, real(second, real32), second > 1e299_real64), factor4 => real(factor, real32))
      call same('cice product of three', real(sum(products), real64), &
          global_sum_prod(array, second, dist, field_loc_center, mMask=factor))
      call same('cice product of three, lMask', real(sum(products, wet), real64), &
          global_sum_prod(array, second, dist, field_loc_center, factor, lMask))
      call same('cice real32, product of three', real(sum(singles), real32), &
          global_sum_prod(array4, second4, dist, field_loc_center, mMask=factor4))
      call same('cice, vector', [1.5_real64 * ranks, -0.25_real64 * ranks], &
          global_allreduce_sum([1.5_real64, -0.25_real64], dist))
    end associate
    ! What is left of these is what was rounded off the products of two.
    do b = 1, size(rows)
      array(3:nx + 1:2, 1, b) = -array(2:nx:2, 1, b) * second(2:nx:2, 1, b)
      second(3:nx + 1:2, 1, b) = 1
      factor(3:nx + 1:2, 1, b) = factor(2:nx:2, 1, b)
    end do
    associate (x => field(1:nx:2, :, 1), y => area(1:nx:2, :), f => field(1:nx:2, :, 2))
      expected = real(sum((real(x, real128) * y - x * y) * f), real64)
      call that('cice product of three: something is left', abs(expected) > 0)
      call same('cice product of three, of which little is left', expected, &
          global_sum_prod(array, second, dist, field_loc_center, mMask=factor))
    end associate
    array = 0
    array(2, 1, :) = 2
    second = 1
    second(2, 1, :) = huge(second)
    factor = 0.5_real64
    call same('cice, a product that overflows', ieee_value(expected, ieee_positive_inf), &
        global_sum_prod(array, second, dist, field_loc_center, mMask=factor))
  end subroutine cice_factors

  subroutine cice_integers()
    use cice_global_sum
    type(distrb) :: dist
    integer :: whole(nx, ny), others(nx, ny), b
    integer, dimension(nx + 2, 1, size(rows)) :: array, second, factor
    logical :: lMask(nx + 2, 1, size(rows))
    dist = rows_as_blocks()
    whole = reshape([(mod(b * 37, 101) - 50, b = 1, nx * ny)], shape(whole))
    others = reshape([(mod(b * 53, 97), b = 1, nx * ny)], shape(others))
    array = huge(array)
    second = huge(second)
    factor = 1
    lMask = .true.
    do b = 1, size(rows)
      array(2:nx + 1, 1, b) = whole(:, rows(b))
      second(2:nx + 1, 1, b) = others(:, rows(b))
      factor(2:nx + 1, 1, b) = whole(:, rows(b))
      lMask(2:nx + 1, 1, b) = whole(:, rows(b)) > 0
    end do
    call that('cice integers', global_sum(array, dist, field_loc_center) == sum(whole))
    call that('cice integers, lMask', &
        global_sum(array, dist, field_loc_center, lMask=lMask) == sum(whole, whole > 0))
    call that('cice integers, mMask', &
        global_sum(array, dist, field_loc_center, mMask=second) == sum(whole * others))
    call that('cice integers, product', &
        global_sum_prod(array, second, dist, field_loc_center) == sum(whole * others))
    call that('cice integers, product, lMask', &
        global_sum_prod(array, second, dist, field_loc_center, lMask=lMask) == sum(whole * others, whole > 0))
    call that('cice integers, product of three', &
        global_sum_prod(array, second, dist, field_loc_center, factor) == sum(whole**2 * others))
    call that('cice integers, scalar', global_sum(rank + 1, dist) == ranks * (ranks + 1) / 2)
    dist%fold = [(merge(nx / 2 + 1, nx + 2, rows(b) == ny), b = 1, size(rows))]
    call that('cice integers, the fold', global_sum(array, dist, field_loc_Nface) == &
        sum(whole(:, 1:ny - 1)) + sum(whole(1:nx / 2, ny)))
  end subroutine cice_integers

  !> Every row is a block, between a column of halo on either side.
  function rows_as_blocks() result(dist)
    use cice_global_sum
    type(distrb) :: dist
    integer :: b
    dist%communicator = MPI_COMM_WORLD%MPI_VAL
    dist%ilo = [(2, b = 1, size(rows))]
    dist%ihi = [(nx + 1, b = 1, size(rows))]
    dist%jlo = [(1, b = 1, size(rows))]
    dist%jhi = dist%jlo
  end function rows_as_blocks

  subroutine mpas()
    use mpas_global_sum_mod
    real(real32) :: sums(nz), products(nz), part(nz), part_of_products(nz)
    real(real64) :: deep(2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3)
    integer :: comm, k
    comm = MPI_COMM_WORLD%MPI_VAL
    do k = 1, nz
      sums(k) = real(sum(real(single(:, :, k), real128)), real32)
      part(k) = real(sum(real(single(2:7, :, k), real128)), real32)
      products(k) = real(sum(real(single(:, :, k), real128) * single_area), real32)
      part_of_products(k) = real(sum(real(single(2:7, :, k), real128) * single_area(2:7, :)), real32)
    end do
    call same('mpas real32, range', part(1), mpas_global_sum(single(:, rows, 1), comm, [2, 7]))
    call same('mpas real32, product', products(2), mpas_global_sum(single(:, rows, 2), single_area(:, rows), comm))
    call same('mpas real32, product, range', part_of_products(3), &
        mpas_global_sum(single(:, rows, 3), single_area(:, rows), comm, [2, 7, 1, size(rows)]))
    call same('mpas real32, fields', sums, mpas_global_sum_nfld(single(:, rows, :), comm))
    call same('mpas real32, fields, range', part, mpas_global_sum_nfld(single(:, rows, :), comm, [2, 7]))
    call same('mpas real32, fields of products', products, &
        mpas_global_sum_nfld(single(:, rows, :), spread(single_area(:, rows), 3, nz), comm))
    call same('mpas real32, fields of products, range', part_of_products, &
        mpas_global_sum_nfld(single(:, rows, :), spread(single_area(:, rows), 3, nz), comm, [2, 7]))
    deep = reshape([1, 2, 4, 8, 16, 32], shape(deep))
    call same('mpas, a range of every index', 40.0_real64 * ranks, &
        mpas_global_sum(deep, comm, [2, 2, (1, 1, k = 1, 13), 2, 3]))
    call same('mpas real32, a range of more indices than there are', part(1), &
        mpas_global_sum(single(:, rows, 1), comm, [2, 7, 1, size(rows), 5, 9, 100, 1]))
    call same('mpas real32, fields, likewise', part, &
        mpas_global_sum_nfld(single(:, rows, :), comm, [2, 7, 1, size(rows), 5, 9]))
  end subroutine mpas

  !> Integers are summed as they are, of both kinds, and overflow as integers do.
  subroutine mpas_integers()
    use mpas_global_sum_mod
    integer(int32) :: whole(nx, ny, nz), factors(nx, ny, nz), highest(2)
    integer(int64) :: long(nx, ny, nz), many(3, 40), expected(40)
    integer :: comm, k
    comm = MPI_COMM_WORLD%MPI_VAL
    whole = reshape([(mod(k * 37, 101) - 50, k = 1, size(whole))], shape(whole))
    factors = reshape([(mod(k * 53, 97) - 40, k = 1, size(factors))], shape(factors))
    long = whole * 2_int64**40
    associate (mine => whole(:, rows, :), f => factors(:, rows, :), wide => long(:, rows, :))
      call that('mpas int32', mpas_global_sum(mine, comm) == sum(whole))
      call that('mpas int64', mpas_global_sum(wide, comm) == sum(long))
      call that('mpas int32, range', mpas_global_sum(mine, comm, [2, 7]) == sum(whole(2:7, :, :)))
      call that('mpas int64, strides', mpas_global_sum(wide(::3, :, nz:1:-2), comm) == sum(long(::3, :, nz:1:-2)))
      call that('mpas int32, product', mpas_global_sum(mine, f, comm) == sum(whole * factors))
      call that('mpas int32, product of lines', mpas_global_sum(whole(:, 1, 1), factors(:, 2, 1), comm) == &
          ranks * dot_product(whole(:, 1, 1), factors(:, 2, 1)))
      call that('mpas int64, product, range', mpas_global_sum(wide, int(f, int64), comm, [2, 7]) == &
          sum(long(2:7, :, :) * factors(2:7, :, :)))
      call that('mpas int32, fields', all(mpas_global_sum_nfld(mine, comm) == sum(sum(whole, 1), 1)))
      call that('mpas int32, fields of products', &
          all(mpas_global_sum_nfld(mine, f, comm) == sum(sum(whole * factors, 1), 1)))
      call that('mpas int64, fields of products, range', all(sum(sum(long(2:7, :, :) * factors(2:7, :, :), 1), 1) == &
          mpas_global_sum_nfld(wide, int(f, int64), comm, [2, 7])))
    end associate
    call that('mpas int32, scalar', mpas_global_sum(rank + 1, comm) == ranks * (ranks + 1) / 2)
    call that('mpas int64, scalar', mpas_global_sum(2_int64**60, comm) == ranks * 2_int64**60)
    call that('mpas int32, scalars', all(mpas_global_sum_nfld([rank, 1], comm) == [ranks * (ranks - 1) / 2, ranks]))
    highest = [huge(highest), 1]
    if (rank > 0) highest = 0
    call that('mpas int32, overflow', mpas_global_sum(highest, comm) == -huge(highest) - 1)
    many = reshape([(int(k, int64)**4, k = 1, size(many))], shape(many))
    expected = ranks * sum(many, 1)
    call that('mpas int64, many fields', all(mpas_global_sum_nfld(many, comm) == expected))
    call that('mpas int32, nothing', mpas_global_sum(whole(1:0, 1, 1), comm) == 0)
  end subroutine mpas_integers

  subroutine stdlib()
    use stdlib_sum_kahan
    logical :: mask(nx, ny)
    mask = area > 0
    associate (x => field(:, :, 1), exact => real(field(:, :, 1), real128))
      call same('along and masked', real(sum(exact, 2, mask), real64), sum_kahan(x, 2, mask))
      call same('along and masked, by name', real(sum(exact, 1, mask), real64), sum_kahan(x, dim=1, mask=mask))
      call same('fsum_kahan', real(sum(exact, mask), real64), fsum_kahan(x, mask))
      call same('dot_product_kahan', real(sum(exact(:, 3) * area(:, 4)), real64), &
          stdlib_dot_product_kahan(x(:, 3), area(:, 4)))
      call same('dot_product_kahan, real32', real(sum(real(single(:, 3, 1), real128) * single_area(:, 4)), real32), &
          stdlib_dot_product_kahan(single(:, 3, 1), single_area(:, 4)))
    end associate
  end subroutine stdlib

end program model_arguments_test
