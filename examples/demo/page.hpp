#pragma once

#include <string>
#include <vector>

#include "ways.hpp"

namespace demo {

struct findings {
  std::vector<way> ways;
  std::size_t size;
  double exact;              ///< from the reference
  double ratio_to_plain;     ///< time of isobit over the plain vector loop
  double ratio_to_standard;  ///< and over std::accumulate
};

/// One self-contained HTML page with the spread of the answers as a picture; nothing is loaded from anywhere.
std::string page(findings const& found);

}  // namespace demo
