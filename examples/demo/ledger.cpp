#include "ledger.hpp"

#include <utility>

#include "data.hpp"

namespace demo {

std::vector<double> make_ledger(std::size_t size) {
  bench::generator random(2024);
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
  bench::generator random(seed + 1);
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
  return values;
}

}  // namespace demo
