!> Which elements of a whole field a rank has, by two decompositions.
module shares
  implicit none
  private
  public :: share_of

contains

  !> The indices from 1 to n that belong to a rank: a block of them, or every so many-th one.
  pure function share_of(n, rank, ranks, cyclic) result(indices)
    integer, intent(in) :: n, rank, ranks
    logical, intent(in) :: cyclic
    integer, allocatable :: indices(:)
    integer :: i
    if (cyclic) then
      indices = [(i, i = rank + 1, n, ranks)]
    else
      indices = [(i, i = n * rank / ranks + 1, n * (rank + 1) / ranks)]
    end if
  end function share_of

end module shares
