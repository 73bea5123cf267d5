// Every way of exchanging numbers, whether or not it would be chosen for so many.
#include "mpi/elementwise_routes.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "column/exchange.hpp"
#include "elementwise_support.hpp"
#include "support.hpp"

namespace isobit::test {
namespace {

using mpi::detail::communicator, mpi::detail::element_reduction, mpi::detail::exchange, mpi::detail::route;

constexpr route all_routes[] = {route::at_once, route::gather, route::transpose, route::limbs};
constexpr exchange all_forms[] = {exchange::all, exchange::to_root, exchange::scatter, exchange::scan,
                                  exchange::exscan};

/// body(way, call) with each form and route that `count` results can take; `in` has a block for every rank.
template <class T, class Body>
void for_each_route(MPI_Comm handle, std::size_t count, std::span<T const> in, std::span<T> out, int root, Body body) {
  communicator const comm(handle, "test");
  int const rank = rank_in(handle), ranks = size_of(handle);
  for (exchange const form : all_forms)
    for (route const way : all_routes) {
      element_reduction<T> call{comm, "test", form, root, rank, ranks, in, out, count};
      call.in = in.first(call.sent());
      if (way == route::transpose && form == exchange::scatter) continue;
      if (way == route::at_once && bytes_at_once(call) > columns::small_exchange) continue;
      SCOPED_TRACE("form " + std::to_string(static_cast<int>(form)) + ", route " +
                   std::to_string(static_cast<int>(way)) + ", " + std::to_string(count) + " results");
      body(way, call);
    }
}

template <class T> std::vector<T> expected_of(element_reduction<T> const& call, rows<T> const& all) {
  if (!call.wants_results()) return untouched<T>(call.count);
  auto const sums = column_sums(all, static_cast<int>(call.contributors(call.rank)));
  return part_of(sums, call.form == exchange::scatter ? call.count * static_cast<std::size_t>(call.rank) : 0,
                 call.count);
}

template <class T> class elementwise_routes : public testing::Test {};
using numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(elementwise_routes, numbers);

TYPED_TEST(elementwise_routes, all_give_the_exact_sums) {
  using T = TypeParam;
  auto const classes = data_classes<T>();
  for_each_size([&](MPI_Comm comm) {
    int const ranks = size_of(comm);
    for (std::size_t const count : {0, 1, 2, 3, 7, 100, 1023}) {
      if (count > 100 && ranks != 2) continue;  // two ranks send it in two pieces
      random_source random(first_seed() + count * 100 + static_cast<std::size_t>(ranks));
      auto const& kind = classes[(count + static_cast<std::size_t>(ranks)) * 5 % classes.size()];
      SCOPED_TRACE(kind.name);
      auto const all = make_rows<T>(kind, random, ranks, count * static_cast<std::size_t>(ranks));
      auto out = untouched<T>(count);
      for_each_route<T>(comm, count, all[static_cast<std::size_t>(rank_in(comm))], out, ranks / 2,
                        [&](route way, element_reduction<T> const& call) {
                          std::ranges::copy(untouched<T>(count), out.begin());
                          reduce_by(way, call, nullptr);
                          EXPECT_TRUE(same_bits(expected_of(call, all), out));
                        });
    }
  });
}

/// A rank that has nothing to give still takes part; then all throw.
TYPED_TEST(elementwise_routes, tell_every_rank_who_failed) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), guilty = size_of(comm) / 2;
    for (std::size_t const count : {0, 1, 100}) {
      std::vector<T> const in(count * static_cast<std::size_t>(size_of(comm)), T(1));
      auto out = untouched<T>(count);
      for_each_route<T>(comm, count, in, out, 0, [&](route way, element_reduction<T> call) {
        std::exception_ptr problem;
        if (rank == guilty) {
          problem = std::make_exception_ptr(std::runtime_error("my own"));
          call.in = {};
          call.out = {};
        }
        std::string text;
        try {
          reduce_by(way, call, problem);
        } catch (std::exception const& caught) {
          text = caught.what();
        }
        EXPECT_NE(text.find(rank == guilty ? "my own" : "rank " + std::to_string(guilty) + " of "), std::string::npos)
            << text;
        EXPECT_TRUE(same_bits(untouched<T>(count), out));
      });
    }
  });
}

TYPED_TEST(elementwise_routes, are_chosen_by_size) {
  using T = TypeParam;
  communicator const comm(MPI_COMM_WORLD, "test");
  auto const chosen = [&](exchange form, int ranks, std::size_t count) {
    return choose_route(element_reduction<T>{comm, "test", form, 0, 0, ranks, {}, {}, count});
  };
  constexpr std::size_t small = columns::small_exchange / sizeof(T);
  for (exchange const form : {exchange::all, exchange::to_root, exchange::scan, exchange::exscan}) {
    EXPECT_EQ(chosen(form, 1, 0), route::at_once);
    EXPECT_EQ(chosen(form, 2, small / 4 - 1), route::at_once);
    EXPECT_EQ(chosen(form, 2, small / 4), route::gather);
    EXPECT_EQ(chosen(form, 4, small / 4 - 1), route::at_once);
    EXPECT_EQ(chosen(form, 4, small / 4), route::transpose);
    EXPECT_EQ(chosen(form, 4096, 10), route::limbs);
    EXPECT_EQ(chosen(form, 4096, 4096), route::transpose);
  }
  EXPECT_EQ(chosen(exchange::scatter, 4, 10), route::at_once);
  EXPECT_EQ(chosen(exchange::scatter, 4, 1000), route::gather);
  EXPECT_EQ(chosen(exchange::scatter, 4096, 1), route::gather);
}

}  // namespace
}  // namespace isobit::test
