#include <isobit/sparse/multiply_transposed.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/sparse/multiply.hpp>
#include <isobit/sparse/transpose.hpp>

#include "linalg/exact_entry.hpp"
#include "linalg/workspace.hpp"
#include "sparse/contribution_table.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/multiply_strips.hpp"
#include "sparse/row_extent.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

/// y = transposed(a)*x row by row, each entry onto the sum of its column, cut at one place for all. False where that
/// leaves more than a few columns open: y is not finished then. In the standard environment.
template <class T, class Index, class Offset> class scattered_product {
public:
  scattered_product(csr_view<T, Index, Offset> const& a, T const* x) : a_(a), x_(x) {}

  bool multiply(vector_view<T> y) {
    auto const& kernels = contribution_kernels_in_use();
    auto const largest_in = [&](T const* values, index count) { return kernels.look_at(values, count).largest; };
    auto const columns = static_cast<std::size_t>(a_.columns);
    product_cut cut(largest_in(values(), a_.entries()), largest_in(x_, a_.rows), most_in_a_column());
    if (!cut.usable) return false;
    linalg::workspace const memory(2 * columns);
    auto* const sums = reinterpret_cast<sum_of_parts*>(memory.data());
    std::fill_n(sums, columns, sum_of_parts{});
    kernels.scatter_rows<T, Index, Offset>()(a_, x_, cut.start, sums);
    if (!round(sums, cut.radius, y)) {
      if (cut.radius == 0) return false;
      cut.look_for_grid(grid_of(values(), a_.entries()) + grid_of(x_, a_.rows));
      if (cut.radius != 0 || !round(sums, cut.radius, y)) return false;
    }
    if (!open_.empty()) settle(y);
    return true;
  }

private:
  static constexpr std::size_t most_open = 256;

  [[nodiscard]] T const* values() const noexcept { return a_.values + a_.offsets[0]; }
  [[nodiscard]] static int grid_of(T const* values, index count) noexcept {
    return extent_of(std::span(values, static_cast<std::size_t>(count))).grid;
  }
  [[nodiscard]] std::size_t most_in_a_column() const {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(a_.columns));
    for (Offset k = a_.offsets[0]; k < a_.offsets[a_.rows]; ++k) ++counts[static_cast<std::size_t>(a_.indices[k])];
    return *std::ranges::max_element(counts);
  }
  /// Whether all but a few are certain.
  bool round(sum_of_parts const* sums, double radius, vector_view<T> y) {
    open_.clear();
    for (index j = 0; j < a_.columns; ++j) {
      auto const rounded = round_cut<T>(sums[j][0], sums[j][1], radius);
      y[j] = rounded.value;
      if (!rounded.holds) open_.push_back(j);
    }
    return open_.size() <= most_open;
  }
  /// By the definition.
  void settle(vector_view<T> y) {
    std::vector<linalg::exact_entry<T>> entries(open_.size());
    std::vector<std::uint16_t> marks(static_cast<std::size_t>(a_.columns));
    for (std::size_t n = 0; n < open_.size(); ++n)
      marks[static_cast<std::size_t>(open_[n])] = static_cast<std::uint16_t>(n + 1);
    for (index row = 0; row < a_.rows; ++row)
      for (Offset k = a_.offsets[row]; k < a_.offsets[row + 1]; ++k)
        if (auto const mark = marks[static_cast<std::size_t>(a_.indices[k])]; mark != 0)
          entries[mark - 1U].add_product(a_.values[k], x_[row]);
    for (std::size_t n = 0; n < open_.size(); ++n) y[open_[n]] = entries[n].round();
  }

  csr_view<T, Index, Offset> a_;
  T const* x_;
  std::vector<index> open_;
};

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
void multiply_transposed(driver_ref const& driver, bool conjugate, T alpha, csr_view<T, Index, Offset> const& a,
                         vector_view<T const> x, T beta, vector_view<T> y) {
  check_multiplication(a.columns, a.rows, x, y);
  if (a.entries() != 0) check_apart(y, a.values + a.offsets[0], a.entries());
  if (linalg::is_zero(alpha)) return scale_only(beta, as_column(y));
  if constexpr (!linalg::is_complex<T>) {
    bool const plain = linalg::is_unity(alpha) && linalg::is_zero(beta) && a.entries() != 0;
    contiguous_columns<T> const columns(as_column(x));
    if (plain && in_standard_rounding([&] { return scattered_product<T, Index, Offset>(a, columns[0]).multiply(y); }))
      return;
  }
  auto t = transposed(a);
  if (conjugate)
    for (T& value : t.values) value = linalg::conjugated(value);
  multiply(driver, alpha, t.view(), x, beta, y);
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                  \
  template ISOBIT_API void multiply_transposed(driver_ref const&, bool, T, csr_view<T, Index, Offset> const&, \
                                               vector_view<T const>, T, vector_view<T>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
