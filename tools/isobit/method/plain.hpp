#pragma once

#include <span>

#include <isobit/driver/driver.hpp>

namespace isobit::tool {

/// The sum as fast programs have it: eight vectors of 32 bytes, added up at the end; each part of the driver's by
/// itself, the parts one after the other. The bits depend on the number of parts.
template <class T> T plain_sum(driver_ref const& driver, std::span<T const> values);

/// One addition after the other in each part; the parts one after the other: what `std::accumulate` on several
/// machines gives. In one part: from left to right.
template <class T> T left_to_right_sum(driver_ref const& driver, std::span<T const> values);

}  // namespace isobit::tool
