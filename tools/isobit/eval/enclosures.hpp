#pragma once

#include <optional>
#include <string_view>

#include "math/ball/ball.hpp"

namespace isobit::tool {

/// A ball that contains the function's exact value at x (or at x and y), to about so many bits; nothing where there is
/// no such function. Precondition: the numbers are finite, the function is defined there, and not settled.
std::optional<math::ball> enclose(std::string_view function, double x, double y, int precision);

/// Whether a finite result is exact at sight, mostly since an argument is zero. For functions of one number, y is x.
bool is_settled(std::string_view function, double x, double y);

/// Whether an infinite result at a finite x is a pole, and not too large a number.
bool has_pole(std::string_view function, double x);

/// Whether, where no enclosure tells the exact value from a number, it is that number. Same precondition.
bool can_be_exact(std::string_view function, double x, double y);

}  // namespace isobit::tool
