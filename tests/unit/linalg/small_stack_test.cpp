// Threads with little stack, such as those of runtimes that have thousands of them, may call what works in cache.
#include <pthread.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg.hpp>

namespace isobit::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t stack = 1 << 20;  // sanitizers put room between variables
#else
constexpr std::size_t stack = 1 << 16;
#endif

/// Runs the body on a thread of its own.
template <class Body> void on_small_stack(Body& body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::max(stack, static_cast<std::size_t>(PTHREAD_STACK_MIN))), 0);
  auto const run = [](void* given) -> void* {
    (*static_cast<Body*>(given))();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &body), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

TEST(small_stack, is_enough_for_matrices_times_vectors) {
  using namespace linalg;
  for (index n : {8, 300}) {
    std::vector<double> const a(static_cast<std::size_t>(n * n), 1.5), x(static_cast<std::size_t>(n), 2);
    std::vector<double> y(x.size()), z(x.size());
    auto multiply = [&] {
      auto const whole = row_major(a.data(), n, n);
      gemv(1.0, whole, x, 0.0, vector_view<double>(y));
      gemv(1.0, symmetric(triangular(triangle::lower, whole)), x, 0.0, vector_view<double>(z));
    };
    on_small_stack(multiply);
    EXPECT_EQ(y, std::vector<double>(y.size(), 3.0 * static_cast<double>(n)));
    EXPECT_EQ(z, y);
  }
}

}  // namespace
}  // namespace isobit::test
