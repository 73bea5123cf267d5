#include "entry.hpp"
#include "lifetime.hpp"
#include "replace.hpp"

using namespace isobit::interpose;

namespace {

/// One-sided accumulations are left to the MPI. Those of floating-point sums and products come in any order.
void note_one_sided(char const* name, long long count, MPI_Datatype type, MPI_Op op) {
  if (!is_running()) return;
  using enum passed_record::reason;
  auto const passed = read_types(type, op).passed;
  note_passed(name, !passed || *passed == rejected ? one_sided : *passed,
              count < 0 ? 0 : static_cast<std::size_t>(count), type, op);
}

}  // namespace

#define ORIGIN void const *origin, int origin_count, MPI_Datatype origin_type
#define RESULT void *result, int result_count, MPI_Datatype result_type
#define TARGET int target_rank, MPI_Aint offset, int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window
#define ORIGIN_ARGUMENTS origin, origin_count, origin_type
#define RESULT_ARGUMENTS result, result_count, result_type
#define TARGET_ARGUMENTS target_rank, offset, target_count, target_type, op, window

#define ONE_SIDED(Name, Parameters, Arguments, count, type) \
  ISOBIT_ENTRY(Name, Parameters, Arguments) {               \
    note_one_sided("MPI_" #Name, count, type, op);          \
    return REAL(Name) Arguments;                            \
  }

ONE_SIDED(Accumulate, (ORIGIN, TARGET), (ORIGIN_ARGUMENTS, TARGET_ARGUMENTS), target_count, target_type)
ONE_SIDED(Get_accumulate, (ORIGIN, RESULT, TARGET), (ORIGIN_ARGUMENTS, RESULT_ARGUMENTS, TARGET_ARGUMENTS),
          target_count, target_type)
ONE_SIDED(Raccumulate, (ORIGIN, TARGET, MPI_Request* request), (ORIGIN_ARGUMENTS, TARGET_ARGUMENTS, request),
          target_count, target_type)
ONE_SIDED(Rget_accumulate, (ORIGIN, RESULT, TARGET, MPI_Request* request),
          (ORIGIN_ARGUMENTS, RESULT_ARGUMENTS, TARGET_ARGUMENTS, request), target_count, target_type)
ONE_SIDED(Fetch_and_op,
          (void const* origin, void* result, MPI_Datatype type, int target_rank, MPI_Aint offset, MPI_Op op,
           MPI_Win window),
          (origin, result, type, target_rank, offset, op, window), 1, type)
