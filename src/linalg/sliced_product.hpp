#pragma once

#include <optional>

#include "linalg/gemm_table.hpp"
#include "linalg/number.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Products of short sums on one thread: what panels, tiles and blocks cost would be more than the arithmetic. All of a
/// factor is cut at one place, so that nothing is scaled; where that leaves too many entries open, the caller takes
/// over. docs/maths/gemm.md#sliced
template <scalar T> class sliced_product {
public:
  /// Whether alpha and beta leave the parts of complex sums apart.
  [[nodiscard]] static bool takes(T alpha, T beta) noexcept {
    if constexpr (is_complex<T>)
      return is_zero(alpha.imag()) && is_zero(beta.imag());
    else
      return true;
  }

  explicit sliced_product(gemm_table const& kernels) noexcept;
  /// Whether a product is one of short sums, by its rows and depth.
  [[nodiscard]] bool fits(index rows, index depth) const noexcept {
    return rows <= most_rows && depth <= most_sliced_depth / parts;
  }

  /// c = alpha*a*b + beta*c for the first columns; returns how many. In the standard environment; alpha is not zero.
  [[nodiscard]] index multiply(T alpha, matrix_view<T const> const& a, matrix_view<T const> const& b, T beta,
                               matrix_view<T> const& c);

private:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;
  static constexpr index most_rows = 128;

  /// What is known of a factor.
  struct facts {
    double squares;  ///< at least their sum, of every row of a, of every column of b
    double norm;     ///< the root of that
    int unit;        ///< of upper slices: they are multiples of 2^unit
    double lowest;   ///< every element is a multiple of a power of two that is at least this; negative: not known yet
  };
  struct task {
    /// How many columns of the result are computed together, from `first` on.
    [[nodiscard]] index count_at(index first) const noexcept {
      index const left = c.columns - first, most = columns / parts;
      return left < most ? left : most;
    }
    T alpha;
    matrix_view<T const> const &a, &b;
    T beta;
    matrix_view<T> const& c;
    index depth;    // of real products
    index stride;   // of sums: the rows in whole vectors
    index columns;  // real ones, at a time
  };
  /// Columns in memory, as the kernels read them.
  struct source {
    real const* data;
    index stride;
  };

  void make_room(task const& t);
  [[nodiscard]] static bool is_ordinary(double squares) noexcept;
  [[nodiscard]] bool has_slices() const noexcept { return std::same_as<real, double> && !kernels_.cuts_products; }
  [[nodiscard]] double rest_bound(task const& t) const noexcept;
  [[nodiscard]] double radius(task const& t) const noexcept;
  [[nodiscard]] double largest_sum() const noexcept;
  [[nodiscard]] double squares_of_columns(task const& t, index first);
  [[nodiscard]] bool slice_rows(task const& t, source const& rows, double squares);
  [[nodiscard]] bool slice_columns(task const& t, index first, double squares);
  [[nodiscard]] bool multiply_columns(task const& t, index first, index count);
  [[nodiscard]] bool settle(task const& t, index first, short_sums& sums, index open, real* out, index out_stride);
  [[nodiscard]] index refine(task const& t, short_sums const& sums, index open, real* out, index out_stride);
  [[nodiscard]] bool is_exact(task const& t, index count);
  [[nodiscard]] source rows_of(task const& t);
  [[nodiscard]] source columns_of(task const& t, index first, index count);
  void read_c(task const& t, index first, index count);
  void write_c(task const& t, index first, index count) const;
  [[nodiscard]] T exact_value(task const& t, index row, index column) const;

  sliced_table<real> const& kernels_;
  facts left_ = {}, right_ = {};
  source columns_ = {};              // the next that are sliced
  double start_ = 0;                 // of sums, where products are cut at its last place
  std::optional<workspace> memory_;  // kept from one product to the next
  index room_ = 0;                   // numbers that it takes
  double *left_slices_, *right_slices_, *high_, *low_, *c_;
  real *result_, *gathered_rows_, *gathered_columns_;
  index* open_;  // places of entries
};

extern template class sliced_product<float>;
extern template class sliced_product<double>;
extern template class sliced_product<std::complex<float>>;
extern template class sliced_product<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
