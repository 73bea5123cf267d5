#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>

#include <isobit/sparse/csr.hpp>

#include "buffer.hpp"
#include "element_type.hpp"

namespace isobit_python {

/// A vector becomes a NumPy array that owns it.
template <class T> nanobind::object array_of(std::vector<T> values) {
  auto* const kept = new std::vector<T>(std::move(values));
  nanobind::capsule const owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(kept->data(), {kept->size()}, owner));
}

/// The parts of scipy's CSR matrices, which are made of the same arrays as the library's: offsets, indices, values.
template <class T, class Index> nanobind::tuple parts_of(isobit::sparse::csr_matrix<T, Index> matrix) {
  return nanobind::make_tuple(array_of(std::move(matrix.offsets)), array_of(std::move(matrix.indices)),
                              array_of(std::move(matrix.values)));
}

/// Such a matrix, held while it is read. All arrays are contiguous, indices of 32 or 64 bits.
class sparse_argument {
public:
  explicit sparse_argument(nanobind::tuple const& parts)
      : rows_(nanobind::cast<std::ptrdiff_t>(parts[0])), columns_(nanobind::cast<std::ptrdiff_t>(parts[1])),
        offsets_(parts[2]), indices_(parts[3]), values_(parts[4]) {}

  [[nodiscard]] bool wide() const noexcept { return indices_.item_bytes() == sizeof(std::int64_t); }
  [[nodiscard]] std::size_t entries() const noexcept { return static_cast<std::size_t>(values_.elements()); }
  /// Looks at every index, and throws for those that lead outside.
  template <class T, class Index> [[nodiscard]] isobit::sparse::csr_view<T, Index> view() const {
    return {rows_, columns_, offsets_.all<Index const>(), indices_.all<Index const>(), values_.all<T const>()};
  }

private:
  std::ptrdiff_t rows_, columns_;
  buffer offsets_, indices_, values_;
};

/// body(T, Index) for an element type of linear algebra and indices of 32 or 64 bits.
template <class Body> auto with_sparse_types(char letter, bool wide, Body body) {
  using result = decltype(body(std::type_identity<double>(), std::type_identity<std::int32_t>()));
  return with_element_type(letter, [&]<class T>(std::type_identity<T> type) -> result {
    if constexpr (isobit::sparse::scalar<T>)
      return wide ? body(type, std::type_identity<std::int64_t>()) : body(type, std::type_identity<std::int32_t>());
    else
      throw nanobind::type_error("isobit: sparse matrices are of float32, float64 and complex numbers");
  });
}

}  // namespace isobit_python
