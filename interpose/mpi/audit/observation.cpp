#include "audit/observation.hpp"

#include <optional>

#include "base/scratch.hpp"
#include "reduction/native.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

call_identity call_identity::of(recorder& log, char const* name, reduction const& call) {
  std::uint32_t const site = log.site(name, call.datatype, call.op);
  auto const [communicator, sequence] = log.next_turn(call.comm);
  return {site, communicator, sequence};
}

recorder* recorder_for(reduction const& call) {
  recorder* const log = recorder::active();
  return log != nullptr && log->can_audit(call.comm) ? log : nullptr;
}

recorder* recorder_for_request(reduction const& call) { return call.ranks.is_inter ? nullptr : recorder_for(call); }

observation::observation(recorder& log, call_identity const& identity, reduction const& call) : log_(log) {
  record_.site = identity.site;
  record_.communicator = identity.communicator;
  record_.sequence = identity.sequence;
  if (!call.contributes()) return;
  record_.count = call.count;
  record_.bytes = call.bytes();
}

void observation::see_input(reduction const& call) {
  if (call.contributes()) record_.input_hash = hash_of(call.type, call.count, call.input());
}

std::uint64_t observation::start() {
  std::uint64_t const started = now();
  record_.start = since_1970(started);
  return started;
}

void observation::see_result(reduction const& call, void const* result) {
  std::size_t const results = call.results();
  if (results == 0) return;
  add_flag(call_record::has_result);
  record_.result_hash = hash_of(call.type, results, result);
}

void observation::finish(reduction const& call, void const* native, void const* exact, observer const& seen) {
  if (std::size_t const results = call.results(); results > 0)
    see_native(call, native, distance_between(call.type, results, native, exact));
  if (seen.saw_columns) see_columns(seen.facts);
  log_.write(record_);
}

void observation::finish(reduction const& call, void const* native, passing_columns& passed) {
  record_.input_hash = passed.input.value();
  record_.result_hash = passed.result.value();
  add_flag(call_record::has_result);
  see_native(call, native, passed.from_native);
  see_columns(passed.facts);
  log_.write(record_);
}

void observation::see_native(reduction const& call, void const* native, distance const& from_exact) {
  add_flag(call_record::has_native);
  record_.different = from_exact.different;
  record_.ulps = from_exact.ulps;
  bool const got_native = !the_settings().replace;
  bool const got_exact = !got_native && the_settings().how.how == rule::exact;
  bool const same = got_native || (got_exact && from_exact.different == 0);
  record_.native_hash = same ? record_.result_hash : hash_of(call.type, call.results(), native);
}

void observation::see_columns(column_facts const& facts) {
  add_flag(call_record::saw_columns);
  if (facts.has_nan) add_flag(call_record::has_nan);
  if (facts.has_infinity) add_flag(call_record::has_infinity);
  if (facts.overflowed) add_flag(call_record::overflowed);
  record_.condition = facts.condition;
}

int audit(recorder& log, char const* name, reduction const& call) {
  std::size_t const bytes = call.results() * call.type.size();
  bool const replaces = the_settings().replace;
  bool const is_exact = replaces && the_settings().how.how == rule::exact;
  observer seen;

  // The program's buffer comes last: until then it may hold the inputs. All ranks must go the same way here.
  // The MPI is never given the program's buffer twice, nor is an exscan without room on its first rank.
  scratch other(call.what == form::exscan ? call.bytes() : bytes), reference(is_exact ? 0 : bytes);
  void* const native_result = replaces ? static_cast<void*>(other.data()) : call.receive;
  void* const exact_result = is_exact ? call.receive : static_cast<void*>(reference.data());
  observation record(log, call_identity::of(log, name, call), call);
  std::optional<passing_columns> passing;
  if (is_exact && passes_all(call, recipe()))
    seen.passing = &passing.emplace(call.type, call.count, call.ranks.rank, native_result);
  else
    record.see_input(call);
  // One thing begins when another ends: the clock takes as long as looking at a number.
  std::uint64_t last = record.start();
  auto const by_mpi = [&](void const* send) {
    std::uint64_t const start = last;
    int const code = native_reduction::of(call, send, native_result).run(at_once());
    record.native_time() = (last = now()) - start;
    return code;
  };
  auto const by_isobit = [&](recipe const& how, void* result, observer* watching) {
    std::uint64_t const start = last;
    int const code = compute(call, how, result, watching);
    record.isobit_time() = (last = now()) - start - (watching != nullptr ? watching->time : 0);
    return code;
  };

  int code = MPI_SUCCESS;
  if (replaces) code = by_mpi(call.input());
  if (code == MPI_SUCCESS) code = by_isobit(recipe(), exact_result, &seen);
  if (code == MPI_SUCCESS && replaces && !is_exact) code = by_isobit(the_settings().how, call.receive, nullptr);
  if (code == MPI_SUCCESS && !replaces) code = by_mpi(call.send);
  if (code != MPI_SUCCESS) return code;
  if (passing) {
    record.finish(call, native_result, *passing);
  } else {
    record.see_result(call, call.receive);
    record.finish(call, native_result, exact_result, seen);
  }
  return MPI_SUCCESS;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
