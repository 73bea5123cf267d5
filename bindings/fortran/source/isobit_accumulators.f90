!> Exact sums that are kept: nothing is rounded until a value is asked for.
!>
!>     type(isobit_accumulator) :: mass
!>     call mass%add(rho, weights=volume, mask=ocean)
!>     print *, mass%value()
!>
!> An accumulator is plain memory: it can be copied, put into arrays and types, returned by functions; nothing has to be
!> freed. One that was only declared has seen nothing.
module isobit_accumulators
  use, intrinsic :: iso_c_binding, only: c_double, c_float, c_int, c_int64_t, c_int8_t
  use, intrinsic :: iso_fortran_env, only: int8, int64, real32, real64
  use isobit_errors, only: report
  implicit none
  private
  public :: isobit_accumulator, isobit_accumulator_state

  integer(c_int), parameter :: of_real32 = 1, of_real64 = 2
  integer(c_int), parameter :: merging = 1, subtracting = 2, retracting = 3

  !> What accumulator.hpp says.
  type, bind(C) :: isobit_accumulator_state
    integer(c_int64_t) :: started = 0
    integer(c_int64_t) :: words(139) = 0
  end type isobit_accumulator_state

  type :: isobit_accumulator
    type(isobit_accumulator_state) :: state
  contains
    !> add(x [, mask, weights, ierr, errmsg]): one number, or all of an array of any rank; each times its weight.
    generic :: add => add_real32, add_real64
    !> retract(x, ...): undoes one add(x, ...), for infinities and NaN too.
    generic :: retract => retract_real32, retract_real64, retract_accumulator
    !> merge(other): adds all that other has seen.
    procedure :: merge => merge_accumulator
    !> value(): the exact sum rounded once to real64; value_real32() to real32.
    procedure :: value => value_real64
    procedure :: value_real32
    !> mean(count [, ierr, errmsg]): the sum divided by count, rounded once.
    procedure :: mean
    !> root(): the square root of the sum, rounded once.
    procedure :: root
    !> bytes(): the state, the same on every machine; from_bytes(bytes [, ierr, errmsg]) reads it.
    procedure :: bytes
    procedure :: from_bytes
    !> hash(): the same for equal states, on every machine.
    procedure :: hash
    generic :: operator(+) => plus
    generic :: operator(-) => minus
    generic :: operator(==) => equal
    generic :: operator(/=) => not_equal
    generic :: operator(<) => less
    generic :: operator(<=) => less_or_equal
    generic :: operator(>) => greater
    generic :: operator(>=) => greater_or_equal
    generic :: assignment(=) => from_real32, from_real64
    procedure, private :: add_real32, add_real64, retract_real32, retract_real64, retract_accumulator
    procedure, private :: plus, minus, equal, not_equal, less, less_or_equal, greater, greater_or_equal
    procedure, private :: from_real32, from_real64
  end type isobit_accumulator

  interface
    function c_add(into, kind, x, weights, mask, sign) bind(C, name="isobit_fortran_accumulator_add") result(status)
      import :: c_int, isobit_accumulator_state
      type(isobit_accumulator_state), intent(inout) :: into
      integer(c_int), value :: kind, sign
      type(*), intent(in) :: x(..)
      type(*), intent(in), optional :: weights(..), mask(..)
      integer(c_int) :: status
    end function c_add
    function c_combine(into, other, how) bind(C, name="isobit_fortran_accumulator_combine") result(status)
      import :: c_int, isobit_accumulator_state
      type(isobit_accumulator_state), intent(inout) :: into
      type(isobit_accumulator_state), intent(in) :: other
      integer(c_int), value :: how
      integer(c_int) :: status
    end function c_combine
    pure subroutine c_round_64(state, result) bind(C, name="isobit_fortran_accumulator_round_64")
      import :: c_double, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      real(c_double), intent(out) :: result
    end subroutine c_round_64
    pure subroutine c_round_32(state, result) bind(C, name="isobit_fortran_accumulator_round_32")
      import :: c_float, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      real(c_float), intent(out) :: result
    end subroutine c_round_32
    pure subroutine c_root(state, result) bind(C, name="isobit_fortran_accumulator_root")
      import :: c_double, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      real(c_double), intent(out) :: result
    end subroutine c_root
    function c_mean(state, count, result) bind(C, name="isobit_fortran_accumulator_mean") result(status)
      import :: c_double, c_int, c_int64_t, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      integer(c_int64_t), value :: count
      real(c_double), intent(inout) :: result
      integer(c_int) :: status
    end function c_mean
    pure function c_compare(left, right) bind(C, name="isobit_fortran_accumulator_compare") result(order)
      import :: c_int, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: left, right
      integer(c_int) :: order
    end function c_compare
    pure function c_equal(left, right) bind(C, name="isobit_fortran_accumulator_equal") result(equal)
      import :: c_int, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: left, right
      integer(c_int) :: equal
    end function c_equal
    pure function c_hash(state) bind(C, name="isobit_fortran_accumulator_hash") result(hash)
      import :: c_int64_t, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      integer(c_int64_t) :: hash
    end function c_hash
    function c_bytes(state, bytes, capacity, size) bind(C, name="isobit_fortran_accumulator_bytes") result(status)
      import :: c_int, c_int64_t, c_int8_t, isobit_accumulator_state
      type(isobit_accumulator_state), intent(in) :: state
      integer(c_int8_t), intent(out) :: bytes(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(out) :: size
      integer(c_int) :: status
    end function c_bytes
    function c_from_bytes(into, bytes, size) bind(C, name="isobit_fortran_accumulator_from_bytes") result(status)
      import :: c_int, c_int64_t, c_int8_t, isobit_accumulator_state
      type(isobit_accumulator_state), intent(inout) :: into
      integer(c_int8_t), intent(in) :: bytes(*)
      integer(c_int64_t), value :: size
      integer(c_int) :: status
    end function c_from_bytes
  end interface

contains

  subroutine add_real32(self, x, mask, weights, ierr, errmsg)
    class(isobit_accumulator), intent(inout) :: self
    real(real32), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(real32), intent(in), optional :: weights(..)
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    call report(c_add(self%state, of_real32, x, weights, mask, 1_c_int), ierr, errmsg)
  end subroutine add_real32

  subroutine add_real64(self, x, mask, weights, ierr, errmsg)
    class(isobit_accumulator), intent(inout) :: self
    real(real64), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(real64), intent(in), optional :: weights(..)
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    call report(c_add(self%state, of_real64, x, weights, mask, 1_c_int), ierr, errmsg)
  end subroutine add_real64

  subroutine retract_real32(self, x, mask, weights, ierr, errmsg)
    class(isobit_accumulator), intent(inout) :: self
    real(real32), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(real32), intent(in), optional :: weights(..)
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    call report(c_add(self%state, of_real32, x, weights, mask, -1_c_int), ierr, errmsg)
  end subroutine retract_real32

  subroutine retract_real64(self, x, mask, weights, ierr, errmsg)
    class(isobit_accumulator), intent(inout) :: self
    real(real64), intent(in) :: x(..)
    logical, intent(in), optional :: mask(..)
    real(real64), intent(in), optional :: weights(..)
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    call report(c_add(self%state, of_real64, x, weights, mask, -1_c_int), ierr, errmsg)
  end subroutine retract_real64

  subroutine merge_accumulator(self, other)
    class(isobit_accumulator), intent(inout) :: self
    class(isobit_accumulator), intent(in) :: other
    call report(c_combine(self%state, other%state, merging))
  end subroutine merge_accumulator

  subroutine retract_accumulator(self, other)
    class(isobit_accumulator), intent(inout) :: self
    class(isobit_accumulator), intent(in) :: other
    call report(c_combine(self%state, other%state, retracting))
  end subroutine retract_accumulator

  function plus(left, right) result(sum)
    class(isobit_accumulator), intent(in) :: left, right
    type(isobit_accumulator) :: sum
    sum%state = left%state
    call report(c_combine(sum%state, right%state, merging))
  end function plus

  function minus(left, right) result(difference)
    class(isobit_accumulator), intent(in) :: left, right
    type(isobit_accumulator) :: difference
    difference%state = left%state
    call report(c_combine(difference%state, right%state, subtracting))
  end function minus

  subroutine from_real32(self, x)
    class(isobit_accumulator), intent(inout) :: self
    real(real32), intent(in) :: x
    self%state = isobit_accumulator_state()
    call self%add(x)
  end subroutine from_real32

  subroutine from_real64(self, x)
    class(isobit_accumulator), intent(inout) :: self
    real(real64), intent(in) :: x
    self%state = isobit_accumulator_state()
    call self%add(x)
  end subroutine from_real64

  elemental function value_real64(self) result(value)
    class(isobit_accumulator), intent(in) :: self
    real(real64) :: value
    call c_round_64(self%state, value)
  end function value_real64

  elemental function value_real32(self) result(value)
    class(isobit_accumulator), intent(in) :: self
    real(real32) :: value
    call c_round_32(self%state, value)
  end function value_real32

  elemental function root(self) result(value)
    class(isobit_accumulator), intent(in) :: self
    real(real64) :: value
    call c_root(self%state, value)
  end function root

  function mean(self, count, ierr, errmsg) result(value)
    class(isobit_accumulator), intent(in) :: self
    integer(int64), intent(in) :: count
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    real(real64) :: value
    value = 0
    call report(c_mean(self%state, count, value), ierr, errmsg)
  end function mean

  function bytes(self) result(all)
    class(isobit_accumulator), intent(in) :: self
    integer(int8), allocatable :: all(:)
    integer(int8) :: room(1024)
    integer(c_int64_t) :: size
    call report(c_bytes(self%state, room, 1024_c_int64_t, size))
    all = room(1:size)
  end function bytes

  subroutine from_bytes(self, bytes, ierr, errmsg)
    class(isobit_accumulator), intent(inout) :: self
    integer(int8), intent(in), contiguous :: bytes(:)
    integer, intent(out), optional :: ierr
    character(len=*), intent(inout), optional :: errmsg
    call report(c_from_bytes(self%state, bytes, size(bytes, kind=c_int64_t)), ierr, errmsg)
  end subroutine from_bytes

  elemental function hash(self)
    class(isobit_accumulator), intent(in) :: self
    integer(int64) :: hash
    hash = c_hash(self%state)
  end function hash

  !> The states are equal: values, counts of infinities and NaN, and what decides the sign of a zero.
  elemental function equal(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: equal
    equal = c_equal(left%state, right%state) == 1
  end function equal

  elemental function not_equal(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: not_equal
    not_equal = c_equal(left%state, right%state) /= 1
  end function not_equal

  !> Order of the values; false where infinities or NaN forbid one.
  elemental function less(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: less
    less = c_compare(left%state, right%state) == -1
  end function less

  elemental function less_or_equal(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: less_or_equal
    less_or_equal = c_compare(left%state, right%state) <= 0
  end function less_or_equal

  elemental function greater(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: greater
    greater = c_compare(left%state, right%state) == 1
  end function greater

  elemental function greater_or_equal(left, right)
    class(isobit_accumulator), intent(in) :: left, right
    logical :: greater_or_equal
    integer(c_int) :: order
    order = c_compare(left%state, right%state)
    greater_or_equal = order == 0 .or. order == 1
  end function greater_or_equal

end module isobit_accumulators
