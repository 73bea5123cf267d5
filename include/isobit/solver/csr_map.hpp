#pragma once

#include <algorithm>
#include <vector>

#include <isobit/solver/space.hpp>
#include <isobit/sparse/multiply.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace solver {

namespace detail {
ISOBIT_API void require_rows(index owned, index ghosts, index rows, index columns);
}  // namespace detail

/// A sparse matrix as a map: the rows that a space owns, whose columns are its places, owned ones and ghosts. Keeps the
/// space and the view, and memory for the ghosts: one thread at a time may apply it.
///
///     isobit::solver::local_space<double> here(a.rows);
///     isobit::solver::csr_map map(here, a.view());
template <class T, class Index, class Offset> class csr_map final : public linear_map<T> {
public:
  /// Throws `error` where the matrix does not fit the space.
  csr_map(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a) : where_(&where), a_(a) {
    detail::require_rows(where.owned(), where.ghosts(), a.rows, a.columns);
  }

  void apply(std::span<T const> x, std::span<T> y) const override {
    vector_view<T> const to(y.data(), static_cast<index>(y.size()));
    if (where_->owned() == where_->all_rows())  // no other rank has any
      return sparse::multiply(a_, vector_view<T const>(x.data(), static_cast<index>(x.size())), to, where_->on());
    with_ghosts_.resize(static_cast<std::size_t>(a_.columns));
    std::copy(x.begin(), x.end(), with_ghosts_.begin());
    where_->update(with_ghosts_);
    sparse::multiply(a_, vector_view<T const>(with_ghosts_.data(), a_.columns), to, where_->on());
  }

private:
  space<T> const* where_;
  sparse::csr_view<T, Index, Offset> a_;
  mutable std::vector<T> with_ghosts_;
};

}  // namespace solver

ISOBIT_NAMESPACE_END
