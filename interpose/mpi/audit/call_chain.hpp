#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "log/growing_map.hpp"
#include "log/log.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What tells call sites apart: the innermost return addresses that are not in a wrapper; null past the outermost
/// frame.
using call_chain = std::array<void const*, site_frames>;

/// Finds the chain of the present call. Unwinding the stack takes microseconds, so it is done once for each chain; from
/// then on the stack is read where the unwinder found the return addresses. For any number of threads.
class chain_reader {
public:
  /// The chain as far as earlier calls of `unwind` tell, in nanoseconds; nothing where they do not. A function whose
  /// frame varies in size can make it wrong: a chain that `unwind` never gave is not to be believed.
  [[nodiscard]] std::optional<call_chain> guess() const noexcept;
  call_chain unwind();

private:
  struct facts {
    static constexpr std::intptr_t unknown = 0, varies = -1, outermost = -2;
    bool is_in_wrapper;
    std::atomic<std::intptr_t> step = unknown;  // bytes from this return address on the stack to the next further out
    void learn_step(std::intptr_t seen) noexcept;
  };
  struct hash {
    std::size_t operator()(void const* address) const noexcept {
      return mixed(0, reinterpret_cast<std::uintptr_t>(address));
    }
  };

  facts* facts_of(void const* address);

  std::mutex mutex_;
  growing_map<void const*, facts, hash> known_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
