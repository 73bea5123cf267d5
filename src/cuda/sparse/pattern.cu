#include "cuda/sparse/pattern.hpp"

#include <algorithm>
#include <bit>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "cuda/simple_kernel.cuh"
#include "cuda/with_memory.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

namespace {

__device__ std::size_t own_place() { return static_cast<std::size_t>(own_number()); }

template <class Index>
__global__ void find_outside(Index const* indices, std::size_t count, std::int64_t end, unsigned long long* first) {
  std::size_t const k = own_place();
  if (k < count && (indices[k] < 0 || indices[k] >= end)) atomicMin(first, static_cast<unsigned long long>(k));
}

/// Row and column in one number, by which contributions are sorted.
template <class Index>
__global__ void make_keys(Index const* i, Index const* j, std::size_t count, int column_bits, std::uint64_t* key,
                          std::int32_t* number) {
  std::size_t const k = own_place();
  if (k >= count) return;
  key[k] = static_cast<std::uint64_t>(i[k]) << column_bits | static_cast<std::uint64_t>(j[k]);
  number[k] = static_cast<std::int32_t>(k);
}

/// 1 where an entry begins.
__global__ void mark_entries(std::uint64_t const* key, std::size_t count, std::int32_t* begins) {
  std::size_t const k = own_place();
  if (k < count) begins[k] = k == 0 || key[k] != key[k - 1];
}

/// `begun[k]` says how many entries have begun up to contribution k.
template <class Index>
__global__ void list_entries(std::uint64_t const* key, std::int32_t const* begun, std::size_t count, int column_bits,
                             Index* indices, std::int32_t* starts) {
  std::size_t const k = own_place();
  if (k >= count) return;
  if (k == 0 || begun[k] != begun[k - 1]) {
    starts[begun[k] - 1] = static_cast<std::int32_t>(k);
    indices[begun[k] - 1] = static_cast<Index>(key[k] & ((std::uint64_t{1} << column_bits) - 1));
  }
  if (k == count - 1) starts[begun[k]] = static_cast<std::int32_t>(count);
}

/// Where each row begins: behind all entries of the contributions to rows before it.
template <class Index>
__global__ void find_offsets(std::uint64_t const* key, std::int32_t const* begun, std::size_t count, int column_bits,
                             std::size_t rows, Index* offsets) {
  std::size_t const row = own_place();
  if (row > rows) return;
  std::size_t low = 0, high = count;  // contributions below low are before the row, from high on they are not
  while (low < high) {
    std::size_t const middle = (low + high) / 2;
    if (key[middle] >> column_bits < row)
      low = middle + 1;
    else
      high = middle;
  }
  offsets[row] = low == 0 ? 0 : begun[low - 1];
}

}  // namespace

template <class Index> std::int64_t first_outside(place const& here, std::span<Index const> indices, std::int64_t end) {
  kept_memory const memory(sizeof(std::uint64_t), here.device(), here.stream());
  auto* const first = memory.as<unsigned long long>();
  std::uint64_t const none = indices.size();
  std::uint64_t found = none;
  check(cudaMemcpyAsync(first, &none, sizeof none, cudaMemcpyHostToDevice, here.stream()), "checking indices");
  find_outside<<<blocks_for_all(std::ssize(indices)), simple_threads, 0, here.stream()>>>(indices.data(),
                                                                                          indices.size(), end, first);
  check(cudaGetLastError(), "checking indices");
  here.fetch(&found, first, sizeof found);
  return static_cast<std::int64_t>(found);
}

template <class Index>
detail::sorted_places<Index> sort_contributions(place const& here, index rows, index columns, std::span<Index const> i,
                                                std::span<Index const> j) {
  std::size_t const count = i.size();
  auto const bits_of = [](index size) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
  };
  int const column_bits = bits_of(columns), key_bits = std::max(column_bits + bits_of(rows), 1);
  unsigned const blocks = blocks_for_all(std::ssize(i));
  auto const stream = here.stream();

  detail::sorted_places<Index> places;
  places.order = device_array<std::int32_t>(count);
  places.offsets = device_array<Index>(static_cast<std::size_t>(rows) + 1);
  std::size_t const key_bytes = count * sizeof(std::uint64_t), number_bytes = count * sizeof(std::int32_t);
  kept_memory const keys[] = {{key_bytes, here.device(), stream}, {key_bytes, here.device(), stream}};
  kept_memory const numbers[] = {{number_bytes, here.device(), stream}, {number_bytes, here.device(), stream}};
  auto *const unsorted = keys[0].as<std::uint64_t>(), *const key = keys[1].as<std::uint64_t>();
  auto *const number = numbers[0].as<std::int32_t>(), *const begun = numbers[1].as<std::int32_t>();
  make_keys<<<blocks, simple_threads, 0, stream>>>(i.data(), j.data(), count, column_bits, unsorted, number);
  auto const items = static_cast<std::int32_t>(count);
  with_memory(here, "sorting contributions", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, unsorted, key, number, places.order.data(), items, 0,
                                           key_bits, stream);
  });
  mark_entries<<<blocks, simple_threads, 0, stream>>>(key, count, number);
  with_memory(here, "counting entries", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, number, begun, items, stream);
  });
  std::int32_t entries = 0;
  here.fetch(&entries, begun + count - 1, sizeof entries);
  places.indices = device_array<Index>(static_cast<std::size_t>(entries));
  places.starts = device_array<std::int32_t>(static_cast<std::size_t>(entries) + 1);
  list_entries<<<blocks, simple_threads, 0, stream>>>(key, begun, count, column_bits, places.indices.data(),
                                                      places.starts.data());
  find_offsets<<<blocks_for_all(rows + 1), simple_threads, 0, stream>>>(
      key, begun, count, column_bits, static_cast<std::size_t>(rows), places.offsets.data());
  check(cudaGetLastError(), "listing entries");
  check(cudaStreamSynchronize(stream), "listing entries");
  return places;
}

#define ISOBIT_INSTANTIATE(Index)                                                                              \
  template std::int64_t first_outside(place const&, std::span<Index const>, std::int64_t);                     \
  template detail::sorted_places<Index> sort_contributions(place const&, index, index, std::span<Index const>, \
                                                           std::span<Index const>);
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
