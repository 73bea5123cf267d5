#pragma once

#include <cstddef>
#include <string_view>

namespace isobit::tool {

/// The floating-point formats of numbers in files. The 16-bit ones are widened to float, exactly.
enum class element_type { f64, f32, f16, bf16 };

constexpr std::size_t size_of(element_type type) noexcept {
  return type == element_type::f64 ? 8 : type == element_type::f32 ? 4 : 2;
}

constexpr std::string_view name_of(element_type type) noexcept {
  switch (type) {
  case element_type::f64:
    return "f64";
  case element_type::f32:
    return "f32";
  case element_type::f16:
    return "f16";
  case element_type::bf16:
    return "bf16";
  }
  return "";
}

}  // namespace isobit::tool
