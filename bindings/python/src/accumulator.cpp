#include "accumulator.hpp"

#include <cstdio>
#include <string>

#include <nanobind/stl/string_view.h>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;

/// Without the interpreter's lock others may call while the sum was computed; not while it is merged.
template <class Sum> void merge_into(nb::handle self, Sum const& sum) {
  nb::ft_object_guard const guard(self);
  nb::cast<state&>(self).merge(sum);
}

/// All elements of an array, which Python has made one line.
void add_array(nb::handle_t<state> self, nb::handle array, char letter, std::size_t threads) {
  buffer const from(array);
  auto const on = driver_of(threads);
  auto const sum = without_lock(static_cast<std::size_t>(from.elements()), [&] {
    return with_element_type(letter, [&]<class T>(std::type_identity<T>) -> isobit::exact {
      if constexpr (isobit::real<T>)
        return isobit::exact_sum(lines<T>(from).at(0), on.ref());
      else
        throw nb::type_error("isobit: an accumulator holds real numbers; use one for each part of complex ones");
    });
  });
  merge_into(self, sum);
}

void add_product_arrays(nb::handle_t<state> self, nb::handle x, nb::handle y, char letter, std::size_t threads) {
  buffer const left(x), right(y);
  auto const on = driver_of(threads);
  auto const sum = without_lock(static_cast<std::size_t>(left.elements()), [&] {
    return with_element_type(letter, [&]<class T>(std::type_identity<T>) -> state {
      if constexpr (isobit::real<T>)
        return state(isobit::exact_dot(lines<T>(left).at(0), lines<T>(right).at(0), on.ref()));
      else
        throw nb::type_error("isobit: an accumulator holds real numbers; use one for each part of complex ones");
    });
  });
  merge_into(self, sum);
}

/// (numerator, exponent): the value is numerator * 2^exponent.
nb::tuple as_scaled_integer(state s) {
  if (s.nan_count() != 0) throw nb::value_error("isobit: the sum has a NaN, which is no fraction");
  if (s.positive_infinity_count() != 0 || s.negative_infinity_count() != 0) {
    PyErr_SetString(PyExc_OverflowError, "isobit: the sum has an infinity, which is no fraction");
    throw nb::python_error();
  }
  s.canonicalise();
  int const low = s.lowest_used_digit(), high = s.highest_used_digit();
  std::string text = s.sign() < 0 ? "-0" : "0";
  for (int k = high; k >= low; --k) {
    char digits[17];
    auto const digit = s.digit(k);
    std::snprintf(digits, sizeof digits, "%08llx", static_cast<unsigned long long>(digit < 0 ? -digit : digit));
    text += digits;
  }
  nb::object const numerator = nb::steal<nb::object>(PyLong_FromString(text.c_str(), nullptr, 16));
  return nb::make_tuple(numerator, high < low ? 0 : 32 * low);
}

}  // namespace

void add_accumulator(nb::module_& module) {
  nb::class_<state>(module, "State", "The exact sum of numbers and products.")
      .def(nb::init<>())
      .def(nb::init<state const&>(), nb::arg().lock())
      .def(
          "add", [](state& s, double x) { s.add(x); }, nb::lock_self())
      .def(
          "subtract", [](state& s, double x) { s.subtract(x); }, nb::lock_self())
      .def(
          "retract", [](state& s, double x) { s.retract(x); }, nb::lock_self())
      .def(
          "add_product", [](state& s, double a, double b) { s.add_product(a, b); }, nb::lock_self())
      .def("add_array", add_array)
      .def("add_product_arrays", add_product_arrays)
      .def(
          "merge", [](state& s, state const& other) { s.merge(state(other)); }, nb::lock_self(), nb::arg().lock())
      .def(
          "retract_state", [](state& s, state const& other) { s.retract(state(other)); }, nb::lock_self(),
          nb::arg().lock())
      .def(
          "round", [](state const& s, std::string_view mode) { return s.round<double>(rounding_named(mode)); },
          nb::lock_self())
      .def(
          "round_to_float", [](state const& s, std::string_view mode) { return s.round<float>(rounding_named(mode)); },
          nb::lock_self())
      .def(
          "mean", [](state const& s, std::uint64_t count) { return s.mean<double>(count); }, nb::lock_self())
      .def(
          "square_root", [](state const& s) { return s.square_root<double>(); }, nb::lock_self())
      .def("scaled_integer", as_scaled_integer, nb::lock_self())
      .def("to_bytes", bytes_of, nb::lock_self())
      .def_static("from_bytes", state_of)
      .def("hash", &state::hash, nb::lock_self())
      .def(
          "equals", [](state const& a, state const& b) { return a == b; }, nb::lock_self(), nb::arg().lock())
      .def("empty", &state::empty, nb::lock_self());
}

}  // namespace isobit_python
