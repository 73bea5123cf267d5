#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "element.hpp"

namespace isobit::tool {

/// A type of NumPy's, such as '<f8'.
struct npy_type {
  std::string name;
  char kind = '?';       ///< NumPy's letter: f, c, i, u, b, or another that stands for no number
  std::size_t size = 0;  ///< in bytes
  bool big_endian = false;
  std::optional<element_type> element;  ///< of numbers; of complex ones that of their parts
};

/// A field of the records that an .npy file may hold.
struct npy_field {
  std::string name;  ///< of one in a nested record: outer.inner
  npy_type type;
  std::size_t offset = 0;
  bool is_array = false;  ///< several in every record
};

/// What an .npy file says about its numbers.
struct npy_header {
  element_type type = element_type::f64;
  bool big_endian = false;
  bool is_complex = false;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t count = 0;        ///< of numbers: two for every complex element; or of records
  std::vector<npy_field> fields;  ///< of records; else there are none
  std::size_t record_size = 0;
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
