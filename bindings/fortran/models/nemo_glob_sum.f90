!> NEMO's sums of lib_fortran over the interior points of all domains: glob_sum and glob_sum_vec of NEMO 4,
!> glob_2Dsum and glob_3Dsum of NEMO 5. docs/guide/fortran_models.md
module nemo_glob_sum
  use, intrinsic :: iso_fortran_env, only: error_unit, sp => real32, dp => real64
  use mpi_f08, only: MPI_Comm, MPI_COMM_WORLD, MPI_Abort
  use isobit_mpi, only: isobit_global_sum, isobit_global_sums
  implicit none
  private
  public :: glob_sum_init, glob_sum, glob_sum_vec, glob_2Dsum, glob_3Dsum

  integer, parameter :: wp = dp

  !> glob_sum(cdname, ptab [, psum]): of one number or a row of numbers on each process, or of fields at T points, of
  !> which those count whose mask is not zero; psum is one more number of each process.
  interface glob_sum
    module procedure glob_sum_0d, glob_sum_1d, glob_sum_2d, glob_sum_3d
  end interface glob_sum
  !> glob_sum_vec(cdname, ptab [, psum]): a sum for each index of the last dimension, in one reduction.
  interface glob_sum_vec
    module procedure glob_sum_vec_3d, glob_sum_vec_4d
  end interface glob_sum_vec

  !> glob_2Dsum(cdname, ptab [, cdelay]): the sum of a layer, or one for each index of the last dimension.
  interface glob_2Dsum
    module procedure glob_2Dsum_2Din_sp, glob_2Dsum_2Din_dp, glob_2Dsum_3Din_sp, glob_2Dsum_3Din_dp
  end interface glob_2Dsum
  !> glob_3Dsum(cdname, ptab [, cdelay]): the sum of all layers but the last, where tmask is not zero, or one for each
  !> index of the last dimension.
  interface glob_3Dsum
    module procedure glob_3Dsum_3Din_sp, glob_3Dsum_3Din_dp, glob_3Dsum_4Din_sp, glob_3Dsum_4Din_dp
  end interface glob_3Dsum

  type(MPI_Comm), save :: communicator = MPI_COMM_WORLD
  logical, allocatable, save :: interior(:, :), wet(:, :, :)

contains

  !> The communicator of the ocean, and tmask_i (smask0_i of NEMO 5): 1 at interior points of this domain, 0 at halo,
  !> duplicated and land points; for glob_3Dsum also tmask.
  subroutine glob_sum_init(comm, tmask_i, tmask)
    integer, intent(in) :: comm
    real(wp), intent(in) :: tmask_i(:, :)
    real(wp), intent(in), optional :: tmask(:, :, :)
    communicator%MPI_VAL = comm
    interior = abs(tmask_i) > 0
    if (allocated(wet)) deallocate (wet)
    if (present(tmask)) wet = abs(tmask) > 0
  end subroutine glob_sum_init

  function glob_sum_0d(cdname, ptab, psum) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab
    real(wp), intent(in), optional :: psum
    real(wp) :: total
    total = glob_sum_1d(cdname, [ptab], psum)
  end function glob_sum_0d

  function glob_sum_1d(cdname, ptab, psum) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:)
    real(wp), intent(in), optional :: psum
    real(wp) :: total
    if (present(psum)) then
      total = total_dp(cdname, [ptab, psum])
    else
      total = total_dp(cdname, ptab)
    end if
  end function glob_sum_1d

  function glob_sum_2d(cdname, ptab, psum) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :)
    real(wp), intent(in), optional :: psum
    real(wp) :: total
    if (present(psum)) then
      total = total_dp(cdname, [pack(ptab, layer(cdname, shape(ptab))), psum])
    else
      total = total_dp(cdname, ptab, layer(cdname, shape(ptab)))
    end if
  end function glob_sum_2d

  function glob_sum_3d(cdname, ptab, psum) result(total)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :)
    real(wp), intent(in), optional :: psum
    real(wp) :: total
    if (present(psum)) then
      total = total_dp(cdname, [pack(ptab, layers(cdname, shape(ptab))), psum])
    else
      total = total_dp(cdname, ptab, layers(cdname, shape(ptab)))
    end if
  end function glob_sum_3d

  function glob_sum_vec_3d(cdname, ptab, psum) result(sums)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :)
    real(wp), intent(in), optional :: psum
    real(wp) :: sums(size(ptab, 3))
    logical :: mask(size(ptab, 1), size(ptab, 2))
    integer :: k
    mask = layer(cdname, shape(ptab))
    if (present(psum)) then
      sums = totals_dp(cdname, reshape([([pack(ptab(:, :, k), mask), psum], k = 1, size(ptab, 3))], &
          [count(mask) + 1, size(ptab, 3)]))
    else
      sums = totals_dp(cdname, ptab, mask)
    end if
  end function glob_sum_vec_3d

  function glob_sum_vec_4d(cdname, ptab, psum) result(sums)
    character(len=*), intent(in) :: cdname
    real(wp), intent(in) :: ptab(:, :, :, :)
    real(wp), intent(in), optional :: psum
    real(wp) :: sums(size(ptab, 4))
    logical :: mask(size(ptab, 1), size(ptab, 2), size(ptab, 3))
    integer :: l
    mask = layers(cdname, shape(ptab))
    if (present(psum)) then
      sums = totals_dp(cdname, reshape([([pack(ptab(:, :, :, l), mask), psum], l = 1, size(ptab, 4))], &
          [count(mask) + 1, size(ptab, 4)]))
    else
      sums = totals_dp(cdname, ptab, mask)
    end if
  end function glob_sum_vec_4d

  function glob_2Dsum_2Din_sp(cdname, ptab, cdelay) result(total)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: ptab(:, :)
    character(len=*), intent(in), optional :: cdelay
    real(sp) :: total
    total = total_sp(cdname, ptab, layer(cdname, shape(ptab)))
  end function glob_2Dsum_2Din_sp

  function glob_2Dsum_2Din_dp(cdname, ptab, cdelay) result(total)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: ptab(:, :)
    character(len=*), intent(in), optional :: cdelay
    real(dp) :: total
    total = total_dp(cdname, ptab, layer(cdname, shape(ptab)))
  end function glob_2Dsum_2Din_dp

  function glob_2Dsum_3Din_sp(cdname, ptab, cdelay) result(sums)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: ptab(:, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(sp) :: sums(size(ptab, 3))
    sums = totals_sp(cdname, ptab, layer(cdname, shape(ptab)))
  end function glob_2Dsum_3Din_sp

  function glob_2Dsum_3Din_dp(cdname, ptab, cdelay) result(sums)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: ptab(:, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(dp) :: sums(size(ptab, 3))
    sums = totals_dp(cdname, ptab, layer(cdname, shape(ptab)))
  end function glob_2Dsum_3Din_dp

  function glob_3Dsum_3Din_sp(cdname, ptab, cdelay) result(total)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: ptab(:, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(sp) :: total
    total = total_sp(cdname, ptab(:, :, 1:size(ptab, 3) - 1), water(cdname, shape(ptab)))
  end function glob_3Dsum_3Din_sp

  function glob_3Dsum_3Din_dp(cdname, ptab, cdelay) result(total)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: ptab(:, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(dp) :: total
    total = total_dp(cdname, ptab(:, :, 1:size(ptab, 3) - 1), water(cdname, shape(ptab)))
  end function glob_3Dsum_3Din_dp

  function glob_3Dsum_4Din_sp(cdname, ptab, cdelay) result(sums)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: ptab(:, :, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(sp) :: sums(size(ptab, 4))
    sums = totals_sp(cdname, ptab(:, :, 1:size(ptab, 3) - 1, :), water(cdname, shape(ptab)))
  end function glob_3Dsum_4Din_sp

  function glob_3Dsum_4Din_dp(cdname, ptab, cdelay) result(sums)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: ptab(:, :, :, :)
    character(len=*), intent(in), optional :: cdelay
    real(dp) :: sums(size(ptab, 4))
    sums = totals_dp(cdname, ptab(:, :, 1:size(ptab, 3) - 1, :), water(cdname, shape(ptab)))
  end function glob_3Dsum_4Din_dp

  function total_sp(cdname, x, mask) result(total)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(sp) :: total
    integer :: ierr
    character(len=200) :: message
    total = isobit_global_sum(x, communicator, mask=mask, ierr=ierr, errmsg=message)
    if (ierr /= 0) call stop_for(cdname, message)
  end function total_sp

  function total_dp(cdname, x, mask) result(total)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(dp) :: total
    integer :: ierr
    character(len=200) :: message
    total = isobit_global_sum(x, communicator, mask=mask, ierr=ierr, errmsg=message)
    if (ierr /= 0) call stop_for(cdname, message)
  end function total_dp

  function totals_sp(cdname, x, mask) result(sums)
    character(len=*), intent(in) :: cdname
    real(sp), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(sp), allocatable :: sums(:)
    integer :: ierr
    character(len=200) :: message
    sums = isobit_global_sums(x, communicator, mask=mask, ierr=ierr, errmsg=message)
    if (ierr /= 0) call stop_for(cdname, message)
  end function totals_sp

  function totals_dp(cdname, x, mask) result(sums)
    character(len=*), intent(in) :: cdname
    real(dp), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(dp), allocatable :: sums(:)
    integer :: ierr
    character(len=200) :: message
    sums = isobit_global_sums(x, communicator, mask=mask, ierr=ierr, errmsg=message)
    if (ierr /= 0) call stop_for(cdname, message)
  end function totals_dp

  !> A mask for an array that has more or fewer points about the domain than the mask, as many on either side.
  pure function placed(mask, extents) result(there)
    logical, intent(in) :: mask(:, :)
    integer, intent(in) :: extents(:)
    logical :: there(extents(1), extents(2))
    integer :: more(2), before(2), cut(2), kept(2)
    more = (extents(1:2) - shape(mask)) / 2
    before = max(more, 0)
    cut = max(-more, 0)
    kept = min(extents(1:2), shape(mask))
    there = .false.
    there(before(1) + 1:before(1) + kept(1), before(2) + 1:before(2) + kept(2)) = &
        mask(cut(1) + 1:cut(1) + kept(1), cut(2) + 1:cut(2) + kept(2))
  end function placed

  !> Which points of a layer count: where tmask_i is not zero; all, if glob_sum_init was not called.
  function layer(cdname, extents) result(mask)
    character(len=*), intent(in) :: cdname
    integer, intent(in) :: extents(:)
    logical :: mask(extents(1), extents(2))
    mask = .true.
    if (.not. allocated(interior)) return
    mask = placed(interior, extents)
    if (any(mod(extents(1:2) - shape(interior), 2) /= 0) .or. count(mask) /= count(interior)) &
        call stop_for(cdname, 'ptab is no layer of the domain whose mask glob_sum_init was given')
  end function layer

  !> The same of all layers of an array.
  function layers(cdname, extents) result(mask)
    character(len=*), intent(in) :: cdname
    integer, intent(in) :: extents(:)
    logical :: mask(extents(1), extents(2), extents(3))
    mask = spread(layer(cdname, extents), 3, extents(3))
  end function layers

  !> The same of all but the last, where tmask is not zero.
  function water(cdname, extents) result(mask)
    character(len=*), intent(in) :: cdname
    integer, intent(in) :: extents(:)
    logical :: mask(extents(1), extents(2), extents(3) - 1)
    integer :: k
    mask = spread(layer(cdname, extents), 3, extents(3) - 1)
    if (.not. allocated(wet)) call stop_for(cdname, 'glob_3Dsum needs tmask; pass it to glob_sum_init')
    if (size(wet, 3) < extents(3) - 1) call stop_for(cdname, 'ptab has more layers than tmask')
    do k = 1, size(mask, 3)
      mask(:, :, k) = mask(:, :, k) .and. placed(wet(:, :, k), extents)
    end do
  end function water

  subroutine stop_for(cdname, message)
    character(len=*), intent(in) :: cdname, message
    write (error_unit, '(4a)') 'glob_sum, called by ', cdname, ': ', trim(message)
    call MPI_Abort(communicator, 1)
  end subroutine stop_for

end module nemo_glob_sum
