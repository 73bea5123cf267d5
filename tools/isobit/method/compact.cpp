#include "compact.hpp"

#include <algorithm>
#include <cmath>

#include <isobit/arithmetic/two_sum.hpp>

namespace isobit::tool {
namespace {

/// Far enough from the largest number that a few additions of smaller ones cannot overflow.
constexpr double largest_part = 0x1p1000;
/// Between these a square and its rounding error are doubles.
constexpr double least_root = 0x1p-480, largest_root = 0x1p480;

}  // namespace

template <class Exact> Exact& compact<Exact>::widened() {
  if (auto* const few = std::get_if<parts>(&state_)) {
    auto wide = std::make_unique<Exact>();
    for (int i = 0; i < few->size; ++i) wide->add(few->values[i]);
    state_ = std::move(wide);
  }
  return *std::get<std::unique_ptr<Exact>>(state_);
}

template <class Exact> void compact<Exact>::add(double x) {
  auto* const few = std::get_if<parts>(&state_);
  if (few == nullptr || !(std::fabs(x) < largest_part)) return widened().add(x);
  double grown[most_parts + 1];
  int size = 0;
  double rest = x;
  for (int i = 0; i < few->size; ++i) {
    auto const [high, low] = two_sum(rest, few->values[i]);
    if (low != 0) grown[size++] = low;
    rest = high;
  }
  // A zero is kept where there is nothing else: its sign is that of the sum.
  if (rest != 0 || size == 0) grown[size++] = rest;
  if (size > most_parts || !(std::fabs(rest) < largest_part)) return widened().add(x);
  std::copy_n(grown, size, few->values);
  few->size = static_cast<std::uint8_t>(size);
}

template <class Exact> void compact<Exact>::add_square(double x) requires Exact::holds_products {
  double const root = std::fabs(x);
  if (!(root <= largest_root) || (root < least_root && root != 0)) return widened().add_product(x, x);
  double const square = x * x;
  add(square);
  if (double const error = std::fma(x, x, -square); error != 0) add(error);
}

template <class Exact> void compact<Exact>::merge(compact const& other) {
  if (auto const* const few = std::get_if<parts>(&other.state_))
    for (int i = 0; i < few->size; ++i) add(few->values[i]);
  else
    widened().merge(*std::get<std::unique_ptr<Exact>>(other.state_));
}

template <class Exact> Exact compact<Exact>::value() const {
  auto const* const few = std::get_if<parts>(&state_);
  if (few == nullptr) return *std::get<std::unique_ptr<Exact>>(state_);
  Exact wide;
  for (int i = 0; i < few->size; ++i) wide.add(few->values[i]);
  return wide;
}

template class compact<exact>;
template class compact<exact_product>;

}  // namespace isobit::tool
