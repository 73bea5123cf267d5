#pragma once

#include <isobit/cuda/device_array.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// Sparse matrices in device memory, with the bits of isobit::sparse. BITS.md#sparse-matrices
namespace sparse {

using isobit::sparse::index, isobit::sparse::index_type;

/// The numbers that GPUs multiply.
template <class T>
concept real_scalar = std::same_as<T, float> || std::same_as<T, double>;

/// A matrix that lies in device memory, row by row, as isobit::sparse::csr_view has it on the host. Nobody looks at the
/// indices, which only the GPU could: they must be right.
///
///     isobit::cuda::sparse::csr_view<double> a{rows, columns, entries, offsets, indices, entry_values};
template <real_scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csr_view {
  index rows = 0, columns = 0, entries = 0;
  Offset const* offsets = nullptr;  ///< rows + 1 of them
  Index const* indices = nullptr;
  T const* values = nullptr;
};

/// A matrix of its own.
///
///     isobit::cuda::sparse::csr_matrix on_gpu(host_matrix.view());
template <real_scalar T, index_type Index = std::int32_t, index_type Offset = Index> struct csr_matrix {
  index rows = 0, columns = 0;
  device_array<Offset> offsets;
  device_array<Index> indices;
  device_array<T> values;

  csr_matrix() noexcept = default;
  /// A copy of what the host has; waits for the stream. Throws `error` where there is no GPU, or no memory.
  explicit csr_matrix(isobit::sparse::csr_view<T, Index, Offset> const& a, on_stream const& on = {})
      : rows(a.rows), columns(a.columns) {
    auto const first = a.rows == 0 ? index{0} : static_cast<index>(a.offsets[0]);
    auto const count = static_cast<std::size_t>(a.entries());
    std::vector<Offset> from_zero(static_cast<std::size_t>(a.rows) + 1);
    for (index i = 0; a.rows != 0 && i <= a.rows; ++i)
      from_zero[static_cast<std::size_t>(i)] = static_cast<Offset>(a.offsets[i] - first);
    offsets = device_array<Offset>(from_zero, on);
    indices = device_array<Index>(std::span<Index const>(a.indices + first, count), on);
    values = device_array<T>(std::span<T const>(a.values + first, count), on);
  }

  [[nodiscard]] index entries() const noexcept { return static_cast<index>(values.size()); }
  [[nodiscard]] csr_view<T, Index, Offset> view() const noexcept {
    return {rows, columns, entries(), offsets.data(), indices.data(), values.data()};
  }
  operator csr_view<T, Index, Offset>() const noexcept { return view(); }

  /// A copy on the host; waits for the stream.
  [[nodiscard]] isobit::sparse::csr_matrix<T, Index, Offset> fetch(on_stream const& on = {}) const {
    return {rows, columns, offsets.fetch(on), indices.fetch(on), values.fetch(on)};
  }
};

}  // namespace sparse
}  // namespace cuda
ISOBIT_NAMESPACE_END
