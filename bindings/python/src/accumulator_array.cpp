#include <vector>

#include <nanobind/stl/string_view.h>

#include "accumulator.hpp"
#include "buffer.hpp"
#include "parts.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;

/// Accumulators in a row; Python knows their shape.
struct states {
  std::vector<state> all;

  [[nodiscard]] state& at(std::size_t i) {
    if (i >= all.size()) throw nb::index_error("isobit: no such accumulator");
    return all[i];
  }
  void check_size(std::size_t n) const {
    if (n != all.size()) throw nb::value_error("isobit: as many as there are accumulators are needed");
  }
};

/// Adds values[i] to accumulator places[i]. Nothing is added where a place is none.
void add_at(states& self, nb::handle places, nb::handle values) {
  buffer const where(places), what(values);
  auto const at = where.all<std::int64_t const>();
  auto const x = what.all<double const>();
  if (at.size() != x.size()) throw nb::value_error("isobit: as many values as places are needed");
  for (auto const place : at)
    if (place < 0 || static_cast<std::size_t>(place) >= self.all.size())
      throw nb::index_error("isobit: a place outside of the accumulators");
  for (std::size_t i = 0; i < x.size(); ++i) self.all[static_cast<std::size_t>(at[i])].add(x[i]);
}

void add_each(states& self, nb::handle values) {
  buffer const what(values);
  auto const x = what.all<double const>();
  self.check_size(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) self.all[i].add(x[i]);
}

void add_each_product(states& self, nb::handle a, nb::handle b) {
  buffer const left(a), right(b);
  auto const x = left.all<double const>(), y = right.all<double const>();
  self.check_size(x.size());
  self.check_size(y.size());
  for (std::size_t i = 0; i < x.size(); ++i) self.all[i].add_product(x[i], y[i]);
}

/// All values of row i, which are contiguous, to accumulator i.
void add_rows(states& self, nb::handle values) {
  buffer const what(values);
  auto const x = what.all<double const>();
  if (self.all.empty()) return;
  if (x.size() % self.all.size() != 0) throw nb::value_error("isobit: a row for each accumulator is needed");
  std::size_t const n = x.size() / self.all.size();
  for (std::size_t i = 0; i < self.all.size(); ++i) self.all[i].add(x.subspan(i * n, n));
}

void merge(states& self, states const& other) {
  self.check_size(other.all.size());
  for (std::size_t i = 0; i < self.all.size(); ++i) self.all[i].merge(state(other.all[i]));
}

void retract(states& self, states const& other) {
  self.check_size(other.all.size());
  for (std::size_t i = 0; i < self.all.size(); ++i) self.all[i].retract(state(other.all[i]));
}

void round_to(states const& self, nb::handle out, std::string_view mode) {
  buffer const to(out, true);
  auto const results = to.all<double>();
  self.check_size(results.size());
  auto const rounding = rounding_named(mode);
  for (std::size_t i = 0; i < results.size(); ++i) results[i] = self.all[i].round<double>(rounding);
}

}  // namespace

void add_accumulator_array(nb::module_& module) {
  nb::class_<states>(module, "States", "Accumulators in a row.")
      .def("__init__", [](states* self, std::size_t size) { new (self) states{std::vector<state>(size)}; })
      .def(
          "__len__", [](states const& s) { return s.all.size(); }, nb::lock_self())
      .def(
          "get", [](states& s, std::size_t i) { return state(s.at(i)); }, nb::lock_self())
      .def(
          "set", [](states& s, std::size_t i, state const& value) { s.at(i) = value; }, nb::lock_self())
      .def("add_at", add_at, nb::lock_self())
      .def("add_each", add_each, nb::lock_self())
      .def("add_each_product", add_each_product, nb::lock_self())
      .def("add_rows", add_rows, nb::lock_self())
      .def("merge", merge, nb::lock_self(), nb::arg().lock())
      .def("retract", retract, nb::lock_self(), nb::arg().lock())
      .def("round_to", round_to, nb::lock_self());
}

}  // namespace isobit_python
