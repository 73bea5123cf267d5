#pragma once

#include <vector>

#include "../output/number.hpp"
#include "math/registry.hpp"
#include "options.hpp"
#include "standing.hpp"

namespace isobit::tool {

/// A function at a point.
struct evaluation {
  std::vector<number> arguments;  ///< one or two
  number value;
  standing exact;
};

/// The function meant; throws `failure` where there is none of this name or type.
math::named_function const& function_of(eval_options const& options);

/// The function at every point, in order; throws `failure` for what is no number, or half a pair.
std::vector<evaluation> evaluate(math::named_function const& function, eval_options const& options);

}  // namespace isobit::tool
