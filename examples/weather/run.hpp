#pragma once

#include "options.hpp"
#include "ranks.hpp"

namespace weather {

/// The forecast that the options ask for: files, and a summary on the standard output. Throws std::invalid_argument for
/// options that contradict each other, std::runtime_error for what goes wrong later; every rank throws the same.
void run(options const& chosen, ranks const& all);

}  // namespace weather
