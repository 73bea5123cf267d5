// Sums of segments, of rows and columns, and scans against CUB's, which do not promise any bits; columns against a
// plain kernel. One line for each size and kind of data. isobit_bench_cuda_segments [ROUNDS [segments|columns|scan]]
#include <cmath>
#include <random>

#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include <isobit/cuda.hpp>

#include "compare.cuh"

namespace {

using namespace isobit::bench;

template <class T> T* allocated(std::size_t n) {
  T* device = nullptr;
  check(cudaMalloc(&device, n * sizeof(T)));
  return device;
}

/// CUB's memory for what work(memory, bytes) does.
template <class Work> class with_memory {
public:
  explicit with_memory(Work work) : work_(work) {
    check(work_(nullptr, bytes_));
    check(cudaMalloc(&memory_, bytes_));
  }
  with_memory(with_memory const&) = delete;
  with_memory& operator=(with_memory const&) = delete;
  ~with_memory() { cudaFree(memory_); }
  void operator()() { check(work_(memory_, bytes_)); }

private:
  Work work_;
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

template <class T>
void compare_segments(char const* name, char const* data, std::vector<T> const& pattern,
                      std::vector<std::int64_t> const& offsets, int rounds) {
  auto const n = static_cast<std::size_t>(offsets.back()), count = offsets.size() - 1;
  T* const x = on_device(pattern, n);
  auto* const at = on_device(offsets, offsets.size());
  T* const sums = allocated<T>(count);
  with_memory theirs([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(memory, bytes, x, sums, static_cast<std::int64_t>(count), at, at + 1);
  });
  std::string const operation = std::string(name) + ", " + std::to_string(count);
  compare(
      operation.c_str(), data, n, n * sizeof(T), rounds,
      [&] {
        isobit::cuda::segmented_sum({x, n}, {at, count + 1}, {sums, count});
      },
      [&] { theirs(); });
  for (void* memory : {static_cast<void*>(x), static_cast<void*>(at), static_cast<void*>(sums)})
    check(cudaFree(memory));
}

/// Segments of about this length each: all the same, or up to twice as long.
std::vector<std::int64_t> offsets_of(std::size_t n, std::size_t length, bool varying) {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> offsets = {0};
  while (static_cast<std::size_t>(offsets.back()) < n) {
    std::size_t const one = varying ? random() % (2 * length + 1) : length;
    offsets.push_back(std::min(offsets.back() + static_cast<std::int64_t>(one), static_cast<std::int64_t>(n)));
  }
  return offsets;
}

template <class T>
void compare_lengths(char const* name, char const* data, std::vector<T> const& pattern, std::size_t n, int rounds) {
  for (int const exponent : {2, 4, 6, 8, 10, 12, 14, 17, 20, 26}) {
    std::size_t const length = std::min(n, std::size_t{1} << exponent);
    compare_segments(name, data, pattern, offsets_of(n, length, false), rounds);
  }
}

/// A thread adds up part of a column.
template <class T> __global__ void plain_columns(T const* x, long long rows, long long columns, T* sums) {
  long long const column = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (column >= columns) return;
  long long const share = (rows + gridDim.y - 1) / gridDim.y, last = min(rows, (blockIdx.y + 1) * share);
  T sum = 0;
#pragma unroll 16
  for (long long row = blockIdx.y * share; row < last; ++row) sum += x[row * columns + column];
  atomicAdd(sums + column, sum);
}

template <class T> void compare_columns(char const* name, char const* data, std::vector<T> const& pattern, int rounds) {
  constexpr std::size_t n = std::size_t{1} << 26;
  T* const x = on_device(pattern, n);
  T* const sums = allocated<T>(n / 16);
  for (std::size_t const columns : {32, 1024, 32768, 1 << 20}) {
    std::size_t const rows = n / columns;
    auto const blocks = static_cast<unsigned>((columns + 255) / 256);
    auto const parts = static_cast<unsigned>(std::max<std::size_t>(1, std::min<std::size_t>(1056 / blocks, rows / 64)));
    auto const matrix = isobit::row_major(static_cast<T const*>(x), static_cast<std::ptrdiff_t>(rows),
                                          static_cast<std::ptrdiff_t>(columns));
    compare((std::string(name) + ", " + std::to_string(columns)).c_str(), data, n, n * sizeof(T), rounds,
            [&] { isobit::cuda::sum_columns(matrix, std::span(sums, columns)); },
            [&] {
              check(cudaMemsetAsync(sums, 0, columns * sizeof(T)));
              plain_columns<<<dim3(blocks, parts), 256>>>(x, static_cast<long long>(rows),
                                                          static_cast<long long>(columns), sums);
            });
  }
  check(cudaFree(x));
  check(cudaFree(sums));
}

template <class T> void compare_scans(char const* name, char const* data, std::vector<T> const& pattern, int rounds) {
  for (int const exponent : {12, 16, 20, 24, 28}) {
    std::size_t const n = std::size_t{1} << exponent;
    T *const x = on_device(pattern, n), *const out = allocated<T>(n);
    with_memory theirs([&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(memory, bytes, x, out, static_cast<std::int64_t>(n));
    });
    compare(
        name, data, n, 2 * n * sizeof(T), rounds,
        [&] {
          isobit::cuda::inclusive_scan({x, n}, {out, n});
        },
        [&] { theirs(); });
    check(cudaFree(x));
    check(cudaFree(out));
  }
}

template <class T, class Make> std::vector<T> pattern(Make make) {
  std::vector<T> values(1 << 20);
  for (auto& x : values) x = static_cast<T>(make());
  return values;
}

template <class T> void compare_all(std::string const& of, int rounds, std::string const& only) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::normal_distribution<double> normal;
  auto const flat = pattern<T>([&] { return uniform(random); });
  auto const bell = pattern<T>([&] { return normal(random); });
  auto const wide = pattern<T>([&] { return std::ldexp(uniform(random), static_cast<int>(random() % 200) - 100); });
  constexpr std::size_t n = std::size_t{1} << 26;
  std::string const segments = "segments of " + of, columns = "columns of " + of, scan = "scan of " + of;
  if (segments.starts_with(only)) {
    compare_lengths(segments.c_str(), "normal", bell, n, rounds);
    for (std::size_t const length : {10, 300, 5000})
      compare_segments(segments.c_str(), "varying", bell, offsets_of(n, length, true), rounds);
    for (std::size_t const length : {16, 1024, 1 << 17})
      compare_segments(segments.c_str(), "wide 200", wide, offsets_of(n, length, false), rounds);
  }
  if (columns.starts_with(only)) {
    compare_columns(columns.c_str(), "normal", bell, rounds);
    compare_columns(columns.c_str(), "wide 200", wide, rounds);
  }
  if (scan.starts_with(only)) {
    compare_scans(scan.c_str(), "uniform", flat, rounds);
    compare_scans(scan.c_str(), "normal", bell, rounds);
    compare_scans(scan.c_str(), "wide 200", wide, rounds);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int const rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, CUDA %d; isobit, plain, bandwidth of isobit, ratio; medians of %d\n", properties.name,
              CUDART_VERSION, rounds);
  std::fflush(stdout);
  std::string const only = argc > 2 ? argv[2] : "";
  compare_all<double>("doubles", rounds, only);
  compare_all<float>("floats", rounds, only);
}
