#include "entry/replace.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "audit/observation.hpp"
#include "base/message.hpp"
#include "entry/lifetime.hpp"
#include "entry/pending.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using reason = passed_record::reason;

/// An operation of isobit's own library: it marks its types.
bool is_isobits_own(MPI_Datatype type) { return name_of_type(type).starts_with("isobit::"); }

/// Whether the MPI counts by int and this is more than that. What blocks, and is not scattered, goes in pieces.
bool is_too_large(reduction const& call, bool blocks) {
  std::size_t const most = std::numeric_limits<count_type>::max();
  if (call.count > most) return true;
  if (!call.is_scatter()) return !blocks && call.count * carrier::of(call.type).per_element > most;
  std::size_t const largest = *std::ranges::max_element(call.parts) * static_cast<std::size_t>(call.ranks.contributors);
  std::size_t const units = std::max(largest, call.count) * carrier::of(call.type).per_element;
  return units > most;
}

/// Why a call is left to the MPI, or nothing: then `call` is complete.
std::optional<reason> complete(reduction& call, bool blocks) {
  auto const [type, what, passed] = read_types(call.datatype, call.op);
  if (passed == reason::user_operation || passed == reason::integer_operation) {
    if (group::of(call.comm).is_alone()) return reason::one_rank;
    return is_isobits_own(call.datatype) ? reason::reproducible : passed;
  }
  if (passed) return passed;
  if (!the_settings().replace && recorder::active() == nullptr) return reason::switched_off;
  call.type = type;
  call.operation_kind = what;
  call.ranks = group::of(call.comm);
  if (call.ranks.is_alone() || is_for_the_mpi(call)) return reason::one_rank;
  if (is_too_large(call, blocks)) return reason::too_large;
  return std::nullopt;
}

/// On an intercommunicator some ranks only look on in a rooted reduction, with arguments that mean nothing: so all
/// ranks number all of these, whatever they are of.
void number_rooted(reduction const& call) {
  if (call.what != form::reduce || recorder::active() == nullptr || !group::of(call.comm).is_inter) return;
  if (recorder* const log = recorder_for(call)) log->next_turn(call.comm);
}

/// `by_isobit()`, unless the call is the MPI's.
template <class ByIsobit>
int replace_or_pass(char const* name, reduction& call, bool blocks, native_call native, ByIsobit by_isobit) {
  if (!is_running()) return native();
  settle_records();
  if (call.what == form::reduce && call.root == MPI_PROC_NULL) {
    if (blocks) number_rooted(call);
    return native();
  }
  if (auto const why = complete(call, blocks)) {
    if (blocks) number_rooted(call);
    note_passed(name, *why, call.count, call.datatype, call.op);
    return native();
  }
  try {
    return by_isobit();
  } catch (std::bad_alloc const&) {
    fail(std::string(name) + ": not enough memory for the " + std::to_string(call.count) + " numbers of " +
         std::to_string(call.ranks.contributors) + " ranks; ISOBIT_MPI=off leaves reductions to the MPI");
  }
}

bool breaks_promise(reason why) noexcept {
  return why == reason::user_operation || why == reason::unknown_type || why == reason::one_sided ||
         why == reason::too_large || why == reason::enqueued;
}

char const* explanation(reason why) noexcept {
  switch (why) {
  case reason::user_operation:
    return "isobit cannot know what a user-defined operation does";
  case reason::one_sided:
    return "nobody fixes the order of one-sided accumulations";
  case reason::enqueued:
    return "what waits in the queue of a GPU is left to the MPI";
  case reason::too_large:
    return "the MPI cannot be told of so many elements at once";
  default:
    return "isobit does not know this type";
  }
}

}  // namespace

int replace(char const* name, reduction call, native_call native) {
  return replace_or_pass(name, call, true, native, [&] {
    recorder* const log = recorder_for(call);
    if (log == nullptr && !the_settings().replace) return native();
    return log != nullptr ? audit(*log, name, call) : compute(call, the_settings().how, call.receive, nullptr);
  });
}

int replace_start(char const* name, reduction call, native_call native, MPI_Request* request) {
  return replace_or_pass(name, call, false, native, [&] {
    if (recorder_for_request(call) == nullptr && !the_settings().replace) return native();
    auto const reduction = std::make_shared<pending>(name, std::move(call));
    int const code = reduction->start(request);
    if (code == MPI_SUCCESS) add_pending(*request, reduction);
    return code;
  });
}

int replace_init(char const* name, reduction call, native_call native, MPI_Info info, MPI_Request* request) {
  return replace_or_pass(name, call, false, native, [&] {
    if (recorder_for_request(call) == nullptr && !the_settings().replace) return native();
    auto const reduction = std::make_shared<pending>(name, std::move(call));
    int const code = reduction->prepare(info, request);
    if (code == MPI_SUCCESS) add_pending(*request, reduction);
    return code;
  });
}

int replace_local(char const* name, void const* in, void* in_out, std::size_t count, MPI_Datatype type, MPI_Op op,
                  native_call native) {
  if (!is_running()) return native();
  auto const [element_type, what, passed] = read_types(type, op);
  if (passed || !the_settings().replace || count == 0 || in == nullptr || in_out == nullptr || in == in_out) {
    note_passed(name, passed.value_or(the_settings().replace ? reason::one_rank : reason::switched_off), count, type,
                op);
    return native();
  }
  note_passed(name, reason::local, count, type, op);
  std::size_t const chunk = 4096 / element_type.size();
  alignas(64) std::byte both[2 * 4096], result[4096];
  for (std::size_t first = 0; first < count; first += chunk) {
    std::size_t const elements = std::min(chunk, count - first), bytes = elements * element_type.size();
    auto* const place = static_cast<std::byte*>(in_out) + first * element_type.size();
    std::memcpy(both, static_cast<std::byte const*>(in) + first * element_type.size(), bytes);
    std::memcpy(both + bytes, place, bytes);
    reduce(the_settings().how, what, element_type, {both, bytes, 2, elements}, result);
    std::memcpy(place, result, bytes);
  }
  return MPI_SUCCESS;
}

void note_passed(char const* name, reason why, std::size_t count, MPI_Datatype type, MPI_Op op) {
  if (the_settings().strict && breaks_promise(why))
    fail(std::string(name) + " with " + name_of_operation(op) + " on " + name_of_type(type) + ", called from " +
         describe_call() + ", cannot be made reproducible: " + explanation(why) +
         ". Unset ISOBIT_MPI_STRICT to let it pass");
  if (recorder* const log = recorder::active()) {
    int size = 0;
    if (type != MPI_DATATYPE_NULL) REAL(Type_size)(type, &size);
    log->count_passed(log->site(name, type, op), why, count, count * static_cast<std::size_t>(size));
  }
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
