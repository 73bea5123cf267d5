#pragma once

#include <optional>
#include <span>

#include <isobit/cuda/workspace.hpp>
#include <isobit/view/vector_view.hpp>

#include "cuda/kept_memory.hpp"
#include "cuda/scratch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The current GPU. Throws `error` where there is none, an earlier operation has failed, or the stream belongs to
/// another.
[[nodiscard]] int device_for(on_stream const& on);

/// Throws `error` unless kernels on this GPU may use the address; `what` is named in the message.
void require_device_memory(int device, void const* address, std::size_t alignment, char const* what);

/// Where a call runs. Everything that can be wrong with that is found out before anything is started.
class place {
public:
  /// Throws `error` where there is no GPU, an earlier operation has failed, or the stream belongs to another GPU.
  explicit place(on_stream const& on) : on_(on), device_(device_for(on)) {}

  [[nodiscard]] stream_handle stream() const noexcept { return on_.stream; }
  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] arithmetic with() const noexcept { return on_.with; }

  /// Throws `error` unless kernels may use what the address points to; `what` is named in the message.
  template <class T> void require_device_memory(T const* address, char const* what) const {
    cuda::require_device_memory(device_, address, alignof(T), what);
  }
  /// Elements may lie at any address.
  template <class T> void require_elements(vector_view<T const> const& view) const {
    if (view.size > 0) cuda::require_device_memory(device_, view.data, 1, "the elements");
  }

  /// The same of all of them, each at an address that its type needs; an empty span may be anywhere.
  template <class T> void require_array(std::span<T> values, char const* what) const {
    if (!values.empty()) require_device_memory(values.data(), what);
  }

  /// Waits, and fetches what lies at a device address.
  void fetch(void* to, void const* from, std::size_t bytes) const;

protected:
  on_stream on_;
  int device_;
};

/// A reduction in the making: where it runs, and with what memory.
class call : public place {
public:
  /// Throws `error` as `place` does, and where there is no memory.
  explicit call(on_stream const& on);

  /// In device memory.
  [[nodiscard]] scratch& memory() const noexcept { return *scratch_; }
  /// Makes the memory what it was before the call.
  void clear() const noexcept;

private:
  std::optional<kept_memory> own_;  ///< where there is no workspace
  scratch* scratch_;
};

/// Starts the kernels of a call. Where not all can be, what others have left must not count in the next call.
template <class Result, class Start> void start_all(call const& here, Result* result, Start start) {
  try {
    start(here, result);
  } catch (...) {
    here.clear();
    throw;
  }
}

/// The result of a call on the host: start(call, address in device memory) leaves it there.
template <class Result, class Start> Result fetched(on_stream const& on, Start start) {
  call const here(on);
  static_assert(sizeof(Result) <= sizeof(here.memory().result));
  auto* const address = reinterpret_cast<Result*>(here.memory().result);
  start_all(here, address, start);
  Result result;
  here.fetch(&result, address, sizeof result);
  return result;
}

/// The result of a call to device memory.
template <class Result, class Start> void left(on_stream const& on, Result* result, Start start) {
  call const here(on);
  here.require_device_memory(result, "the result");
  start_all(here, result, start);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
