#pragma once

#include <isobit/cuda/workspace.hpp>
#include <isobit/view/vector_view.hpp>

#include "cuda/runtime.hpp"
#include "cuda/scratch.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The current GPU. Throws `error` where there is none, an earlier operation has failed, or the stream belongs to
/// another.
[[nodiscard]] int device_for(on_stream const& on);

/// Throws `error` unless kernels on this GPU may use the address; `what` is named in the message.
void require_device_memory(int device, void const* address, char const* what);

/// A call in the making: where it runs, and with what memory. Everything that can be wrong with that is found out
/// before anything is started.
class call {
public:
  /// Throws `error` where there is no GPU, an earlier operation has failed, the stream belongs to another GPU, or there
  /// is no memory.
  explicit call(on_stream const& on);
  ~call();
  call(call const&) = delete;
  call& operator=(call const&) = delete;

  [[nodiscard]] stream_handle stream() const noexcept { return on_.stream; }
  [[nodiscard]] arithmetic with() const noexcept { return on_.with; }
  /// In device memory.
  [[nodiscard]] scratch& memory() const noexcept { return *scratch_; }
  [[nodiscard]] int device() const noexcept { return device_; }

  /// Throws `error` unless kernels of this call may use the address; `what` is named in the message.
  void require_device_memory(void const* address, char const* what) const {
    cuda::require_device_memory(device_, address, what);
  }
  template <class T> void require_elements(vector_view<T const> const& view) const {
    if (view.size > 0) require_device_memory(view.data, "the elements");
  }

  /// Waits, and fetches what lies at a device address.
  void fetch(void* to, void const* from, std::size_t bytes) const;

private:
  on_stream on_;
  int device_ = 0;
  scratch* scratch_ = nullptr;
};

/// The result of a call on the host: start(call, address in device memory) leaves it there.
template <class Result, class Start> Result fetched(on_stream const& on, Start start) {
  call here(on);
  static_assert(sizeof(Result) <= sizeof(here.memory().result));
  auto* const place = reinterpret_cast<Result*>(here.memory().result);
  start(here, place);
  Result result;
  here.fetch(&result, place, sizeof result);
  return result;
}

/// The result of a call to device memory.
template <class Result, class Start> void left(on_stream const& on, Result* result, Start start) {
  call here(on);
  here.require_device_memory(result, "the result");
  start(here, result);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
