#pragma once

#include <cstdint>
#include <string>

#include "common/progress.hpp"

namespace isobit::tool {

/// The bar, and remarks that do not run into it.
class progress : public common::progress {
public:
  progress(std::uint64_t total, bool enabled, unit counted = unit::bytes)
      : common::progress(total, enabled, counted), speaks_(enabled) {}
  /// Tells the user something, unless that is not enabled.
  void remark(std::string const& text);

private:
  bool const speaks_;
};

}  // namespace isobit::tool
