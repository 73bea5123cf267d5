#include "cuda/call.hpp"

#include <cstdint>
#include <utility>

#include "cuda/device_pointer.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

int current_device() {
  int device = 0;
  if (cudaError_t const code = cudaGetDevice(&device); code != cudaSuccess) {
    cudaGetLastError();  // not for whoever calls next
    throw error(status::unsupported, std::string("isobit::cuda: no GPU can be used here (") + cudaGetErrorString(code) +
                                         "); call the function of the same name in isobit for memory of the host");
  }
  return device;
}

/// The GPU of a stream; the current one for a stream that is being captured, which may not be asked.
int device_of(stream_handle stream, int current) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  if (stream != nullptr) check(cudaStreamIsCapturing(stream, &capture), "asking for the state of the stream");
  if (stream == nullptr || capture != cudaStreamCaptureStatusNone) return current;
  int device = current;
  check(cudaStreamGetDevice(stream, &device), "asking for the stream's GPU");
  return device;
}

}  // namespace

int device_for(on_stream const& on) {
  int const device = current_device();
  if (cudaError_t const earlier = cudaPeekAtLastError(); earlier != cudaSuccess)
    throw error(status::internal, std::string("isobit::cuda: an earlier CUDA call or kernel failed (") +
                                      cudaGetErrorString(earlier) +
                                      "), so nothing was started; see to that, and clear it by cudaGetLastError()");
  if (device_of(on.stream, device) != device || (on.memory != nullptr && on.memory->device() != device))
    throw error(status::invalid_argument, "isobit::cuda: the stream or the workspace belongs to another GPU than the "
                                          "current one; call cudaSetDevice first");
  return device;
}

call::call(on_stream const& on) : place(on) {
  if (on.memory != nullptr) {
    scratch_ = on.memory->get();
    if (scratch_ == nullptr)
      throw error(status::invalid_argument, "isobit::cuda: a workspace that was moved from has no memory");
    return;
  }
  own_.emplace(sizeof(scratch), device_, on.stream);
  scratch_ = static_cast<scratch*>(own_->data());
  check(cudaMemsetAsync(scratch_, 0, sizeof(scratch), on.stream), "clearing the memory of a reduction");
}

void call::clear() const noexcept { cudaMemsetAsync(scratch_, 0, sizeof(scratch), on_.stream); }

void require_device_memory(int device, void const* address, std::size_t alignment, char const* what) {
  std::string const name = std::string("isobit::cuda: ") + what;
  if (address == nullptr) throw error(status::invalid_argument, name + " at a null pointer");
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, address), "asking where memory lies");
  if (attributes.devicePointer == nullptr)
    throw error(status::invalid_argument,
                name + " in memory of the host that the GPU does not see; copy to memory from cudaMalloc");
  if (attributes.type == cudaMemoryTypeDevice && attributes.device != device)
    throw error(status::invalid_argument, name + " in memory of GPU " + std::to_string(attributes.device) +
                                              ", but GPU " + std::to_string(device) + " is the current one");
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0)
    throw error(status::invalid_argument, name + " at an address that is not a multiple of " +
                                              std::to_string(alignment) + " bytes; align it as its type needs");
}

void place::fetch(void* to, void const* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, on_.stream), "fetching a result");
  check(cudaStreamSynchronize(on_.stream), "waiting for a result");
}

workspace::workspace() : device_(current_device()) {
  auto memory = make_device_pointer<scratch>("allocating a workspace");
  check(cudaMemsetAsync(memory.get(), 0, sizeof(scratch), nullptr), "clearing a workspace");
  check(cudaStreamSynchronize(nullptr), "clearing a workspace");
  scratch_ = memory.release();
}

workspace::~workspace() { device_deleter{}(scratch_); }

workspace& workspace::operator=(workspace&& other) noexcept {
  std::swap(scratch_, other.scratch_);
  std::swap(device_, other.device_);
  return *this;
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
