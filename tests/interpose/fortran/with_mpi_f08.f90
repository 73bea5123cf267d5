! The module mpi_f08, whose handles are types.
program with_mpi_f08
  use mpi_f08
  implicit none
  type(MPI_Request) :: request, requests(2)
  include 'reductions.inc'
end program
