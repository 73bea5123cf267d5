#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../basics/printable.hpp"
#include "../output/plural.hpp"

namespace isobit::tool {

/// As `grouped`, from a million on with `three_digits`; "not finite" where the distance saturated.
std::string ulps_text(std::uint64_t ulps);
/// "by at most 3 ulps".
std::string ulps_bound(std::uint64_t ulps);
/// "12.0 %", "0.0340 %"; never "0 %" of a part that is not 0, nor "100 %" of one that is not the whole.
std::string percent(std::uint64_t part, std::uint64_t whole);
/// What is not a count: "0.0123", "12.3", "1.23e4"; "infinite". page/numbers.js writes the same.
std::string three_digits(double x);
/// Words on lines of at most this width, where they fit; all lines but the first begin with so many blanks.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);
/// "0 to 3, 7"
std::string ranges(std::vector<std::uint64_t> const& sorted);

}  // namespace isobit::tool
