#pragma once

#include <isobit/cuda/sparse_matrix.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

namespace detail {

/// The contributions, sorted by their places: those of entry e are order[k] from k = starts[e] up to starts[e + 1].
template <class Index> struct sorted_places {
  device_array<Index> offsets, indices;  // of the matrix
  device_array<std::int32_t> order, starts;
};
template <class Index>
sorted_places<Index> sort_places(on_stream const& on, index rows, index columns, std::span<Index const> i,
                                 std::span<Index const> j);
template <class T>
void add_sorted(on_stream const& on, std::span<std::int32_t const> order, std::span<std::int32_t const> starts,
                std::span<T const> values, std::span<T> of_entries);
template <class T> device_array<T> copy_of(std::span<T const> values, on_stream const& on);

}  // namespace detail

/// Contributions in device memory whose places are known once, and whose values change: `isobit::sparse::coo_pattern`.
/// The places may repeat; there are at most 2^31 - 1.
///
///     isobit::cuda::sparse::coo_pattern<int> pattern(rows, columns, i, j, stream);
///     auto a = pattern.assemble<double>(contributions, stream);
///     pattern.set_values<double>(contributions, a, stream);
template <index_type Index = std::int32_t> class coo_pattern {
public:
  /// Waits for the stream. Throws `error` for indices outside of the matrix and spans of different sizes.
  coo_pattern(index rows, index columns, std::span<Index const> i, std::span<Index const> j, on_stream const& on = {})
      : rows_(rows), columns_(columns), places_(detail::sort_places<Index>(on, rows, columns, i, j)) {}

  [[nodiscard]] std::size_t contributions() const noexcept { return places_.order.size(); }
  [[nodiscard]] index entries() const noexcept { return static_cast<index>(places_.indices.size()); }

  /// The matrix of these values, one for each place: every entry is the sum of its contributions, computed exactly and
  /// rounded once. Does not wait.
  template <real_scalar T>
  [[nodiscard]] csr_matrix<T, Index> assemble(std::span<T const> values, on_stream const& on = {}) const {
    csr_matrix<T, Index> a;
    a.rows = rows_, a.columns = columns_;
    a.offsets = detail::copy_of<Index>(places_.offsets.span(), on);
    a.indices = detail::copy_of<Index>(places_.indices.span(), on);
    a.values = device_array<T>(places_.indices.size());
    set_values<T>(values, a, on);
    return a;
  }
  /// Gives a matrix that `assemble` made other values. Does not wait.
  template <real_scalar T>
  void set_values(std::span<T const> values, csr_matrix<T, Index>& a, on_stream const& on = {}) const {
    detail::add_sorted<T>(on, places_.order.span(), places_.starts.span(), values, a.values.span());
  }

private:
  index rows_, columns_;
  detail::sorted_places<Index> places_;
};

/// `isobit::sparse::from_triplets` of contributions in device memory.
///
///     auto a = isobit::cuda::sparse::from_triplets<double, int>(rows, columns, i, j, contributions, stream);
template <real_scalar T, index_type Index = std::int32_t>
[[nodiscard]] csr_matrix<T, Index> from_triplets(index rows, index columns, std::span<Index const> i,
                                                 std::span<Index const> j, std::span<T const> values,
                                                 on_stream const& on = {}) {
  return coo_pattern<Index>(rows, columns, i, j, on).template assemble<T>(values, on);
}

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
