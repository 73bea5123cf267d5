#pragma once

#include "decomposition.hpp"
#include "ranks.hpp"
#include "state.hpp"

namespace weather {

/// Fills the halo with the neighbours' numbers, and beyond the walls with what makes them free of friction. Numbers are
/// copied, never computed: so every rank sees the bits that their owner has.
void exchange_halo(state& s, decomposition const& parts, ranks const& all);

}  // namespace weather
