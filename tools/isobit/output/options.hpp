#pragma once

#include <optional>

namespace isobit::tool {

/// What the command line says about the output.
struct output_options {
  bool json = false;
  bool csv = false;            ///< of results by column or group
  bool hex = false;            ///< the hexadecimal float only
  bool decimal = false;        ///< the decimal only
  std::optional<bool> single;  ///< round to float (or to double) instead of the input's own type
  bool compare = false;
  bool quiet = false;  ///< no remarks and no progress bar
};

}  // namespace isobit::tool
