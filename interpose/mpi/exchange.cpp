#include "exchange.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

layout layout::of(std::span<std::size_t const> counts) {
  layout result;
  result.counts.reserve(counts.size());
  result.firsts.reserve(counts.size());
  std::size_t first = 0;
  for (std::size_t const count : counts) {
    result.counts.push_back(static_cast<count_type>(count));
    result.firsts.push_back(static_cast<displacement_type>(first));
    first += count;
  }
  return result;
}

layout layout::even(int ranks, std::size_t count) {
  return of(std::vector<std::size_t>(static_cast<std::size_t>(ranks), count));
}

namespace {

/// MPICH 4.0 puts complex long doubles into wrong places when it gathers them.
bool gathers_wrongly(reduction const& call) noexcept {
#ifdef MPICH_VERSION
  return call.type.is_complex && size_of(call.type.format) == 16 && !call.ranks.is_inter;
#else
  return static_cast<void>(call), false;
#endif
}

}  // namespace

gathering::gathering(reduction const& call) : call_(call) {
  auto const contributors = static_cast<std::size_t>(call.ranks.contributors);
  if (call.what == form::reduce && gathers_wrongly(call)) {
    way_ = way::to_owner;
    rows_ = contributors;
    row_length_ = call.results();
    std::vector<std::size_t> parts(contributors);
    parts[static_cast<std::size_t>(call.root)] = call.count;
    sent_ = layout::of(parts);
    received_ = layout::even(call.ranks.contributors, row_length_);
  } else if (call.what == form::reduce) {
    way_ = way::to_root;
    rows_ = call.results() > 0 ? contributors : 0;
    row_length_ = call.count;
  } else if (call.is_scatter() && !call.ranks.is_inter) {
    way_ = way::to_owner;
    rows_ = contributors;
    row_length_ = call.results();
    sent_ = layout::of(call.parts);
    received_ = layout::even(call.ranks.contributors, row_length_);
  } else {
    // The sides of an intercommunicator do not know how the other side scatters.
    way_ = way::to_all;
    rows_ = contributors;
    row_length_ = call.count;
  }
}

int gathering::run(void* buffer) const {
  auto const n = static_cast<count_type>(call_.count);
  MPI_Datatype const type = call_.datatype;
  switch (way_) {
  case way::to_all:
    return ISOBIT_EXCHANGE(Allgather)(call_.input(), n, type, buffer, n, type, call_.comm);
  case way::to_root:
    return ISOBIT_EXCHANGE(Gather)(call_.input(), n, type, buffer, n, type, call_.root, call_.comm);
  case way::to_owner:
    return ISOBIT_EXCHANGE(Alltoallv)(call_.input(), sent_.counts.data(), sent_.firsts.data(), type, buffer,
                                      received_.counts.data(), received_.firsts.data(), type, call_.comm);
  }
  return MPI_ERR_INTERN;
}

int gathering::start(void* buffer, MPI_Request* request) const {
  auto const n = static_cast<count_type>(call_.count);
  MPI_Datatype const type = call_.datatype;
  switch (way_) {
  case way::to_all:
    return ISOBIT_EXCHANGE(Iallgather)(call_.input(), n, type, buffer, n, type, call_.comm, request);
  case way::to_root:
    return ISOBIT_EXCHANGE(Igather)(call_.input(), n, type, buffer, n, type, call_.root, call_.comm, request);
  case way::to_owner:
    return ISOBIT_EXCHANGE(Ialltoallv)(call_.input(), sent_.counts.data(), sent_.firsts.data(), type, buffer,
                                       received_.counts.data(), received_.firsts.data(), type, call_.comm, request);
  }
  return MPI_ERR_INTERN;
}

#if MPI_VERSION >= 4
namespace {

/// The predefined type of these numbers. MPICH 4.0 frees others a little with every start of a persistent exchange.
MPI_Datatype predefined(reduction const& call) {
  switch (call.type.format) {
  case number_format::binary32:
    return call.type.is_complex ? MPI_C_FLOAT_COMPLEX : MPI_FLOAT;
  case number_format::binary64:
    return call.type.is_complex ? MPI_C_DOUBLE_COMPLEX : MPI_DOUBLE;
  default:
    return call.datatype;
  }
}

}  // namespace

int gathering::prepare(void* buffer, MPI_Info info, MPI_Request* request) {
  auto const n = static_cast<count_type>(call_.count);
  MPI_Datatype const type = predefined(call_);
  // MPICH 4.0 gets the forms for equal counts wrong, MPI_Allgather_init from its second start on.
  if (way_ != way::to_owner) received_ = layout::even(call_.ranks.contributors, call_.count);
  auto const* const counts = received_.counts.data();
  auto const* const firsts = received_.firsts.data();
  switch (way_) {
  case way::to_all:
    return REAL(Allgatherv_init_c)(call_.input(), n, type, buffer, counts, firsts, type, call_.comm, info, request);
  case way::to_root:
    return REAL(Gatherv_init_c)(call_.input(), n, type, buffer, counts, firsts, type, call_.root, call_.comm, info,
                                request);
  case way::to_owner:
    return REAL(Alltoallv_init_c)(call_.input(), sent_.counts.data(), sent_.firsts.data(), type, buffer, counts, firsts,
                                  type, call_.comm, info, request);
  }
  return MPI_ERR_INTERN;
}
#endif

rows gathering::received(void const* buffer) const noexcept {
  std::size_t const skipped = way_ == way::to_all ? call_.first_result() : 0;
  return {static_cast<std::byte const*>(buffer) + skipped * call_.type.size(), row_length_ * call_.type.size(),
          call_.rows_of_results(), call_.results()};
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
