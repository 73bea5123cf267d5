#include "audit/site_table.hpp"

#include <bit>
#include <vector>

#include "audit/call_site.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

/// A handle is a pointer or a number.
template <class Handle> std::uint64_t word_of(Handle handle) noexcept {
  if constexpr (sizeof handle == sizeof(std::uint64_t))
    return std::bit_cast<std::uint64_t>(handle);
  else
    return std::bit_cast<std::uint32_t>(handle);
}

std::vector<common::json_object> frames_of_present_call() {
  std::vector<common::json_object> frames;
  for (void const* const address : stack_of_call(most_frames)) {
    code_place const place = place_of(address);
    // What calls main is of no interest.
    if (!frames.empty() && place.module.find("/libc.so") != place.module.npos) break;
    frames.emplace_back().add("module", place.module).add("offset", place.offset).add("symbol", place.symbol);
  }
  return frames;
}

}  // namespace

std::size_t site_table::hash::operator()(key const& site) const noexcept {
  std::uint64_t result = word_of(site.call);
  for (void const* const address : site.chain) result = mixed(result, word_of(address));
  return mixed(mixed(result, word_of(site.type)), word_of(site.op));
}

std::uint32_t site_table::of_present_call(char const* call, MPI_Datatype type, MPI_Op op) {
  // Types and operations of the program may be freed and their handles used again, but rarely mean another site.
  key site{{}, call, type, op};
  if (auto const chain = chains_.guess()) {
    site.chain = *chain;
    if (auto const* const index = known_.find(site)) return *index;
  }
  site.chain = chains_.unwind();
  if (auto const* const index = known_.find(site)) return *index;
  return add(site);
}

std::uint32_t site_table::add(key const& site) {
  std::scoped_lock const lock(mutex_);
  if (auto const* const index = known_.find(site)) return *index;
  std::string const type = name_of_type(site.type), op = name_of_operation(site.op);
  std::string name = std::string(site.call) + '\n' + type + '\n' + op;
  for (void const* const address : site.chain) name.append(reinterpret_cast<char const*>(&address), sizeof address);
  auto const [known, is_new] = by_name_.try_emplace(name, static_cast<std::uint32_t>(by_name_.size()));
  if (is_new) {
    common::json_object line;
    line.add("site", known->second).add("call", site.call);
    bool const is_receive = site.type == MPI_DATATYPE_NULL && site.op == MPI_OP_NULL;
    if (!is_receive) line.add("type", type).add("operation", op);
    places_.write(line.add("frames", frames_of_present_call()));
  }
  known_.insert(site, known->second);
  return known->second;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
