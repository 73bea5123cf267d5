#pragma once

#include <cstdint>
#include <string>

#include <isobit/linalg/view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Throws `error` (invalid argument): "isobit::linalg::<operation>: <message>".
[[noreturn]] ISOBIT_API void refuse(char const* operation, std::string const& message);

/// Throws `error` unless the two numbers, which `what` names, agree: "a has 3 columns and b has 4 rows".
ISOBIT_API void require_equal(char const* operation, index first, char const* first_is, index second,
                              char const* second_is);

namespace detail {

/// Where the elements of a view are, in bytes, whatever their type.
struct footprint {
  char const* data;
  index rows, columns;
  index row_stride, column_stride;
  index element;
  bool conjugate;
};

template <class T> footprint footprint_of(matrix_view<T> const& m) noexcept {
  constexpr auto size = static_cast<index>(sizeof(T));
  return {reinterpret_cast<char const*>(m.data),
          m.rows,
          m.columns,
          m.row_stride * size,
          m.column_stride * size,
          size,
          m.conjugate};
}
template <class T> footprint footprint_of(vector_view<T> const& v) noexcept {
  constexpr auto size = static_cast<index>(sizeof(T));
  return {reinterpret_cast<char const*>(v.data), v.size, 1, v.stride * size, 0, size, v.conjugate};
}

ISOBIT_API void require_writable(char const* operation, char const* name, footprint const& output);
ISOBIT_API void require_apart(char const* operation, char const* output_name, footprint const& output,
                              char const* input_name, footprint const& input);
enum class meeting { none, some, unknown };
/// Whether two views have an element in common: answered where both have the same strides or lie apart.
[[nodiscard]] meeting meet(footprint a, footprint b) noexcept;

/// Whether a matrix has its columns one after another in memory, as nearly all have: one look instead of many.
template <class T> bool is_usual(matrix_view<T> const& m) noexcept {
  return m.row_stride == 1 && m.column_stride >= m.rows && m.rows > 0 && m.columns > 0;
}
template <class T> bool is_usual(vector_view<T> const&) noexcept { return false; }

/// Whether two such matrices lie apart.
template <class T, class U> bool lie_apart(matrix_view<T> const& a, matrix_view<U> const& b) noexcept {
  auto const end_of = [](auto const& m) {
    return reinterpret_cast<std::uintptr_t>(m.data + ((m.columns - 1) * m.column_stride + m.rows));
  };
  return end_of(a) <= reinterpret_cast<std::uintptr_t>(b.data) || end_of(b) <= reinterpret_cast<std::uintptr_t>(a.data);
}
template <class Output, class Input> bool lie_apart(Output const&, Input const&) noexcept { return false; }

}  // namespace detail

/// Throws `error` for a view that cannot be written: two of its elements are one, or it is marked as conjugated.
template <class View> void require_output(char const* operation, char const* name, View const& output) {
  if (detail::is_usual(output) && !output.conjugate) return;
  detail::require_writable(operation, name, detail::footprint_of(output));
}

/// Throws `error` unless no element of the output is one of the input, also where that cannot be seen from the strides.
template <class Output, class Input>
void require_disjoint(char const* operation, char const* output_name, Output const& output, char const* input_name,
                      Input const& input) {
  if (detail::is_usual(output) && detail::is_usual(input) && detail::lie_apart(output, input)) return;
  detail::require_apart(operation, output_name, detail::footprint_of(output), input_name, detail::footprint_of(input));
}

/// Whether two views are the same elements in the same order.
template <class T, class U> bool same_elements(vector_view<T> const& a, vector_view<U> const& b) noexcept {
  return static_cast<void const*>(a.data) == b.data && a.size == b.size && (a.stride == b.stride || a.size <= 1);
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
