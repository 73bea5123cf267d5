#include "audit/observation.hpp"

#include <algorithm>
#include <cstring>

#include "native.hpp"
#include "scratch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

observation::observation(recorder& log, char const* name, reduction const& call) : log_(log) {
  record_.site = log.site(name, call.datatype, call.op);
  auto const [communicator, sequence] = log.next_turn(call.comm);
  record_.communicator = communicator;
  record_.sequence = sequence;
  if (call.contributes()) {
    record_.count = call.count;
    record_.bytes = call.bytes();
    record_.input_hash = hash_of(call.type, call.count, call.input());
  }
  start_ = now();
  record_.start = since_1970(start_);
}

void observation::finish(reduction const& call, void const* result, void const* native, void const* exact,
                         observer const& seen) {
  if (std::size_t const results = call.results(); results > 0) {
    add_flag(call_record::has_result | call_record::has_native);
    record_.result_hash = hash_of(call.type, results, result);
    auto const [different, ulps] = distance_between(call.type, results, native, exact);
    record_.different = different;
    record_.ulps = ulps;
    bool const same = native == result || (exact == result && different == 0);
    record_.native_hash = same ? record_.result_hash : hash_of(call.type, results, native);
  }
  if (seen.saw_columns) add_flag(call_record::saw_columns);
  if (seen.facts.has_nan) add_flag(call_record::has_nan);
  if (seen.facts.has_infinity) add_flag(call_record::has_infinity);
  if (seen.facts.overflowed) add_flag(call_record::overflowed);
  record_.condition = seen.facts.condition;
  record_.isobit_time -= std::min(record_.isobit_time, seen.time);
  log_.write(record_);
}

int audit(recorder& log, char const* name, reduction const& call) {
  observation record(log, name, call);
  bool const replaces = the_settings().replace;
  arithmetic const how = replaces ? the_settings().how : arithmetic();
  bool const is_exact = how.how == method::exact;
  bool const in_place = call.send == MPI_IN_PLACE;
  std::size_t const bytes = call.results() * call.type.size();

  // Two reductions of the same inputs, one of them into the program's buffer.
  scratch input(in_place ? call.bytes() : 0), other(bytes), reference(is_exact ? 0 : bytes);
  reduction mine = call;
  if (in_place) {
    std::memcpy(input.data(), call.receive, call.bytes());
    mine.send = input.data();
  }
  void* const native_result = replaces && bytes > 0 ? other.data() : call.receive;
  void* const isobit_result = replaces ? call.receive : other.data();
  void* const exact_result = is_exact ? isobit_result : reference.data();

  observer seen;
  auto const run_native = [&] { return native_reduction::of(mine, mine.send, native_result).run(); };
  auto const run_isobit = [&] { return compute(mine, how, isobit_result, is_exact ? &seen : nullptr); };
  // Whoever comes first waits for late ranks: they take turns.
  bool const native_first = record.sequence() % 2 == 0;
  std::uint64_t const start = record.start();
  int code = native_first ? run_native() : run_isobit();
  std::uint64_t const middle = now();
  if (code == MPI_SUCCESS) code = native_first ? run_isobit() : run_native();
  std::uint64_t const end = now();
  record.native_time() = native_first ? middle - start : end - middle;
  record.isobit_time() = native_first ? end - middle : middle - start;
  if (code == MPI_SUCCESS && !is_exact) code = compute(mine, arithmetic(), exact_result, &seen);
  if (code == MPI_SUCCESS)
    record.finish(call, replaces ? isobit_result : native_result, native_result, exact_result, seen);
  return code;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
