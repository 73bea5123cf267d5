#pragma once

#include <string_view>

namespace isobit::tool {

/// Where the exact value of a function lies among the numbers of a type.
struct standing {
  enum class kind {
    exact,      ///< it is the result
    between,    ///< it is not: everything below is known
    overflow,   ///< the result is infinite, and the exact value is not
    pole,       ///< the result is infinite, since the function has no value there
    undefined,  ///< the result is NaN
    too_close,  ///< it is not the result, but nearer to it than thousands of bits tell
    unknown,    ///< there is no enclosure of this function, or none there
  };
  kind what = kind::unknown;
  double neighbour = 0;  ///< between: of the two numbers around the exact value, the one that is not the result
  bool above = false;    ///< between: the exact value is greater than the result
  /// between: log2 of the distance from the result, in units of the gap to the neighbour; at most -1.
  double distance_log2 = 0;
  /// between: log2 of the distance to the midpoint, in the same units; -infinity where it is the midpoint.
  double midpoint_log2 = 0;
};

/// Of `function` at x, or at x and y, with the given result. T is double or float.
template <class T> standing standing_of(std::string_view function, T x, T y, T result);

}  // namespace isobit::tool
