#include "linalg/partial_product.hpp"

#include <isobit/driver/parts.hpp>

#include "fp/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

/// A part of a matrix: real numbers, negated or not.
template <class Real> struct real_matrix {
  Real const* data;
  index row_stride, column_stride;
  double sign;
  [[nodiscard]] double at(index i, index j) const noexcept {
    return sign * static_cast<double>(data[i * row_stride + j * column_stride]);
  }
};

template <scalar T> real_matrix<real_of<T>> part_of(matrix_view<T const> m, index part) noexcept {
  constexpr index parts = partial_product<T>::parts;
  return {reinterpret_cast<real_of<T> const*>(m.data) + part, m.row_stride * parts, m.column_stride * parts,
          part == 1 && m.conjugate ? -1.0 : 1.0};
}

template <class Real>
void add_part(real_matrix<Real> const& a, real_matrix<Real> const& b, double sign, index rows, index depth, index column,
              index columns, partial_sum* sums, index parts) {
  for (index j = column; j < column + columns; ++j)
    for (index i = 0; i < rows; ++i) {
      partial_sum& sum = sums[(j * rows + i) * parts];
      for (index p = 0; p < depth; ++p) sum.add(partial_sum::product(sign * a.at(i, p), b.at(p, j)));
    }
}

}  // namespace

template <scalar T>
void partial_product<T>::add(driver_ref const& driver, matrix_view<T const> a, matrix_view<T const> b) {
  if (rows_ == 0 || columns_ == 0 || a.columns == 0) return;
  std::size_t const count = static_cast<std::size_t>(columns_);
  isobit::detail::for_each_part(
      driver, isobit::detail::part_count(driver, count), count,
      [&](std::size_t first, std::size_t some, std::size_t) {
        in_standard_environment([&](environment_guard&) {
          for (index pa = 0; pa < parts; ++pa)
            for (index pb = 0; pb < parts; ++pb)
              add_part(part_of<T>(a, pa), part_of<T>(b, pb), pa + pb == 2 ? -1.0 : 1.0, rows_, a.columns,
                       static_cast<index>(first), static_cast<index>(some), sums_.data() + (pa + pb) % 2, parts);
        });
      });
}

template <scalar T>
std::vector<index> partial_product<T>::finish(T alpha, T beta, matrix_view<T> c) const {
  using real = real_of<T>;
  std::vector<index> open;
  in_standard_environment([&](environment_guard&) {
    for (index j = 0; j < columns_; ++j)
      for (index i = 0; i < rows_; ++i) {
        partial_sum const* const sum = &sums_[static_cast<std::size_t>((j * rows_ + i) * parts)];
        T& entry = c.at(i, j);
        if constexpr (parts == 1) {
          partial_sum total;
          total.add_product(alpha, sum[0]);
          if (beta != 0) total.add(partial_sum::product(beta, entry));
          real rounded;
          if (total.round(rounded))
            entry = rounded;
          else
            open.push_back(j * rows_ + i);
        } else {
          partial_sum re, im;
          re.add_product(alpha.real(), sum[0]);
          re.add_product(-alpha.imag(), sum[1]);
          im.add_product(alpha.real(), sum[1]);
          im.add_product(alpha.imag(), sum[0]);
          if (beta != T(0)) {
            re.add(partial_sum::product(beta.real(), entry.real()));
            re.add(partial_sum::product(-beta.imag(), entry.imag()));
            im.add(partial_sum::product(beta.real(), entry.imag()));
            im.add(partial_sum::product(beta.imag(), entry.real()));
          }
          real real_part, imaginary_part;
          if (re.round(real_part) && im.round(imaginary_part))
            entry = T(real_part, imaginary_part);
          else
            open.push_back(j * rows_ + i);
        }
      }
  });
  return open;
}

template class partial_product<float>;
template class partial_product<double>;
template class partial_product<std::complex<float>>;
template class partial_product<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
