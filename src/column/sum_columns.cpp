#include <isobit/column/sum_columns.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "column/columns.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::invalid_argument, "isobit::sum_columns: " + why);
}

void require_countable(std::size_t rows) {
  if (rows > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    refuse(std::to_string(rows) + " rows; sum at most 2147483647 at once, or keep an `exact` for each column");
}

template <class T> void require_in_place_or_apart(T const* row, std::span<T> out) {
  if (half_onto<T>(std::span(row, out.size()), out)) refuse(half_onto_message);
}

/// How many numbers are reduced at once: the results go through a buffer, so that they may replace a row.
constexpr std::size_t together = 1024;

/// Of the numbers that come from rows at many places, what the nearest cache holds.
constexpr std::size_t packed_bytes = std::size_t{256} << 10;

template <class T>
constexpr columns::element element_of = {
    sizeof(T) == 4 ? columns::number_format::binary32 : columns::number_format::binary64, false};

/// `columns::reduce`, of one row too without a NaN's payload. Up to `together` numbers.
template <class T> void reduce_block(columns::rows const& in, T* out) {
  T results[together];
  columns::reduce({}, columns::operation::sum, element_of<T>, in, results);
  if (in.ranks == 1) std::transform(results, results + in.count, results, canonical<T>);
  std::copy_n(results, in.count, out);
}

template <class T> void fill_with_zeros(std::span<T> out) { std::ranges::fill(out, T(0)); }

std::size_t parts_of(driver_ref const& driver, std::size_t rows, std::size_t numbers) {
  return std::min(driver.parts(rows * numbers), std::max<std::size_t>(numbers, 1));
}

template <class T> using number = typename real_part<T>::type;
template <class T> constexpr std::size_t numbers_of = sizeof(T) / sizeof(number<T>);
template <class T> auto* numbers_at(T* elements) {
  using real = number<std::remove_const_t<T>>;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, real const, real>*>(elements);
}

}  // namespace

template <class T> void sum_columns(driver_ref const& driver, matrix_view<T const> rows, std::span<T> out) {
  using real = number<T>;
  auto const count = static_cast<std::size_t>(rows.rows);
  require_countable(count);
  if (count == 0) return fill_with_zeros(out);
  if (static_cast<std::size_t>(rows.columns) != out.size())
    refuse("rows of " + std::to_string(rows.columns) + " elements and " + std::to_string(out.size()) + " results");
  if (rows.columns > 1 && rows.column_stride != 1)
    refuse("the elements of a row are " + std::to_string(rows.column_stride) +
           " apart and must be contiguous, as in row_major(p, rows, columns)");
  if (rows.rows > 1 && rows.row_stride < rows.columns)
    refuse("rows of " + std::to_string(rows.columns) + " elements overlap if they are " +
           std::to_string(rows.row_stride) + " apart");
  if (rows.conjugate) refuse("a conjugated matrix; sum the plain one and conjugate the results");
  for (std::ptrdiff_t row = 0; row < rows.rows; ++row)
    require_in_place_or_apart(rows.data + row * rows.row_stride, out);
  std::size_t const numbers = out.size() * numbers_of<T>;
  std::size_t const bytes_apart = static_cast<std::size_t>(rows.row_stride) * sizeof(T);
  auto const* const first_row = numbers_at(rows.data);
  for_each_part(driver, parts_of(driver, count, numbers), numbers, [&](std::size_t i, std::size_t share, std::size_t) {
    for (std::size_t const end = i + share; i < end; i += together)
      reduce_block<real>({reinterpret_cast<std::byte const*>(first_row + i), bytes_apart, static_cast<int>(count),
                          std::min(together, end - i)},
                         numbers_at(out.data()) + i);
  });
}

template <class T> void sum_columns(driver_ref const& driver, std::span<T const* const> rows, std::span<T> out) {
  using real = number<T>;
  require_countable(rows.size());
  if (rows.empty()) return fill_with_zeros(out);
  if (!out.empty())
    if (auto const null = std::ranges::find(rows, nullptr); null != rows.end())
      refuse("row " + std::to_string(null - rows.begin()) + " is a null pointer; leave rows out that are not there");
  for (T const* row : rows) require_in_place_or_apart(row, out);
  std::size_t const numbers = out.size() * numbers_of<T>;
  std::size_t const most = std::clamp<std::size_t>(packed_bytes / (sizeof(real) * rows.size()), 64, together);
  for_each_part(driver, parts_of(driver, rows.size(), numbers), numbers,
                [&](std::size_t i, std::size_t count, std::size_t) {
                  std::vector<real> packed;
                  packed.reserve(rows.size() * std::min(most, count));
                  for (std::size_t const end = i + count; i < end; i += most) {
                    std::size_t const n = std::min(most, end - i);
                    packed.clear();
                    for (T const* row : rows) packed.insert(packed.end(), numbers_at(row) + i, numbers_at(row) + i + n);
                    reduce_block<real>({reinterpret_cast<std::byte const*>(packed.data()), n * sizeof(real),
                                        static_cast<int>(rows.size()), n},
                                       numbers_at(out.data()) + i);
                  }
                });
}

#define ISOBIT_INSTANTIATE(T)                                                                       \
  template ISOBIT_API void sum_columns(driver_ref const&, std::span<T const* const>, std::span<T>); \
  template ISOBIT_API void sum_columns(driver_ref const&, matrix_view<T const>, std::span<T>);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(std::complex<double>)
ISOBIT_INSTANTIATE(std::complex<float>)
#undef ISOBIT_INSTANTIATE

}  // namespace detail
ISOBIT_NAMESPACE_END
