#include <isobit/linalg/gemv.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/gemv_table.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/round_entry.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

bool update(gemv_table const& table, ger_values const& values, double* a, std::uint64_t* open) {
  return table.update_f64(values, a, open);
}
bool update(gemv_table const& table, ger_values const& values, float* a, std::uint64_t* open) {
  return table.update_f32(values, a, open);
}

/// alpha times a vector, for all columns. docs/maths/gemv.md#ger
template <class T> class scaled_vector {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  scaled_vector(T alpha, vector_view<T const> x) {
    auto const size = static_cast<std::size_t>((parts * x.size + ger_chunk - 1) / ger_chunk * ger_chunk + ger_chunk);
    for (index k = 0; k < parts; ++k) high_[k].resize(size), low_[k].resize(size), radius_[k].resize(size);
    if constexpr (!is_complex<T>) factor_.resize(size);
    for (index i = 0; i < x.size; ++i) {
      T const value = element(x, i);
      if constexpr (is_complex<T>) {
        auto const real_part = sum_of_products(alpha.real(), value.real(), -alpha.imag(), value.imag());
        auto const imaginary_part = sum_of_products(alpha.real(), value.imag(), alpha.imag(), value.real());
        put(0, 2 * i, real_part), put(0, 2 * i + 1, imaginary_part);
        put(1, 2 * i, enclosure<double>{-imaginary_part.high, -imaginary_part.low, imaginary_part.radius}),
            put(1, 2 * i + 1, real_part);
      } else {
        enclosure<double> const w = product_of(alpha, value);
        put(0, i, w);
        auto const factor = static_cast<real>(w.high);
        factor_[static_cast<std::size_t>(i)] = factor;
        is_number_ = is_number_ && w.low == 0 && w.radius == 0 && static_cast<double>(factor) == w.high;
      }
    }
  }

  /// The vector itself, where alpha times it is one of the same type. Only for real elements.
  [[nodiscard]] real const* factor() const noexcept { return !is_complex<T> && is_number_ ? factor_.data() : nullptr; }
  /// From part i of the vector, times y.
  [[nodiscard]] ger_values times(T y, index i, index count) const noexcept {
    ger_values values = {};
    values.count = count;
    values.values = parts;
    values.known = has_radii_ ? ger_known::enclosed : has_lows_ ? ger_known::twice : ger_known::exactly;
    for (index k = 0; k < parts; ++k)
      values.value[k] = {static_cast<double>(part_of(y, k)), high_[k].data() + i, low_[k].data() + i,
                         radius_[k].data() + i};
    return values;
  }

private:
  void put(index k, index i, enclosure<double> const& w) noexcept {
    auto const at = static_cast<std::size_t>(i);
    // The kernels' own roundings of radii.
    high_[k][at] = w.high, low_[k][at] = w.low, radius_[k][at] = w.radius * (1 + 0x1p-40);
    has_radii_ = has_radii_ || w.radius != 0;
    has_lows_ = has_lows_ || w.low != 0;
  }

  std::vector<double> high_[2], low_[2], radius_[2];
  std::vector<real> factor_;
  bool is_number_ = true, has_radii_ = false, has_lows_ = false;
};

/// One call: columns of a, which lie along x.
template <class T> class rank_one_update {
public:
  using real = real_of<T>;
  static constexpr index parts = parts_of<T>;

  rank_one_update(T alpha, vector_view<T const> x, vector_view<T const> y, matrix_view<T> a)
      : table_(gemv_kernels()), alpha_(alpha), x_(x), y_(y), a_(a), scaled_(alpha, x) {}

  void columns(index first, index count) const {
    // Down one column after the other, as memory delivers it best; the vector comes from the second cache all the same.
    constexpr index step = ger_chunk / parts;
    for (index j = first; j < first + count; ++j)
      for (index i = 0; i < a_.rows; i += step) rows_of_column(i, std::min(step, a_.rows - i), j);
  }

private:
  void rows_of_column(index i, index count, index j) const {
    T const y = element(y_, j);
    if (a_.row_stride == 1) return update_chunk(i, j, count, y, &a_.at(i, j));
    T copies[ger_chunk];
    for (index k = 0; k < count; ++k) copies[k] = a_.at(i + k, j);
    update_chunk(i, j, count, y, copies);
    for (index k = 0; k < count; ++k) a_.at(i + k, j) = copies[k];
  }

  void update_chunk(index i, index j, index count, T y, T* a) const {
    std::uint64_t open[ger_chunk / 64];
    if (!try_chunk(i, count, y, a, open)) return;
    // Parts of complex numbers do not depend on each other's old values.
    for (index word = 0; word < (parts * count + 63) / 64; ++word)
      for (std::uint64_t bits = open[word]; bits != 0; bits &= bits - 1) {
        index const part = 64 * word + std::countr_zero(bits);
        real& entry = parts_at(a)[part];
        entry = exact(i + part / parts, j, part % parts != 0, entry);
      }
  }

  /// Whether anything is left open.
  [[nodiscard]] bool try_chunk(index i, index count, T y, T* a, std::uint64_t* open) const {
    if constexpr (!is_complex<T>) {
      real const* const factor = scaled_.factor();
      if (factor != nullptr && table_.fused_f64 != nullptr) {
        if constexpr (sizeof(real) == sizeof(double))
          return table_.fused_f64(count, factor + i, y, a, open);
        else
          return table_.fused_f32(count, factor + i, y, a, open);
      }
    }
    return update(table_, scaled_.times(y, parts * i, parts * count), parts_at(a), open);
  }

  [[nodiscard]] real exact(index i, index j, bool imaginary, real old) const {
    T const x = element(x_, i);
    T const y = element(y_, j);
    exact_entry<T> product;
    product.add_product(x, y);
    if constexpr (is_complex<T>) {
      T const sum = product.round(alpha_, T{1}, imaginary ? T(0, old) : T(old, 0));
      return imaginary ? sum.imag() : sum.real();
    } else {
      return product.round(alpha_, T{1}, old);
    }
  }

  gemv_table const& table_;
  T alpha_;
  vector_view<T const> x_, y_;
  matrix_view<T> a_;
  scaled_vector<T> scaled_;
};

}  // namespace

namespace detail {

template <class T>
void ger(driver_ref const& driver, T alpha, vector_view<T const> x, vector_view<T const> y, matrix_view<T> a) {
  require_equal("ger", a.rows, "the number of rows of a", x.size, "the size of x");
  require_equal("ger", a.columns, "the number of columns of a", y.size, "the size of y");
  require_output("ger", "a", a);
  require_disjoint("ger", "a", a, "x", x);
  require_disjoint("ger", "a", a, "y", y);
  if (x.size == 0 || y.size == 0) return;
  if (a.column_stride == 1 && a.row_stride != 1) {
    a = transposed(a);
    std::swap(x, y);
  }
  std::optional<rank_one_update<T>> work;
  // Comparisons too need the environment: others may take a subnormal alpha for zero.
  in_standard_rounding([&] {
    if (alpha != T{}) work.emplace(alpha, x, y, a);
  });
  if (!work) return;
  share_lines(driver, a.columns, a.rows, [&](index first, index count) { work->columns(first, count); });
}

#define ISOBIT_INSTANTIATE(T) \
  template ISOBIT_API void ger<T>(driver_ref const&, T, vector_view<T const>, vector_view<T const>, matrix_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
