#pragma once

#include <string>

#include "stopwatch.cuh"

namespace isobit::bench {

/// Both in turn; prints the medians, the bandwidth of ours, and the ratio.
template <class Ours, class Theirs>
void compare(char const* operation, char const* data, std::size_t n, std::size_t bytes, int rounds, Ours ours,
             Theirs theirs) {
  stopwatch watch;
  std::vector<float> mine, other, ratio;
  for (int i = 0; i < 3; ++i) ours(), theirs();
  for (int i = 0; i < rounds; ++i) {
    mine.push_back(watch.microseconds(ours));
    other.push_back(watch.microseconds(theirs));
    ratio.push_back(mine.back() / other.back());
  }
  std::printf("%-24s %-10s %10zu %10.2f us %10.2f us %6.2f TB/s  ratio %.3f\n", operation, data, n, median(mine),
              median(other), static_cast<double>(bytes) / median(mine) * 1e-6, median(ratio));
  std::fflush(stdout);
}

/// So many elements in device memory, repeating a pattern.
template <class T> T* on_device(std::vector<T> const& pattern, std::size_t n) {
  T* device = nullptr;
  check(cudaMalloc(&device, n * sizeof(T)));
  std::size_t const some = std::min(pattern.size(), n);
  check(cudaMemcpy(device, pattern.data(), some * sizeof(T), cudaMemcpyHostToDevice));
  for (std::size_t i = some; i < n; i += some)
    check(cudaMemcpyAsync(device + i, device, std::min(some, n - i) * sizeof(T), cudaMemcpyDeviceToDevice));
  check(cudaDeviceSynchronize());
  return device;
}

}  // namespace isobit::bench
