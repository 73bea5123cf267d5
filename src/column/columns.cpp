#include "column/columns.hpp"

#include <cstring>

#include "column/operations.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace columns {

namespace {

template <number_format Format>
void reduce_format(recipe const& how, operation what, bool is_complex, rows const& in, std::byte* result) {
  if (what == operation::sum) {
    rows parts = in;
    if (is_complex) parts.count *= 2;
    sum_columns<Format>(how, parts, result);
  } else if (is_complex) {
    multiply_complex_columns<Format>(how, in, result);
  } else {
    multiply_columns<Format>(how, in, result);
  }
}

}  // namespace

void reduce(recipe const& how, operation what, element type, rows const& in, void* result) {
  auto* const out = static_cast<std::byte*>(result);
  if (in.count == 0) return;
  if (in.ranks == 1) {
    std::memcpy(out, in.first, in.count * type.size());
    return;
  }
  switch (type.format) {
  case number_format::binary32:
    return reduce_format<number_format::binary32>(how, what, type.is_complex, in, out);
  case number_format::binary64:
    return reduce_format<number_format::binary64>(how, what, type.is_complex, in, out);
  case number_format::x87:
    return reduce_format<number_format::x87>(how, what, type.is_complex, in, out);
  case number_format::binary128:
    return reduce_format<number_format::binary128>(how, what, type.is_complex, in, out);
  }
}

}  // namespace columns
ISOBIT_NAMESPACE_END
