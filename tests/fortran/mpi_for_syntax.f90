!> What the modules over MPI use of mpi_f08, for a compiler that has no MPI here: it can check their syntax. flang.sh
module mpi_f08
  implicit none
  type :: MPI_Comm
    integer :: MPI_VAL
  end type MPI_Comm
  type :: MPI_Datatype
    integer :: MPI_VAL
  end type MPI_Datatype
  type :: MPI_Op
    integer :: MPI_VAL
  end type MPI_Op

  type(MPI_Comm), parameter :: MPI_COMM_WORLD = MPI_Comm(0)
  type(MPI_Datatype), parameter :: MPI_INTEGER = MPI_Datatype(0), MPI_REAL8 = MPI_Datatype(1)
  type(MPI_Op), parameter :: MPI_SUM = MPI_Op(0), MPI_MAX = MPI_Op(1)
  integer, parameter :: MPI_IN_PLACE = 0

  interface
    subroutine MPI_Abort(comm, errorcode, ierror)
      import :: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: errorcode
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Abort
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import :: MPI_Comm, MPI_Datatype, MPI_Op
      type(*), intent(in) :: sendbuf(..)
      type(*) :: recvbuf(..)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      type(MPI_Comm), intent(in) :: comm
      integer, optional, intent(out) :: ierror
    end subroutine MPI_Allreduce
  end interface
end module mpi_f08
