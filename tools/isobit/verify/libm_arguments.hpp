#pragma once

#include <span>

#include "math/registry.hpp"

namespace isobit::tool {

/// Draws arguments of a function, the same on every machine: half of them evenly from where the function is most used,
/// half with exponents evenly from a wider range. They are those with indices from `first` on; `y` is empty for
/// functions of one number. T is double or float.
template <class T>
void draw_arguments(math::named_function const& function, std::size_t first, std::span<T> x, std::span<T> y);

}  // namespace isobit::tool
