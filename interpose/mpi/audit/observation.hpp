#pragma once

#include "audit/recorder.hpp"
#include "log/stopwatch.hpp"
#include "reduction/compute.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Where a reduction stands in the log.
struct call_identity {
  std::uint32_t site;
  std::uint32_t communicator;
  std::uint64_t sequence;

  /// The next one on its communicator.
  static call_identity of(recorder& log, char const* name, reduction const& call);
  /// Of a persistent reduction, whose rounds begin in any order: numbered where it was made, and by round.
  [[nodiscard]] call_identity in_round(std::uint64_t round) const noexcept {
    return {site, communicator, sequence | round << 32};
  }
};

/// The recorder that an audit of this reduction goes to; null where there is none.
recorder* recorder_for(reduction const& call);
/// The same where the reduction does not block. Open MPI 4.1 hangs if one on an intercommunicator is left to complete
/// while others begin: those are not audited.
recorder* recorder_for_request(reduction const& call);

/// One reduction under audit: its record, as it fills up.
class observation {
public:
  observation(recorder& log, call_identity const& identity, reduction const& call);

  /// What this rank contributes: before anything is written to the program's buffers.
  void see_input(reduction const& call);
  /// The reduction begins; when, by `now()`.
  std::uint64_t start();
  std::uint64_t& native_time() noexcept { return record_.native_time; }
  std::uint64_t& isobit_time() noexcept { return record_.isobit_time; }
  void add_flag(std::uint32_t flag) noexcept { record_.flags |= flag; }

  /// What the program got.
  void see_result(reduction const& call, void const* result);
  /// What the MPI computed, and what is correctly rounded: then the record is complete, and written.
  void finish(reduction const& call, void const* native, void const* exact, observer const& seen);
  /// All of this where it passed.
  void finish(reduction const& call, void const* native, passing_columns& passed);

private:
  void see_native(reduction const& call, void const* native, distance const& from_exact);
  void see_columns(column_facts const& facts);

  recorder& log_;
  call_record record_ = {};
};

/// A blocking reduction by the MPI and by isobit, compared and recorded.
int audit(recorder& log, char const* name, reduction const& call);

}  // namespace interpose
ISOBIT_NAMESPACE_END
