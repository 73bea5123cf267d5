#include <cstdio>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

/// The status of a test that this machine cannot run, as ctest knows it.
constexpr int skipped = 77;

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  int devices = 0;
  if (cudaError_t const code = cudaGetDeviceCount(&devices); code != cudaSuccess || devices == 0) {
    std::printf("SKIPPED: no GPU here (%s): nothing of isobit::cuda was run\n", cudaGetErrorString(code));
    return skipped;
  }
  int const status = RUN_ALL_TESTS();
  // A filter that chooses nothing must not look like success.
  return testing::UnitTest::GetInstance()->test_to_run_count() == 0 ? 1 : status;
}
