#include "group_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "../input/group_key.hpp"
#include "../input/number.hpp"

namespace isobit::tool {
namespace {

/// A part of a key as it is compared.
struct ranked_part {
  enum { number, word, missing } kind;
  double value;
  std::string_view text;
  [[nodiscard]] auto rank() const { return std::tie(kind, value, text); }
};

ranked_part ranked(group_keys::part part) {
  if (!part) return {ranked_part::missing, 0, {}};
  auto const [value, status] = parse_number<double>(*part);
  if (status == number_status::good && std::isfinite(value)) return {ranked_part::number, value, *part};
  return {ranked_part::word, 0, *part};
}

}  // namespace

std::vector<std::size_t> order_of_keys(std::vector<std::string_view> const& keys) {
  std::vector<ranked_part> parts;
  for (auto const key : keys)
    for (auto const part : group_keys::parts_of(key)) parts.push_back(ranked(part));
  std::size_t const width = keys.empty() ? 0 : parts.size() / keys.size();
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    for (std::size_t p = 0; p < width; ++p) {
      auto const& x = parts[a * width + p];
      auto const& y = parts[b * width + p];
      if (x.rank() != y.rank()) return x.rank() < y.rank();
    }
    return false;
  });
  return order;
}

}  // namespace isobit::tool
