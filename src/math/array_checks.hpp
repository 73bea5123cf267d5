#pragma once

#include <span>
#include <string>

#include <isobit/error.hpp>

#include "view/overlap.hpp"

/// What every function of arrays asks of them before it begins, wherever it runs. `name` is the function's: "cr::exp".
ISOBIT_NAMESPACE_BEGIN
namespace math {

[[noreturn]] inline void refuse(char const* name, std::string const& problem) {
  throw error(status::invalid_argument, "isobit: " + std::string(name) + ": " + problem);
}

template <class T> void check_arrays(char const* name, std::span<T const> in, std::span<T> out) {
  if (in.size() != out.size())
    refuse(name, std::to_string(in.size()) + " numbers in, room for " + std::to_string(out.size()) +
                     " results; give arrays of equal size");
  if (in.size() != 0 && (in.data() == nullptr || out.data() == nullptr)) refuse(name, "a null array with a size");
  if (isobit::detail::half_onto<T>(in, out)) refuse(name, isobit::detail::half_onto_message);
}
template <class T> void check_arrays(char const* name, std::span<T const> x, std::span<T const> y, std::span<T> out) {
  check_arrays(name, x, out);
  check_arrays(name, y, out);
}
template <class T>
void check_arrays(char const* name, std::span<T const> in, std::span<T> sines, std::span<T> cosines) {
  check_arrays(name, in, sines);
  check_arrays(name, in, cosines);
  if (isobit::detail::overlap<T>(sines, cosines)) refuse(name, "sines and cosines overlap");
}

}  // namespace math
ISOBIT_NAMESPACE_END
