#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "decomposition.hpp"
#include "ranks.hpp"

namespace weather {

/// What the command line says.
struct options {
  std::optional<extent> size;                 ///< of all cells
  std::optional<extent> ranks;                ///< along and across
  std::size_t threads = 1;                    ///< of each rank
  std::size_t until = 1440;                   ///< hour
  std::size_t every = 24;                     ///< hours from file to file
  std::optional<std::filesystem::path> from;  ///< a file to continue from
  std::filesystem::path output = "weather";   ///< folder
  summation how = summation::exact;
  double courant = 1;
  bool one_ulp = false;
  bool json = false;
  bool help = false;
};

extern char const* const help_text;

/// Throws std::invalid_argument with a message for the user.
options read_options(int count, char const* const* arguments);

}  // namespace weather
