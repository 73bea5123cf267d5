#include <memory>

#include "cuda/gemm/product.hpp"
#include "cuda/once_per_device.hpp"
#include "linalg/residues/natural_digits.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {
namespace {

using wide_number = linalg::natural_digits<pair_digit_bits, most_pair_digits>;  // below 2^198

wide_number product_without(int count, int first, int second) {
  wide_number product;
  for (int i = 0; i < count; ++i)
    if (i != first && i != second) product.multiply(linalg::residue_moduli[i]);
  return product;
}

product_system const* copied_systems() {
  // On a stream of its own, and whether or not another is being captured.
  outside_of_captures const here;
  constexpr auto count = static_cast<std::size_t>(linalg::most_moduli) + 1;
  auto const systems = std::make_unique<product_system[]>(count);
  for (std::size_t i = 2; i < count; ++i) systems[i] = make_product_system(static_cast<int>(i));
  std::size_t const bytes = count * sizeof(product_system);
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "allocating the tables of residues");
  cudaStream_t stream = nullptr;
  auto code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (code == cudaSuccess) code = cudaMemcpyAsync(memory, systems.get(), bytes, cudaMemcpyHostToDevice, stream);
  if (code == cudaSuccess) code = cudaStreamSynchronize(stream);
  if (stream != nullptr) cudaStreamDestroy(stream);
  if (code != cudaSuccess) cudaFree(memory);
  check(code, "copying the tables of residues");
  return static_cast<product_system const*>(memory);
}

}  // namespace

product_system make_product_system(int count) {
  product_system system = {};
  system.residues = linalg::residue_system_of(count);
  pair_system& pairs = system.pairs;
  pairs.pairs = (count + 1) / 2;
  // M/(m m') is largest for the last pair, or for what is left of one.
  pairs.digits = product_without(count, 2 * pairs.pairs - 2, 2 * pairs.pairs - 1).needed();
  for (int p = 0; p < pairs.pairs; ++p) {
    int const first = 2 * p, second = first + 1;
    auto const m = static_cast<unsigned>(linalg::residue_moduli[first]);
    unsigned const other = second < count ? static_cast<unsigned>(linalg::residue_moduli[second]) : 1;
    pairs.weights[p] = other | m << 16;
    product_without(count, first, second).write(pairs.digits, pairs.digit[p]);
  }
  product_without(count, -1, -1).write(pairs.digits, pairs.product_digits);
  double unit = 1;
  for (int d = 0; d < pairs.digits; ++d, unit *= wide_number::base) pairs.shares[d] = unit / system.residues.product;
  return system;
}

product_system const* systems_on_device(int device) {
  static once_per_device<product_system const*> known;
  return known.of(current_context(device), copied_systems);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
