#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../basics/printable.hpp"

namespace isobit::tool {

/// "1 call", "1,234 calls".
std::string plural(std::uint64_t number, std::string_view word);
/// With a comma after every three digits.
std::string grouped(std::uint64_t number);
/// As `grouped`; "not finite" where the distance saturated.
std::string ulps_text(std::uint64_t ulps);
/// "by at most 3 ulps".
std::string ulps_bound(std::uint64_t ulps);
/// "12 %", "0.034 %"; never "0 %" of a part that is not 0, nor "100 %" of one that is not the whole.
std::string percent(std::uint64_t part, std::uint64_t whole);
/// Two digits: "1.2e12"; "infinite".
std::string short_number(double x);
/// "13 us".
std::string duration(std::uint64_t nanoseconds);
/// "0 to 3, 7"
std::string ranges(std::vector<std::uint64_t> const& sorted);

}  // namespace isobit::tool
