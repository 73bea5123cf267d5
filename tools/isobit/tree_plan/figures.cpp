#include "figures.hpp"

#include <algorithm>

namespace isobit::tool {
namespace {

tree_plan_figures figures_of(distribution shares) {
  std::size_t largest = 0, smallest = shares.elements();
  for (std::size_t rank = 0; rank < shares.ranks(); ++rank) {
    largest = std::max(largest, shares.count(rank));
    smallest = std::min(smallest, shares.count(rank));
  }
  std::size_t const messages = shares.message_count();
  double const score = shares.score();
  return {std::move(shares), messages, largest, smallest, score};
}

}  // namespace

double even_share(distribution const& shares) {
  return static_cast<double>(shares.elements()) / static_cast<double>(shares.ranks());
}

double tree_plan_figures::balance() const {
  return shares.elements() == 0 ? 1 : static_cast<double>(largest) / even_share(shares);
}

std::string_view name_of(distribution_kind kind) noexcept {
  switch (kind) {
  case distribution_kind::lower:
    return "lower";
  case distribution_kind::upper:
    return "upper";
  case distribution_kind::power_of_two:
    return "power-of-two";
  case distribution_kind::optimised:
    return "optimised";
  case distribution_kind::optimised_thesis:
    break;
  }
  return "optimised-thesis";
}

std::vector<tree_plan_figures> figures_of(tree_plan_options const& options) {
  std::vector<tree_plan_figures> all;
  for (auto const kind : {distribution_kind::lower, distribution_kind::upper, distribution_kind::power_of_two,
                          distribution_kind::optimised})
    all.push_back(figures_of(distribution(options.elements, options.ranks, kind, options.alpha)));
  return all;
}

}  // namespace isobit::tool
