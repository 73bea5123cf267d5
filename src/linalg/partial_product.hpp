#pragma once

#include <vector>

#include <isobit/driver/threads.hpp>
#include <isobit/linalg/view.hpp>

#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The products of two matrices added up as far as they are known, not yet rounded: parts of one product that were
/// computed apart, on ranks or panel by panel, can be merged. Sums of a complex entry: its real and imaginary part.
template <scalar T> class partial_product {
public:
  static constexpr index parts = parts_of<T>;

  partial_product(index rows, index columns)
      : rows_(rows), columns_(columns), sums_(static_cast<std::size_t>(rows * columns * parts)) {}

  /// Starts again with another size; takes no memory where it has had as many entries before.
  void reset(index rows, index columns) {
    rows_ = rows, columns_ = columns;
    sums_.assign(static_cast<std::size_t>(rows * columns * parts), enclosure<double>());
  }

  [[nodiscard]] index rows() const noexcept { return rows_; }
  [[nodiscard]] index columns() const noexcept { return columns_; }
  /// Column by column; adding these merges products.
  [[nodiscard]] std::vector<enclosure<double>>& sums() noexcept { return sums_; }
  [[nodiscard]] enclosure<double>* entry(index i, index j) noexcept {
    return &sums_[static_cast<std::size_t>((j * rows_ + i) * parts)];
  }

  /// Adds a*b. Precondition: the shapes fit.
  ISOBIT_API void add(driver_ref const& driver, matrix_view<T const> a, matrix_view<T const> b);

  /// c = alpha*sum + beta*c where that is certain; the numbers j*rows + i of the entries where it is not, which are
  /// left as they were.
  [[nodiscard]] ISOBIT_API std::vector<index> finish(T alpha, T beta, matrix_view<T> c) const;

private:
  index rows_, columns_;
  std::vector<enclosure<double>> sums_;
};

extern template class partial_product<float>;
extern template class partial_product<double>;
extern template class partial_product<std::complex<float>>;
extern template class partial_product<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
