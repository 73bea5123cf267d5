#pragma once

#include <cstddef>
#include <vector>

namespace demo {

/// A day's bookings, to the cent: large transfers in and out again, less a small fee. The fees are all that remains.
std::vector<double> make_ledger(std::size_t size);

/// The same bookings in another order; a different one for every seed.
std::vector<double> shuffled(std::vector<double> values, unsigned seed);

}  // namespace demo
