// A double sweep over values that are all there: the caller's floating-point environment neither shows nor changes.
#include <isobit/method/reduce.hpp>

#include <gtest/gtest.h>

#include <isobit/driver/threads.hpp>
#include <isobit/method/prerounded.hpp>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

template <class T> class prerounded_sweep : public testing::Test {};
using elements = testing::Types<double, float>;
TYPED_TEST_SUITE(prerounded_sweep, elements);

template <class T> std::vector<T> subnormals(std::size_t n) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(from_bits<T>(static_cast<typename format<T>::bits_type>(1 + i * 37 % 1000)));
  return values;
}

// Denormals-are-zero makes the largest of them compare as zero, and comparing them raises a flag.
TYPED_TEST(prerounded_sweep, subnormals_are_swept_in_every_environment) {
  using T = TypeParam;
  for (std::size_t n : {10, 3000, 40000}) {
    auto values = subnormals<T>(n);
    for (T one : {T{0}, T{1}}) {
      values[n / 2] = one;
      double_sweep<T, 2> expected(n, largest_of(std::span<T const>(values)));
      expected.add(values);
      for (std::uint64_t control : every_control_word())
        for (std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{inexact_flag}})
          for (unsigned count : {1u, 4u}) {
            float_environment const usual = read_environment();
            write_environment({control, flags});
            auto const state = reduce<double_sweep<T, 2>>(values, threads(count));
            float_environment const after = read_environment();
            write_environment(usual);
            ASSERT_TRUE(same_bits(expected.largest(), state.largest())) << control << ' ' << count;
            ASSERT_TRUE(state == expected) << control << ' ' << count;
            ASSERT_TRUE(undisturbed(float_environment{control, flags}, after)) << control << ' ' << count;
          }
    }
  }
}

}  // namespace
}  // namespace isobit::test
