#include "linalg/check.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

void refuse(char const* operation, std::string const& message) {
  throw error(status::invalid_argument, "isobit::linalg::" + std::string(operation) + ": " + message);
}

void require_equal(char const* operation, index first, char const* first_is, index second, char const* second_is) {
  if (first != second)
    refuse(operation, std::string(first_is) + " is " + std::to_string(first) + " and " + second_is + " is " +
                          std::to_string(second) + "; they must be equal");
}

namespace detail {

namespace {

index floor_quotient(index a, index b) noexcept { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/// The same elements with strides that are not negative; 0 along a side of one element, and nowhere else.
footprint normalised(footprint f) noexcept {
  if (f.rows == 1 || f.row_stride == 0) f.rows = 1, f.row_stride = 0;
  if (f.columns == 1 || f.column_stride == 0) f.columns = 1, f.column_stride = 0;
  if (f.row_stride < 0) f.data += (f.rows - 1) * f.row_stride, f.row_stride = -f.row_stride;
  if (f.column_stride < 0) f.data += (f.columns - 1) * f.column_stride, f.column_stride = -f.column_stride;
  return f;
}

void transpose(footprint& f) noexcept {
  std::swap(f.rows, f.columns);
  std::swap(f.row_stride, f.column_stride);
}

/// Gives both the same strides, the smaller along rows, by transposing and by choosing those of sides of one element.
bool align(footprint& a, footprint& b) noexcept {
  for (footprint const* f : {&a, &b})
    if (f->row_stride != 0 && f->row_stride == f->column_stride) return false;
  index strides[2] = {0, 0};
  for (index s : {a.row_stride, a.column_stride, b.row_stride, b.column_stride}) {
    if (s == 0 || s == strides[0] || s == strides[1]) continue;
    if (strides[1] != 0) return false;
    (strides[0] == 0 ? strides[0] : strides[1]) = s;
  }
  if (strides[0] > strides[1] && strides[1] != 0) std::swap(strides[0], strides[1]);
  for (footprint* f : {&a, &b}) {
    bool const other_way = (f->row_stride != 0 && f->row_stride != strides[0]) ||
                           (f->column_stride != 0 && f->column_stride != strides[1]);
    if (other_way) transpose(*f);
    f->row_stride = strides[0], f->column_stride = strides[1];
  }
  return true;
}

std::uintptr_t address(char const* p) noexcept { return reinterpret_cast<std::uintptr_t>(p); }

std::uintptr_t end_of(footprint const& f) noexcept {
  return address(f.data) +
         static_cast<std::uintptr_t>((f.rows - 1) * f.row_stride + (f.columns - 1) * f.column_stride + f.element);
}

bool overlaps_itself(footprint const& f) noexcept {
  if (f.rows == 0 || f.columns == 0) return false;
  if (f.rows > 1 && f.row_stride == 0) return true;
  if (f.columns > 1 && f.column_stride == 0) return true;
  if (f.rows <= 1 || f.columns <= 1) return false;
  // i*row_stride = j*column_stride first at the least common multiple.
  index const common = std::gcd(f.row_stride, f.column_stride);
  index const row_stride = f.row_stride < 0 ? -f.row_stride : f.row_stride;
  index const column_stride = f.column_stride < 0 ? -f.column_stride : f.column_stride;
  return column_stride / common < f.rows && row_stride / common < f.columns;
}

}  // namespace

meeting meet(footprint a, footprint b) noexcept {
  if (a.rows == 0 || a.columns == 0 || b.rows == 0 || b.columns == 0) return meeting::none;
  a = normalised(a), b = normalised(b);
  if (end_of(a) <= address(b.data) || end_of(b) <= address(a.data)) return meeting::none;
  if (a.element != b.element || !align(a, b)) return meeting::unknown;
  auto const offset = static_cast<index>(address(b.data) - address(a.data));
  if (offset % a.element != 0) return meeting::some;
  // Is there an i in (-b.rows, a.rows) and a j in (-b.columns, a.columns) with offset = i*row_stride + j*column_stride?
  if (a.row_stride == 0) return meeting::some;  // one element each
  index first = 0, last = 0;
  if (a.column_stride != 0) {
    first = std::max(1 - b.columns, -floor_quotient((a.rows - 1) * a.row_stride - offset, a.column_stride));
    last = std::min(a.columns - 1, floor_quotient(offset + (b.rows - 1) * a.row_stride, a.column_stride));
  }
  for (index j = first; j <= last; ++j) {
    index const rest = offset - j * a.column_stride;
    if (rest % a.row_stride != 0) continue;
    index const i = rest / a.row_stride;
    if (-b.rows < i && i < a.rows) return meeting::some;
  }
  return meeting::none;
}

void require_writable(char const* operation, char const* name, footprint const& output) {
  if (output.conjugate)
    refuse(operation, std::string(name) + " is written, so it cannot be a conjugated view; conjugate the inputs");
  if (overlaps_itself(output))
    refuse(operation, std::string(name) +
                          " is written, but its strides make one element of two; use a column stride of at least the "
                          "number of rows (or a row stride of at least the number of columns)");
}

void require_apart(char const* operation, char const* output_name, footprint const& output, char const* input_name,
                   footprint const& input) {
  switch (meet(output, input)) {
  case meeting::none:
    return;
  case meeting::some:
    refuse(operation, std::string(output_name) + " is written and has elements of " + input_name +
                          ", which is read; give it a copy of " + input_name);
  case meeting::unknown:
    refuse(operation, std::string(output_name) + " and " + input_name +
                          " interleave in memory with different strides, so they may have elements in common; give it "
                          "a copy of " +
                          input_name);
  }
}

}  // namespace detail

}  // namespace linalg
ISOBIT_NAMESPACE_END
