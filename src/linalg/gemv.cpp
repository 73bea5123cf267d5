#include <isobit/linalg/gemv.hpp>

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/level_product.hpp"
#include "linalg/level_sums.hpp"
#include "linalg/product_by_vector.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

/// One call, the parts that do not change.
template <class T> class product_by_vector {
public:
  product_by_vector(T alpha, matrix_view<T const> a, vector_view<T const> x, T beta, vector_view<T> y)
      : a_(a), x_(x), scale_(x), sums_(a, x, scale_.scale), rounding_(alpha, scale_, x.size, beta, y) {}

  void rows(index first, index count) const {
    // Results that are worked on together.
    constexpr index block_rows = 4096;
    index const size = std::min(count, block_rows);
    typename sums_by_vector<T>::workspace workspace(sums_, size);
    for (index i = first; i < first + count; i += size) {
      index const now = std::min(size, first + count - i);
      rounding_.rows(
          i, now, sums_.rows(i, now, workspace),
          [&](auto const& open) { return sums_.finely(open, [](index, index) { return 0.0; }); },
          [&](index row) {
            exact_entry<T> entry;
            entry.add_products(a_.row(row), x_);
            return entry;
          });
    }
  }

private:
  matrix_view<T const> a_;
  vector_view<T const> x_;
  vector_scale<T> scale_;
  sums_by_vector<T> sums_;
  rounding_of_sums<T> rounding_;
};

/// A matrix in cache, on one thread: rows with products cut at one place, or at two once that is not enough.
template <class T> class product_by_levels {
public:
  product_by_levels(T alpha, matrix_view<T const> const& a, vector_view<T const> const& x, T beta, vector_view<T> y,
                    cuts places)
      : alpha_(alpha), beta_(beta), a_(a), x_(x), y_(y), sums_(a, x, most_rows()), rounding_(alpha, beta, y),
        places_(places), results_(parts_of<T>, sums_buffer(most_rows(), gemv_kernels().lanes)) {}

  /// others(first, count) is called for rows that are not like the rest.
  template <class Others> void rows(index first, index count, Others others) {
    index const end = first + count;
    for (index now; first < end; first += now) {
      now = rows_of_strip(end - first);
      // Fewer than a vector holds are summed with some before them.
      index const from = now < least ? std::min(first, a_.rows - least) : first, size = first + now - from;
      std::vector<index> open(static_cast<std::size_t>(now));
      std::iota(open.begin(), open.end(), first);
      while (!open.empty()) {
        if (!sums_.rows(from, std::max(size, least), places_, results_)) return others(first, end - first);
        open = settle(from, std::max(size, least), open);
        if (static_cast<index>(open.size()) <= now / 16 || places_ == level_sums<T>::most_cuts) break;
        places_ = cuts::two;
      }
      bool const few = static_cast<index>(open.size()) <= 1 + now / 8;
      for (index const row : open)
        if (few)
          write_exactly(row);
        else
          others(row, 1);
    }
  }

private:
  static constexpr index least = level_sums<T>::least_rows;
  /// The first rows show how many places they need.
  static constexpr index first_strip = 32 / parts_of<T>, strip = 1024;
  [[nodiscard]] index most_rows() const noexcept { return std::min(a_.rows, strip + least); }
  /// Of so many that are left: the last strip fills a vector, too.
  [[nodiscard]] index rows_of_strip(index left) noexcept {
    index const most = places_ == cuts::one && !std::exchange(has_begun_, true) ? first_strip : strip;
    return left < most + least ? left : most;
  }
  /// The results of the open rows among these.
  [[nodiscard]] std::vector<index> settle(index first, index count, std::vector<index> const& open) {
    std::vector<index> row(static_cast<std::size_t>(count), -1);
    for (index const one : open) row[static_cast<std::size_t>(one - first)] = one;
    return rounding_.settle(count, results_, [&](index i) { return row[static_cast<std::size_t>(i)]; });
  }
  /// Ties, and zeros.
  void write_exactly(index row) {
    T& y = y_.data[row * y_.stride];
    exact_entry<T> entry;
    entry.add_products(a_.row(row), x_);
    y = entry.round(alpha_, beta_, is_zero(beta_) ? T{} : y);
  }

  T alpha_, beta_;
  matrix_view<T const> a_;
  vector_view<T const> x_;
  vector_view<T> y_;
  level_sums<T> sums_;
  rounding_of_sums<T> rounding_;
  cuts places_;
  bool has_begun_ = false;
  std::vector<sums_buffer> results_;
};

template <class T>
void multiply_in_cache(T alpha, matrix_view<T const> const& a, vector_view<T const> const& x, T beta,
                       vector_view<T> const& y) {
  std::optional<product_by_vector<T>> careful;
  auto const carefully = [&](index first, index count) {
    if (!careful) careful.emplace(alpha, a, x, beta, y);
    careful->rows(first, count);
  };
  if constexpr (std::same_as<T, double>) {
    std::optional<product_by_levels<T>> finer;
    level_product(alpha, x, beta, y).multiply(a, [&](index first, index count) {
      if (!finer) finer.emplace(alpha, a, x, beta, y, cuts::two);
      finer->rows(first, count, carefully);
    });
  } else {
    product_by_levels<T>(alpha, a, x, beta, y, cuts::one).rows(0, a.rows, carefully);
  }
}

}  // namespace

namespace detail {

template <class T>
void gemv(driver_ref const& driver, T alpha, matrix_view<T const> a, vector_view<T const> x, T beta, vector_view<T> y) {
  require_equal("gemv", a.columns, "the number of columns of a", x.size, "the size of x");
  require_equal("gemv", a.rows, "the number of rows of a", y.size, "the size of y");
  require_output("gemv", "y", y);
  require_disjoint("gemv", "y", y, "a", a);
  require_disjoint("gemv", "y", y, "x", x);
  if (y.size == 0) return;
  if (!is_zero(alpha) && level_sums<T>::takes(a) &&
      isobit::detail::part_count(driver, products_in(a.rows, a.columns, 1)) == 1)
    return in_standard_rounding([&] { multiply_in_cache(alpha, a, x, beta, y); });
  // Comparisons too need the environment: others may take a subnormal alpha for zero.
  std::unique_ptr<product_by_vector<T>> product;
  in_standard_rounding([&] {
    if (alpha != T{} && x.size != 0)
      product = std::make_unique<product_by_vector<T>>(alpha, a, x, beta, y);
    else if (beta != T{1})
      for (index i = 0; i < y.size; ++i) {
        T& at = y.data[i * y.stride];
        at = beta == T{} ? T{} : exact_entry<T>().round(T{1}, beta, at);
      }
  });
  if (product == nullptr) return;
  share_lines(driver, a.rows, a.columns, [&](index first, index count) { product->rows(first, count); });
}

#define ISOBIT_INSTANTIATE(T) \
  template ISOBIT_API void gemv<T>(driver_ref const&, T, matrix_view<T const>, vector_view<T const>, T, vector_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
