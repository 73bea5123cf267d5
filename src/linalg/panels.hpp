#pragma once

#include <vector>

#include "linalg/gemm_table.hpp"
#include "linalg/workspace.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// Which factor of a product an operand is.
enum class side { left, right };

/// What is known of a line once it is scaled to magnitudes of at most 1.
struct line {
  double scale;       ///< the power of two that it was divided by
  double lowest_bit;  ///< every element is a multiple of a power of two that is at least this, if it is not zero
  double norm;        ///< at least the Euclidean one
  bool usable;        ///< false: not finite, or out of the range of the kernels
};

/// One operand of a product as panels of doubles, each line (a row of the left factor, a column of the right) divided
/// by a power of two. Complex numbers become twice as many real ones: re and im of a left row follow each other; a
/// right column becomes two, which give the real and the imaginary part of the result.
class panels {
public:
  /// `lines` as rows of the view: pass the right factor transposed. Nothing is packed yet.
  template <scalar T> panels(gemm_table const& kernels, side which, matrix_view<T const> lines);

  [[nodiscard]] index count() const noexcept { return count_; }       ///< of panels
  [[nodiscard]] index width() const noexcept { return width_; }       ///< lines in a panel
  [[nodiscard]] index real_lines() const noexcept { return lines_; }  ///< twice as many for a complex right factor
  [[nodiscard]] index depth() const noexcept { return depth_; }       ///< products: twice as many for complex ones
  [[nodiscard]] index blocks() const noexcept { return (depth_ + block_depth - 1) / block_depth; }

  /// Packs and scales one panel. Different panels may be packed on different threads.
  template <scalar T> void pack(matrix_view<T const> lines, index panel);

  [[nodiscard]] double const* data(index panel, index block) const noexcept {
    return data_.data() + panel * panel_size() + block * block_depth * width_;
  }
  [[nodiscard]] bool in_use(index panel, index block) const noexcept {
    return in_use_[static_cast<std::size_t>(panel * blocks() + block)] != 0;
  }
  [[nodiscard]] line const* lines(index panel) const noexcept {
    return facts_.data() + static_cast<std::size_t>(panel * width_);
  }
  [[nodiscard]] double const* scales(index panel) const noexcept {
    return scales_.data() + static_cast<std::size_t>(panel * width_);
  }
  /// Whether every line of the panel is usable, and the largest of their lowest bits.
  [[nodiscard]] bool all_usable(index panel) const noexcept {
    return summaries_[static_cast<std::size_t>(panel)].usable;
  }
  [[nodiscard]] double largest_lowest_bit(index panel) const noexcept {
    return summaries_[static_cast<std::size_t>(panel)].lowest_bit;
  }
  /// Whether most of the panel is zero, to judge by a sample. A wrong guess costs time only.
  [[nodiscard]] bool is_sparse(index panel) const noexcept {
    return summaries_[static_cast<std::size_t>(panel)].is_sparse;
  }

private:
  struct summary {
    bool usable;
    bool is_sparse;
    double lowest_bit;
  };
  [[nodiscard]] index panel_size() const noexcept { return padded_depth_ * width_; }

  gemm_table const& kernels_;
  side side_;
  index lines_, depth_, padded_depth_, width_, count_;
  workspace data_;
  std::vector<line> facts_;
  std::vector<double> scales_;
  std::vector<summary> summaries_;
  std::vector<unsigned char> in_use_;  // not bool: panels are packed on several threads
};

/// Sets has_product[j * rows + i] unless entry (i, j) of the tile of two panels is certainly a sum of zeros: of sparse
/// factors most are, and only that tells. docs/maths/gemm.md#zeros
void find_products(panels const& left, index left_panel, panels const& right, index right_panel, bool* has_product);

}  // namespace linalg
ISOBIT_NAMESPACE_END
