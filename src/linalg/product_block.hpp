#pragma once

#include <memory>
#include <optional>

#include <isobit/linalg/gemm.hpp>

#include "linalg/number.hpp"
#include "linalg/panels.hpp"
#include "linalg/residues/residue_block.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Whether that part has the entry.
constexpr bool is_written(detail::part written, index row, index column) noexcept {
  return written == detail::part::all || (written == detail::part::lower ? row >= column : row <= column);
}

/// c = alpha*a*b + beta*c with both factors packed; alpha is not zero.
template <scalar T> struct product_task {
  gemm_table const& kernels;
  matrix_view<T const> a;
  matrix_view<T const> b;
  panels const& left;
  panels const& right;
  T alpha;
  T beta;
  matrix_view<T> c;
  detail::part written;
  residue_factors const* residues = nullptr;  ///< where sums are found by these
};

/// How many panels of each factor a block of the result takes: its sums and panels lie in the second cache.
struct block_shape {
  block_shape(gemm_table const& kernels, index rows, index columns) noexcept;
  index left_panels;
  index right_panels;  ///< an even number
};

/// Computes blocks of a product, one after another on one thread: the fast tier for all entries, the finer ones for
/// those left open. Columns are real ones here: a complex column is two. docs/maths/gemm.md#tiers
template <scalar T> class product_block {
public:
  product_block(product_task<T> const& task, block_shape const& shape);
  /// The block that starts with these panels. In the standard environment.
  void compute(index left_panel, index right_panel);

private:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  /// The sums of a pair of panels.
  struct tile {
    index left, right;
    index first_row, first_column;
    index row_count, column_count;  // of c, fewer at its ends
    double* high;
    double* low;
    double* radius;
    index* calls;
  };
  [[nodiscard]] tile tile_at(index i, index j) const noexcept;
  [[nodiscard]] index strips_of(tile const& t) const noexcept;  ///< with rows of c
  [[nodiscard]] bool is_needed(index first_row, index rows, index first_column, index columns) const noexcept;
  [[nodiscard]] bool is_needed(tile const& t) const noexcept {
    return is_needed(t.first_row, t.row_count, t.first_column, t.column_count);
  }

  void take_pair(tile const& first, tile const& second, index block);
  [[nodiscard]] bool mixes_parts() const noexcept;  ///< of sums, in the parts of results
  void sum_up_pair(tile const& first, tile const& second, index block) const;
  void set_radius(tile const& t);
  void compute_by_residues();
  void take_residues(tile const& t);
  index correct(tile const& t);
  index finish(tile const& t);
  void finish_tile(tile const& t);
  index without_products(tile const& t);
  index refine(tile const& t);
  void refine_strip(tile const& t, index row);
  void exactly(tile const& t);
  void read_c(tile const& t);
  void write_c(tile const& t) const;
  void finish_complex();

  [[nodiscard]] real& real_entry(index row, index column) const noexcept;
  [[nodiscard]] T exact_value(index row, index column) const;

  product_task<T> const& task_;
  gemm_table const& kernels_;
  block_shape const shape_;
  index const rows_, columns_, size_;  // of a tile
  bool const left_stays_;              // in the nearest cache, while right panels pass by; or the other way round
  index first_left_ = 0, first_right_ = 0, left_count_ = 0, right_count_ = 0;
  index const tiles_at_once_;
  workspace high_, low_;            // of so many tiles
  std::unique_ptr<index[]> calls_;  // of the kernel, for every tile
  workspace radius_;                // of as many by residues, else of the tile at hand
  workspace c_tile_, result_;       // of that
  std::unique_ptr<bool[]> open_;    // likewise
  index open_entries_ = 0;
  std::optional<residue_block> residues_;
};

extern template class product_block<float>;
extern template class product_block<double>;
extern template class product_block<std::complex<float>>;
extern template class product_block<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
