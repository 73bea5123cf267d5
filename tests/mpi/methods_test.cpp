#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "spreads.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

/// Both refused, or the same bits.
template <class T>
testing::AssertionResult same_value(std::optional<T> const& expected, std::optional<T> const& actual) {
  if (expected.has_value() != actual.has_value())
    return testing::AssertionFailure() << (actual ? "not refused" : "refused") << ", unlike on one machine";
  return expected ? same_bits(*expected, *actual) : testing::AssertionSuccess();
}

template <class A> class method : public testing::Test {};
TYPED_TEST_SUITE(method, order_free_methods);

TYPED_TEST(method, has_the_bits_of_one_machine_for_every_spread) {
  using A = TypeParam;
  using T = typename A::value_type;
  for_each_spread<T>(1, 600, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    auto const mine = spread.part(x, rank_in(comm));
    auto const expected = unless_refused([&] { return sum<A>(x); });
    EXPECT_TRUE(same_value(expected, unless_refused([&] { return mpi::sum<A>(mine, comm); })));
    std::optional<T> expected_mean;
    if (x.empty())
      expected_mean = from_bits<T>(format<T>::canonical_nan);
    else if (auto const state = sum_of_all<A>(x))
      expected_mean = state->value().template mean<T>(x.size());
    EXPECT_TRUE(same_value(expected_mean, unless_refused([&] { return mpi::mean<A>(mine, comm, threads(2)); })));
    int const root = random.between(0, size_of(comm) - 1);
    auto const there = unless_refused([&] { return mpi::sum<A>(mine, comm, mpi::root{root}); });
    EXPECT_EQ(there.has_value(), expected.has_value());
    if (there) {
      EXPECT_EQ(there->has_value(), rank_in(comm) == root);
      if (*there) {
        EXPECT_TRUE(same_bits(*expected, **there));
      }
    }
  });
}

template <class A> class bins : public testing::Test {};
using bin_types = testing::Types<binned<double, 1>, binned<double, 2>, binned<double, 3>, binned<double, 4>,
                                 binned<float, 1>, binned<float, 2>, binned<float, 3>, binned<float, 4>>;
TYPED_TEST_SUITE(bins, bin_types);

TYPED_TEST(bins, of_products_and_magnitudes_have_the_bits_of_one_machine) {
  using A = TypeParam;
  using T = typename A::value_type;
  for_each_spread<T>(1, 600, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    auto y = x;
    random.shuffle(std::span(y));
    auto const mine = spread.part(x, rank_in(comm)), other = spread.part(y, rank_in(comm));
    EXPECT_TRUE(same_value(unless_refused([&] { return dot<A>(x, y); }),
                           unless_refused([&] { return mpi::dot<A>(mine, other, comm); })));
    EXPECT_TRUE(same_value(unless_refused([&] { return asum<A>(x); }),
                           unless_refused([&] { return mpi::asum<A>(mine, comm); })));
    EXPECT_TRUE(same_value(unless_refused([&] { return nrm2<A>(x); }),
                           unless_refused([&] { return mpi::nrm2<A>(mine, comm, threads(2)); })));
  });
}

TEST(method, called_exact_is_the_exact_sum) {
  for_each_spread<float>(1, 300, [](MPI_Comm comm, std::vector<float> const& x, spread const& spread, random_source&) {
    EXPECT_TRUE(same_bits(sum<double>(x), mpi::sum<exact>(spread.part(x, rank_in(comm)), comm)));
  });
}

}  // namespace
}  // namespace isobit::test
