#include "cuda/distinct_keys.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "cuda/find.cuh"
#include "integer/bit_count.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

namespace {

/// Keys as numbers without a sign, in the same order; so there is one sort for all.
template <class Key> struct ranks {
  using bits = std::make_unsigned_t<Key>;
  static constexpr bits sign = bits(bits{1} << (8 * sizeof(Key) - 1));
  static __host__ __device__ std::uint64_t of(Key key) { return static_cast<bits>(key) ^ sign; }
  static __host__ __device__ Key key_of(std::uint64_t rank) { return static_cast<Key>(static_cast<bits>(rank) ^ sign); }
};

/// And the bits in which they differ.
template <class Key>
__global__ void find_ranks(Key const* keys, long long size, std::uint64_t* rank, unsigned long long* differences) {
  unsigned long long differing = 0;
  for_each_index(size, [&](long long i) {
    rank[i] = ranks<Key>::of(keys[i]);
    differing |= rank[i] ^ ranks<Key>::of(keys[0]);
  });
  if (differing != 0 && (__ldcg(differences) | differing) != __ldcg(differences)) atomicOr(differences, differing);
}
template <class Key>
__global__ void find_numbers(Key const* keys, long long size, std::uint64_t const* rank, long long count,
                             std::int32_t* number) {
  for_each_index(size, [&](long long i) {
    number[i] = static_cast<std::int32_t>(elements_up_to(rank, count, ranks<Key>::of(keys[i])) - 1);
  });
}
template <class Key> __global__ void find_keys(std::uint64_t const* rank, long long count, Key* keys) {
  for_each_index(count, [&](long long i) { keys[i] = ranks<Key>::key_of(rank[i]); });
}

/// Calls twice, as CUB has it: first for the size of the memory that it needs.
template <class Call> void with_memory(place const& here, char const* what, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), what);
  passing_memory const memory(bytes, here.stream());
  check(call(memory.as<void>(), bytes), what);
}

}  // namespace

template <class Key>
distinct_keys<Key>::distinct_keys(place const& here, std::span<Key const> keys)
    : first_(keys.size() * sizeof(std::uint64_t), here.stream()),
      second_(keys.size() * sizeof(std::uint64_t), here.stream()) {
  auto const size = static_cast<long long>(keys.size());
  passing_memory const word(sizeof(std::uint64_t), here.stream());
  auto* const on_device = word.as<unsigned long long>();
  unsigned long long on_host = 0;
  check(cudaMemsetAsync(on_device, 0, sizeof on_host, here.stream()), "clearing a word");
  cub::DoubleBuffer<std::uint64_t> buffers(first_.as<std::uint64_t>(), second_.as<std::uint64_t>());
  find_ranks<<<blocks_for(size), simple_threads, 0, here.stream()>>>(keys.data(), size, buffers.Current(), on_device);
  check(cudaGetLastError(), "reading keys");
  here.fetch(&on_host, on_device, sizeof on_host);
  with_memory(here, "sorting keys", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, buffers, size, 0, integer::bit_length(on_host), here.stream());
  });
  with_memory(here, "finding distinct keys", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(memory, bytes, buffers.Current(), buffers.Alternate(), on_device, size,
                                     here.stream());
  });
  here.fetch(&on_host, on_device, sizeof on_host);
  count_ = on_host;
  ranks_ = buffers.Alternate();
  numbers_ = reinterpret_cast<std::int32_t*>(buffers.Current());
  find_numbers<<<blocks_for(size), simple_threads, 0, here.stream()>>>(keys.data(), size, ranks_,
                                                                       static_cast<long long>(count_), numbers_);
  check(cudaGetLastError(), "finding the numbers of keys");
}

template <class Key> void distinct_keys<Key>::copy_to(place const& here, Key* keys) const {
  auto const count = static_cast<long long>(count_);
  find_keys<<<blocks_for(count), simple_threads, 0, here.stream()>>>(ranks_, count, keys);
  check(cudaGetLastError(), "copying distinct keys");
}

template class distinct_keys<std::int32_t>;
template class distinct_keys<std::int64_t>;

}  // namespace cuda
ISOBIT_NAMESPACE_END
