#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime_api.h>

/// What the benchmarks on a GPU measure with.
namespace isobit::bench {

inline void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

class stopwatch {
public:
  stopwatch() {
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  stopwatch(stopwatch const&) = delete;
  stopwatch& operator=(stopwatch const&) = delete;
  ~stopwatch() { cudaEventDestroy(begin_), cudaEventDestroy(end_); }

  template <class Work> float microseconds(Work work) {
    check(cudaEventRecord(begin_));
    work();
    check(cudaEventRecord(end_));
    check(cudaEventSynchronize(end_));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return 1000 * milliseconds;
  }

private:
  cudaEvent_t begin_, end_;
};

inline float median(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace isobit::bench
