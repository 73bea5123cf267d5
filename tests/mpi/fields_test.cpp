#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "reference/total.hpp"
#include "spreads.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class T> class fields : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(fields, numbers);

TYPED_TEST(fields, summed_together_have_the_bits_of_each_alone) {
  using T = TypeParam;
  for_each_spread<T>(2, 300, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    auto const classes = data_classes<T>();
    auto const weights = make_data(classes[random.below(classes.size())], random, x.size());
    std::vector<unsigned char> mask(x.size());
    for (auto& one : mask) one = random.coin() ? static_cast<unsigned char>(1 + random.below(255)) : 0;

    std::vector<reference::total> totals(4);
    for (std::size_t i = 0; i < x.size(); ++i) {
      totals[0].add(x[i]);
      totals[1].add_product(x[i], weights[i]);
      if (mask[i] != 0) totals[2].add(x[i]);
      if (mask[i] != 0) totals[3].add_product(x[i], weights[i]);
    }
    std::vector<T> expected;
    for (auto const& total : totals) expected.push_back(total.template round<T>());

    int const rank = rank_in(comm);
    auto const mine = spread.part(x, rank), my_weights = spread.part(weights, rank);
    auto const my_mask = spread.part(mask, rank);
    mpi::field<T> const plain(mine);
    std::vector<mpi::field<T>> const all = {plain, plain.weighted_by(my_weights), plain.where(my_mask),
                                            plain.where(my_mask).weighted_by(my_weights)};
    EXPECT_TRUE(same_bits(expected, mpi::sum(all, comm)));
    EXPECT_TRUE(same_bits(expected, mpi::sum({all[0], all[1], all[2], all[3]}, comm)));
    EXPECT_TRUE(same_bits(expected, mpi::sum(all, comm, threads(2))));
    EXPECT_TRUE(same_bits(expected, mpi::isum(all, comm).get()));
    auto const there = mpi::sum(all, comm, mpi::root{size_of(comm) - 1});
    EXPECT_EQ(there.has_value(), rank == size_of(comm) - 1);
    if (there) {
      EXPECT_TRUE(same_bits(expected, *there));
    }
  });
}

TYPED_TEST(fields, may_be_none_or_many) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    EXPECT_TRUE(mpi::sum(std::vector<mpi::field<T>>(), comm).empty());
    EXPECT_TRUE(mpi::isum(std::vector<mpi::field<T>>(), comm).get().empty());
    // More than one exchange of whole accumulators holds, and one of them too wide for a window.
    std::vector<T> const one = {power_of_two<T>(false, 0), from_bits<T>(1)};
    std::vector<mpi::field<T>> const many(2000, mpi::field<T>(one));
    std::vector<T> everything;
    for (int rank = 0; rank < size_of(comm); ++rank) everything.insert(everything.end(), one.begin(), one.end());
    EXPECT_TRUE(same_bits(std::vector<T>(2000, sum(everything)), mpi::sum(many, comm)));
  });
}

TYPED_TEST(fields, by_key_have_the_sums_of_one_machine) {
  using T = TypeParam;
  for_each_spread<T>(2, 300, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source& random) {
    std::vector<int> keys(x.size());
    for (int& key : keys) key = random.between(-5, 5);
    std::map<int, reference::total> totals;
    for (std::size_t i = 0; i < x.size(); ++i) totals[keys[i]].add(x[i]);

    int const rank = rank_in(comm);
    auto const my_keys = spread.part(keys, rank);
    auto const mine = spread.part(x, rank);
    auto const check = [&](auto const& sums) {
      EXPECT_EQ(sums.size(), totals.size());
      auto expected = totals.begin();
      for (auto const& [key, sum] : sums) {
        if (expected == totals.end()) break;
        EXPECT_EQ(key, expected->first);
        EXPECT_TRUE(same_bits(expected->second.template round<T>(), sum)) << "key " << key;
        ++expected;
      }
    };
    check(mpi::sum_by_key(my_keys, mine, comm));
    auto const there = mpi::sum_by_key(my_keys, mine, comm, mpi::root{0});
    EXPECT_EQ(there.has_value(), rank == 0);
    if (there) check(*there);
  });
}

TYPED_TEST(fields, floating_point_keys_are_grouped_by_value) {
  using Key = TypeParam;
  for_each_size([](MPI_Comm comm) {
    Key const inf = infinite<Key>(), nan = from_bits<Key>(format<Key>::canonical_nan);
    random_source random(first_seed() + static_cast<std::uint64_t>(rank_in(comm)));
    // Another NaN on every rank, and the other zero on every second one.
    Key const zero = rank_in(comm) % 2 == 0 ? Key(0) : negated(Key(0));
    std::vector<Key> const keys = {random_nan<Key>(random), zero, inf, Key(-1), random_nan<Key>(random)};
    auto const sums = mpi::sum_by_key(keys, std::vector<double>{1, 2, 4, 8, 16}, comm);
    Key const expected_keys[] = {Key(-1), Key(0), inf, nan};
    double const expected_sums[] = {8, 2, 4, 17};
    ASSERT_EQ(sums.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(bits_of(expected_keys[i]), bits_of(sums[i].key)) << "seed " << first_seed();
      EXPECT_TRUE(same_bits(expected_sums[i] * size_of(comm), sums[i].sum));
    }
  });
}

}  // namespace
}  // namespace isobit::test
