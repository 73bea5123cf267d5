!> NEMO's glob_sum and glob_sum_vec of lib_fortran: sums over the interior points of all domains.
!> docs/guide/fortran_models.md
module nemo_glob_sum
  use, intrinsic :: iso_fortran_env, only: error_unit, wp => real64
  use mpi_f08, only: MPI_Comm, MPI_COMM_WORLD, MPI_Abort
  use isobit_mpi, only: isobit_global_sum, isobit_global_sums
  implicit none
  private
  public :: glob_sum_init, glob_sum, glob_sum_vec

  !> glob_sum(cdname, ptab): of one number or a row of numbers on each process, or of fields at T points, of which those
  !> count whose mask is not zero.
  interface glob_sum
    module procedure glob_sum_0d, glob_sum_1d, glob_sum_2d, glob_sum_3d
  end interface glob_sum
  !> glob_sum_vec(cdname, ptab): a sum for each index of the last dimension, in one reduction.
  interface glob_sum_vec
    module procedure glob_sum_vec_3d, glob_sum_vec_4d
  end interface glob_sum_vec

  type(MPI_Comm), save :: communicator = MPI_COMM_WORLD
  logical, allocatable, save :: interior(:, :)

contains

  !> The communicator of the ocean, and tmask_i: 1 at interior points of this domain, 0 at halo, duplicated and land
  !> points.
  subroutine glob_sum_init(comm, tmask_i)
    integer, intent(in) :: comm
    real(wp), intent(in) :: tmask_i(:, :)
    communicator%MPI_VAL = comm
    interior = abs(tmask_i) > 0
  end subroutine glob_sum_init

  function glob_sum_0d(cdname, ptab) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab
    real(wp) :: total
    total = glob_sum_1d(cdname, [ptab])
  end function glob_sum_0d

  function glob_sum_1d(cdname, ptab) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:)
    real(wp) :: total
    integer :: ierr
    character(len=200) :: message
    total = isobit_global_sum(ptab, communicator, ierr=ierr, errmsg=message)
    call stop_if(ierr, cdname, message)
  end function glob_sum_1d

  function glob_sum_2d(cdname, ptab) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :)
    real(wp) :: total
    integer :: ierr
    character(len=200) :: message
    total = isobit_global_sum(ptab, communicator, mask=counting(shape(ptab)), ierr=ierr, errmsg=message)
    call stop_if(ierr, cdname, message)
  end function glob_sum_2d

  function glob_sum_3d(cdname, ptab) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :)
    real(wp) :: total
    integer :: ierr
    character(len=200) :: message
    total = isobit_global_sum(ptab, communicator, mask=spread(counting(shape(ptab)), 3, size(ptab, 3)), ierr=ierr, &
        errmsg=message)
    call stop_if(ierr, cdname, message)
  end function glob_sum_3d

  function glob_sum_vec_3d(cdname, ptab) result(totals)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :)
    real(wp) :: totals(size(ptab, 3))
    integer :: ierr
    character(len=200) :: message
    totals = isobit_global_sums(ptab, communicator, mask=counting(shape(ptab)), ierr=ierr, errmsg=message)
    call stop_if(ierr, cdname, message)
  end function glob_sum_vec_3d

  function glob_sum_vec_4d(cdname, ptab) result(totals)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :, :)
    real(wp) :: totals(size(ptab, 4))
    integer :: ierr
    character(len=200) :: message
    totals = isobit_global_sums(ptab, communicator, mask=spread(counting(shape(ptab)), 3, size(ptab, 3)), ierr=ierr, &
        errmsg=message)
    call stop_if(ierr, cdname, message)
  end function glob_sum_vec_4d

  !> Where tmask_i is not zero; everywhere, if glob_sum_init was not called.
  function counting(extents) result(mask)
    integer, intent(in) :: extents(:)
    logical :: mask(extents(1), extents(2))
    mask = .true.
    if (allocated(interior)) mask = interior
  end function counting

  subroutine stop_if(ierr, cdname, message)
    integer, intent(in) :: ierr
    character(len=*), intent(in) :: cdname, message
    if (ierr == 0) return
    write (error_unit, '(4a)') 'glob_sum, called by ', cdname, ': ', trim(message)
    call MPI_Abort(communicator, 1)
  end subroutine stop_if

end module nemo_glob_sum
