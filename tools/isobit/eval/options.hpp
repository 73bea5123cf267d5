#pragma once

#include <string>
#include <vector>

namespace isobit::tool {

/// What the command line says about eval.
struct eval_options {
  std::string function;
  std::vector<std::string> arguments;
  bool is_single = false;  ///< the function of floats
};

}  // namespace isobit::tool
