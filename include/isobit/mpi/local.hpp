#pragma once

#include <complex>
#include <cstddef>

#include <isobit/driver/serial.hpp>
#include <isobit/mpi/merge.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>
#include <isobit/sum/sum.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

using isobit::detail::element_of;
using isobit::detail::input_of;
using isobit::detail::product_state;
using isobit::detail::real_of;
using isobit::detail::result_of;
using isobit::detail::viewable;

/// How many sums the sum of such values is: one for each part of a complex number.
template <class Values> inline constexpr std::size_t parts_of = complex_number<element_of<Values>> ? 2 : 1;

/// What this rank brings to a sum, in its first states.
template <class Values> void local_sums(driver_ref const& on, Values const& values, exact* states) {
  auto const view = input_of(values);
  if constexpr (parts_of<Values> == 2) {
    auto const sums = isobit::detail::exact_complex_sum(on, view);
    states[0] = sums.real;
    states[1] = sums.imaginary;
  } else {
    states[0] = isobit::detail::exact_sum(on, view);
  }
}

/// finish(state), or the complex number of finish(real part) and finish(imaginary part).
template <std::size_t Parts, class State, class Finish> auto number_of(State const* states, Finish finish) {
  if constexpr (Parts == 1)
    return finish(states[0]);
  else
    return std::complex(finish(states[0]), finish(states[1]));
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
