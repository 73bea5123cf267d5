#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "../../common/arguments.hpp"
#include "math/registry.hpp"

/// The functions of the registry by number of arguments, in the order of math/function_list.hpp.
namespace isobit::test {

struct unary_function {
  std::string_view name;
  math::unary<double> math::table::*of_doubles;
  math::unary<float> math::table::*of_floats;
  double low, high;  ///< the range on which it is most used
};

struct binary_function {
  std::string_view name;
  math::binary<double> math::table::*of_doubles;
  math::binary<float> math::table::*of_floats;
  double low, high;  ///< of both arguments
};

constexpr unary_function unary(std::string_view name) {
  auto const& f = *math::find_function(name);
  return {f.name, f.of_double, f.of_float, f.low, f.high};
}
constexpr binary_function binary(std::string_view name) {
  auto const& f = *math::find_function(name);
  return {f.name, f.of_doubles, f.of_floats, f.low, f.high};
}

#define ISOBIT_UNARY(f) unary(#f),
inline constexpr unary_function unary_functions[] = {ISOBIT_MATH_UNARY(ISOBIT_UNARY)};
#undef ISOBIT_UNARY
#define ISOBIT_BINARY(f) binary(#f),
inline constexpr binary_function binary_functions[] = {ISOBIT_MATH_BINARY(ISOBIT_BINARY)};
#undef ISOBIT_BINARY

/// The entries of a function for T.
template <class T, class Function> auto const& entries_of(math::table const& functions, Function const& f) {
  if constexpr (sizeof(T) == sizeof(double))
    return functions.*f.of_doubles;
  else
    return functions.*f.of_floats;
}

/// What `--function all|exp,sin,...` names.
class chosen_functions {
public:
  explicit chosen_functions(std::string const& list) : names_(common::words(list)) {}
  bool operator()(std::string_view name) const {
    for (auto const& n : names_)
      if (n == name || n == "all") return true;
    return false;
  }
  /// Whether there is at least one and each of them is in one of the lists; says which is not.
  template <class... List> bool all_exist(List const&... lists) const {
    bool exist = !names_.empty();
    for (auto const& n : names_) {
      bool found = n == "all";
      auto const look = [&](auto const& list) {
        for (auto const& f : list) found |= f.name == n;
      };
      (look(lists), ...);
      if (!found) std::printf("no such function here: %s\n", n.c_str());
      exist &= found;
    }
    return exist;
  }

private:
  std::vector<std::string> names_;
};

}  // namespace isobit::test
