#include <isobit/linalg/gemv.hpp>

#include <memory>
#include <optional>

#include <isobit/driver/parts.hpp>

#include "arithmetic/environment.hpp"
#include "linalg/check.hpp"
#include "linalg/level_product.hpp"
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

/// In cache, on one thread; the rows that this leaves open as any other.
void multiply_level(double alpha, matrix_view<double const> const& a, vector_view<double const> const& x, double beta,
                    vector_view<double> const& y) {
  std::optional<product_by_vector<double>> careful;
  level_product(alpha, x, beta, y).multiply(a, [&](index first, index count) {
    if (!careful) careful.emplace(alpha, a, x, beta, y);
    careful->rows(first, count);
  });
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
  if constexpr (std::same_as<T, double>)
    if (!is_zero(alpha) && level_product::takes(a) &&
        isobit::detail::part_count(driver, products_in(a.rows, a.columns, 1)) == 1)
      return in_standard_rounding([&] { multiply_level(alpha, a, x, beta, y); });
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
