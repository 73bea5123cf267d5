#include <isobit/sparse/multiply.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/row_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse {

namespace {

using linalg::exact_entry, linalg::is_complex, linalg::is_unity, linalg::is_zero;

/// One call, the parts that do not change.
template <class T, class Index, class Offset> class product {
public:
  product(T alpha, csr_view<T, Index, Offset> const& a, vector_view<T const> x, T beta, vector_view<T> y)
      : a_(a), alpha_(alpha), beta_(beta), y_(y) {
    if (x.stride == 1 && !x.conjugate) {
      x_ = x.data;
      return;
    }
    for (index i = 0; i < x.size; ++i) copy_.push_back(linalg::element(x, i));
    x_ = copy_.data();
  }

  void rows(index first, index count) const {
    // Results that are worked on together.
    constexpr index strip = 512;
    workspace w(std::min(count, strip));
    for (index i = first; i < first + count; i += strip) {
      index const now = std::min(strip, first + count - i);
      if constexpr (is_complex<T>)
        for (index row = i; row < i + now; ++row) settle(row);
      else if (is_unity(alpha_) && is_zero(beta_))
        round(i, now, w);
      else
        combine(i, now, w);
    }
  }

private:
  /// Memory for the sums of so many rows, in whole vectors.
  struct workspace {
    explicit workspace(index rows)
        : size(static_cast<std::size_t>(rows) + 8), numbers(5 * size), results(size), open(size),
          certain(new bool[size]) {}
    std::size_t size;
    std::vector<double> numbers;
    std::vector<T> results;
    std::vector<index> open;
    std::unique_ptr<bool[]> certain;
    row_scale scale = {};
  };

  void round(index first, index count, workspace& w) const {
    bool const direct = y_.stride == 1;
    T* const to = direct ? y_.data + first : w.results.data();
    index const open =
        row_kernels_in_use().find<T, Index, Offset>().round(a_, first, count, x_, to, w.open.data(), w.scale);
    if (!direct)
      for (index i = 0; i < count; ++i) y_[first + i] = to[i];
    for (index k = 0; k < open; ++k) settle(first + w.open[static_cast<std::size_t>(k)]);
  }

  void combine(index first, index count, workspace& w) const {
    double* const at = w.numbers.data();
    row_sums const sums{at, at + w.size, at + 2 * w.size};
    double *const old = at + 3 * w.size, *const results = at + 4 * w.size;
    row_kernels_in_use().find<T, Index, Offset>().sum(a_, first, count, x_, sums, w.scale);
    bool const adds = !is_zero(beta_);
    for (index i = 0; adds && i < count; ++i) old[i] = y_[first + i];
    auto const& kernels = linalg::gemv_kernels();
    linalg::gemv_results r = {};
    r.count = (count + kernels.lanes - 1) / kernels.lanes * kernels.lanes;
    r.values = 1;
    r.addends = adds ? 1 : 0;
    r.value[0] = {alpha_, sums.high, sums.low, sums.radius};
    r.addend[0] = {beta_, old};
    r.result = results;
    r.certain = w.certain.get();
    if constexpr (std::same_as<T, double>)
      kernels.finish_f64(r);
    else
      kernels.finish_f32(r);
    for (index i = 0; i < count; ++i)
      if (r.certain[i])
        y_[first + i] = static_cast<T>(results[i]);
      else
        settle(first + i);
  }

  /// By the definition.
  void settle(index row) const {
    exact_entry<T> entry;
    for (auto k = a_.offsets[row]; k < a_.offsets[row + 1]; ++k) entry.add_product(a_.values[k], x_[a_.indices[k]]);
    y_[row] = entry.round(alpha_, beta_, is_zero(beta_) ? T{} : y_[row]);
  }

  csr_view<T, Index, Offset> a_;
  T alpha_, beta_;
  T const* x_;
  std::vector<T> copy_;
  vector_view<T> y_;
};

/// The first row of each part, so that all have about as many entries, and the end.
template <class Offset> std::vector<index> cut_rows(Offset const* offsets, index rows, std::size_t parts) {
  std::vector<index> first;
  auto const entries = static_cast<std::size_t>(offsets[rows] - offsets[0]);
  for (std::size_t part = 0; part < parts; ++part) {
    auto const before = offsets[0] + static_cast<Offset>(entries / parts * part);
    first.push_back(std::lower_bound(offsets, offsets + rows, before) - offsets);
  }
  first.front() = 0;
  first.push_back(rows);
  return first;
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
void multiply(driver_ref const& driver, T alpha, csr_view<T, Index, Offset> const& a, vector_view<T const> x, T beta,
              vector_view<T> y) {
  if (a.columns != x.size)
    refuse("a matrix of " + std::to_string(a.columns) + " columns times a vector of " + std::to_string(x.size));
  if (a.rows != y.size)
    refuse("a product of " + std::to_string(a.rows) + " rows into a vector of " + std::to_string(y.size));
  linalg::require_output("multiply", "y", y);
  linalg::require_disjoint("multiply", "y", y, "x", x);
  if (a.entries() != 0) {
    auto const first = static_cast<index>(a.offsets[0]);
    linalg::require_disjoint("multiply", "y", y, "a", vector_view<T const>(a.values + first, a.entries()));
  }
  if (y.size == 0) return;
  bool const is_product = !is_zero(alpha) && a.entries() != 0;
  if (!is_product) {
    in_standard_rounding([&] {
      for (index i = 0; i < y.size && !is_unity(beta); ++i)
        y[i] = is_zero(beta) ? T{} : exact_entry<T>().round(T{1}, beta, y[i]);
    });
    return;
  }
  product<T, Index, Offset> const whole(alpha, a, x, beta, y);
  std::size_t const parts = std::min(isobit::detail::part_count(driver, static_cast<std::size_t>(a.entries())),
                                     static_cast<std::size_t>(a.rows));
  auto const first = cut_rows(a.offsets, a.rows, parts);
  isobit::detail::run_parts(driver, parts, [&](std::size_t part) {
    in_standard_rounding([&] { whole.rows(first[part], first[part + 1] - first[part]); });
  });
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                          \
  template ISOBIT_API void multiply(driver_ref const&, T, csr_view<T, Index, Offset> const&, vector_view<T const>, T, \
                                    vector_view<T>);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace detail
}  // namespace sparse
ISOBIT_NAMESPACE_END
