#include "cuda/groups/distinct_keys.hpp"

#include <type_traits>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include "cuda/groups/find.cuh"
#include "cuda/simple_kernel.cuh"
#include "cuda/with_memory.hpp"
#include "integer/bit_count.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

/// How far a key is above another, which is less.
template <class Key> __host__ __device__ std::uint64_t above(Key key, Key least) {
  using bits = std::make_unsigned_t<Key>;
  return static_cast<bits>(static_cast<bits>(key) - static_cast<bits>(least));
}

/// Two words that start at zero: how far the largest key is above the least possible one, and the least key below the
/// largest possible one.
template <class Key>
__global__ void find_range(Key const* keys, long long size, unsigned long long* largest_and_least) {
  constexpr Key lowest = std::numeric_limits<Key>::min(), highest = std::numeric_limits<Key>::max();
  Key least = highest, largest = lowest;
  for_each_index(size, [&](long long i) {
    Key const key = keys[i];
    least = min(least, key);
    largest = max(largest, key);
  });
  // One lane of a warp tells, and only what is news: all threads would wait for each other at these words.
  for (int offset = 16; offset > 0; offset /= 2) {
    least = min(least, __shfl_xor_sync(0xffffffff, least, offset));
    largest = max(largest, __shfl_xor_sync(0xffffffff, largest, offset));
  }
  auto const raise = [](unsigned long long* word, unsigned long long value) {
    if (threadIdx.x % 32 == 0 && value > __ldcg(word)) atomicMax(word, value);
  };
  raise(largest_and_least, above(largest, lowest));
  raise(largest_and_least + 1, above(highest, least));
}
template <class Key>
__global__ void find_distances(Key const* keys, long long size, Key least, std::uint64_t* above_least) {
  for_each_index(size, [&](long long i) { above_least[i] = above(keys[i], least); });
}
template <class Key>
__global__ void find_numbers(Key const* keys, long long size, Key least, std::uint64_t const* above_least,
                             long long count, std::int32_t* number) {
  for_each_index(size, [&](long long i) {
    number[i] = static_cast<std::int32_t>(elements_up_to(above_least, count, above(keys[i], least)) - 1);
  });
}
template <class Key> __device__ Key key_at(Key least, std::uint64_t distance) {
  using bits = std::make_unsigned_t<Key>;
  return static_cast<Key>(static_cast<bits>(static_cast<bits>(least) + static_cast<bits>(distance)));
}
template <class Key>
__global__ void copy_keys(std::uint64_t const* above_least, long long count, Key least, Key* keys) {
  for_each_index(count, [&](long long i) { keys[i] = key_at(least, above_least[i]); });
}
template <class T, class Key>
__global__ void copy_groups(std::uint32_t const* number, long long count, Key least, T const* sums, Key* keys, T* to) {
  for_each_index(count, [&](long long i) {
    keys[i] = key_at(least, number[i]);
    to[i] = sums[number[i]];
  });
}

/// select(memory, its size, where the count goes), which returns the count.
template <class Select> std::size_t counted(place const& here, char const* what, Select select) {
  kept_memory const count(sizeof(std::uint64_t), here.device(), here.stream());
  with_memory(here, what,
              [&](void* memory, std::size_t& bytes) { return select(memory, bytes, count.as<std::uint64_t>()); });
  std::uint64_t result = 0;
  here.fetch(&result, count.as<std::uint64_t>(), sizeof result);
  return result;
}

}  // namespace

template <class Key> key_range<Key> range_of(place const& here, std::span<Key const> keys) {
  auto const size = static_cast<long long>(keys.size());
  unsigned long long found[2] = {0, 0};
  kept_memory const words(sizeof found, here.device(), here.stream());
  auto* const on_device = words.as<unsigned long long>();
  check(cudaMemsetAsync(on_device, 0, sizeof found, here.stream()), "clearing words");
  constexpr unsigned enough = 2048;
  find_range<<<std::min(enough, blocks_for_some(size)), simple_threads, 0, here.stream()>>>(keys.data(), size,
                                                                                            on_device);
  check(cudaGetLastError(), "reading keys");
  here.fetch(found, on_device, sizeof found);
  constexpr auto lowest = std::numeric_limits<Key>::min(), highest = std::numeric_limits<Key>::max();
  std::uint64_t const largest = found[0], least = above(highest, lowest) - found[1];
  using bits = std::make_unsigned_t<Key>;
  return {static_cast<Key>(static_cast<bits>(static_cast<bits>(lowest) + static_cast<bits>(least))), largest - least};
}

template <class Key>
distinct_keys<Key>::distinct_keys(place const& here, std::span<Key const> keys, key_range<Key> range)
    : first_(keys.size() * sizeof(std::uint64_t), here.device(), here.stream()),
      second_(keys.size() * sizeof(std::uint64_t), here.device(), here.stream()), least_(range.least) {
  auto const size = static_cast<long long>(keys.size());
  cub::DoubleBuffer<std::uint64_t> buffers(first_.as<std::uint64_t>(), second_.as<std::uint64_t>());
  find_distances<<<blocks_for_some(size), simple_threads, 0, here.stream()>>>(keys.data(), size, least_,
                                                                              buffers.Current());
  check(cudaGetLastError(), "reading keys");
  with_memory(here, "sorting keys", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, buffers, size, 0, integer::bit_length(range.extent),
                                          here.stream());
  });
  count_ = counted(here, "finding distinct keys", [&](void* memory, std::size_t& bytes, std::uint64_t* count) {
    return cub::DeviceSelect::Unique(memory, bytes, buffers.Current(), buffers.Alternate(), count, size, here.stream());
  });
  above_least_ = buffers.Alternate();
  numbers_ = reinterpret_cast<std::int32_t*>(buffers.Current());
  find_numbers<<<blocks_for_some(size), simple_threads, 0, here.stream()>>>(keys.data(), size, least_, above_least_,
                                                                            static_cast<long long>(count_), numbers_);
  check(cudaGetLastError(), "finding the numbers of keys");
}

template <class Key> void distinct_keys<Key>::copy_to(place const& here, Key* keys) const {
  auto const count = static_cast<long long>(count_);
  copy_keys<<<blocks_for_some(count), simple_threads, 0, here.stream()>>>(above_least_, count, least_, keys);
  check(cudaGetLastError(), "copying distinct keys");
}

present_groups::present_groups(place const& here, unsigned char const* present, std::size_t groups)
    : numbers_(groups * sizeof(std::uint32_t), here.device(), here.stream()),
      count_(
          counted(here, "finding the keys that there are", [&](void* memory, std::size_t& bytes, std::uint64_t* count) {
            return cub::DeviceSelect::Flagged(memory, bytes, thrust::counting_iterator<std::uint32_t>(0), present,
                                              numbers_.as<std::uint32_t>(), count, static_cast<long long>(groups),
                                              here.stream());
          })) {}

template <class T, class Key>
void present_groups::copy_to(place const& here, Key least, T const* sums, Key* keys, T* to) const {
  auto const count = static_cast<long long>(count_);
  copy_groups<<<blocks_for_some(count), simple_threads, 0, here.stream()>>>(numbers_.as<std::uint32_t>(), count, least,
                                                                            sums, keys, to);
  check(cudaGetLastError(), "copying keys and sums");
}

#define ISOBIT_INSTANTIATE(Key)                                                                 \
  template key_range<Key> range_of(place const&, std::span<Key const>);                         \
  template class distinct_keys<Key>;                                                            \
  template void present_groups::copy_to(place const&, Key, double const*, Key*, double*) const; \
  template void present_groups::copy_to(place const&, Key, float const*, Key*, float*) const;
ISOBIT_INSTANTIATE(std::int32_t)
ISOBIT_INSTANTIATE(std::int64_t)

}  // namespace cuda
ISOBIT_NAMESPACE_END
