!> Sums over MPI: for any number of ranks and both decompositions those of the whole field.
program global_sum_test
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64, real128
  use mpi_f08
  use checks
  use isobit
  use isobit_mpi
  use shares
  implicit none

  interface
    subroutine end_memory(end) bind(C, name="isobit_test_end_memory")
      import :: c_int
      integer(c_int), value :: end
    end subroutine end_memory
  end interface

  integer :: rank, ranks, decomposition

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  do decomposition = 1, 2
    call one_field(cyclic=decomposition == 2)
    call many_fields(cyclic=decomposition == 2)
  end do
  call unlike_shares()
  call failures()
  call no_memory()
  call finish('global_sum_test')
  call MPI_Finalize()

contains

  subroutine one_field(cyclic)
    logical, intent(in) :: cyclic
    integer, parameter :: sizes(*) = [0, 1, 2, 7, 63, 1000]
    real(real64), allocatable :: x(:), w(:), mine(:)
    real(real128), allocatable :: products(:)
    complex(real64), allocatable :: z(:)
    integer, allocatable :: indices(:)
    integer :: i, n
    do i = 1, size(sizes)
      n = sizes(i)
      x = numbers(n, 30)
      w = numbers(n, 30)
      indices = share_of(n, rank, ranks, cyclic)
      mine = x(indices)
      products = real(x, real128) * real(w, real128)
      call same('sum', real(sum(real(x, real128)), real64), isobit_global_sum(mine, MPI_COMM_WORLD))
      call same('sum, integer communicator', real(sum(real(x, real128)), real64), &
          isobit_global_sum(mine, MPI_COMM_WORLD%MPI_VAL))
      call same('backwards', real(sum(real(x, real128)), real64), &
          isobit_global_sum(mine(size(mine):1:-1), MPI_COMM_WORLD))
      call same('masked', real(sum(real(x, real128), x > 0), real64), &
          isobit_global_sum(mine, MPI_COMM_WORLD, mask=mine > 0))
      call same('weighted', real(sum(products), real64), isobit_global_sum(mine, MPI_COMM_WORLD, weights=w(indices)))
      call same('weighted and masked', real(sum(products, x > 0), real64), &
          isobit_global_sum(mine, MPI_COMM_WORLD, mine > 0, w(indices)))
      call same('real32', real(sum(real(real(x, real32), real128)), real32), &
          isobit_global_sum(real(mine, real32), MPI_COMM_WORLD))
      z = cmplx(x, w, real64)
      call same('complex', cmplx(real(sum(real(x, real128)), real64), real(sum(real(w, real128)), real64), real64), &
          isobit_global_sum(z(indices), MPI_COMM_WORLD))
    end do
    x = [1e300_real64, 1e-300_real64, -1e300_real64, 3e-200_real64, -3e-200_real64]
    call same('wide', 1e-300_real64, isobit_global_sum(x(share_of(5, rank, ranks, cyclic)), MPI_COMM_WORLD))
    call same('wide, weighted', 1e-300_real64, &
        isobit_global_sum(x(share_of(5, rank, ranks, cyclic)), MPI_COMM_WORLD, weights=1.0_real64))
  end subroutine one_field

  subroutine many_fields(cyclic)
    logical, intent(in) :: cyclic
    integer, parameter :: nx = 12, ny = 17, count = 9
    real(real64) :: fields(nx, ny, count), volume(nx, ny), expected(count), weighted(count), masked(count)
    integer, allocatable :: rows(:)
    type(isobit_accumulator) :: sums(3), merged(3)
    integer :: f
    fields = reshape(numbers(nx * ny * count, 30), shape(fields))
    volume = abs(reshape(numbers(nx * ny, 30), shape(volume)))
    do f = 1, count
      expected(f) = real(sum(real(fields(:, :, f), real128)), real64)
      weighted(f) = real(sum(real(fields(:, :, f), real128) * volume), real64)
      masked(f) = real(sum(real(fields(:, :, f), real128), volume > 1e12_real64), real64)
    end do
    rows = share_of(ny, rank, ranks, cyclic)
    call same('fields', expected, isobit_global_sums(fields(:, rows, :), MPI_COMM_WORLD))
    call same('fields, weighted alike', weighted, &
        isobit_global_sums(fields(:, rows, :), MPI_COMM_WORLD, weights=volume(:, rows)))
    call same('fields, weighted each', weighted, &
        isobit_global_sums(fields(:, rows, :), MPI_COMM_WORLD%MPI_VAL, weights=spread(volume(:, rows), 3, count)))
    call same('fields, masked alike', masked, &
        isobit_global_sums(fields(:, rows, :), MPI_COMM_WORLD, mask=volume(:, rows) > 1e12_real64))
    call sums(1)%add(fields(:, rows, 1))
    call sums(2)%add(fields(:, rows, 2), weights=volume(:, rows))
    call same('accumulators', [expected(1), weighted(2), 0.0_real64], isobit_global_sum(sums, MPI_COMM_WORLD))
    merged = sums
    call isobit_global_merge(merged, MPI_COMM_WORLD)
    call same('merged', [expected(1), weighted(2), 0.0_real64], merged%value())
  end subroutine many_fields

  !> The first rank's share is one run, those of the others are not, or are empty.
  subroutine unlike_shares()
    real(real64) :: x(6, 8), value
    real(real128) :: expected
    x = reshape(numbers(48, 53), shape(x))
    expected = sum(real(x, real128)) + (ranks - 1) * sum(real(x(::2, ::3), real128))
    if (rank == 0) then
      value = isobit_global_sum(x, MPI_COMM_WORLD)
    else
      value = isobit_global_sum(x(::2, ::3), MPI_COMM_WORLD)
    end if
    call same('runs and sections', real(expected, real64), value)
    if (rank == 0) then
      value = isobit_global_sum(x, MPI_COMM_WORLD)
    else
      value = isobit_global_sum(x(1:0, :), MPI_COMM_WORLD)
    end if
    call same('runs and nothing', real(sum(real(x, real128)), real64), value)
  end subroutine unlike_shares

  !> The last rank cannot do its part: all learn it, and nobody hangs or throws.
  subroutine failures()
    real(real64) :: x(4), value, values(2)
    logical :: mask(4 + merge(1, 0, rank == ranks - 1))
    integer :: ierr
    character(len=200) :: message
    x = 1
    mask = .true.
    value = isobit_global_sum(x, MPI_COMM_WORLD, mask=mask, ierr=ierr, errmsg=message)
    call that('one failed', ierr == merge(isobit_invalid_argument, isobit_communication, rank == ranks - 1))
    value = isobit_global_sum(x, MPI_COMM_WORLD, weights=x(1:4 - merge(1, 0, rank == ranks - 1)), ierr=ierr)
    call that('one failed, weighted', ierr == merge(isobit_invalid_argument, isobit_communication, rank == ranks - 1))
    values = isobit_global_sums(reshape(x, [2, 2]), MPI_COMM_WORLD, mask=mask(1:merge(3, 2, rank == ranks - 1)), &
        ierr=ierr)
    call that('one failed of fields', ierr == merge(isobit_invalid_argument, isobit_communication, rank == ranks - 1))
    call of_unknown_size(x)
    value = isobit_global_sum(x, MPI_COMM_NULL, ierr=ierr, errmsg=message)
    call that('no communicator', ierr == isobit_invalid_argument .and. index(message, 'MPI_COMM_NULL') > 0)
    value = isobit_global_sum(x, MPI_COMM_WORLD, ierr=ierr)
    call that('and on it goes', ierr == isobit_ok)
    call same('and on it goes', 4.0_real64 * ranks, value)
  end subroutine failures

  !> Nobody knows how many fields an array of assumed size has.
  subroutine of_unknown_size(x)
    real(real64), intent(in) :: x(2, *)
    real(real64), allocatable :: values(:)
    integer :: ierr
    character(len=200) :: message
    values = isobit_global_sums(x, MPI_COMM_WORLD, ierr=ierr, errmsg=message)
    call that('fields of assumed size', ierr == isobit_invalid_argument .and. index(message, 'assumed size') > 0)
    values = isobit_global_sums(x, MPI_COMM_WORLD, weights=1.0_real64, ierr=ierr)
    call that('fields of assumed size, weighted', ierr == isobit_invalid_argument)
  end subroutine of_unknown_size

  !> The last rank has no memory for its states; six, so that their windows need memory, too.
  subroutine no_memory()
    real(real64) :: x(4, 6), values(6)
    type(isobit_accumulator) :: states(6)
    integer :: ierr, expected
    character(len=200) :: message
    x = 1
    expected = merge(isobit_out_of_memory, isobit_communication, rank == ranks - 1)
    call end_memory(merge(1_c_int, 0_c_int, rank == ranks - 1))
    message = ''
    values = isobit_global_sums(x, MPI_COMM_WORLD, ierr=ierr, errmsg=message)
    call that('no memory for fields', ierr == expected)
    call that('the message of that', (index(message, 'memory') > 0) .eqv. rank == ranks - 1)
    values = isobit_global_sums(x, MPI_COMM_WORLD, weights=x, ierr=ierr)
    call that('no memory for weighted fields', ierr == expected)
    call isobit_global_merge(states, MPI_COMM_WORLD, ierr=ierr)
    call that('no memory for accumulators', ierr == expected)
    call end_memory(0_c_int)
    values = isobit_global_sums(x, MPI_COMM_WORLD, ierr=ierr)
    call that('and memory again', ierr == isobit_ok .and. all(values == 4 * ranks))
  end subroutine no_memory

end program global_sum_test
