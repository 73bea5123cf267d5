#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../output/number.hpp"
#include "../output/progress.hpp"
#include "math/registry.hpp"

namespace isobit::tool {

/// A result of the platform's libm that is not the correctly rounded one.
struct deviation {
  std::uint64_t index;  ///< of the argument
  std::uint64_t bits;   ///< of libm's result
};

/// The worst of them, the first of its kind.
struct worst_case {
  std::uint64_t ulps = 0;  ///< how many numbers libm's result is off
  std::vector<number> arguments = {};
  number theirs = {}, ours = {};
};

/// What the platform's libm makes of many arguments of one function. Two NaNs are the same result.
struct libm_comparison {
  math::named_function const* function;
  bool is_single;
  bool present = false;                    ///< whether libm has the function
  std::vector<deviation> deviations = {};  ///< by index
  worst_case worst = {};
  std::optional<std::uint64_t> changed = {};  ///< how many of libm's results change without FMA, where that is known

  [[nodiscard]] std::string name() const { return std::string(function->name) + (is_single ? "f" : ""); }
};

/// Every function for so many arguments, for doubles and for floats.
std::vector<libm_comparison> compare_libm(std::uint64_t count, progress& bar);

/// Such as "glibc 2.36"; "libm" where that is not known.
std::string libm_version();

/// Runs the comparison in a process in which libm may not use FMA, and notes what changes. Does nothing where libm has
/// no such choice.
void compare_without_fma(std::vector<libm_comparison>& all, std::uint64_t count);

/// What that process is for: writes the deviations to the standard output.
void write_deviations(std::vector<libm_comparison> const& all);

}  // namespace isobit::tool
