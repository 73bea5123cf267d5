!> isobit_bench_fortran [rounds]: shr_reprosum_calc of isobit against the integer-vector method and against plain sums,
!> in turns, under mpirun. Prints the median time of a call in microseconds, the slowest rank's.
program isobit_bench_fortran
  use, intrinsic :: iso_fortran_env, only: int64, r8 => real64
  use mpi_f08
  use integer_vector_sum, only: integer_vector_sums
  use shr_reprosum_mod, only: shr_reprosum_calc
  implicit none
  integer, parameter :: sizes(*) = [10, 1000, 30000, 1000000], fields(*) = [1, 16, 1, 1]
  character(len=*), parameter :: data_classes(*) = [character(len=8) :: 'uniform', 'wide']
  integer :: rank, ranks, rounds, i, class
  character(len=16) :: argument

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  rounds = 15
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) rounds
  end if
  if (rank == 0) print '(i0, a)', ranks, ' ranks; us a call: isobit, integer vector, plain; isobit / integer vector'
  do class = 1, size(data_classes)
    do i = 1, size(sizes)
      call measure(sizes(i), fields(i), data_classes(class))
    end do
  end do
  call MPI_Finalize()

contains

  subroutine measure(count, nflds, class)
    integer, intent(in) :: count, nflds
    character(len=*), intent(in) :: class
    real(r8), allocatable :: arr(:, :)
    real(r8) :: sums(nflds), others(nflds), times(3, rounds), seconds
    integer :: round, contender, calls, call
    allocate (arr(count, nflds))
    call fill(arr, class)
    calls = max(1, 600000 / (ranks * count * nflds))
    do round = 1, rounds
      do contender = 1, 3
        call MPI_Barrier(MPI_COMM_WORLD)
        seconds = MPI_Wtime()
        do call = 1, calls
          select case (contender)
          case (1)
            call shr_reprosum_calc(arr, sums, count, count, nflds, allow_infnan=.true.)
          case (2)
            call integer_vector_sums(arr, others, MPI_COMM_WORLD)
          case (3)
            call plain_sums(arr, others)
          end select
        end do
        times(contender, round) = (MPI_Wtime() - seconds) / calls
      end do
    end do
    call MPI_Allreduce(MPI_IN_PLACE, times, size(times), MPI_REAL8, MPI_MAX, MPI_COMM_WORLD)
    if (rank == 0) print '(a8, i9, " x", i3, 3f12.2, f10.3)', class, count, nflds, &
        [(1e6_r8 * median(times(contender, :)), contender = 1, 3)], median(times(1, :) / times(2, :))
  end subroutine measure

  subroutine plain_sums(arr, sums)
    real(r8), intent(in) :: arr(:, :)
    real(r8), intent(out) :: sums(:)
    real(r8) :: mine(size(sums))
    mine = sum(arr, 1)
    call MPI_Allreduce(mine, sums, size(sums), MPI_REAL8, MPI_SUM, MPI_COMM_WORLD)
  end subroutine plain_sums

  !> Uniform in [-0.5, 0.5), or over 100 binades either way.
  subroutine fill(arr, class)
    real(r8), intent(out) :: arr(:, :)
    character(len=*), intent(in) :: class
    integer(int64) :: state
    integer :: i, j
    state = 88172645463325252_int64 + rank
    do j = 1, size(arr, 2)
      do i = 1, size(arr, 1)
        state = ieor(state, ishft(state, 13))
        state = ieor(state, ishft(state, -7))
        state = ieor(state, ishft(state, 17))
        arr(i, j) = scale(real(state, r8), -64)
        if (class == 'wide') arr(i, j) = scale(arr(i, j), int(mod(state, 100_int64)))
      end do
    end do
  end subroutine fill

  function median(values) result(middle)
    real(r8), intent(in) :: values(:)
    real(r8) :: middle, sorted(size(values)), next
    integer :: i, j
    sorted = values
    do i = 2, size(sorted)
      next = sorted(i)
      j = i - 1
      do while (j > 0)
        if (sorted(j) <= next) exit
        sorted(j + 1) = sorted(j)
        j = j - 1
      end do
      sorted(j + 1) = next
    end do
    middle = sorted((size(sorted) + 1) / 2)
  end function median

end program isobit_bench_fortran
