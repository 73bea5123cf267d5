#include "entry/entry.hpp"
#include "entry/lifetime.hpp"
#include "entry/replace.hpp"

using namespace isobit::interpose;

namespace {

/// One-sided accumulations are left to the MPI. Those of floating-point sums and products come in any order.
void note_one_sided(char const* name, long long count, MPI_Datatype type, MPI_Op op) {
  if (!is_running()) return;
  using enum passed_record::reason;
  auto const passed = read_types(base_of(type), op).passed;
  note_passed(name, passed && *passed == reproducible ? reproducible : one_sided,
              count < 0 ? 0 : static_cast<std::size_t>(count), type, op);
}

}  // namespace

#define ORIGIN(Count) void const *origin, Count origin_count, MPI_Datatype origin_type
#define RESULT(Count) void *result, Count result_count, MPI_Datatype result_type
#define TARGET(Count) \
  int target_rank, MPI_Aint offset, Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window
#define ORIGIN_ARGUMENTS origin, origin_count, origin_type
#define RESULT_ARGUMENTS result, result_count, result_type
#define TARGET_ARGUMENTS target_rank, offset, target_count, target_type, op, window

#define ONE_SIDED(Name, Parameters, Arguments, count, type) \
  ISOBIT_ENTRY(Name, Parameters, Arguments) {               \
    note_one_sided("MPI_" #Name, count, type, op);          \
    return REAL(Name) Arguments;                            \
  }
#define ENTRIES(Suffix, Count)                                                                                      \
  ONE_SIDED(Accumulate##Suffix, (ORIGIN(Count), TARGET(Count)), (ORIGIN_ARGUMENTS, TARGET_ARGUMENTS), target_count, \
            target_type)                                                                                            \
  ONE_SIDED(Raccumulate##Suffix, (ORIGIN(Count), TARGET(Count), MPI_Request * request),                             \
            (ORIGIN_ARGUMENTS, TARGET_ARGUMENTS, request), target_count, target_type)                               \
  ONE_SIDED(Get_accumulate##Suffix, (ORIGIN(Count), RESULT(Count), TARGET(Count)),                                  \
            (ORIGIN_ARGUMENTS, RESULT_ARGUMENTS, TARGET_ARGUMENTS), target_count, target_type)                      \
  ONE_SIDED(Rget_accumulate##Suffix, (ORIGIN(Count), RESULT(Count), TARGET(Count), MPI_Request * request),          \
            (ORIGIN_ARGUMENTS, RESULT_ARGUMENTS, TARGET_ARGUMENTS, request), target_count, target_type)

ENTRIES(, int)
ENTRIES(_c, MPI_Count)
ONE_SIDED(Fetch_and_op,
          (void const* origin, void* result, MPI_Datatype type, int target_rank, MPI_Aint offset, MPI_Op op,
           MPI_Win window),
          (origin, result, type, target_rank, offset, op, window), 1, type)
