#include "ledger.hpp"

#include <utility>

#include "common/random.hpp"

namespace demo {

std::vector<double> make_ledger(std::size_t size) {
  common::splitmix64 random(2024);
  std::vector<double> bookings;
  bookings.reserve(size);
  while (bookings.size() < size) {
    std::uint64_t const transfer = random.below(100'000'000'000), fee = random.below(500);
    bookings.push_back(static_cast<double>(transfer) / 100);
    bookings.push_back((static_cast<double>(fee) - static_cast<double>(transfer)) / 100);
  }
  return shuffled(std::move(bookings), 0);
}

std::vector<double> shuffled(std::vector<double> values, unsigned seed) {
  common::splitmix64 random(seed + 1);
  common::shuffle(values, random);
  return values;
}

}  // namespace demo
