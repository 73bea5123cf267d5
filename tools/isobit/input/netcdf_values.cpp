#include "netcdf_values.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "../basics/failure.hpp"
#include "../output/number.hpp"
#include "element_value.hpp"

namespace isobit::tool {
namespace {

/// Without rounding one to the type of the other.
template <class T, class U> bool is_same_number(T x, U y) {
  if constexpr (std::integral<T> && std::integral<U>)
    return std::cmp_equal(x, y);
  else if constexpr (std::integral<T>)
    return is_double(x) && static_cast<double>(x) == static_cast<double>(y);
  else if constexpr (std::integral<U>)
    return is_same_number(y, x);
  else
    return static_cast<double>(x) == static_cast<double>(y);
}

double as_double(attribute_number const& number) {
  return std::visit([](auto x) { return static_cast<double>(x); }, number);
}

/// In the order in which elements are read.
std::string place(std::uint64_t number) { return "element " + std::to_string(number) + " (from 0)"; }

}  // namespace

netcdf_values::netcdf_values(layout stored, attribute_source const& attribute) : stored_(std::move(stored)) {
  require_unpacked(attribute);
  fill_values_ = attribute("_FillValue");
  if (fill_values_.empty() && stored_.default_fill) fill_values_.push_back(*stored_.default_fill);
  for (auto const& each : attribute("missing_value")) fill_values_.push_back(each);
  for (auto const& each : fill_values_) rounded_fill_values_.push_back(as_double(each));
}

void netcdf_values::refuse(std::string const& why) const {
  throw failure(exit_code::bad_data, stored_.name + ": " + why);
}

/// NetCDF's convention for numbers stored in short: what they mean is computed, and so would be rounded.
void netcdf_values::require_unpacked(attribute_source const& attribute) const {
  for (auto const& [name, neutral] : {std::pair("scale_factor", 1.0), std::pair("add_offset", 0.0)})
    for (auto const& each : attribute(name)) {
      double const value = as_double(each);
      if (value != neutral)
        refuse(std::string("is packed: its numbers are to be computed with the ") + name + " " +
               decimal({value, false}) + "; unpack it first: ncpdq -U FILE unpacked.nc");
    }
}

/// NetCDF's convention for values that are missing. What differs as a double is none; few elements are looked at twice.
template <class Stored> bool netcdf_values::is_fill(Stored x) const {
  bool is_near = false;
  for (double const each : rounded_fill_values_) is_near = is_near || each == static_cast<double>(x);
  return is_near && std::any_of(fill_values_.begin(), fill_values_.end(), [x](attribute_number const& each) {
           return std::visit([x](auto fill) { return is_same_number(fill, x); }, each);
         });
}

void netcdf_values::decode(char const* elements, std::size_t count, std::uint64_t first, block& numbers) const {
  numbers.clear(is_single(stored_.type), 1);
  if (numbers.is_single)
    take<float>(elements, count, first, numbers);
  else
    take<double>(elements, count, first, numbers);
}

template <class T>
void netcdf_values::take(char const* elements, std::size_t count, std::uint64_t first, block& numbers) const {
  auto& values = numbers.column<T>(0);
  T* const to = values.reserve(count);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (take_one(elements + i * size_of(stored_.type), first + i, to[kept])) ++kept;
  numbers.skipped.missing = count - kept;
  values.set_size(kept);
  numbers.rows = kept;
}

/// False where it is missing. Fill values come first: netCDF's own for integers of 64 bits are no f64.
template <class T> bool netcdf_values::take_one(char const* element, std::uint64_t number, T& to) const {
  return with_element(stored_.type, stored_.swaps, element, [&]<class Stored>(Stored x) {
    bool const fills = is_fill(x);
    if (fills && !stored_.skips_missing)
      refuse(place(number) + " is the fill value, so it is missing (--skip-na would leave it out and count it)");
    if (fills) return false;
    if constexpr (std::integral<Stored>) {
      if (!is_double(x)) refuse(place(number) + " is " + std::to_string(x) + ", which no f64 is");
    } else if (stored_.skips_missing && std::isnan(x)) {
      return false;
    }
    to = static_cast<T>(x);
    return true;
  });
}

}  // namespace isobit::tool
