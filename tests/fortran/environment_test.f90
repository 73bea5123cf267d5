!> The last rank is told to use an instruction set that there is not: every call fails on all ranks, and none hang.
program environment_test
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use checks
  use isobit
  use isobit_mpi
  implicit none

  interface
    function setenv(name, value, overwrite) bind(C) result(status)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int), value :: overwrite
      integer(c_int) :: status
    end function setenv
  end interface

  integer :: rank, ranks, ierr, expected
  real(real64) :: x(4, 2), value, values(2)
  type(isobit_accumulator) :: states(2)
  character(len=200) :: message

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  x = 1
  expected = isobit_communication
  if (rank == ranks - 1) then
    expected = isobit_unsupported
    call that('setenv', setenv('ISOBIT_FORCE_ISA' // c_null_char, 'none_such' // c_null_char, 1_c_int) == 0)
  end if
  message = ''
  value = isobit_global_sum(x, MPI_COMM_WORLD, ierr=ierr, errmsg=message)
  call that('one run', ierr == expected)
  if (rank == ranks - 1) call that('its own message', index(message, 'ISOBIT_FORCE_ISA') > 0)
  value = isobit_global_sum(x(::2, :), MPI_COMM_WORLD, ierr=ierr)
  call that('a section', ierr == expected)
  value = isobit_global_sum(x, MPI_COMM_WORLD, mask=x > 0, ierr=ierr)
  call that('masked', ierr == expected)
  value = isobit_global_sum(x, MPI_COMM_WORLD, weights=x, ierr=ierr)
  call that('weighted', ierr == expected)
  values = isobit_global_sums(x, MPI_COMM_WORLD, ierr=ierr)
  call that('fields', ierr == expected)
  values(:1) = isobit_global_sums(x(:, :1), MPI_COMM_WORLD, ierr=ierr)
  call that('one field', ierr == expected)
  call isobit_global_merge(states, MPI_COMM_WORLD, ierr=ierr)
  call that('accumulators', ierr == expected)
  call finish('environment_test')
  call MPI_Finalize()
end program environment_test
