#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "element.hpp"

namespace isobit::tool {

/// An attribute of a variable in a classic netCDF file.
struct netcdf_attribute {
  std::string name;
  std::optional<element_type> type;  ///< none of characters
  std::string values;                ///< big-endian, as stored
};

/// A variable, and where its elements are: in runs of bytes, one for every record where it has records.
struct netcdf_variable {
  std::string name;
  std::optional<element_type> type;  ///< none of characters
  std::vector<std::uint64_t> shape;
  std::vector<netcdf_attribute> attributes;
  std::uint64_t begin = 0;     ///< of the first run
  std::uint64_t run_size = 0;  ///< in bytes
  std::uint64_t runs = 1;
  std::uint64_t stride = 0;  ///< from one run to the next
};

/// Whether a file starts like a classic one: CDF-1, CDF-2 (with offsets of 64 bits) or CDF-5 (with all of 64 bits).
bool is_classic_netcdf(std::string_view start) noexcept;

/// Reads the header of a classic file; `peek(n)` gives its first n bytes, or all that there are. Runs are no longer
/// than 64 bits can say, but may lie beyond the end of the file.
/// Throws `failure` with the reason where the header is malformed.
std::vector<netcdf_variable> parse_netcdf_header(std::function<std::string_view(std::size_t)> const& peek,
                                                 std::uint64_t file_size);

}  // namespace isobit::tool
