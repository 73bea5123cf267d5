#include "quadrature.hpp"

namespace fem {
namespace {

/// visit(counts) for all ways in which `left` can be the sum of so many counts.
template <class Visit> void for_all_sums(std::array<int, 4>& counts, int places, int left, Visit const& visit) {
  auto const last = static_cast<std::size_t>(places - 1);
  if (places == 1) {
    counts[0] = left;
    visit();
    return;
  }
  for (counts[last] = 0; counts[last] <= left; ++counts[last])
    for_all_sums(counts, places - 1, left - counts[last], visit);
}

}  // namespace

std::vector<quadrature_point> quadrature(int dimension, int s) {
  std::vector<quadrature_point> rule;
  int const degree = 2 * s + 1;
  for (int i = 0; i <= s; ++i) {
    int const base = degree + dimension - 2 * i;
    // (-1)^i 4^-s base^degree dimension! / (i! (degree + dimension - i)!)
    double weight = i % 2 == 0 ? 1 : -1;
    for (int k = 0; k < s; ++k) weight /= 4;
    for (int k = 0; k < degree; ++k) weight *= base;
    for (int k = 2; k <= dimension; ++k) weight *= k;
    for (int k = 2; k <= i; ++k) weight /= k;
    for (int k = 2; k <= degree + dimension - i; ++k) weight /= k;
    std::array<int, 4> counts = {};
    for_all_sums(counts, dimension + 1, s - i, [&] {
      quadrature_point point = {{}, weight};
      for (std::size_t k = 0; k <= static_cast<std::size_t>(dimension); ++k)
        point.place[k] = static_cast<double>(2 * counts[k] + 1) / base;
      rule.push_back(point);
    });
  }
  return rule;
}

}  // namespace fem
