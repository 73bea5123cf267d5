#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "block.hpp"
#include "element.hpp"

namespace isobit::tool {

using attribute_number = std::variant<double, std::int64_t, std::uint64_t>;

/// The numbers of the attribute with a name; none where there is no such attribute, or it holds none.
using attribute_source = std::function<std::vector<attribute_number>(char const* name)>;

/// What elements mean by netCDF's conventions, which HDF5 files may follow, too.
class netcdf_values {
public:
  struct layout {
    std::string name;  ///< of the variable, in messages
    element_type type = element_type::f64;
    bool swaps = false;  ///< the bytes of an element
    bool skips_missing = false;
    std::optional<attribute_number> default_fill{};  ///< where there is no _FillValue
  };
  /// Throws `failure` where the variable is packed.
  netcdf_values(layout stored, attribute_source const& attribute);

  /// Makes numbers of elements, of which the first has this number, from 0, in the variable.
  void decode(char const* elements, std::size_t count, std::uint64_t first, block& numbers) const;

private:
  [[noreturn]] void refuse(std::string const& why) const;
  void require_unpacked(attribute_source const& attribute) const;
  template <class Stored> bool is_fill(Stored x) const;
  template <class T> void take(char const* elements, std::size_t count, std::uint64_t first, block& numbers) const;
  template <class T> bool take_one(char const* element, std::uint64_t number, T& to) const;

  layout stored_;
  std::vector<attribute_number> fill_values_;
  std::vector<double> rounded_fill_values_;
};

}  // namespace isobit::tool
