#pragma once

#include <isobit/driver/threads.hpp>
#include <isobit/sparse/csr.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace sparse {

namespace detail {

/// After each batch of contributions: up to which sum all have begun, up to which they are complete; and a power of two
/// that no more are ever between.
struct batch_schedule {
  std::vector<std::size_t> begun, complete;
  std::size_t ring = 1;
};

/// The places of contributions among the entries, up to `most` to one.
template <class Index> struct place_list {
  std::vector<Index> places;
  std::size_t most = 0;

  /// Where they jump about, they are listed by blocks of entries that fit a cache: contribution k is the one at
  /// order[k], and those of block b begin at starts[b].
  std::vector<Index> order;
  std::vector<std::size_t> starts;
  std::size_t block = 0;

  /// Else they are taken as they come.
  batch_schedule schedule;
};

template <class T, class Index>
ISOBIT_API csr_matrix<T, Index> from_triplets(driver_ref const& on, index rows, index columns, std::span<Index const> i,
                                              std::span<Index const> j, std::span<T const> values);
template <class Index>
ISOBIT_API void find_places(driver_ref const& on, csr_matrix<double, Index>& pattern, std::span<Index const> i,
                            std::span<Index const> j, place_list<Index>& list);
template <class T, class Index>
ISOBIT_API void add_at_places(driver_ref const& on, std::span<Index const> places, std::size_t most,
                              std::span<T const> values, std::span<T> result);
template <class T, class Index>
ISOBIT_API void add_at_places(driver_ref const& on, place_list<Index> const& list, std::span<T const> values,
                              std::span<T> result);

}  // namespace detail

/// The matrix whose entry at (r, c) is the sum of all values[k] with i[k] = r and j[k] = c, computed exactly and
/// rounded once: neither the order of the contributions matters nor who made them. What nothing was contributed to is
/// not stored, what adds up to zero is, as +0. Throws `error` for indices outside of the matrix and spans of different
/// sizes.
///
///     std::vector<int> i{0, 1, 0}, j{0, 1, 0};
///     std::vector<double> values{1e16, 2, 1};
///     auto a = isobit::sparse::from_triplets<double, int>(2, 2, i, j, values);
template <scalar T, index_type Index = std::int32_t>
[[nodiscard]] csr_matrix<T, Index> from_triplets(index rows, index columns, std::span<Index const> i,
                                                 std::span<Index const> j, std::span<T const> values,
                                                 driver_ref const& on = {}) {
  return detail::from_triplets<T, Index>(on, rows, columns, i, j, values);
}

/// Contributions whose places are known once, and whose values change: PETSc's COO assembly. The places may repeat.
///
///     isobit::sparse::coo_pattern<int> pattern(2, 2, i, j);
///     auto a = pattern.assemble<double>(values);
///     pattern.set_values<double>(other_values, a);
template <index_type Index = std::int32_t> class coo_pattern {
public:
  coo_pattern(index rows, index columns, std::span<Index const> i, std::span<Index const> j,
              driver_ref const& on = {}) {
    pattern_.rows = rows, pattern_.columns = columns;
    detail::find_places<Index>(on, pattern_, i, j, list_);
  }

  [[nodiscard]] std::size_t contributions() const noexcept { return list_.places.size(); }
  [[nodiscard]] index entries() const noexcept { return static_cast<index>(pattern_.indices.size()); }

  /// The matrix of these values, one for each place: that of `from_triplets`.
  template <scalar T>
  [[nodiscard]] csr_matrix<T, Index> assemble(std::span<T const> values, driver_ref const& on = {}) const {
    csr_matrix<T, Index> a{pattern_.rows, pattern_.columns, pattern_.offsets, pattern_.indices,
                           std::vector<T>(pattern_.indices.size())};
    detail::add_at_places<T, Index>(on, list_, values, std::span<T>(a.values));
    return a;
  }
  /// Gives a matrix that `assemble` made other values.
  template <scalar T>
  void set_values(std::span<T const> values, csr_matrix<T, Index>& a, driver_ref const& on = {}) const {
    set_values<T>(values, std::span<T>(a.values), on);
  }
  /// The same where only the values of its entries are at hand.
  template <scalar T>
  void set_values(std::span<T const> values, std::span<T> of_entries, driver_ref const& on = {}) const {
    if (of_entries.size() != pattern_.indices.size())
      throw error(status::invalid_argument, "isobit::sparse: the values of a matrix that has another pattern");
    detail::add_at_places<T, Index>(on, list_, values, of_entries);
  }

private:
  csr_matrix<double, Index> pattern_;  // without values
  detail::place_list<Index> list_;
};

/// result[i[k]] is the sum of all values[k], exactly, rounded once; 0 where there are none: a scatter-add that any
/// number of threads may do in any order. Throws `error` where the result shares memory with the values.
///
///     isobit::sparse::scatter_add<double, int>(i, values, result);
template <scalar T, index_type Index = std::int32_t>
void scatter_add(std::span<Index const> i, std::span<T const> values, std::span<T> result, driver_ref const& on = {}) {
  detail::add_at_places<T, Index>(on, i, 0, values, result);
}

}  // namespace sparse

ISOBIT_NAMESPACE_END
