#pragma once

#include <string>

namespace isobit::tool {

/// A result in the type it was rounded to. A float is kept in the double of the same value.
struct number {
  double value = 0;
  bool is_single = false;
};

/// The shortest decimal that reads back as the same number; inf, -inf or nan.
std::string decimal(number x);
/// A hexadecimal float such as 0x1.8p+1: normalised, without trailing zeros; inf, -inf or nan.
std::string hexadecimal(number x);
/// The bits as an integer in hexadecimal: 16 digits for a double, 8 for a float.
std::string bits(number x);
/// Whether the number is neither an infinity nor NaN.
bool is_finite(number x) noexcept;

}  // namespace isobit::tool
