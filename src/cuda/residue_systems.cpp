#include <map>
#include <memory>
#include <mutex>

#include "cuda/gemm/product.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

linalg::residue_system const* copied_systems() {
  // On a stream of its own, and whether or not another is being captured.
  outside_of_captures const here;
  constexpr auto count = static_cast<std::size_t>(linalg::most_moduli) + 1;
  auto const systems = std::make_unique<linalg::residue_system[]>(count);
  for (std::size_t i = 2; i < count; ++i) systems[i] = linalg::residue_system_of(static_cast<int>(i));
  std::size_t const bytes = count * sizeof(linalg::residue_system);
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "allocating the tables of residues");
  cudaStream_t stream = nullptr;
  auto code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (code == cudaSuccess) code = cudaMemcpyAsync(memory, systems.get(), bytes, cudaMemcpyHostToDevice, stream);
  if (code == cudaSuccess) code = cudaStreamSynchronize(stream);
  if (stream != nullptr) cudaStreamDestroy(stream);
  if (code != cudaSuccess) cudaFree(memory);
  check(code, "copying the tables of residues");
  return static_cast<linalg::residue_system const*>(memory);
}

}  // namespace

linalg::residue_system const* systems_on_device(int device) {
  static std::mutex mutex;
  static std::map<int, linalg::residue_system const*> known;
  std::lock_guard const lock(mutex);
  auto const found = known.find(device);
  return found != known.end() ? found->second : known[device] = copied_systems();
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
