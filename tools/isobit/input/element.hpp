#pragma once

#include <cstddef>
#include <string_view>

namespace isobit::tool {

/// The formats of numbers in files. The 16-bit floating-point ones are widened to float, exactly; integers become
/// doubles, or are refused where there is none.
enum class element_type { f64, f32, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64 };

constexpr std::size_t size_of(element_type type) noexcept {
  switch (type) {
  case element_type::i8:
  case element_type::u8:
    return 1;
  case element_type::f16:
  case element_type::bf16:
  case element_type::i16:
  case element_type::u16:
    return 2;
  case element_type::f32:
  case element_type::i32:
  case element_type::u32:
    return 4;
  case element_type::f64:
  case element_type::i64:
  case element_type::u64:
    break;
  }
  return 8;
}

/// Whether the numbers become floats; the others become doubles.
constexpr bool is_single(element_type type) noexcept {
  return type == element_type::f32 || type == element_type::f16 || type == element_type::bf16;
}

/// Of the floating-point formats, which are those of raw numbers: as --type names them.
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
  default:
    return "";
  }
}

}  // namespace isobit::tool
