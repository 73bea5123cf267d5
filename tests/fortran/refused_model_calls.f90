!> A wrong call of a model's module, or over MPI without ierr, by its name as the argument: wrong_calls.sh sees how the
!> program ends.
program refused_model_calls
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use isobit_mpi, only: isobit_global_sum
  use shr_reprosum_mod, only: shr_reprosum_calc
  use cice_global_sum, only: distrb, field_loc_center, global_sum, global_sum_prod
  use MOM_reproducing_sums, only: EFP_type, reproducing_sum, reproducing_sum_EFP
  use mpas_global_sum_mod, only: mpas_global_sum
  use nemo_glob_sum, only: glob_2Dsum, glob_3Dsum, glob_sum_init
  implicit none

  character(len=20) :: which
  real(real64) :: x(4, 3, 2), mask(4, 3), with_nan(4, 3), sums(3), total
  type(EFP_type) :: layers(1)
  type(distrb) :: dist

  call get_command_argument(1, which)
  call MPI_Init()
  x = 1
  mask = 1
  with_nan = 1
  with_nan(2, 2) = ieee_value(total, ieee_quiet_nan)
  call glob_sum_init(MPI_COMM_WORLD%MPI_VAL, mask)
  dist = distrb(MPI_COMM_WORLD%MPI_VAL, [1, 1], [4, 4], [1, 1], [3, 3])
  total = 0
  select case (which)
  case ('weights')
    total = isobit_global_sum(x, MPI_COMM_WORLD, weights=mask)
  case ('e3sm')
    call shr_reprosum_calc(with_nan, sums, 4, 4, 3)
  case ('e3sm_more')
    call shr_reprosum_calc(with_nan, sums, 5, 4, 3)
  case ('cice_empty')
    deallocate (dist%jhi)
    total = global_sum(x, dist, field_loc_center)
  case ('cice_blocks')
    total = global_sum(x(:, :, 1:1), dist, field_loc_center)
  case ('cice_bounds')
    dist%ihi = [4, 5]
    total = global_sum(x, dist, field_loc_center)
  case ('cice_fold')
    dist%fold_center = [2]
    total = global_sum(x, dist, field_loc_center)
  case ('cice_lmask')
    total = global_sum(x, dist, field_loc_center, lMask=x(1:3, :, :) > 0)
  case ('cice_mmask')
    total = global_sum_prod(x, x, dist, field_loc_center, mMask=x(:, :, 1:1))
  case ('cice_sides')
    total = global_sum_prod(x, x(:, :, 1:1), dist, field_loc_center, mMask=x)
  case ('cice_integers')
    total = global_sum_prod(nint(x), nint(x(:, :, 1:1)), dist, field_loc_center)
  case ('mom6_isr')
    total = reproducing_sum(with_nan, isr=0)
  case ('mom6_ier')
    layers(1) = reproducing_sum_EFP(with_nan, ier=5)
  case ('mom6_jsr')
    total = reproducing_sum(x, jsr=-1, jer=2)
  case ('mom6_jer')
    total = reproducing_sum(with_nan, jer=4, reproducing=.false.)
  case ('mom6_nan')
    total = reproducing_sum(with_nan)
  case ('mom6_sums')
    total = reproducing_sum(x, sums=sums(1:1))
  case ('mom6_layers')
    total = reproducing_sum(x, EFP_lay_sums=layers)
  case ('nemo_shape')
    total = glob_2Dsum('refused', x(1:3, :, 1))
  case ('nemo_tmask')
    total = glob_3Dsum('refused', x)
  case ('nemo_layers')
    call glob_sum_init(MPI_COMM_WORLD%MPI_VAL, mask, x(:, :, 1:0))
    total = glob_3Dsum('refused', x)
  case ('mpas_range')
    total = mpas_global_sum(x, MPI_COMM_WORLD%MPI_VAL, [1, 5])
  case ('mpas_integers')
    total = mpas_global_sum(nint(x), MPI_COMM_WORLD%MPI_VAL, [1, 5])
  case ('mpas_sides')
    total = mpas_global_sum(x, with_nan(1:2, :), MPI_COMM_WORLD%MPI_VAL)
  end select
  print *, 'went on', total, sums(1)
  call MPI_Finalize()
end program refused_model_calls
