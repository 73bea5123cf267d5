#pragma once

#include <complex>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>

#include <isobit/driver/threads.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The elements whose columns can be summed.
template <class T>
concept column_element = std::same_as<T, double> || std::same_as<T, float> || complex_number<T>;

/// `count` rows in one array: each begins `stride` elements behind the one before.
///
///     isobit::row_array all(results.data(), 8, 1000);  // 8 rows of up to 1000 elements
template <column_element T> struct row_array {
  T const* first;
  std::size_t count;
  std::size_t stride;
  row_array(T const* first_, std::size_t count_, std::size_t stride_) : first(first_), count(count_), stride(stride_) {}
};

namespace detail {

template <class T> ISOBIT_API void sum_columns(driver_ref const& on, std::span<T const* const> rows, std::span<T> out);
template <class T> ISOBIT_API void sum_columns(driver_ref const& on, row_array<T> const& rows, std::span<T> out);

template <class R>
concept column_results =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && column_element<std::ranges::range_value_t<R>> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

template <class R, class T>
concept rows_of = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    (std::same_as<std::ranges::range_value_t<R>, T const*> || std::same_as<std::ranges::range_value_t<R>, T*>);

}  // namespace detail

/// out[i] = the exact sum of rows[0][i], rows[1][i], ..., rounded once: what `sum` gives of each column. Elements are
/// float, double or complex. Every row has out.size() elements; no rows: +0. `out` may be one of the rows. Throws
/// `error` where it lies half onto one, for a row that is null, and where ISOBIT_FORCE_ISA cannot be met.
///
///     std::vector<double const*> rows = {monday.data(), tuesday.data(), wednesday.data()};
///     isobit::sum_columns(rows, totals);  // totals[i] = monday[i] + tuesday[i] + wednesday[i]
template <class Rows, detail::column_results Out>
  requires detail::rows_of<Rows, std::ranges::range_value_t<Out>>
void sum_columns(Rows const& rows, Out&& out, driver_ref const& on = {}) {
  using T = std::ranges::range_value_t<Out>;
  detail::sum_columns<T>(on, std::span<T const* const>(std::ranges::data(rows), std::ranges::size(rows)),
                         std::span<T>(std::ranges::data(out), std::ranges::size(out)));
}

/// The same for rows in one array. Throws `error` also where the rows overlap: for a stride below out.size().
///
///     isobit::sum_columns(isobit::row_array(results.data(), 8, 1000), totals, isobit::threads(4));
template <detail::column_results Out>
void sum_columns(row_array<std::ranges::range_value_t<Out>> const& rows, Out&& out, driver_ref const& on = {}) {
  using T = std::ranges::range_value_t<Out>;
  detail::sum_columns<T>(on, rows, std::span<T>(std::ranges::data(out), std::ranges::size(out)));
}

ISOBIT_NAMESPACE_END
