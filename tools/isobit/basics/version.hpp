#pragma once

#include <string>

#include <isobit/version.hpp>

namespace isobit::tool {

/// Such as "1.2.3".
inline std::string version() {
  return std::to_string(ISOBIT_VERSION_MAJOR) + "." + std::to_string(ISOBIT_VERSION_MINOR) + "." +
         std::to_string(ISOBIT_VERSION_PATCH);
}

}  // namespace isobit::tool
