!> Sums, dot products, norms, linear algebra and elementary functions whose bits are the same everywhere: every result
!> is the exact one, rounded once. docs/guide/fortran.md
!>
!>     use isobit
!>     print *, isobit_sum([1d308, 1d0, -1d308])     ! 1.0
module isobit
  use isobit_accumulators, only: isobit_accumulator
  use isobit_errors, only: isobit_ok, isobit_invalid_argument, isobit_malformed_bytes, isobit_out_of_range, &
      isobit_unsupported, isobit_out_of_memory, isobit_internal, isobit_communication, isobit_singular
  use isobit_functions
  use isobit_linalg
  use isobit_reductions
  implicit none
  public
end module isobit
