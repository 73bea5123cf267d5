#pragma once

#include <complex>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>

#include <isobit/driver/threads.hpp>
#include <isobit/view/matrix_view.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The elements whose columns can be summed.
template <class T>
concept column_element = std::same_as<T, double> || std::same_as<T, float> || complex_number<T>;

namespace detail {

template <class T> ISOBIT_API void sum_columns(driver_ref const& on, std::span<T const* const> rows, std::span<T> out);
template <class T> ISOBIT_API void sum_columns(driver_ref const& on, matrix_view<T const> rows, std::span<T> out);

template <class R>
concept column_results =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && column_element<std::ranges::range_value_t<R>> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

template <class R, class T>
concept rows_of = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    (std::same_as<std::ranges::range_value_t<R>, T const*> || std::same_as<std::ranges::range_value_t<R>, T*>);

template <class M, class T>
concept matrix_of = requires(M const& m) {
  { view_of(m) } -> std::convertible_to<matrix_view<T const>>;
};

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

/// The same for the rows of a matrix, a view or an mdspan of two dimensions. Throws `error` where it has not as many
/// columns as `out` has elements, and for rows that overlap, that are not contiguous, or that are read conjugated.
///
///     isobit::sum_columns(isobit::row_major(results.data(), 8, 1000), totals, isobit::threads(4));
template <class Rows, detail::column_results Out>
  requires detail::matrix_of<Rows, std::ranges::range_value_t<Out>>
void sum_columns(Rows const& rows, Out&& out, driver_ref const& on = {}) {
  using T = std::ranges::range_value_t<Out>;
  detail::sum_columns<T>(on, view_of(rows), std::span<T>(std::ranges::data(out), std::ranges::size(out)));
}

ISOBIT_NAMESPACE_END
