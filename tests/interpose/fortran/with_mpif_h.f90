! The oldest interface, mpif.h.
program with_mpif_h
  implicit none
  include 'mpif.h'
  integer :: request, requests(2)
  include 'reductions.inc'
end program
