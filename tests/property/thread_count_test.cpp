// Neither the number of threads nor who runs them shows in any bit.
#include <gtest/gtest.h>

#include "support/results.hpp"

namespace isobit::test {
namespace {

template <class T> class thread_count : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(thread_count, element_types);

TYPED_TEST(thread_count, does_not_show) {
  std::uint64_t const seed = first_seed();
  random_source random(seed);
  for (auto const& kind : data_classes<TypeParam>()) {
    for (std::size_t size : {random.below(3000), 20000 + random.below(60000)}) {
      auto const x = make_data(kind, random, size);
      auto const y = make_data(data_classes<TypeParam>()[random.below(6)], random, size);
      auto const expected = all_results(serial(), x, y);
      for (std::size_t const count : {1, 2, 3, 8})
        ASSERT_TRUE(same_results(expected, all_results(threads(count), x, y)))
            << kind.name << ", size " << size << ", " << count << " threads, seed " << seed;
      ASSERT_TRUE(same_results(expected, all_results(automatic(), x, y))) << kind.name;
      executor const many(61, [](std::size_t parts, task_ref body) {
        for (std::size_t part = 0; part < parts; ++part) body((part * 17 + 5) % parts);
      });
      if (size >= 61) {
        ASSERT_TRUE(same_results(expected, all_results(many, x, y))) << kind.name << ", 61 parts";
      }
    }
  }
}

TEST(thread_count, does_not_show_where_the_default_starts_threads) {
  std::uint64_t const seed = first_seed();
  random_source random(seed);
  for (std::size_t kind : {2u, 4u, 40u}) {
    auto const values = make_data(data_classes<double>()[kind], random, 2'500'001);
    double const expected = sum(values, serial());
    ASSERT_TRUE(same_bits(expected, sum(values))) << "kind " << kind << ", seed " << seed;
    ASSERT_TRUE(same_bits(expected, sum(values, threads(7)))) << "kind " << kind << ", seed " << seed;
  }
}

}  // namespace
}  // namespace isobit::test
