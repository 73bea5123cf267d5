!> The modules of models, called as the models call them: on any number of ranks and by both decompositions every result
!> is the sum of the whole field.
program models_test
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64, real128
  use mpi_f08
  use checks
  use shares
  implicit none

  integer, parameter :: nx = 10, ny = 21, nz = 4
  integer :: rank, ranks, decomposition
  integer, allocatable :: rows(:)
  real(real64) :: field(nx, ny, nz), area(nx, ny)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  do decomposition = 1, 2
    field = reshape(numbers(nx * ny * nz, 30), shape(field))
    area = reshape(numbers(nx * ny, 30), shape(area))
    rows = share_of(ny, rank, ranks, decomposition == 2)
    call e3sm()
    call mom6()
    call nemo()
    call mpas()
    call icon()
    call cice()
    call stdlib()
  end do
  call finish('models_test')
  call MPI_Finalize()

contains

  pure function exactly(x) result(rounded)
    real(real64), intent(in) :: x(:, :)
    real(real64) :: rounded
    rounded = real(sum(real(x, real128)), real64)
  end function exactly

  subroutine e3sm()
    use shr_reprosum_mod
    integer :: stats(6), levels(nz), most, f
    real(real64) :: arr(nx * size(rows) + 3, nz), sums(nz), again(nz), largest(nz), rel_diff(2, nz)
    arr = 1e30_real64
    arr(1:nx * size(rows), :) = reshape(field(:, rows, :), [nx * size(rows), nz])
    stats = 0
    call shr_reprosum_calc(arr, sums, nx * size(rows), size(arr, 1), nz, commid=MPI_COMM_WORLD%MPI_VAL)
    do f = 1, nz
      call same('shr_reprosum_calc', exactly(field(:, :, f)), sums(f))
    end do
    shr_reprosum_reldiffmax = 1e-3_real64
    call shr_reprosum_calc(arr, again, nx * size(rows), size(arr, 1), nz, allow_infnan=.true., ddpdd_sum=.false., &
        arr_gbl_max_out=largest, arr_max_levels_out=levels, gbl_max_nsummands_out=most, gbl_count=nx * ny, &
        repro_sum_validate=.true., repro_sum_stats=stats, rel_diff=rel_diff, commid=MPI_COMM_WORLD%MPI_VAL)
    call same('with all arguments', sums, again)
    call same('arr_gbl_max_out', maxval(maxval(abs(field), 1), 1), largest)
    call that('gbl_max_nsummands_out', most >= nx * size(rows) .and. most <= nx * ny)
    call that('one reduction', stats(1) == 1 .and. all(stats(2:) == 0))
    call that('rel_diff', all(rel_diff >= 0) .and. .not. shr_reprosum_tolExceeded('test', nz, .false., 6, 0 * rel_diff))
    call that('tolExceeded', shr_reprosum_tolExceeded('test', nz, .false., 6, rel_diff + 1))
    arr(1, 2) = ieee_value(arr(1, 2), ieee_quiet_nan)
    call shr_reprosum_calc(arr, again, min(nx * size(rows), 5), size(arr, 1), nz, allow_infnan=.true.)
    call that('NaN where allowed', ieee_is_nan(again(2)) .and. .not. ieee_is_nan(again(1)))
  end subroutine e3sm

  subroutine mom6()
    use MOM_reproducing_sums
    real(real64) :: layers(nz), total
    type(EFP_type) :: efp, other, by_layer(nz), list(2)
    integer :: err, k
    call set_reproducing_sum_comm(MPI_COMM_WORLD%MPI_VAL)
    call same('reproducing_sum', exactly(field(:, :, 1)), reproducing_sum(field(:, rows, 1), EFP_sum=efp, err=err))
    call that('err', err == 0)
    call same('EFP_to_real', exactly(field(:, :, 1)), EFP_to_real(efp))
    call same('part', exactly(field(3:8, :, 1)), reproducing_sum(field(:, rows, 1), isr=3, ier=8))
    call same('unscale', exactly(field(:, :, 1)), reproducing_sum(field(:, rows, 1) / 8, unscale=8.0_real64) * 8)
    total = reproducing_sum(field(:, rows, :), sums=layers, EFP_lay_sums=by_layer)
    call same('3-D', exactly(reshape(field, [nx * ny, nz])), total)
    call same('3-D again', total, reproducing_sum(field(:, rows, :)))
    do k = 1, nz
      call same('layers', exactly(field(:, :, k)), layers(k))
      call same('EFP_lay_sums', exactly(field(:, :, k)), EFP_to_real(by_layer(k)))
    end do
    other = reproducing_sum_EFP(field(:, rows, 2), only_on_PE=.true.)
    call same('only_on_PE', exactly(field(:, rows, 2)), EFP_to_real(other))
    list(1) = other
    list(2) = real_to_EFP(1.0_real64)
    call EFP_sum_across_PEs(list, 2)
    call same('EFP_sum_across_PEs', exactly(field(:, :, 2)), EFP_to_real(list(1)))
    call same('EFP_sum_across_PEs', real(ranks, real64), EFP_to_real(list(2)))
    call EFP_sum_across_PEs(other)
    other = other + efp - list(1)
    call same('+ and -', exactly(field(:, :, 1)), EFP_to_real(other))
    call same('EFP_real_diff', 0.0_real64, EFP_real_diff(other, efp))
    total = reproducing_sum(reshape([1e300_real64, -1e300_real64, 1.0_real64, 0.0_real64], [2, 2]), err=err)
    call that('what overflowed', err == 0)
    call same('what overflowed', real(ranks, real64), total)
  end subroutine mom6

  subroutine nemo()
    use nemo_glob_sum
    real(real64) :: tmask_i(nx + 2, size(rows) + 2), ptab(nx + 2, size(rows) + 2, nz), expected(nz), sums(nz)
    integer :: k
    tmask_i = 0
    tmask_i(2:nx + 1, 2:size(rows) + 1) = 1
    ptab = 1e30_real64
    ptab(2:nx + 1, 2:size(rows) + 1, :) = field(:, rows, :)
    call glob_sum_init(MPI_COMM_WORLD%MPI_VAL, tmask_i)
    do k = 1, nz
      expected(k) = exactly(field(:, :, k))
    end do
    call same('glob_sum 2-D', expected(1), glob_sum('models_test', ptab(:, :, 1)))
    call same('glob_sum 3-D', exactly(reshape(field, [nx * ny, nz])), glob_sum('models_test', ptab))
    call same('glob_sum 1-D', expected(2), glob_sum('models_test', [field(:, rows, 2)]))
    call same('glob_sum 0-D', real(ranks, real64), glob_sum('models_test', 1.0_real64))
    sums = glob_sum_vec('models_test', ptab)
    call same('glob_sum_vec 3-D', expected, sums)
    sums(1:2) = glob_sum_vec('models_test', reshape(ptab, [nx + 2, size(rows) + 2, nz / 2, 2]))
    call same('glob_sum_vec 4-D', [exactly(reshape(field(:, :, 1:2), [nx, 2 * ny])), &
        exactly(reshape(field(:, :, 3:4), [nx, 2 * ny]))], sums(1:2))
    call same('psum', exactly(reshape([field(:, :, 1), spread(2.0_real64, 1, ranks)], [nx * ny + ranks, 1])), &
        glob_sum('models_test', ptab(:, :, 1), 2.0_real64))
    call same('psum of 1-D', 3.0_real64 * ranks, glob_sum('models_test', [1.0_real64], 2.0_real64))
    call same('psum of 3-D', exactly(reshape([field, spread(2.0_real64, 1, ranks)], [size(field) + ranks, 1])), &
        glob_sum('models_test', ptab, 2.0_real64))
    sums = glob_sum_vec('models_test', ptab, 2.0_real64)
    call same('psum of glob_sum_vec', [(exactly(reshape([field(:, :, k), spread(2.0_real64, 1, ranks)], &
        [nx * ny + ranks, 1])), k = 1, nz)], sums)
    sums(1:1) = glob_sum_vec('models_test', reshape(ptab, [nx + 2, size(rows) + 2, nz, 1]), 2.0_real64)
    call same('psum of glob_sum_vec 4-D', exactly(reshape([field, spread(2.0_real64, 1, ranks)], &
        [size(field) + ranks, 1])), sums(1))
    call nemo_5(ptab)
  end subroutine nemo

  !> The mask of the inner points alone, and fields with a halo, with none, and with two rows of it.
  subroutine nemo_5(ptab)
    use nemo_glob_sum
    real(real64), intent(in) :: ptab(:, :, :)
    real(real64) :: smask0_i(nx, size(rows)), tmask(nx + 4, size(rows) + 4, nz), wide(nx + 4, size(rows) + 4, nz)
    real(real64) :: expected, layers(nz), sums(nz)
    integer :: k
    smask0_i = merge(0.0_real64, 1.0_real64, area(:, rows) < 0)
    tmask = 0
    tmask(3:nx + 2, 3:size(rows) + 2, 1:nz - 1) = merge(0.0_real64, 1.0_real64, field(:, rows, 2:nz) < 0)
    wide = 1e30_real64
    wide(3:nx + 2, 3:size(rows) + 2, :) = field(:, rows, :)
    call glob_sum_init(MPI_COMM_WORLD%MPI_VAL, smask0_i, tmask)
    do k = 1, nz
      layers(k) = real(sum(real(field(:, :, k), real128), area >= 0), real64)
    end do
    call same('glob_2Dsum', layers(1), glob_2Dsum('models_test', ptab(:, :, 1)))
    call same('without a halo', layers(2), glob_2Dsum('models_test', field(:, rows, 2), cdelay='tag'))
    sums = glob_2Dsum('models_test', wide)
    call same('glob_2Dsum of a 3-D array', layers, sums)
    expected = real(sum(real(field(:, :, 1:nz - 1), real128), spread(area >= 0, 3, nz - 1) .and. &
        field(:, :, 2:nz) >= 0), real64)
    call same('glob_3Dsum', expected, glob_3Dsum('models_test', ptab))
    call same('glob_3Dsum without a halo', expected, glob_3Dsum('models_test', field(:, rows, :)))
    sums(1:2) = glob_3Dsum('models_test', reshape([wide, -wide], [shape(wide), 2]))
    call same('glob_3Dsum of a 4-D array', [expected, -expected], sums(1:2))
    call same('single precision', real(sum(real(real(field(:, :, 1), real32), real128), area >= 0), real32), &
        glob_2Dsum('models_test', real(ptab(:, :, 1), real32)))
    call same('single precision, 3-D', real(sum(real(real(field(:, :, 1:nz - 1), real32), real128), &
        spread(area >= 0, 3, nz - 1) .and. field(:, :, 2:nz) >= 0), real32), &
        glob_3Dsum('models_test', real(ptab, real32)))
    call same('single precision, vectors', &
        [real(sum(real(real(field(:, :, 1), real32), real128), area >= 0), real32)], &
        glob_2Dsum('models_test', real(ptab(:, :, 1:1), real32)))
    call same('single precision, vectors of 3-D', [real(sum(real(real(field(:, :, 1:nz - 1), real32), real128), &
        spread(area >= 0, 3, nz - 1) .and. field(:, :, 2:nz) >= 0), real32)], &
        glob_3Dsum('models_test', real(reshape(ptab, [shape(ptab), 1]), real32)))
  end subroutine nemo_5

  subroutine mpas()
    use mpas_global_sum_mod
    real(real64) :: expected(nz), products(nz)
    integer :: comm, k
    comm = MPI_COMM_WORLD%MPI_VAL
    do k = 1, nz
      expected(k) = exactly(field(:, :, k))
      products(k) = real(sum(real(field(:, :, k), real128) * area), real64)
    end do
    call same('mpas scalar', real(ranks, real64), mpas_global_sum(1.0_real64, comm))
    call same('mpas 15-D', 3.0_real64 * ranks, &
        mpas_global_sum(reshape([1.0_real64, 2.0_real64], [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), comm))
    call same('mpas array', expected(1), mpas_global_sum(field(:, rows, 1), comm))
    call same('mpas 3-D', exactly(reshape(field, [nx * ny, nz])), mpas_global_sum(field(:, rows, :), comm))
    call same('mpas range', exactly(field(2:7, :, 2)), mpas_global_sum(field(:, rows, 2), comm, [2, 7, 1, size(rows)]))
    call same('mpas product', products(3), mpas_global_sum(field(:, rows, 3), area(:, rows), comm))
    call same('mpas product, range', real(sum(real(field(2:7, :, 3), real128) * area(2:7, :)), real64), &
        mpas_global_sum(field(:, rows, 3), area(:, rows), comm, [2, 7]))
    call same('mpas fields', expected, mpas_global_sum_nfld(field(:, rows, :), comm))
    call same('mpas fields of products', products, &
        mpas_global_sum_nfld(field(:, rows, :), spread(area(:, rows), 3, nz), comm))
    call same('mpas fields, range', [(exactly(field(2:7, :, k)), k = 1, nz)], &
        mpas_global_sum_nfld(field(:, rows, :), comm, [2, 7, 1, size(rows)]))
    call same('mpas real32', real(sum(real(real(field(:, :, 1), real32), real128)), real32), &
        mpas_global_sum(real(field(:, rows, 1), real32), comm))
  end subroutine mpas

  subroutine icon()
    use icon_order_insensitive_sum
    real(real64) :: vals(nx * size(rows))
    vals = reshape(field(:, rows, 1), [nx * size(rows)])
    call same('order_insensit_ieee64_sum', exactly(field(:, :, 1)), &
        order_insensit_ieee64_sum(vals, size(vals), MPI_COMM_WORLD%MPI_VAL))
  end subroutine icon

  !> Every row is a block with a halo about it.
  subroutine cice()
    use cice_global_sum
    type(distrb) :: dist
    real(real64) :: array(nx + 2, 3, size(rows)), weights(nx + 2, 3, size(rows)), folded
    logical :: lMask(nx + 2, 3, size(rows))
    integer :: b
    dist%communicator = MPI_COMM_WORLD%MPI_VAL
    dist%ilo = [(2, b = 1, size(rows))]
    dist%ihi = [(nx + 1, b = 1, size(rows))]
    dist%jlo = [(2, b = 1, size(rows))]
    dist%jhi = [(2, b = 1, size(rows))]
    array = 1e30_real64
    weights = 0
    do b = 1, size(rows)
      array(2:nx + 1, 2, b) = field(:, rows(b), 1)
      weights(2:nx + 1, 2, b) = area(:, rows(b))
    end do
    lMask = array > 0
    call same('global_sum', exactly(field(:, :, 1)), global_sum(array, dist, field_loc_center))
    call same('mMask', real(sum(real(field(:, :, 1), real128) * area), real64), &
        global_sum(array, dist, field_loc_center, mMask=weights))
    call same('lMask', real(sum(real(field(:, :, 1), real128), field(:, :, 1) > 0), real64), &
        global_sum(array, dist, field_loc_center, lMask=lMask))
    call same('global_sum_prod', real(sum(real(field(:, :, 1), real128) * area), real64), &
        global_sum_prod(array, weights, dist, field_loc_center))
    call same('of a scalar', real(ranks, real64), global_sum(1.0_real64, dist))
    dist%fold = [(merge(nx / 2 + 1, nx + 2, rows(b) == ny), b = 1, size(rows))]
    folded = real(sum(real(field(:, 1:ny - 1, 1), real128)) + sum(real(field(1:nx / 2, ny, 1), real128)), real64)
    call same('the fold', folded, global_sum(array, dist, field_loc_NEcorner))
    call same('not at the centre', exactly(field(:, :, 1)), global_sum(array, dist, field_loc_center))
  end subroutine cice

  subroutine stdlib()
    use stdlib_sum_kahan
    call same('sum_kahan', exactly(field(:, :, 1)), sum_kahan(field(:, :, 1)))
    call same('sum_kahan masked', real(sum(real(field(:, :, 1), real128), area > 0), real64), &
        sum_kahan(field(:, :, 1), area > 0))
    call same('sum_kahan along', real(sum(real(field(:, :, 1), real128), 1), real64), sum_kahan(field(:, :, 1), 1))
  end subroutine stdlib

end program models_test
