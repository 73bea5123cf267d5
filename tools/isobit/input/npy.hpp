#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "element.hpp"

namespace isobit::tool {

/// What an .npy file says about its numbers.
struct npy_header {
  element_type type;
  bool big_endian;
  bool is_complex;
  bool fortran_order;
  std::vector<std::uint64_t> shape;
  std::uint64_t count;  ///< of numbers: two for every complex element
};

/// How the file starts.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// Magic, version and the longest length field.
inline constexpr std::size_t npy_prefix_size = 12;

/// Where the data begin, from the first npy_prefix_size bytes (or all, if there are fewer).
/// Throws `failure` for another format, an unknown version or an absurd length.
std::size_t npy_data_offset(std::string_view prefix);

/// Reads everything before the data: as many bytes as npy_data_offset says.
/// Throws `failure` with the reason where it is malformed or holds a type that is not a number.
npy_header parse_npy_header(std::string_view header);

}  // namespace isobit::tool
