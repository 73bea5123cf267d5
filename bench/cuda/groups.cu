// Sums of groups by isobit::cuda, against what CUB does for them (sort and reduce) and against atomic additions,
// neither of which promises any bits: medians of times, and of ratios of neighbours. isobit_bench_cuda_groups [ROUNDS]
#include <cmath>
#include <cstdint>
#include <span>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include <isobit/cuda.hpp>

#include "stopwatch.cuh"

namespace {

using namespace isobit::bench;

template <class T> class device_array {
public:
  explicit device_array(std::size_t size) : size_(size) { check(cudaMalloc(&data_, size * sizeof(T))); }
  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;
  ~device_array() { cudaFree(data_); }
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::span<T> all() const { return {data_, size_}; }
  [[nodiscard]] std::span<T const> read() const { return {data_, size_}; }

private:
  T* data_ = nullptr;
  std::size_t size_;
};

__device__ std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

enum class key_order { random, sorted, skewed };

/// Uniform in (-1, 1), times a power of two of so many.
template <class T>
__global__ void make(int* keys, T* values, long long size, unsigned groups, int binades, key_order order) {
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < size; i += gridDim.x * 256ll) {
    std::uint64_t const a = mixed(i), b = mixed(a);
    bool const favourite = order == key_order::skewed && (a & 3) == 0;
    keys[i] = order == key_order::sorted ? static_cast<int>(i * groups / size)
                                         : static_cast<int>(favourite ? 77 % groups : (a >> 20) % groups);
    double const x = static_cast<double>(static_cast<std::int64_t>(b)) * 0x1p-63;
    values[i] = static_cast<T>(scalbn(x, binades == 0 ? 0 : static_cast<int>(mixed(b) % binades) - binades / 2));
  }
}

template <class T> __global__ void add_atomically(int const* keys, T const* values, long long size, T* sums) {
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < size; i += gridDim.x * 256ll)
    atomicAdd(sums + keys[i], values[i]);
}

struct shape {
  char const* name;
  int log_size, log_groups, binades;
  key_order order = key_order::random;
};

template <class T> void compare(char const* type, shape const& s, int rounds) {
  long long const size = 1ll << s.log_size;
  unsigned const groups = 1u << s.log_groups;
  device_array<int> const keys(size), sorted_keys(size), unique(groups), runs(1);
  device_array<T> const values(size), sorted_values(size), sums(groups);
  device_array<std::uint64_t> const refused(1);
  make<T><<<4224, 256>>>(keys.data(), values.data(), size, groups, s.binades, s.order);
  std::size_t sort_bytes = 0, reduce_bytes = 0;
  auto const sort = [&](void* memory) {
    check(cub::DeviceRadixSort::SortPairs(memory, sort_bytes, keys.data(), sorted_keys.data(), values.data(),
                                          sorted_values.data(), size, 0, s.log_groups));
  };
  auto const reduce = [&](void* memory) {
    check(cub::DeviceReduce::ReduceByKey(memory, reduce_bytes, sorted_keys.data(), unique.data(), sorted_values.data(),
                                         sums.data(), runs.data(), cuda::std::plus<>{}, size));
  };
  sort(nullptr), reduce(nullptr);
  device_array<char> const memory(std::max(sort_bytes, reduce_bytes));
  auto const ours = [&] { isobit::cuda::bincount_to<T, int>(sums.all(), refused.data(), keys.read(), values.read()); };
  auto const any_keys = [&] {
    isobit::cuda::sum_by_key_to<T, int>(unique.all(), sums.all(), keys.read(), values.read());
  };
  auto const theirs = [&] { sort(memory.data()), reduce(memory.data()); };
  auto const atomics = [&] {
    check(cudaMemsetAsync(sums.data(), 0, groups * sizeof(T)));
    add_atomically<T><<<4224, 256>>>(keys.data(), values.data(), size, sums.data());
  };
  stopwatch watch;
  std::vector<float> t_ours, t_any, t_theirs, t_atomics, ratio;
  for (int i = -2; i < rounds; ++i) {
    float const a = watch.microseconds(ours), b = watch.microseconds(theirs), c = watch.microseconds(atomics);
    float const d = watch.microseconds(any_keys);
    if (i < 0) continue;
    t_ours.push_back(a), t_theirs.push_back(b), t_atomics.push_back(c), t_any.push_back(d), ratio.push_back(a / b);
  }
  std::printf("%-7s %-16s 2^%d values, 2^%-2d groups: isobit %9.1f us, sort + reduce %9.1f us, atomics %9.1f us, "
              "isobit by any keys %9.1f us; ratio to sort + reduce %.3f\n",
              type, s.name, s.log_size, s.log_groups, median(t_ours), median(t_theirs), median(t_atomics),
              median(t_any), median(ratio));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  shape const shapes[] = {{"random", 28, 20, 0},
                          {"20 binades", 28, 20, 20},
                          {"200 binades", 28, 20, 200},
                          {"2000 binades", 28, 20, 2000},
                          {"sorted", 28, 20, 0, key_order::sorted},
                          {"a favourite", 28, 20, 0, key_order::skewed},
                          {"random", 28, 2, 0},
                          {"random", 28, 8, 0},
                          {"random", 28, 12, 0},
                          {"random", 28, 14, 0},
                          {"sorted", 28, 8, 0, key_order::sorted},
                          {"random", 28, 22, 0},
                          {"random", 24, 16, 0},
                          {"random", 20, 12, 0}};
  for (auto const& s : shapes) compare<double>("double", s, rounds);
  for (auto const& s : shapes) compare<float>("float", s, rounds);
}
