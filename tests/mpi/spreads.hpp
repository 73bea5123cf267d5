#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"
#include "support/check.hpp"

namespace isobit::test {

/// How elements are spread over ranks: owners[i] is the rank that holds element i.
struct spread {
  std::string_view name;
  std::vector<int> owners;

  /// The elements of one rank, in the order of the whole.
  template <class T> [[nodiscard]] std::vector<T> part(std::span<T const> whole, int rank) const {
    std::vector<T> mine;
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (owners[i] == rank) mine.push_back(whole[i]);
    return mine;
  }
  template <class T> [[nodiscard]] std::vector<T> part(std::vector<T> const& whole, int rank) const {
    return part(std::span<T const>(whole), rank);
  }
};

/// The five kinds, the same on every rank for the same random numbers.
inline std::vector<spread> spreads_of(std::size_t count, int ranks, random_source& random) {
  std::vector<spread> spreads = {
      {"all on one rank", {}}, {"even", {}}, {"very uneven", {}}, {"some ranks empty", {}}, {"dealt at random", {}}};
  auto const last = ranks - 1;
  auto const the_one = random.between(0, last), favourite = random.between(0, last), skipped = random.between(0, 1);
  for (std::size_t i = 0; i < count; ++i) {
    spreads[0].owners.push_back(the_one);
    spreads[1].owners.push_back(static_cast<int>(i * static_cast<std::size_t>(ranks) / count));
    spreads[2].owners.push_back(random.one_in(20) ? random.between(0, last) : favourite);
    int const some = random.between(0, last);
    spreads[3].owners.push_back(some % 2 == skipped && some != last ? some + 1 : some);
    spreads[4].owners.push_back(random.between(0, last));
  }
  return spreads;
}

/// Calls body(comm, values, spread, random) for communicators of every size and all spreads, with `count` classes of
/// data each: another few every time, so that all take their turn. `random` goes on alike on every rank as long as
/// every rank takes as many numbers from it.
template <class T, class Body> void for_each_spread(std::size_t count, std::size_t limit, Body body) {
  for_each_size([&](MPI_Comm comm) {
    int const size = size_of(comm);
    auto const classes = data_classes<T>();
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::size_t const place = static_cast<std::size_t>(size - 1) * scaled_count(count) + i;
      auto const& kind = classes[place * 5 % classes.size()];
      std::uint64_t const seed = first_seed() + place;
      random_source random(seed);
      auto const values = make_data(kind, random, random_size(random, limit));
      for (spread const& one : spreads_of(values.size(), size, random)) {
        SCOPED_TRACE(std::string(kind.name) + ", " + std::to_string(values.size()) + " elements " +
                     std::string(one.name) + ", seed " + std::to_string(seed));
        body(comm, values, one, random);
      }
    }
  });
}

}  // namespace isobit::test
