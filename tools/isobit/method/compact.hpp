#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include <isobit/sum/exact.hpp>

namespace isobit::tool {

/// An exact sum in 40 bytes (with squares in 56), for those that are needed by the million: a few doubles that stand
/// for it, as in Shewchuk's expansions. What these cannot hold (numbers spread too widely, infinities, NaN, the ends of
/// the range) makes an `exact` of it. `Exact` is `exact`, or `exact_product` where squares are added.
template <class Exact> class compact {
public:
  void add(double x);
  void add_square(double x) requires Exact::holds_products;
  void merge(compact const& other);
  /// The sum: the same state whatever the order was, but for what `exact` says of counts.
  [[nodiscard]] Exact value() const;

private:
  static constexpr int most_parts = Exact::holds_products ? 5 : 3;
  /// Their exact sum is the value, the smallest first. None where nothing was added.
  struct parts {
    double values[most_parts];
    std::uint8_t size = 0;
  };
  Exact& widened();

  std::variant<parts, std::unique_ptr<Exact>> state_;
};

extern template class compact<exact>;
extern template class compact<exact_product>;

}  // namespace isobit::tool
