#include <complex>
#include <cstdint>
#include <vector>

#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>

#include <isobit/column/sum_columns.hpp>
#include <isobit/isobit.hpp>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"
#include "statistics.hpp"

namespace isobit_python {

namespace {

/// Columns of numbers that lie side by side: row by row, which is how memory likes to be read.
template <class T> bool sum_as_columns(isobit::driver_ref const& on, buffer const& array, buffer const& out) {
  int const columns_axis = array.dimensions() - 2;
  lines<T> const all(array);
  if (columns_axis < 0 || all.length() < 2 || all.count() == 0 || array.size(columns_axis) < 4 ||
      array.stride(columns_axis) != static_cast<std::ptrdiff_t>(sizeof(T)) ||
      reinterpret_cast<std::uintptr_t>(array.data<T>()) % alignof(T) != 0)
    return false;
  auto const width = static_cast<std::size_t>(array.size(columns_axis));
  bool const apart = all.step() >= array.size(columns_axis);
  std::vector<T const*> rows(apart ? 0 : all.length());
  for (std::size_t first = 0; first < all.count(); first += width) {
    auto const top = all.at(first);
    auto const sums = out.all<T>().subspan(first, width);
    if (apart) {
      isobit::sum_columns(isobit::row_major(top.data, top.size, array.size(columns_axis), all.step()), sums, on);
      continue;
    }
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = &top[static_cast<std::ptrdiff_t>(row)];
    isobit::sum_columns(rows, sums, on);
  }
  return true;
}

template <class T, class Result>
void reduce_lines(statistic const& wanted, isobit::driver_ref const& on, buffer const& array, buffer const& out,
                  std::int64_t const* counts) {
  if constexpr (std::same_as<T, Result> && isobit::column_element<T>) {
    if (wanted.kind == 's' && !wanted.initial && counts == nullptr && sum_as_columns<T>(on, array, out)) return;
  }
  lines<T> const all(array);
  auto const results = out.all<Result>();
  for_each_line(on, all.count(), all.length(), [&](std::size_t index, isobit::driver_ref const& on_line) {
    results[index] =
        statistic_of<Result>(wanted, on_line, all.at(index), counts == nullptr ? all_of_them : counts[index]);
  });
}

/// out[i] = a statistic of line i. Python has seen to it that the shapes fit, that steps are whole elements, and that
/// `out` is contiguous.
void reduce(char kind, nanobind::handle array, char letter, nanobind::handle out, char out_letter, std::size_t removed,
            std::optional<std::complex<double>> initial, nanobind::handle counts, std::size_t threads) {
  buffer const from(array), to(out, true);
  std::optional<buffer> seen;
  if (!counts.is_none()) seen.emplace(counts);
  auto const on = driver_of(threads);
  statistic const wanted{kind, removed, initial};
  without_lock(static_cast<std::size_t>(from.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      with_element_type(out_letter, [&]<class Result>(std::type_identity<Result>) {
        if constexpr (isobit::complex_number<T> == isobit::complex_number<Result>)
          reduce_lines<T, Result>(wanted, on.ref(), from, to, seen ? seen->data<std::int64_t const>() : nullptr);
        else
          throw nanobind::type_error("isobit: a result of another kind than its elements");
      });
    });
  });
}

/// The sum of all elements, or None where they do not lie at equal distances.
nanobind::object sum_of_all(nanobind::handle array, char letter, std::size_t threads) {
  buffer const from(array);
  return with_element_type(letter, [&]<class T>(std::type_identity<T>) -> nanobind::object {
    auto const line = one_line<T>(from);
    if (!line) return nanobind::none();
    auto const on = driver_of(threads);
    auto const total = without_lock(static_cast<std::size_t>(line->size), [&] { return isobit::sum(*line, on.ref()); });
    return nanobind::cast(total);
  });
}

}  // namespace

void add_reductions(nanobind::module_& module) {
  module.def("reduce", reduce, nanobind::arg(), nanobind::arg(), nanobind::arg(), nanobind::arg(), nanobind::arg(),
             nanobind::arg(), nanobind::arg().none(), nanobind::arg().none(), nanobind::arg());
  module.def("sum_of_all", sum_of_all);
}

}  // namespace isobit_python
