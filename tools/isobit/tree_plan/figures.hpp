#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <isobit/tree/distribution.hpp>

#include "options.hpp"

namespace isobit::tool {

/// How a distribution fares.
struct tree_plan_figures {
  distribution shares;
  std::size_t messages;  ///< values that cross from rank to rank
  std::size_t largest;   ///< share of a rank
  std::size_t smallest;
  double score;  ///< in nanoseconds
  /// The largest share over an even one: how much longer the ranks compute than they had to.
  [[nodiscard]] double balance() const;
};

/// As --distribution names it.
std::string_view name_of(distribution_kind kind) noexcept;

/// The figures of lower, upper, power_of_two and optimised, in this order.
std::vector<tree_plan_figures> figures_of(tree_plan_options const& options);

/// An even share of the elements.
double even_share(distribution const& shares);

}  // namespace isobit::tool
