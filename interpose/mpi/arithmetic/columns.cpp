#include "arithmetic/columns.hpp"

#include <cstring>

#include <isobit/accumulator/exact.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

template <class T> void sum_exactly(rows const& in, std::size_t count, T* result) {
  for (std::size_t i = 0; i < count; ++i) {
    exact state;
    for (int r = 0; r < in.ranks; ++r) {
      T x;
      std::memcpy(&x, in.first + static_cast<std::size_t>(r) * in.stride + i * sizeof(T), sizeof(T));
      state.add(x);
    }
    result[i] = state.template round<T>();
  }
}

}  // namespace

void reduce(arithmetic const&, operation, element type, rows const& in, void* result) {
  std::size_t const numbers = in.count * (type.is_complex ? 2 : 1);
  if (type.format == number_format::binary32)
    sum_exactly(in, numbers, static_cast<float*>(result));
  else
    sum_exactly(in, numbers, static_cast<double*>(result));
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
