!> The installed sums over MPI, and a module of a model.
program mpi_consumer
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: real64
  use isobit_mpi
  use shr_reprosum_mod, only: shr_reprosum_calc
  implicit none
  real(real64) :: x(2, 1), sums(1)
  integer :: ranks
  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  x(:, 1) = [1e300_real64, 1.0_real64]
  if (abs(isobit_global_sum(x(2, :), MPI_COMM_WORLD) - ranks) > 0) error stop 'the sum is wrong'
  x(1, 1) = 0.5_real64
  call shr_reprosum_calc(x, sums, 2, 2, 1)
  if (abs(sums(1) - 1.5_real64 * ranks) > 0) error stop 'shr_reprosum_calc is wrong'
  call MPI_Finalize()
end program mpi_consumer
