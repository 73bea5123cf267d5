#pragma once

#include "audit/recorder.hpp"
#include "audit/stopwatch.hpp"
#include "compute.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// One reduction under audit: its record, as it fills up.
class observation {
public:
  /// Takes the hash of the inputs: before anything is written to the program's buffers.
  observation(recorder& log, char const* name, reduction const& call);

  /// When it began, by `now()`.
  [[nodiscard]] std::uint64_t start() const noexcept { return start_; }
  [[nodiscard]] std::uint64_t sequence() const noexcept { return record_.sequence; }
  std::uint64_t& native_time() noexcept { return record_.native_time; }
  std::uint64_t& isobit_time() noexcept { return record_.isobit_time; }
  void add_flag(std::uint32_t flag) noexcept { record_.flags |= flag; }

  /// What the program got, what the MPI computed, and what is correctly rounded: then the record is complete, and
  /// written.
  void finish(reduction const& call, void const* result, void const* native, void const* exact, observer const& seen);

private:
  recorder& log_;
  call_record record_ = {};
  std::uint64_t start_ = 0;
};

/// A blocking reduction by isobit and by the MPI, compared and recorded.
int audit(recorder& log, char const* name, reduction const& call);

}  // namespace interpose
ISOBIT_NAMESPACE_END
