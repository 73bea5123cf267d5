#include <cstdio>
#include <string_view>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

namespace {

/// The status of a test that this machine cannot run, as ctest knows it.
constexpr int skipped = 77;

/// Suites named cuda_host_* need no GPU, cuda_without_gpu needs that there is none, and all others need one.
class chosen_by_machine : public testing::EmptyTestEventListener {
public:
  explicit chosen_by_machine(bool has_gpu) : has_gpu_(has_gpu) {}
  void OnTestStart(testing::TestInfo const& test) override {
    std::string_view const suite = test.test_suite_name();
    if (suite.starts_with("cuda_host_")) return;
    bool const needs_gpu = suite != "cuda_without_gpu";
    if (needs_gpu != has_gpu_) GTEST_SKIP() << "SKIPPED: " << (has_gpu_ ? "there is a GPU" : "no GPU here");
  }

private:
  bool has_gpu_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  int devices = 0;
  cudaError_t const code = cudaGetDeviceCount(&devices);
  cudaGetLastError();  // not for the tests
  auto& all = *testing::UnitTest::GetInstance();
  all.listeners().Append(new chosen_by_machine(code == cudaSuccess && devices > 0));
  int const status = RUN_ALL_TESTS();
  if (all.skipped_test_count() > 0)
    std::printf("SKIPPED: %d of %d tests of isobit::cuda were not run here (%d GPUs: %s)\n", all.skipped_test_count(),
                all.test_to_run_count(), devices, cudaGetErrorString(code));
  // A filter that chooses nothing must not look like success.
  if (all.test_to_run_count() == 0) return 1;
  return status == 0 && all.successful_test_count() == 0 ? skipped : status;
}
