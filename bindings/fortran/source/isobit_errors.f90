!> How calls of the other modules fail: by ierr and errmsg where the caller passes ierr, else by a message and error
!> stop.
module isobit_errors
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_size_t
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  private
  public :: report

  !> The values of ierr, which are those of the C interface.
  integer, parameter, public :: isobit_ok = 0
  integer, parameter, public :: isobit_invalid_argument = 1
  integer, parameter, public :: isobit_malformed_bytes = 2
  integer, parameter, public :: isobit_out_of_range = 3
  integer, parameter, public :: isobit_unsupported = 4
  integer, parameter, public :: isobit_out_of_memory = 5
  integer, parameter, public :: isobit_internal = 6
  integer, parameter, public :: isobit_communication = 7
  integer, parameter, public :: isobit_singular = 8

  interface
    subroutine last_message(text, length) bind(C, name="isobit_fortran_message")
      import :: c_char, c_size_t
      character(kind=c_char), intent(out) :: text(*)
      integer(c_size_t), value :: length
    end subroutine last_message
  end interface

contains

  !> Hands the status of a call to its caller.
  subroutine report(status, ierr, errmsg)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    character(len=512, kind=c_char) :: text
    if (present(ierr)) ierr = status
    if (status == isobit_ok) return
    call last_message(text, len(text, kind=c_size_t))
    if (present(errmsg)) errmsg = trim(text)
    if (present(ierr)) return
    write (error_unit, '(a)') trim(text)
    error stop 1
  end subroutine report

end module isobit_errors
