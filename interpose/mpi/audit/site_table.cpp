#include "audit/site_table.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <vector>

#include "audit/call_site.hpp"
#include "audit/python_frames.hpp"

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

/// Of the innermost frames, as many as tell sites apart.
std::uint64_t hash_of_python() {
  std::uint64_t hash = 0;
  for (auto const& each : python_frames(site_frames))
    hash = mixed(mixed(hash, std::hash<std::string>()(each.file + '\n' + each.function)),
                 static_cast<std::uint64_t>(each.line));
  return hash;
}

std::vector<common::json_object> frames_of_present_call() {
  std::vector<common::json_object> frames;
  auto const in_python = python_frames(most_frames);
  for (void const* const address : stack_of_call(most_frames)) {
    if (!in_python.empty() && is_in_python(address)) {
      for (auto const& each : in_python)
        if (frames.size() < most_frames)
          frames.emplace_back().add("module", each.file).add("line", each.line).add("symbol", each.function);
      break;
    }
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
  return mixed(mixed(mixed(result, site.python), word_of(site.type)), word_of(site.op));
}

std::uint32_t site_table::of_present_call(site_kind kind, char const* call, MPI_Datatype type, MPI_Op op) {
  // Types and operations of the program may be freed and their handles used again, but rarely mean another site.
  key site{{}, hash_of_python(), kind, call, type, op};
  if (auto const chain = chains_.guess()) {
    site.chain = *chain;
    if (auto const* const index = known_.find(site)) return *index;
  }
  site.chain = chains_.unwind();
  if (auto const* const index = known_.find(site)) return *index;
  return add(site);
}

std::uint32_t site_table::add(key const& site) {
  auto const frames = frames_of_present_call();  // waits for Python's lock, which a thread that waits for ours may have
  std::scoped_lock const lock(mutex_);
  if (auto const* const index = known_.find(site)) return *index;
  std::string const type = name_of_type(site.type), op = name_of_operation(site.op);
  std::string name = std::string(site.call) + '\n' + type + '\n' + op;
  for (auto const& each : std::span(frames).first(std::min(frames.size(), site_frames))) name += '\n' + each.text();
  auto const [known, is_new] = by_name_.try_emplace(name, static_cast<std::uint32_t>(by_name_.size()));
  if (is_new) {
    common::json_object line;
    line.add("site", known->second).add("kind", name_of(site.kind)).add("call", site.call);
    if (site.kind == site_kind::reduction) line.add("type", type).add("operation", op);
    places_.write(line.add("frames", frames));
  }
  known_.insert(site, known->second);
  return known->second;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
