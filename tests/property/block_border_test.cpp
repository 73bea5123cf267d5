// Sizes about the borders where the kernels change their ways, and data that change theirs from block to block.
#include <gtest/gtest.h>

#include "reference/operations.hpp"
#include "support/make_number.hpp"
#include "support/results.hpp"
#include "support/state.hpp"

namespace isobit::test {
namespace {

template <class T> class block_border : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(block_border, element_types);

template <class T> void expect_reference(std::vector<T> const& x, std::vector<T> const& y) {
  std::span<T const> const left(x), right(y);
  auto const total = reference::total_of(left);
  ASSERT_TRUE(same_state(total, exact_sum(x, serial())));
  ASSERT_TRUE(same_bits(total.template round<T>(), sum(x, serial())));
  ASSERT_TRUE(same_bits(reference::asum<T>(left), asum(x, serial())));
  auto const products = reference::total_of_products(left, right);
  ASSERT_TRUE(same_state(products, exact_dot(x, y, serial())));
  ASSERT_TRUE(same_bits(products.template round<T>(), dot(x, y, serial())));
}

TYPED_TEST(block_border, sizes_do_not_show) {
  std::uint64_t const seed = first_seed();
  random_source random(seed);
  for (std::size_t border : {1024u, 2048u, 4096u, 8192u, 16384u, 65536u, 131072u}) {
    for (int offset : {-33, -1, 0, 1, 8, 65}) {
      auto const size = border + static_cast<std::size_t>(offset);
      std::size_t const kind = random.below(data_classes<TypeParam>().size());
      auto const& chosen = data_classes<TypeParam>()[kind];
      SCOPED_TRACE(std::string(chosen.name) + ", size " + std::to_string(size) + ", seed " + std::to_string(seed));
      expect_reference(make_data(chosen, random, size), make_data(data_classes<TypeParam>()[kind % 5], random, size));
      if (testing::Test::HasFailure()) return;
    }
  }
}

// Easy data, with one element in one place that spoils its block: every place matters.
TYPED_TEST(block_border, one_odd_element_anywhere_is_not_lost) {
  std::uint64_t const seed = first_seed();
  random_source random(seed);
  TypeParam const odd_ones[] = {random_number<TypeParam>(random, 90, 100),
                                random_number<TypeParam>(random, -100, -90),
                                from_bits<TypeParam>(1),
                                largest_finite<TypeParam>(true),
                                infinite<TypeParam>(),
                                from_bits<TypeParam>(format<TypeParam>::canonical_nan)};
  for (std::size_t i = 0; i < scaled_count(120); ++i) {
    std::size_t const size = random.coin() ? 32 + random.below(300) : 4000 + random.below(20000);
    auto x = make_data(data_classes<TypeParam>()[random.below(3)], random, size);
    auto const y = make_data(data_classes<TypeParam>()[2], random, size);
    std::size_t const place = random.below(size);
    x[place] = odd_ones[random.below(std::size(odd_ones))];
    SCOPED_TRACE("size " + std::to_string(size) + ", place " + std::to_string(place) + ", seed " +
                 std::to_string(seed));
    expect_reference(x, y);
    if (testing::Test::HasFailure()) return;
  }
}

// Stretches of different classes one after the other, far longer than a block each.
TYPED_TEST(block_border, changing_data_are_not_mixed_up) {
  std::uint64_t const seed = first_seed();
  random_source random(seed);
  for (std::size_t i = 0; i < scaled_count(15); ++i) {
    std::vector<TypeParam> x, y;
    std::string names;
    while (x.size() < 40000) {
      auto const& kind = data_classes<TypeParam>()[random.below(data_classes<TypeParam>().size())];
      auto const piece = make_data(kind, random, 1 + random.below(20000));
      if (kind.name == "any_bits" || kind.name == "nans") continue;
      x.insert(x.end(), piece.begin(), piece.end());
      names += std::string(kind.name) + " ";
    }
    y = make_data(data_classes<TypeParam>()[2], random, x.size());
    SCOPED_TRACE(names + ", seed " + std::to_string(seed) + ", case " + std::to_string(i));
    expect_reference(x, y);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace isobit::test
