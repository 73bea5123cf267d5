#include <isobit/mpi/wire.hpp>

#include <memory>
#include <vector>

#include "mpi/finalise.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

MPI_Datatype make_struct(std::initializer_list<struct_field> fields, std::size_t size) {
  std::vector<int> counts;
  std::vector<MPI_Aint> offsets;
  std::vector<MPI_Datatype> types;
  for (struct_field const& field : fields) {
    counts.push_back(field.count);
    offsets.push_back(static_cast<MPI_Aint>(field.offset));
    types.push_back(field.type);
  }
  MPI_Datatype packed, spaced;
  check(MPI_Type_create_struct(static_cast<int>(fields.size()), counts.data(), offsets.data(), types.data(), &packed),
        "MPI_Type_create_struct");
  check(MPI_Type_create_resized(packed, 0, static_cast<MPI_Aint>(size), &spaced), "MPI_Type_create_resized");
  check(MPI_Type_free(&packed), "MPI_Type_free");
  return spaced;
}

namespace {

#ifndef SMPI_H
int free_operation(MPI_Comm, int, void* attribute, void*) {
  std::unique_ptr<wire_operation> const handles(static_cast<wire_operation*>(attribute));
  MPI_Op_free(&handles->operation);
  return MPI_Type_free(&handles->type);
}
#endif

void free_when_finalised([[maybe_unused]] wire_operation const& handles) {
#ifndef SMPI_H
  auto attribute = std::make_unique<wire_operation>(handles);
  call_when_finalised(free_operation, attribute.get());
  attribute.release();
#endif
}

}  // namespace

wire_operation make_operation(MPI_Datatype type, MPI_User_function* function) {
  wire_operation result{type, MPI_OP_NULL};
  check(MPI_Type_commit(&result.type), "MPI_Type_commit");
  // Tools, isobit's interposer among them, see by this that the operation is a reproducible one.
  check(MPI_Type_set_name(result.type, "isobit::mpi"), "MPI_Type_set_name");
  constexpr int commutes = 1;
  check(MPI_Op_create(function, commutes, &result.operation), "MPI_Op_create");
  free_when_finalised(result);
  return result;
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
