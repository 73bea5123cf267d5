#include <isobit/sparse/multiply_transposed.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <isobit/sparse/multiply.hpp>
#include <isobit/sparse/transpose.hpp>

#include "linalg/exact_entry.hpp"
#include "linalg/workspace.hpp"
#include "sparse/column_cut.hpp"
#include "sparse/contributions.hpp"
#include "sparse/cut_rows.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/multiply_strips.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

/// y = transposed(a)*x row by row, each entry onto the sum of its column, cut at one place for all. False where that
/// leaves more than a few columns open: y is not finished then. docs/maths/sparse.md#columns
template <class T, class Index, class Offset> class scattered_product {
public:
  scattered_product(driver_ref const& driver, csr_view<T, Index, Offset> const& a, T const* x)
      : driver_(driver), a_(a), x_(x), seen_x_(in_standard_rounding([&] { return look_at(x, a.rows); })) {
    std::size_t const entries = static_cast<std::size_t>(a.entries()), columns = static_cast<std::size_t>(a.columns);
    // Each part has sums for all columns of its own: that pays where it has entries for them.
    first_ = cut_rows(a.offsets, a.rows,
                      std::clamp(entries / (2 * columns), std::size_t{1}, isobit::detail::part_count(driver, entries)));
  }

  bool multiply(vector_view<T> y) {
    return in_standard_rounding([&] {
      double const average = static_cast<double>(a_.entries()) / static_cast<double>(a_.columns);
      double const usual = look_at(values(), std::min<index>(a_.entries(), a_few)).largest;
      switch (multiply(y, column_cut(4 * average * (usual * seen_x_.largest), bits_for(1.5 * average + 8)))) {
      case outcome::done:
        return true;
      case outcome::open:
        return false;
      case outcome::unfit:
        break;
      }
      auto const most = static_cast<double>(most_in_a_column());
      double const size = 2 * most * (look_at(values(), a_.entries()).largest * seen_x_.largest);
      return multiply(y, column_cut(size, bits_for(most))) == outcome::done;
    });
  }

private:
  enum class outcome { done, open, unfit };
  static constexpr std::size_t most_open = 256;
  static constexpr index block = 1024;

  [[nodiscard]] T const* values() const noexcept { return a_.values + a_.offsets[0]; }
  [[nodiscard]] static magnitudes look_at(T const* values, index count) {
    return contribution_kernels_in_use().look_at(values, count);
  }
  /// So many bits count up to `most`.
  [[nodiscard]] static int bits_for(double most) noexcept { return std::bit_width(static_cast<std::uint64_t>(most)); }
  [[nodiscard]] std::size_t most_in_a_column() const {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(a_.columns));
    for (Offset k = a_.offsets[0]; k < a_.offsets[a_.rows]; ++k) ++counts[static_cast<std::size_t>(a_.indices[k])];
    return *std::ranges::max_element(counts);
  }

  outcome multiply(vector_view<T> y, column_cut const& cut) {
    if (!cut.usable()) return outcome::unfit;
    std::size_t const parts = first_.size() - 1, columns = static_cast<std::size_t>(a_.columns);
    linalg::workspace const memory(2 * columns * parts);
    auto* const sums = reinterpret_cast<sum_of_parts*>(memory.data());
    std::vector<scattered_rows> seen(parts);
    isobit::detail::run_parts(driver_, parts, [&](std::size_t part) {
      in_standard_rounding([&] {
        std::fill_n(sums + part * columns, columns, cut.starts());
        seen[part] = contribution_kernels_in_use().scatter_rows<T, Index, Offset>()(a_, first_[part], first_[part + 1],
                                                                                    x_, cut, sums + part * columns);
      });
    });
    if (!std::ranges::all_of(seen, &scattered_rows::fit) || !merge(sums, cut)) return outcome::unfit;
    int grid = std::numeric_limits<int>::max();
    for (auto const& one : seen) grid = std::min(grid, grid_of(one.entries));
    bool const exact = std::ldexp(1.0, std::clamp(grid + grid_of(seen_x_), -1000, 1000)) >= cut.last_place();
    round(sums, cut, exact, y);
    if (open_.size() > most_open) return outcome::open;
    if (!open_.empty()) settle(y);
    return outcome::done;
  }
  /// Adds the sums of all parts to those of the first: without error, where they fit.
  [[nodiscard]] bool merge(sum_of_parts* sums, column_cut const& cut) const {
    auto const columns = static_cast<std::size_t>(a_.columns);
    std::vector<char> fit(first_.size() - 1, true);
    if (fit.size() == 1) return true;
    isobit::detail::for_each_part(driver_, fit.size(), columns, [&](std::size_t j, std::size_t count, std::size_t k) {
      in_standard_rounding([&] {
        for (std::size_t const end = j + count; j < end; ++j) {
          sum_of_parts sum = sums[j];
          for (std::size_t part = 1; part < fit.size(); ++part) {
            sum += sums[part * columns + j] - cut.starts();
            for (int of : {0, 1}) fit[k] &= bits_of(sum[of]) >> 52 == bits_of(cut.starts()[of]) >> 52;
          }
          sums[j] = sum;
        }
      });
    });
    return std::ranges::all_of(fit, [](char one) { return one != 0; });
  }
  void round(sum_of_parts const* sums, column_cut const& cut, bool exact, vector_view<T> y) {
    auto const round_columns = contribution_kernels_in_use().round_columns<T>();
    T rounded[block + 8];  // whole vectors
    index open[block];
    for (index j = 0; j < a_.columns; j += block) {
      index const count = std::min(block, a_.columns - j),
                  some = round_columns(sums + j, count, cut, exact, rounded, open);
      for (index i = 0; i < count; ++i) y[j + i] = rounded[i];
      for (index i = 0; i < some; ++i) open_.push_back(j + open[i]);
    }
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

  driver_ref driver_;
  csr_view<T, Index, Offset> a_;
  T const* x_;
  magnitudes seen_x_;
  std::vector<index> first_;
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
    if (plain && scattered_product<T, Index, Offset>(driver, a, columns[0]).multiply(y)) return;
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
