!> The interface of E3SM's and CESM's shr_reprosum_mod: sums of several fields over a communicator. Here the sum of a
!> field is the exact one, rounded once, in one reduction for all fields; hints about ranges and levels are not needed.
!> docs/guide/fortran_models.md
module shr_reprosum_mod
  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite
  use, intrinsic :: iso_fortran_env, only: error_unit, output_unit, r8 => real64
  use mpi_f08, only: MPI_Abort, MPI_Allreduce, MPI_Comm, MPI_COMM_WORLD, MPI_INTEGER, MPI_MAX, MPI_REAL8, MPI_SUM
  use isobit_mpi, only: isobit_global_sum, isobit_global_sums
  implicit none
  private
  public :: shr_reprosum_setopts, shr_reprosum_calc, shr_reprosum_tolExceeded

  logical, public :: shr_reprosum_recompute = .false.
  real(r8), public :: shr_reprosum_reldiffmax = -1.0_r8

  logical :: infinities_allowed = .false.

contains

  !> Which algorithm to use is read and changes nothing: there is one.
  subroutine shr_reprosum_setopts(repro_sum_use_ddpdd_in, repro_sum_allow_infnan_in, repro_sum_rel_diff_max_in, &
      repro_sum_recompute_in, repro_sum_master, repro_sum_logunit)
    logical, intent(in), optional :: repro_sum_use_ddpdd_in, repro_sum_allow_infnan_in
    real(r8), intent(in), optional :: repro_sum_rel_diff_max_in
    logical, intent(in), optional :: repro_sum_recompute_in, repro_sum_master
    integer, intent(in), optional :: repro_sum_logunit
    if (present(repro_sum_allow_infnan_in)) infinities_allowed = repro_sum_allow_infnan_in
    if (present(repro_sum_rel_diff_max_in)) shr_reprosum_reldiffmax = repro_sum_rel_diff_max_in
    if (present(repro_sum_recompute_in)) shr_reprosum_recompute = repro_sum_recompute_in
    if (.not. present(repro_sum_master)) return
    if (.not. repro_sum_master) return
    write (unit_or(repro_sum_logunit), '(a)') 'shr_reprosum_setopts: exact sums by isobit, rounded once'
    if (present(repro_sum_use_ddpdd_in)) then
      if (repro_sum_use_ddpdd_in) write (unit_or(repro_sum_logunit), '(a)') &
          'shr_reprosum_setopts: double-double was asked for; the exact sums take its place'
    end if
  end subroutine shr_reprosum_setopts

  !> arr_gsum(f) is the sum of all tasks' arr(1:nsummands, f). What is known beforehand of the summands (ddpdd_sum,
  !> arr_gbl_max, arr_max_levels, gbl_max_nsummands, gbl_count, repro_sum_validate) is accepted and not needed.
  subroutine shr_reprosum_calc(arr, arr_gsum, nsummands, dsummands, nflds, allow_infnan, ddpdd_sum, arr_gbl_max, &
      arr_gbl_max_out, arr_max_levels, arr_max_levels_out, gbl_max_nsummands, gbl_max_nsummands_out, gbl_count, &
      repro_sum_validate, repro_sum_stats, rel_diff, commid)
    integer, intent(in) :: nsummands, dsummands, nflds
    real(r8), intent(in) :: arr(dsummands, nflds)
    real(r8), intent(out) :: arr_gsum(nflds)
    logical, intent(in), optional :: allow_infnan, ddpdd_sum
    real(r8), intent(in), optional :: arr_gbl_max(nflds)
    real(r8), intent(out), optional :: arr_gbl_max_out(nflds)
    integer, intent(in), optional :: arr_max_levels(nflds)
    integer, intent(out), optional :: arr_max_levels_out(nflds)
    integer, intent(in), optional :: gbl_max_nsummands
    integer, intent(out), optional :: gbl_max_nsummands_out
    integer, intent(in), optional :: gbl_count
    logical, intent(in), optional :: repro_sum_validate
    integer, intent(inout), optional :: repro_sum_stats(6)
    real(r8), intent(out), optional :: rel_diff(2, nflds)
    integer, intent(in), optional :: commid
    type(MPI_Comm) :: comm
    logical :: allowed

    comm = MPI_COMM_WORLD
    if (present(commid)) comm%MPI_VAL = commid
    if (nsummands < 0 .or. nsummands > dsummands) call refuse('there are not as many summands as nsummands says', comm)
    allowed = infinities_allowed
    if (present(allow_infnan)) allowed = allow_infnan

    if (nflds == 1) then  ! no array of results to allocate, which takes as long as to sum ten numbers
      arr_gsum(1) = isobit_global_sum(arr(1:nsummands, 1), comm)
    else
      arr_gsum = isobit_global_sums(arr(1:nsummands, :), comm)
    end if
    ! A sum of finite numbers is finite, or overflows: only then is there anything to look for.
    if (.not. (allowed .or. all(ieee_is_finite(arr_gsum)))) call refuse_infinities(arr(1:nsummands, :), comm)

    if (present(repro_sum_stats)) repro_sum_stats(1) = repro_sum_stats(1) + 1
    if (present(arr_gbl_max_out)) then
      arr_gbl_max_out = max(0.0_r8, maxval(abs(arr(1:nsummands, :)), 1))  ! of none the maximum is -huge
      call in_place_max(arr_gbl_max_out, comm)
    end if
    if (present(arr_max_levels_out)) arr_max_levels_out = 1
    if (present(gbl_max_nsummands_out)) &
        call MPI_Allreduce(nsummands, gbl_max_nsummands_out, 1, MPI_INTEGER, MPI_MAX, comm)
    if (present(rel_diff)) call compare_with_plain_sums(arr(1:nsummands, :), arr_gsum, rel_diff, comm)
  end subroutine shr_reprosum_calc

  !> Whether a relative difference is above shr_reprosum_reldiffmax, unless that is negative.
  logical function shr_reprosum_tolExceeded(name, nflds, master, logunit, rel_diff)
    character(len=*), intent(in) :: name
    integer, intent(in) :: nflds
    logical, intent(in) :: master
    integer, optional, intent(in) :: logunit
    real(r8), intent(in) :: rel_diff(2, nflds)
    integer :: field
    shr_reprosum_tolExceeded = .false.
    if (shr_reprosum_reldiffmax < 0.0_r8) return
    do field = 1, nflds
      if (rel_diff(1, field) <= shr_reprosum_reldiffmax) cycle
      shr_reprosum_tolExceeded = .true.
      if (master) write (unit_or(logunit), '(a, i0, a, es12.4, a, es12.4)') trim(name) // ': field ', field, &
          ' differs from its plain sum by ', rel_diff(1, field), ' relatively, by ', rel_diff(2, field)
    end do
  end function shr_reprosum_tolExceeded

  integer function unit_or(logunit)
    integer, intent(in), optional :: logunit
    unit_or = output_unit
    if (present(logunit)) unit_or = logunit
  end function unit_or

  subroutine in_place_max(values, comm)
    real(r8), intent(inout) :: values(:)
    type(MPI_Comm), intent(in) :: comm
    real(r8) :: mine(size(values))
    mine = values
    call MPI_Allreduce(mine, values, size(values), MPI_REAL8, MPI_MAX, comm)
  end subroutine in_place_max

  subroutine refuse_infinities(arr, comm)
    real(r8), intent(in) :: arr(:, :)
    type(MPI_Comm), intent(in) :: comm
    character(len=12) :: how_many
    if (all(ieee_is_finite(arr))) return
    write (how_many, '(i0)') count(.not. ieee_is_finite(arr))
    call refuse(trim(how_many) // ' infinities or NaN among the summands of this task; pass allow_infnan=.true. ' // &
        'to sum them', comm)
  end subroutine refuse_infinities

  subroutine refuse(why, comm)
    character(len=*), intent(in) :: why
    type(MPI_Comm), intent(in) :: comm
    write (error_unit, '(2a)') 'shr_reprosum_calc: ', why
    call MPI_Abort(comm, 1)
  end subroutine refuse

  !> The difference from a sum in plain arithmetic, relative to the sum and absolute.
  subroutine compare_with_plain_sums(arr, sums, rel_diff, comm)
    real(r8), intent(in) :: arr(:, :), sums(:)
    real(r8), intent(out) :: rel_diff(:, :)
    type(MPI_Comm), intent(in) :: comm
    real(r8) :: mine(size(sums)), plain(size(sums))
    rel_diff = 0
    if (shr_reprosum_reldiffmax < 0.0_r8) return
    mine = sum(arr, 1)
    call MPI_Allreduce(mine, plain, size(sums), MPI_REAL8, MPI_SUM, comm)
    rel_diff(2, :) = abs(plain - sums)
    where (abs(sums) > rel_diff(2, :))
      rel_diff(1, :) = rel_diff(2, :) / abs(sums)
    elsewhere
      rel_diff(1, :) = rel_diff(2, :)
    end where
  end subroutine compare_with_plain_sums

end module shr_reprosum_mod
