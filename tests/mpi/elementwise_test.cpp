#include <complex>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>

#include "reference/total.hpp"
#include "spreads.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

/// What every rank holds; the same on every rank.
template <class T> using rows = std::vector<std::vector<T>>;

/// Column by column: the exact sum over ranks [0, end), by the slow oracle or, for very many, an accumulator.
template <class Total = reference::total, class T> std::vector<T> column_sums(rows<T> const& all, int end) {
  std::vector<T> sums;
  for (std::size_t i = 0; i < all[0].size(); ++i) {
    Total total;
    for (int rank = 0; rank < end; ++rank) total.add(all[static_cast<std::size_t>(rank)][i]);
    sums.push_back(total.template round<T>());
  }
  return sums;
}

/// `garbage` where nothing was written.
template <class T> std::vector<T> untouched(std::size_t count) {
  return std::vector<T>(count, from_bits<T>(format<T>::canonical_nan ^ 5));
}

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
  auto const first = static_cast<std::ptrdiff_t>(block) * rank;
  auto const in = std::span<T const>(mine).first(block * static_cast<std::size_t>(size));
  auto share = untouched<T>(block);
  mpi::reduce_scatter(in, share, comm);
  EXPECT_TRUE(same_bits(
      std::vector<T>(whole.begin() + first, whole.begin() + first + static_cast<std::ptrdiff_t>(block)), share))
      << "reduce_scatter";
}

template <class T> class elementwise : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(elementwise, numbers);

TYPED_TEST(elementwise, is_exact_for_every_element) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    auto const classes = data_classes<T>();
    for (std::size_t const count : {0, 1, 5, 40})
      for (std::size_t i = 0; i < scaled_count(3); ++i) {
        std::size_t const place = (static_cast<std::size_t>(size_of(comm)) * 40 + count) * scaled_count(3) + i;
        auto const& kind = classes[place * 5 % classes.size()];
        random_source random(first_seed() + place);
        SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(count) + " elements, seed " +
                     std::to_string(first_seed() + place));
        // Of one class over all ranks and elements; columns of all kinds come of it.
        auto const values = make_data(kind, random, count * static_cast<std::size_t>(size_of(comm)));
        rows<T> all;
        for (std::size_t rank = 0; rank < static_cast<std::size_t>(size_of(comm)); ++rank)
          all.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(rank * count),
                           values.begin() + static_cast<std::ptrdiff_t>((rank + 1) * count));
        expect_exact_columns<reference::total>(comm, all, random.between(0, size_of(comm) - 1));
      }
  });
}

TYPED_TEST(elementwise, takes_more_than_travels_at_once_and_one_wide_element_among_them) {
  using T = TypeParam;
  constexpr int size = 3;
  random_source random(first_seed());
  auto const classes = data_classes<T>();
  auto const values = make_data(classes[1], random, 70000);
  for (bool const wide : {false, true}) {
    rows<T> all;
    for (int rank = 0; rank < size; ++rank) {
      auto row = values;
      row[static_cast<std::size_t>(rank)] = power_of_two<T>(false, 0);
      if (wide && rank == size / 2) row[65000] = largest_finite<T>();
      if (wide && rank == size / 3) row[65000] = from_bits<T>(1);
      all.push_back(std::move(row));
    }
    with_ranks(size, [&](MPI_Comm comm) { expect_exact_columns<exact>(comm, all, size / 2); });
  }
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
