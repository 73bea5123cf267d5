! The module mpi.
program with_use_mpi
  use mpi
  implicit none
  integer :: request, requests(2)
  include 'reductions.inc'
end program
