#pragma once

#include <cstdint>
#include <string>

#include <isobit/tree/distribution.hpp>

namespace isobit::tool {

/// What the command line says about a tree plan.
struct tree_plan_options {
  std::uint64_t elements = 0;
  std::uint64_t ranks = 0;
  double alpha = 0.2;
  std::string svg;  ///< where the picture goes; nowhere where it is empty
  distribution_kind pictured = distribution_kind::optimised;
};

}  // namespace isobit::tool
