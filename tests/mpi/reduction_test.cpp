#include <complex>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "spreads.hpp"
#include "support/mdspan.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

/// However the elements are spread over the ranks: the bits of one machine.
template <class T, class Driver>
void expect_bits_of_one_machine(MPI_Comm comm, std::vector<T> const& x, std::vector<T> const& y, spread const& spread,
                                Driver const& driver) {
  int const rank = rank_in(comm);
  auto const mine = spread.part(x, rank), other = spread.part(y, rank);
  EXPECT_TRUE(same_bits(sum(x), mpi::sum(mine, comm, driver))) << "sum";
  EXPECT_TRUE(same_bits(sum<float>(x), mpi::sum<float>(mine, comm, driver))) << "sum<float>";
  EXPECT_TRUE(same_bits(asum(x), mpi::asum(mine, comm, driver))) << "asum";
  EXPECT_TRUE(same_bits(squared_norm(x), mpi::squared_norm(mine, comm, driver))) << "squared_norm";
  EXPECT_TRUE(same_bits(nrm2(x), mpi::nrm2(mine, comm, driver))) << "nrm2";
  EXPECT_TRUE(same_bits(mean(x), mpi::mean(mine, comm, driver))) << "mean";
  EXPECT_TRUE(same_bits(dot(x, y), mpi::dot(mine, other, comm, driver))) << "dot";
  EXPECT_TRUE(same_bits(dot<double>(x, y), mpi::dot<double>(mine, other, comm, driver))) << "dot<double>";
}

/// As many values of another class, and now and then the same products again with the other sign.
template <class T> std::vector<T> partner_of(std::vector<T>& x, random_source& random) {
  auto const classes = data_classes<T>();
  auto y = make_data(classes[random.below(classes.size())], random, x.size());
  if (random.coin())
    for (std::size_t i = 0; i + 1 < x.size(); i += 2) {
      x[i + 1] = negated(x[i]);
      y[i + 1] = y[i];
    }
  return y;
}

template <class T> class reduction : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(reduction, numbers);

TYPED_TEST(reduction, has_the_bits_of_one_machine_for_every_spread) {
  using T = TypeParam;
  for_each_spread<T>(3, 600, [](MPI_Comm comm, std::vector<T> x, spread const& spread, random_source& random) {
    auto const y = partner_of(x, random);
    expect_bits_of_one_machine(comm, x, y, spread, serial());
  });
}

TYPED_TEST(reduction, has_the_same_bits_with_threads_on_every_rank) {
  using T = TypeParam;
  for_each_spread<T>(1, 4000, [](MPI_Comm comm, std::vector<T> x, spread const& spread, random_source& random) {
    auto const y = partner_of(x, random);
    expect_bits_of_one_machine(comm, x, y, spread, threads(2));
  });
}

TYPED_TEST(reduction, takes_what_lies_in_strides) {
  using T = TypeParam;
  for_each_spread<T>(1, 100, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source&) {
    auto const mine = spread.part(x, rank_in(comm));
    std::vector<T> wide(3 * mine.size() + 1, std::numeric_limits<T>::quiet_NaN());
    for (std::size_t i = 0; i < mine.size(); ++i) wide[3 * i] = mine[i];
    mdspan<T const, 1> const span{wide.data(), {mine.size()}, {3}};
    vector_view<T const> const view(wide.data(), static_cast<std::ptrdiff_t>(mine.size()), 3);
    EXPECT_TRUE(same_bits(sum(x), mpi::sum(span, comm))) << "sum of an mdspan";
    EXPECT_TRUE(same_bits(sum(x), mpi::sum(view, comm))) << "sum of a view";
    EXPECT_TRUE(same_bits(nrm2(x), mpi::nrm2(span, comm))) << "nrm2";
    EXPECT_TRUE(same_bits(mean(x), mpi::mean(span, comm))) << "mean";
    EXPECT_TRUE(same_bits(dot(x, x), mpi::dot(span, mine, comm))) << "dot";
    EXPECT_TRUE(same_bits(sum(x), mpi::isum(span, comm).get())) << "isum";
  });
}

TYPED_TEST(reduction, of_complex_numbers_treats_both_parts_alike) {
  using T = TypeParam;
  for_each_spread<T>(2, 300, [](MPI_Comm comm, std::vector<T> x, spread const& spread, random_source& random) {
    auto const y = partner_of(x, random);
    auto const z = complex_of<T>(x, y), w = complex_of<T>(y, x);
    auto const mine = spread.part(z, rank_in(comm)), other = spread.part(w, rank_in(comm));
    EXPECT_TRUE(same_parts(sum(z), mpi::sum(mine, comm)));
    EXPECT_TRUE(same_parts(mean(z), mpi::mean(mine, comm)));
    EXPECT_TRUE(same_parts(dot(z, w), mpi::dot(mine, other, comm)));
    EXPECT_TRUE(same_parts(conjugated_dot(z, w), mpi::conjugated_dot(mine, other, comm)));
    EXPECT_TRUE(same_bits(asum(z), mpi::asum(mine, comm)));
    EXPECT_TRUE(same_bits(nrm2(z), mpi::nrm2(mine, comm)));
    EXPECT_TRUE(same_parts(sum(z), mpi::isum(mine, comm).get()));
  });
}

TYPED_TEST(reduction, goes_to_one_rank_only) {
  using T = TypeParam;
  auto const only_there = [](MPI_Comm comm, int root, T expected, std::optional<T> const& actual) {
    EXPECT_EQ(actual.has_value(), rank_in(comm) == root);
    if (actual) {
      EXPECT_TRUE(same_bits(expected, *actual)) << "root " << root;
    }
  };
  for_each_spread<T>(1, 100, [&](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    auto const mine = spread.part(x, rank_in(comm));
    for (int root = 0; root < size_of(comm); ++root)
      only_there(comm, root, sum(x), mpi::sum(mine, comm, mpi::root{root}));
    int const root = random.between(0, size_of(comm) - 1);
    mpi::root const to{root};
    only_there(comm, root, mean(x), mpi::mean(mine, comm, to));
    only_there(comm, root, dot(x, x), mpi::dot(mine, mine, comm, to));
    only_there(comm, root, asum(x), mpi::asum(mine, comm, to));
    only_there(comm, root, nrm2(x), mpi::nrm2(mine, comm, to, threads(2)));
    only_there(comm, root, squared_norm(x), mpi::squared_norm(mine, comm, to));
  });
}

TEST(reduction, takes_16_bit_numbers_and_strides) {
  for_each_spread<double>(1, 300,
                          [](MPI_Comm comm, std::vector<double> const& x, spread const& spread, random_source& random) {
                            auto const halves = random_halves<float16>(random, x.size());
                            auto const mine = spread.part(halves, rank_in(comm));
                            EXPECT_TRUE(same_bits(sum(halves), mpi::sum(mine, comm)));
                            EXPECT_TRUE(same_bits(mean<double>(halves), mpi::mean<double>(mine, comm)));
                            auto const part = spread.part(x, rank_in(comm));
                            random_source between(first_seed());
                            strided_copy<double> const spaced(part, random.coin() ? 3 : -2, between);
                            EXPECT_TRUE(same_bits(sum(x), mpi::sum(spaced.view(), comm)));
                            EXPECT_TRUE(same_bits(nrm2(x), mpi::nrm2(spaced.view(), comm)));
                          });
}

TYPED_TEST(reduction, in_the_background_has_the_same_bits_in_any_order_of_asking) {
  using T = TypeParam;
  for_each_spread<T>(2, 300, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    auto const mine = spread.part(x, rank_in(comm));
    auto first = mpi::isum(mine, comm);
    auto second = mpi::isum(std::span<T const>(mine).first(mine.size() / 2), comm);
    auto third = mpi::isum<double>(mine, comm, threads(2));
    // Ranks may ask in different orders.
    random_source own(random.next() + static_cast<std::uint64_t>(rank_in(comm)));
    if (own.coin()) (void)first.ready();
    T const expected = sum(x);
    if (own.coin()) {
      EXPECT_TRUE(same_bits(sum<double>(x), third.get()));
      EXPECT_TRUE(same_bits(expected, first.get()));
    } else {
      EXPECT_TRUE(same_bits(expected, first.get()));
      while (!third.ready()) {}
      EXPECT_TRUE(same_bits(sum<double>(x), third.get()));
    }
    (void)second.get();
  });
}

}  // namespace
}  // namespace isobit::test
