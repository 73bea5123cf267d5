#include <complex>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "elementwise_support.hpp"
#include "spreads.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

template <class Total, class T> void expect_exact_columns(MPI_Comm comm, rows<T> const& all, int root) {
  int const rank = rank_in(comm), size = size_of(comm);
  std::vector<T> const& mine = all[static_cast<std::size_t>(rank)];
  std::size_t const count = mine.size();
  auto const whole = column_sums<Total>(all, size);

  auto out = untouched<T>(count);
  mpi::allreduce(mine, out, comm);
  EXPECT_TRUE(same_bits(whole, out)) << "allreduce";
  out = mine;
  mpi::allreduce(out, out, comm);
  EXPECT_TRUE(same_bits(whole, out)) << "allreduce in place";

  out = untouched<T>(count);
  mpi::reduce(mine, out, comm, mpi::root{root});
  EXPECT_TRUE(same_bits(rank == root ? whole : untouched<T>(count), out)) << "reduce";
  std::vector<T> only_on_root(rank == root ? count : 0);
  mpi::reduce(mine, only_on_root, comm, mpi::root{root});
  EXPECT_TRUE(same_bits(rank == root ? whole : std::vector<T>(), only_on_root)) << "reduce, nothing elsewhere";

  out = mine;
  mpi::scan(out, out, comm);
  EXPECT_TRUE(same_bits(column_sums<Total>(all, rank + 1), out)) << "scan in place";
  out = untouched<T>(count);
  mpi::exscan(mine, out, comm);
  EXPECT_TRUE(same_bits(column_sums<Total>(all, rank), out)) << "exscan";

  std::size_t const block = count / static_cast<std::size_t>(size);
  auto const in = std::span<T const>(mine).first(block * static_cast<std::size_t>(size));
  auto share = untouched<T>(block);
  mpi::reduce_scatter(in, share, comm);
  EXPECT_TRUE(same_bits(part_of(whole, block * static_cast<std::size_t>(rank), block), share)) << "reduce_scatter";
}

template <class T> class elementwise : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(elementwise, numbers);

TYPED_TEST(elementwise, is_exact_for_every_element) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    auto const classes = data_classes<T>();
    for (std::size_t const count : {0, 1, 5, 40, 300})
      for (std::size_t i = 0; i < scaled_count(3); ++i) {
        std::size_t const place = (static_cast<std::size_t>(size_of(comm)) * 40 + count) * scaled_count(3) + i;
        auto const& kind = classes[place * 5 % classes.size()];
        random_source random(first_seed() + place);
        SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(count) + " elements, seed " +
                     std::to_string(first_seed() + place));
        auto const all = make_rows<T>(kind, random, size_of(comm), count);
        expect_exact_columns<reference::total>(comm, all, random.between(0, size_of(comm) - 1));
      }
  });
}

/// Where one way of exchanging gives way to the next, and numbers that do not divide among the ranks.
TYPED_TEST(elementwise, is_exact_next_to_every_threshold) {
  using T = TypeParam;
  auto const classes = data_classes<T>();
  for (int const size : {1, 2, 3, 5}) {
    // What a rank can hold of an exchange, in numbers: of a small one, and of one that is cut into pieces.
    std::size_t const small = 16384 / sizeof(T) / static_cast<std::size_t>(size), large = (4 << 20) / sizeof(T);
    for (std::size_t const count :
         {small - 2, small - 1, small, small + 1, large / 2 - 1, large / 2 + 1, large - 1, large + 7}) {
      if (count > 1000000) continue;  // of floats on one rank: those on several tell as much
      if (static_cast<std::size_t>(size) * count > 2000000) continue;
      random_source random(first_seed() + count);
      SCOPED_TRACE(std::to_string(count) + " elements");
      auto const values = make_data(classes[1], random, count + 64);
      rows<T> all;
      for (int rank = 0; rank < size; ++rank) all.push_back(part_of(values, static_cast<std::size_t>(rank), count));
      with_ranks(size, [&](MPI_Comm comm) { expect_exact_columns<exact>(comm, all, size_of(comm) / 2); });
    }
  }
}

/// Alone, a rank's NaN loses its payload too.
TYPED_TEST(elementwise, gives_the_canonical_nan) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    for (std::size_t const count : {1, 5000}) {
      auto const in = untouched<T>(count);
      std::vector<T> const nan(count, from_bits<T>(format<T>::canonical_nan));
      std::vector<T> out(count);
      mpi::allreduce(in, out, comm);
      EXPECT_TRUE(same_bits(nan, out)) << "allreduce";
      mpi::scan(in, out, comm);
      EXPECT_TRUE(same_bits(nan, out)) << "scan";
      mpi::reduce(in, out, comm, mpi::root{0});
      EXPECT_TRUE(same_bits(nan, out)) << "reduce";
    }
  });
}

TYPED_TEST(elementwise, treats_both_parts_of_complex_numbers_alike) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    random_source random(first_seed() + static_cast<std::uint64_t>(size));
    auto const classes = data_classes<T>();
    rows<T> all;
    for (int i = 0; i < size; ++i) all.push_back(make_data(classes[3], random, 2 * 17));
    auto const to_complex = [](std::vector<T> const& reals) {
      std::vector<std::complex<T>> result;
      for (std::size_t i = 0; i < reals.size(); i += 2) result.emplace_back(reals[i], reals[i + 1]);
      return result;
    };
    auto const same = [](std::vector<std::complex<T>> const& expected, std::vector<std::complex<T>> const& actual) {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_TRUE(same_bits(expected[i].real(), actual[i].real()));
        EXPECT_TRUE(same_bits(expected[i].imag(), actual[i].imag()));
      }
    };
    auto const mine = to_complex(all[static_cast<std::size_t>(rank)]);
    std::vector<std::complex<T>> out(mine.size());
    mpi::allreduce(mine, out, comm);
    same(to_complex(column_sums(all, size)), out);
    mpi::exscan(mine, out, comm);
    same(to_complex(column_sums(all, rank)), out);
  });
}

}  // namespace
}  // namespace isobit::test
