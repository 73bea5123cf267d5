#include <isobit/cuda/segmented_sum.hpp>

#include "cuda/lines/sum_lines.cuh"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

template <class T, class Offset>
void segmented_sum(std::span<T const> values, std::span<Offset const> offsets, std::span<T> sums, on_stream const& on) {
  if (sums.size() + 1 != offsets.size() && !(sums.empty() && offsets.empty()))
    throw error(status::invalid_argument, "isobit::cuda::segmented_sum: " + std::to_string(offsets.size()) +
                                              " offsets and room for " + std::to_string(sums.size()) +
                                              " sums; there must be one offset more");
  if (isobit::detail::overlap<T>(values, sums))
    throw error(status::invalid_argument,
                "isobit::cuda::segmented_sum: the sums would overwrite values that are still to be read; give them an "
                "array of their own");
  place const here(on);
  if (sums.empty()) return;
  if (!values.empty()) here.require_device_memory(values.data(), "the values");
  here.require_device_memory(offsets.data(), "the offsets");
  here.require_device_memory(sums.data(), "the sums");
  auto const size = static_cast<long long>(values.size());
  segments<T> const lines{values.data(), size, offsets.data(), sizeof(Offset) == sizeof(std::int64_t)};
  start_sums(here, lines, static_cast<long long>(sums.size()), size, size, sums.data());
}

#define ISOBIT_INSTANTIATE(T, Offset) \
  template void segmented_sum(std::span<T const>, std::span<Offset const>, std::span<T>, on_stream const&);
ISOBIT_INSTANTIATE(double, std::int32_t)
ISOBIT_INSTANTIATE(double, std::int64_t)
ISOBIT_INSTANTIATE(float, std::int32_t)
ISOBIT_INSTANTIATE(float, std::int64_t)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
