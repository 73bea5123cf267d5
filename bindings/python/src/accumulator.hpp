#pragma once

#include <span>
#include <string_view>

#include <nanobind/nanobind.h>

#include <isobit/error.hpp>
#include <isobit/isobit.hpp>

namespace isobit_python {

/// Wide enough for products, too; its bytes and hash are those of the narrower accumulator for what fits that.
using state = isobit::exact_product;

inline isobit::rounding rounding_named(std::string_view name) {
  if (name == "nearest") return isobit::rounding::nearest_even;
  if (name == "zero") return isobit::rounding::toward_zero;
  if (name == "up") return isobit::rounding::upward;
  if (name == "down") return isobit::rounding::downward;
  if (name == "odd") return isobit::rounding::to_odd;
  throw nanobind::value_error("isobit: the rounding is 'nearest', 'zero', 'up', 'down' or 'odd'");
}

inline nanobind::bytes bytes_of(state const& s) {
  auto const bytes = s.serialise();
  return nanobind::bytes(bytes.data(), bytes.size());
}
inline state state_of(nanobind::bytes const& bytes) {
  return state::deserialise({reinterpret_cast<std::byte const*>(bytes.c_str()), bytes.size()});
}

}  // namespace isobit_python
