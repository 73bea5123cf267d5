#include <isobit/mpi/tree_reduce.hpp>

#include <complex>
#include <string>

#include <gtest/gtest.h>

#include "tree_support.hpp"

namespace isobit::test {
namespace {

/// Trivially copyable, not default constructible, of an odd size.
struct range {
  explicit range(int one) : low(one), high(one), gaps(0) {}
  range(int low_, int high_, char gaps_) : low(low_), high(high_), gaps(gaps_) {}
  int low, high;
  char gaps;
  bool operator==(range const&) const = default;
};
static_assert(std::is_trivially_copyable_v<range> && !std::is_default_constructible_v<range>);

/// As long as what went into it.
struct text {
  std::string letters;
  [[nodiscard]] std::vector<std::byte> serialise() const {
    auto const* const begin = reinterpret_cast<std::byte const*>(letters.data());
    return {begin, begin + letters.size()};
  }
  static text deserialise(std::span<std::byte const> bytes) {
    return {std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size())};
  }
  bool operator==(text const&) const = default;
};

/// The same reduction by both routings, in both forms, is that of one machine.
template <class T, class Operation, class Make> void expect_same(MPI_Comm comm, Operation operation, Make make) {
  int const rank = rank_in(comm), size = size_of(comm);
  random_source random(static_cast<std::uint64_t>(size) + 10);
  for (std::size_t const total : {std::size_t{1}, std::size_t{20}, std::size_t{333}}) {
    std::vector<T> values;
    for (std::size_t i = 0; i < total; ++i) values.push_back(make(random));
    auto const starts = random_starts(total, size, random);
    auto const mine = piece_of(values, starts, rank);
    T const expected = reference::tree(std::span<T const>(values), operation);
    for (auto const routing : {mpi::tree_routing::ranks, mpi::tree_routing::direct}) {
      mpi::tree_plan const plan(mine.size(), comm, {.routing = routing});
      EXPECT_TRUE(plan.allreduce(mine, operation) == expected) << total;
      auto const there = plan.reduce(mine, operation, mpi::root{size - 1});
      EXPECT_TRUE(there == (rank == size - 1 ? std::optional<T>(expected) : std::nullopt)) << total;
    }
  }
}

TEST(tree_types, numbers) {
  for_each_size([](MPI_Comm comm) {
    auto const number = [](random_source& random) { return static_cast<double>(random.below(1000)) - 300.5; };
    expect_same<double>(comm, std::minus<>(), number);
    expect_same<float>(comm, std::minus<>(), number);
    expect_same<long double>(comm, std::minus<>(), number);
    expect_same<std::complex<double>>(
        comm, std::minus<>(), [&](auto& random) { return std::complex<double>(number(random), number(random)); });
    expect_same<std::complex<float>>(comm, std::minus<>(), [&](auto& random) {
      return std::complex<float>(static_cast<float>(number(random)), 1.5f);
    });
    expect_same<unsigned short>(
        comm, [](unsigned a, unsigned b) { return static_cast<unsigned short>(3 * a - b); },
        [](auto& random) { return static_cast<unsigned short>(random.next()); });
    expect_same<int>(
        comm, [](int a, int b) { return (3 * a - b) % 1000; }, [](auto& random) { return random.between(-9, 9); });
    expect_same<char>(
        comm, [](char a, char b) { return static_cast<char>((3 * a - b) % 50); },
        [](auto& random) { return static_cast<char>(random.between(0, 9)); });
  });
}

TEST(tree_types, structures_travel_as_bytes) {
  for_each_size([](MPI_Comm comm) {
    expect_same<range>(
        comm,
        [](range const& a, range const& b) {
          return range(a.low, b.high, static_cast<char>((a.gaps + b.gaps + (a.high != b.low)) % 100));
        },
        [](auto& random) { return range(random.between(0, 1)); });
  });
}

TEST(tree_types, others_are_serialised) {
  for_each_size([](MPI_Comm comm) {
    expect_same<text>(
        comm, [](text const& a, text const& b) { return text{'(' + a.letters + b.letters + ')'}; },
        [](auto& random) { return text{std::string(random.below(4), 'x')}; });
  });
}

TEST(tree_types, pairs_tuples_and_arrays_of_what_travels) {
  using located = std::pair<double, int>;
  using several = std::tuple<int, std::pair<char, double>, std::array<located, 2>>;
  static_assert(mpi::detail::wire_size<located>() == sizeof(double) + sizeof(int));
  static_assert(mpi::detail::wire_size<several>() == 37 && mpi::detail::wire_size<std::pair<int, text>>() == 0);
  for_each_size([](MPI_Comm comm) {
    auto const locate = [](random_source& random) {
      return located(static_cast<double>(random.below(50)), random.between(0, 1000));
    };
    // The first of the smallest, as MPI_MINLOC does.
    expect_same<located>(
        comm, [](located const& a, located const& b) { return b.first < a.first ? b : a; }, locate);
    expect_same<several>(
        comm,
        [](several const& a, several const& b) {
          return several((3 * std::get<0>(a) - std::get<0>(b)) % 1000, std::get<1>(b),
                         {std::get<2>(a)[1], std::get<2>(b)[0]});
        },
        [&](auto& random) {
          return several(random.between(-9, 9), {static_cast<char>(random.between(0, 9)), 0.5},
                         {locate(random), locate(random)});
        });
    using labelled = std::tuple<int, text, std::array<text, 2>>;
    expect_same<labelled>(
        comm,
        [](labelled const& a, labelled const& b) {
          auto const& [count, name, both] = a;
          return labelled(count + std::get<0>(b), text{name.letters.substr(0, 3) + std::get<1>(b).letters},
                          {both[1], std::get<2>(b)[0]});
        },
        [](auto& random) {
          auto const any = [&] { return text{std::string(random.below(4), 'x')}; };
          return labelled(random.between(0, 9), any(), {any(), any()});
        });
  });
}

TEST(tree_types, projections) {
  for_each_size([](MPI_Comm comm) {
    int const size = size_of(comm);
    std::vector<std::pair<int, double>> const mine(2, {1, 2.5});
    EXPECT_EQ(mpi::tree_reduce(mine, std::plus<>(), comm, &std::pair<int, double>::second), 5.0 * size);
    EXPECT_EQ(mpi::tree_reduce(mine, std::plus<>(), comm, mpi::root{0}, &std::pair<int, double>::first),
              rank_in(comm) == 0 ? std::optional(2 * size) : std::nullopt);
  });
}

template <class Integer> void expect_indices_of(MPI_Comm comm) {
  int const rank = rank_in(comm), size = size_of(comm);
  std::vector<Integer> const mine{static_cast<Integer>(size - 1 - rank), static_cast<Integer>(size + rank)};
  std::vector<std::pair<double, int>> local, whole;
  for (Integer const index : mine) local.emplace_back(static_cast<double>(index), static_cast<int>(index));
  for (int i = 0; i < 2 * size; ++i) whole.emplace_back(i, i);
  auto const operation = [](auto const& a, auto const& b) {
    return std::pair(2 * a.first - b.first, (3 * a.second - b.second) % 1000);
  };
  EXPECT_EQ(mpi::tree_plan(mine, comm).allreduce(local, operation),
            reference::tree(std::span<std::pair<double, int> const>(whole), operation));
}

TEST(tree_types, indices_are_integers_of_any_type) {
  for_each_size([](MPI_Comm comm) {
    expect_indices_of<signed char>(comm);
    expect_indices_of<int>(comm);
    expect_indices_of<std::int64_t>(comm);
    expect_indices_of<std::uint32_t>(comm);
    expect_indices_of<std::size_t>(comm);
  });
}

TEST(tree_types, elements_by_their_indices) {
  for_each_size([](MPI_Comm comm) {
    auto const rank = static_cast<std::size_t>(rank_in(comm)), size = static_cast<std::size_t>(size_of(comm));
    random_source random(size);
    for (std::size_t const total : {std::size_t{1}, std::size_t{10}, std::size_t{2000}}) {
      auto const values = some_values(total, random.next());
      std::vector<double> numbers(values.begin(), values.end());
      std::vector<std::size_t> indices;
      for (std::size_t i = 0; i < total; ++i) indices.push_back(i);
      random.shuffle(std::span(indices));
      std::vector<std::size_t> mine;
      std::vector<std::uint64_t> local;
      std::vector<double> local_numbers;
      for (std::size_t i = 0; i < total; ++i)
        if (values[i] % size == rank) mine.push_back(indices[i]);
      for (std::size_t const index : mine) {
        local.push_back(values[index]);
        local_numbers.push_back(numbers[index]);
      }
      std::uint64_t const expected = reference::tree(std::span<std::uint64_t const>(values), mix());
      for (auto const routing : {mpi::tree_routing::ranks, mpi::tree_routing::direct}) {
        mpi::tree_plan const plan(std::span<std::size_t const>(mine), comm, {.routing = routing});
        EXPECT_EQ(plan.count(), mine.size());
        EXPECT_EQ(plan.allreduce(local, mix()), expected);
        EXPECT_EQ(plan.sum(local_numbers), isobit::tree_sum(numbers));
        for (int to = 0; to < static_cast<int>(size); ++to)
          EXPECT_EQ(plan.reduce(local, mix(), mpi::root{to}),
                    static_cast<int>(rank) == to ? std::optional(expected) : std::nullopt);
      }
    }
  });
}

}  // namespace
}  // namespace isobit::test
