#pragma once

#include "stopwatch.cuh"

namespace isobit::bench {

/// Medians in microseconds, and of the ratio of neighbours.
struct comparison {
  float mine, other, ratio;
};

/// Both in turn, a few times unmeasured first.
template <class Ours, class Theirs> comparison in_turn(int rounds, Ours ours, Theirs theirs) {
  stopwatch watch;
  std::vector<float> mine, other, ratio;
  for (int i = 0; i < 3; ++i) ours(), theirs();
  for (int i = 0; i < rounds; ++i) {
    mine.push_back(watch.microseconds(ours));
    other.push_back(watch.microseconds(theirs));
    ratio.push_back(mine.back() / other.back());
  }
  return {median(mine), median(other), median(ratio)};
}

/// Prints the medians, the bandwidth of ours, and the ratio.
template <class Ours, class Theirs>
void compare(char const* operation, char const* data, std::size_t n, std::size_t bytes, int rounds, Ours ours,
             Theirs theirs) {
  auto const [mine, other, ratio] = in_turn(rounds, ours, theirs);
  std::printf("%-24s %-10s %10zu %10.2f us %10.2f us %6.2f TB/s  ratio %.3f\n", operation, data, n, mine, other,
              static_cast<double>(bytes) / mine * 1e-6, ratio);
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
