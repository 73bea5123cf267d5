#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/vector_calls.hpp"

/// Apart from the calls, whose files must not share inline functions with those that run on every machine.
namespace common {

/// Those of this machine, shorter vectors first.
inline std::vector<vector_calls const*> known_vector_calls() {
  std::vector<vector_calls const*> known{vector_calls_of_16()};
#if defined(__x86_64__)
  for (auto const* each : {vector_calls_of_32(), vector_calls_of_64()})
    if (each != nullptr) known.push_back(each);
#endif
  return known;
}

template <class T> calls<T> const& calls_of(vector_calls const& by) {
  if constexpr (sizeof(T) == sizeof(double))
    return by.doubles;
  else
    return by.floats;
}

/// "_ZGVdN4v_exp" for letter 'd', form 'N', kinds "v" and name "exp"; that of floats ends in f.
template <class T>
std::string vector_name(vector_calls const& by, char letter, char form, std::string_view kinds, std::string_view name) {
  return std::string("_ZGV") + letter + form + std::to_string(by.bytes / sizeof(T)) + std::string(kinds) + "_" +
         std::string(name) + (sizeof(T) == sizeof(double) ? "" : "f");
}

}  // namespace common
