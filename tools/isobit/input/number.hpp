#pragma once

#include <string_view>

#include "arithmetic/read_number.hpp"

namespace isobit::tool {

enum class number_status {
  good,
  malformed,
  too_large,    ///< finite as written, infinite in the type
  missing,      ///< a row that ends before the wanted column
  surplus,      ///< a row that goes on behind the only ones
  unavailable,  ///< a value that is missing, where such are left out
};

template <class T> struct parsed_number {
  T value;
  number_status status;
};

/// The number that is the whole of `token`, correctly rounded to T, as the library reads it.
template <class T> parsed_number<T> parse_number(std::string_view token) noexcept {
  auto const [value, problem] = isobit::detail::read_number<T>(token);
  return {value, problem == std::errc{}                   ? number_status::good
                 : problem == std::errc::invalid_argument ? number_status::malformed
                                                          : number_status::too_large};
}

/// The same as an object.
template <class T> struct number_parser {
  parsed_number<T> operator()(std::string_view token) const noexcept { return parse_number<T>(token); }
};

}  // namespace isobit::tool
