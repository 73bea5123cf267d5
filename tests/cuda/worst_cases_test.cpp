// The arguments whose results lie nearest to a midpoint, and their neighbours: there the last tiers run, on the GPU.
#include <isobit/cuda/functions.hpp>

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "cuda/function_arrays.hpp"
#include "math/function_list.hpp"
#include "math/worst_case_files.hpp"

namespace isobit::test {
namespace {

template <class T> void compare(std::string_view name, std::vector<T> const& x, auto on_gpu, auto on_cpu) {
  std::vector<T> expected(x.size());
  on_cpu(std::span<T const>(x), std::span<T>(expected));
  device_vector<T> const in(x), out(std::vector<T>(x.size(), T(-77)));
  on_gpu(read(in, x.size()), write(out, x.size()));
  expect_same(name, expected, fetched(out.data(), x.size()));
}

template <class T>
void compare(std::string_view name, std::vector<T> const& x, std::vector<T> const& y, auto on_gpu, auto on_cpu) {
  std::vector<T> expected(x.size());
  on_cpu(std::span<T const>(x), std::span<T const>(y), std::span<T>(expected));
  device_vector<T> const first(x), second(y), out(std::vector<T>(x.size(), T(-77)));
  on_gpu(read(first, x.size()), read(second, x.size()), write(out, x.size()));
  expect_same(name, expected, fetched(out.data(), x.size()));
}

TEST(cuda_worst_cases, have_the_bits_of_the_cpu) {
  auto const folder = worst_case_folder(ISOBIT_TEST_DATA_FOLDER);
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "SKIPPED: no folder " << folder
                 << "; set ISOBIT_TEST_DATA to the folder that has worst_cases in it";
  std::size_t files = 0;
#define ISOBIT_CALLS(f) [](auto... arrays) { cuda::cr::f(arrays...); }, [](auto... arrays) { cr::f(arrays...); }
#define ISOBIT_COMPARE(f)                                            \
  if (auto const path = folder / #f ".txt"; exists(path)) {          \
    auto const cases = read_worst_cases(path, false);                \
    std::vector<float> const narrow(cases.x.begin(), cases.x.end()); \
    compare(#f, cases.x, ISOBIT_CALLS(f));                           \
    compare(#f, narrow, ISOBIT_CALLS(f));                            \
    ++files;                                                         \
  }
  ISOBIT_MATH_UNARY(ISOBIT_COMPARE)
#undef ISOBIT_COMPARE
#define ISOBIT_COMPARE(f)                                   \
  if (auto const path = folder / #f ".txt"; exists(path)) { \
    auto const cases = read_worst_cases(path, true);        \
    compare(#f, cases.x, cases.y, ISOBIT_CALLS(f));         \
    compare(#f, cases.y, cases.x, ISOBIT_CALLS(f));         \
    ++files;                                                \
  }
  ISOBIT_MATH_BINARY(ISOBIT_COMPARE)
#undef ISOBIT_COMPARE
#undef ISOBIT_CALLS
  EXPECT_GT(files, 0u);
}

}  // namespace
}  // namespace isobit::test
