// Dot products of vectors that are only just being written: the bits of dots of what was there before.
#include "sum/written_dots.hpp"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "support/check.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

template <class T> void check(std::vector<T> const& x, std::vector<T> const& y, std::size_t width, std::size_t parts) {
  std::size_t const n = x.size() / width;
  std::vector<T> written(x.size());
  std::vector<std::atomic<int>> times(n);
  auto const write = [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) ++times[i];
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(first * width), count * width,
                written.begin() + static_cast<std::ptrdiff_t>(first * width));
  };
  summation::dot_of<T> const of[] = {{written.data(), y.data()}, {written.data(), written.data()}};
  T results[2];
  std::function<void(std::size_t, std::size_t)> const writer = write;
  summation::round_written_dots<T>(forced_parts{parts}, n, width, of, writer, results);
  for (auto const& one : times) ASSERT_EQ(one, 1);
  using span = std::span<T const>;
  EXPECT_TRUE(same_bits(reference::dot<T>(span(x), span(y)), results[0]));
  EXPECT_TRUE(same_bits(reference::dot<T>(span(x), span(x)), results[1]));
  // Nothing to write.
  summation::round_written_dots<T>(forced_parts{parts}, n, width, of, decltype(writer){}, results);
  EXPECT_TRUE(same_bits(reference::dot<T>(span(x), span(y)), results[0]));
}

template <class T> void check_all() {
  random_source random(first_seed());
  for (auto const& kind : data_classes<T>()) {
    SCOPED_TRACE(kind.name);
    for (std::size_t const n : {0, 1, 255, 1023, 3001})
      for (std::size_t const parts : {1, 3})
        for (std::size_t const width : {1, 2}) {
          SCOPED_TRACE(std::to_string(n) + " in " + std::to_string(parts) + " parts, width " + std::to_string(width));
          check(make_data(kind, random, n * width), make_data(kind, random, n * width), width, parts);
        }
  }
}
TEST(written_dots, are_those_of_what_was_written_double) { check_all<double>(); }
TEST(written_dots, are_those_of_what_was_written_float) { check_all<float>(); }

/// A block out of range of those before, sums that cancel exactly, and to less than an ulp of the largest term.
TEST(written_dots, that_cancel_or_jump) {
  random_source random(first_seed());
  auto x = random_vector<double>(random, 4000), y = random_vector<double>(random, 4000);
  for (std::size_t i = 0; i < 2000; ++i) x[2000 + i] = x[i], y[2000 + i] = -y[i];
  check(x, y, 1, 1), check(x, y, 2, 2);
  x[7] += 0x1p-40;
  check(x, y, 1, 1), check(x, y, 2, 2);
  x[3500] = 0x1p200;
  check(x, y, 1, 1), check(x, y, 1, 3);
  std::fill(x.begin(), x.begin() + 1500, 0);
  check(x, y, 1, 1), check(x, y, 2, 1);
}

/// So long that what is not written is read in streams far apart.
TEST(written_dots, of_long_vectors) {
  random_source random(first_seed());
  for (std::size_t const n : {16400, 40010})
    for (std::size_t const width : {1, 2})
      check(random_vector<double>(random, n), random_vector<double>(random, n), width, n / 20000 + 1);
}

}  // namespace
}  // namespace isobit::test
