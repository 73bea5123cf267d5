#include <isobit/linalg/updates.hpp>

#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/gemv.hpp>

#include "linalg/check.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"
#include "linalg/product_block.hpp"
#include "linalg/scaled_sum.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

namespace {

/// [a b], by columns; conjugated if it says so.
template <class T> class side_by_side {
public:
  side_by_side(matrix_view<T const> a, matrix_view<T const> b, bool conjugate)
      : values_(static_cast<std::size_t>(a.rows * (a.columns + b.columns))),
        view_(values_.data(), a.rows, a.columns + b.columns, 1, a.rows) {
    copy(a, view_.data);
    copy(b, view_.data + a.rows * a.columns);
    view_.conjugate = conjugate;
  }
  [[nodiscard]] matrix_view<T const> view() const noexcept { return view_; }

private:
  static void copy(matrix_view<T const> m, T* to) {
    for (index j = 0; j < m.columns; ++j)
      for (index i = 0; i < m.rows; ++i) *to++ = element(m, i, j);
  }
  std::vector<T> values_;
  matrix_view<T> view_;
};

template <class T> void check(char const* operation, matrix_view<T const> a, matrix_view<T const> b, matrix_view<T> c) {
  require_equal(operation, a.rows, "rows of a", b.rows, "rows of b");
  require_equal(operation, a.columns, "columns of a", b.columns, "columns of b");
  require_equal(operation, c.rows, "rows of c", a.rows, "rows of a");
  require_equal(operation, c.rows, "rows of c, of which one half is wanted", c.columns, "columns");
  require_output(operation, "c", c);
  require_disjoint(operation, "c", c, "a", a);
  require_disjoint(operation, "c", c, "b", b);
}

template <class T> void make_real(T& x) noexcept {
  if constexpr (is_complex<T>) x = x.real();
}

/// alpha*s + conj(alpha)*t + beta*c, rounded once, where s is the sum of a[k]*conj(b[k]) and t that of
/// b[k]*conj(a'[k]): with alpha = p + iq it is p(s + t) + iq(s - t). `a` and `b` are of the row, a' and b' of the
/// column.
template <class T>
T hermitian_entry(T alpha, vector_view<T const> a, vector_view<T const> b, vector_view<T const> a_column,
                  vector_view<T const> b_column, real_of<T> beta, T c) {
  exact_entry<T> sum, difference;
  for (index k = 0; k < a.size; ++k) {
    T const s_left = element(a, k), s_right = conjugated(element(b_column, k));
    T const t_left = element(b, k), t_right = conjugated(element(a_column, k));
    sum.add_product(s_left, s_right), sum.add_product(t_left, t_right);
    difference.add_product(s_left, s_right), difference.subtract_product(t_left, t_right);
  }
  using real = real_of<T>;
  real const p = alpha.real(), q = alpha.imag();
  scaled_sum re, im;
  if (!is_zero(p)) re.add(p, sum.real), im.add(p, sum.imaginary);
  if (!is_zero(q)) re.add(negated(q), difference.imaginary), im.add(q, difference.real);
  if (!is_zero(beta)) re.add_product(beta, c.real()), im.add_product(beta, c.imag());
  return {re.template round<real>(), im.template round<real>()};
}

/// The columns of a packed half, one after another: body(j, first row, the entries).
template <class T, class Body> void for_each_column(packed_view<T> a, Body body) {
  T* at = a.data;
  for (index j = 0; j < a.n; ++j) {
    index const first = a.half == triangle::lower ? j : 0, count = a.half == triangle::lower ? a.n - j : j + 1;
    body(j, first, vector_view<T>(at, count));
    at += count;
  }
}

template <class T> void check(char const* operation, vector_view<T const> x, packed_view<T> a) {
  require_equal(operation, a.n, "the number of rows of a", x.size, "the size of x");
  index const size = a.n * (a.n + 1) / 2;
  require_disjoint(operation, "a", vector_view<T>(a.data, size), "x", x);
}

/// a += alpha*left*transposed(right), with a column or two.
template <class T>
void update_packed(T alpha, matrix_view<T const> left, matrix_view<T const> right, bool hermitian, packed_view<T> a) {
  serial const one_thread;
  for_each_column(a, [&](index j, index first, vector_view<T> column) {
    T& diagonal = column.data[j - first];
    if (hermitian) make_real(diagonal);
    gemv<T>(driver_ref(one_thread), alpha, left.block(first, 0, column.size, left.columns), right.row(j), T(1), column);
    if (hermitian) make_real(diagonal);
  });
}

}  // namespace

template <class T>
void syr2k(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta, matrix_view<T> c,
           part written) {
  check("syr2k", a, b, c);
  if (is_zero(alpha)) a = a.block(0, 0, a.rows, 0), b = b.block(0, 0, b.rows, 0);
  side_by_side<T> const left(a, b, false), right(b, a, false);
  gemm<T>(driver, alpha, left.view(), transposed(right.view()), beta, c, written);
}

template <class T>
void her2k(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, real_of<T> beta,
           matrix_view<T> c, part written) {
  check("her2k", a, b, c);
  if (is_zero(alpha)) a = a.block(0, 0, a.rows, 0), b = b.block(0, 0, b.rows, 0);
  if (a.columns == 0 && is_unity(beta)) return;
  auto const make_diagonal_real = [&] {
    for (index i = 0; i < c.rows; ++i) make_real(c.at(i, i));
  };
  if (!is_zero(beta)) make_diagonal_real();
  bool entry_by_entry = false;
  if constexpr (is_complex<T>) {
    entry_by_entry = !is_zero(alpha.imag());
    if (entry_by_entry)
      share(driver, products_in(c.rows, c.columns, 16 * a.columns), c.columns, [&](auto next) {
        for (index j = next(); j >= 0; j = next())
          for (index i = 0; i < c.rows; ++i)
            if (is_written(written, i, j))
              c.at(i, j) = hermitian_entry(alpha, a.row(i), b.row(i), a.row(j), b.row(j), beta, c.at(i, j));
      });
  }
  if (!entry_by_entry) {
    side_by_side<T> const left(a, b, false), right(b, a, true);
    gemm<T>(driver, alpha, left.view(), transposed(right.view()), T(beta), c, written);
  }
  make_diagonal_real();
}

template <class T> void spr(T alpha, vector_view<T const> x, packed_view<T> a) {
  check("spr", x, a);
  if (is_zero(alpha)) return;
  side_by_side<T> const column(as_column(x), {nullptr, x.size, 0, 1, 0}, false);
  update_packed(alpha, column.view(), column.view(), false, a);
}

template <class T> void hpr(real_of<T> alpha, vector_view<T const> x, packed_view<T> a) {
  check("hpr", x, a);
  if (is_zero(alpha)) return;
  side_by_side<T> const column(as_column(x), {nullptr, x.size, 0, 1, 0}, false);
  update_packed(T(alpha), column.view(), linalg::conjugated(column.view()), true, a);
}

template <class T> void spr2(T alpha, vector_view<T const> x, vector_view<T const> y, packed_view<T> a) {
  check("spr2", x, a);
  check("spr2", y, a);
  if (is_zero(alpha)) return;
  side_by_side<T> const left(as_column(x), as_column(y), false), right(as_column(y), as_column(x), false);
  update_packed(alpha, left.view(), right.view(), false, a);
}

template <class T> void hpr2(T alpha, vector_view<T const> x, vector_view<T const> y, packed_view<T> a) {
  check("hpr2", x, a);
  check("hpr2", y, a);
  if (is_zero(alpha)) return;
  if constexpr (is_complex<T>)
    if (!is_zero(alpha.imag())) {
      matrix_view<T const> const left = as_column(x), right = as_column(y);
      return for_each_column(a, [&](index j, index first, vector_view<T> column) {
        make_real(column.data[j - first]);
        for (index i = first; i < first + column.size; ++i) {
          T& entry = column.data[i - first];
          entry = hermitian_entry(alpha, left.row(i), right.row(i), left.row(j), right.row(j), real_of<T>(1), entry);
        }
        make_real(column.data[j - first]);
      });
    }
  side_by_side<T> const left(as_column(x), as_column(y), false), right(as_column(y), as_column(x), true);
  update_packed(alpha, left.view(), right.view(), true, a);
}

#define ISOBIT_INSTANTIATE(T)                                                                                       \
  template void syr2k(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, part);   \
  template void her2k(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, real_of<T>, matrix_view<T>, \
                      part);                                                                                        \
  template void spr(T, vector_view<T const>, packed_view<T>);                                                       \
  template void hpr(real_of<T>, vector_view<T const>, packed_view<T>);                                              \
  template void spr2(T, vector_view<T const>, vector_view<T const>, packed_view<T>);                                \
  template void hpr2(T, vector_view<T const>, vector_view<T const>, packed_view<T>);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
