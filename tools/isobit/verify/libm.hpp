#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../output/number.hpp"
#include "../output/progress.hpp"
#include "math/registry.hpp"

namespace isobit::tool {

/// A result of the platform's that is not the correctly rounded one.
struct deviation {
  std::uint64_t index;  ///< of the argument
  std::uint64_t bits;   ///< of the platform's result
};

/// The worst of them, the first of its kind.
struct worst_case {
  std::uint64_t ulps = 0;  ///< how many numbers the platform's result is off
  std::vector<number> arguments = {};
  number theirs = {}, ours = {};
};

/// What the platform's libm, or libmvec, makes of many arguments of one function. Two NaNs are the same result.
struct libm_comparison {
  math::named_function const* function;
  bool is_single;
  bool present = false;                    ///< whether the platform has the function
  std::uint64_t differing = 0;             ///< how many results are not the right ones
  std::vector<deviation> deviations = {};  ///< libm's, by index, which are compared with those of another process
  worst_case worst = {};
  /// How many results change, where that is known: libm's without FMA, libmvec's with the vectors of other sizes.
  std::optional<std::uint64_t> changed = {};

  [[nodiscard]] std::string name() const { return std::string(function->name) + (is_single ? "f" : ""); }
};

/// Every function for so many arguments, for doubles and for floats.
std::vector<libm_comparison> compare_libm(std::uint64_t count, progress& bar);

/// The same of the functions of whole vectors that vectorised loops call, by the longest vectors of this machine.
struct libmvec_comparison {
  std::size_t bytes = 0;  ///< of a vector
  std::vector<libm_comparison> functions = {};
};
libmvec_comparison compare_libmvec(std::uint64_t count, progress& bar);

/// Such as "glibc 2.36"; "libm" where that is not known.
std::string libm_version();

/// Runs the comparison in a process in which libm may not use FMA, and notes what changes. Does nothing where libm has
/// no such choice.
void compare_without_fma(std::vector<libm_comparison>& all, std::uint64_t count);

/// What that process is for: writes the deviations to the standard output.
void write_deviations(std::vector<libm_comparison> const& all);

}  // namespace isobit::tool
