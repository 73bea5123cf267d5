#include "reduction/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using wire = summation::exact_limbs<exact>;

std::size_t numbers_in(reduction const& call, std::size_t elements) {
  return elements * (call.type.is_complex ? 2 : 1);
}

}  // namespace

bool limb_exchange::takes(reduction const& call) noexcept {
  // A rank's number alone keeps the payload of a NaN, which no accumulator does. One side of an intercommunicator may
  // be one rank, and both must go the same way.
  bool const some_alone = call.what == form::scan || call.what == form::exscan || call.ranks.is_inter;
  return call.operation_kind == operation::sum && size_of(call.type.format) <= 8 && !some_alone;
}

limb_exchange::limb_exchange(reduction const& call) : call_(call) {
  std::size_t const numbers = numbers_in(call, call.count);
  mine_.resize(numbers);
  if (call.type.format == number_format::binary32)
    summation::to_limbs<float>(call.input(), numbers, mine_.data());
  else
    summation::to_limbs<double>(call.input(), numbers, mine_.data());
  merged_.resize(numbers_in(call, call.results()));
  merged_.reserve(1);  // MPICH minds null even where nothing comes
}

native_reduction limb_exchange::sums() const {
  native_reduction result = native_reduction::of(call_, mine_.data(), merged_.data());
  result.count = numbers_in(call_, call_.count) * wire::words;
  for (count_type& part : result.parts)
    part = static_cast<count_type>(numbers_in(call_, static_cast<std::size_t>(part)) * wire::words);
  result.datatype = MPI_INT64_T;
  result.op = MPI_SUM;
  return result;
}

void limb_exchange::finish(void* result) const {
  std::size_t const numbers = numbers_in(call_, call_.results());
  if (call_.type.format == number_format::binary32)
    summation::round_limbs<float>(merged_.data(), numbers, result);
  else
    summation::round_limbs<double>(merged_.data(), numbers, result);
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
