#include <isobit/linalg/solve.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <isobit/linalg/factor.hpp>

#include "integer/big_integer.hpp"
#include "linalg/check.hpp"
#include "linalg/copy.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// The product of real or complex numbers, without error: (real + i * imaginary) * 2^exponent.
template <class T> class exact_product_of_all {
public:
  void multiply(T const& x) {
    if constexpr (is_complex<T>) {
      auto re = decompose(x.real()), im = decompose(x.imag());
      if (is_nonfinite(x.real()) || is_nonfinite(x.imag())) nan_ = true;
      if (nan_) return;
      int const lowest = re.significand == 0   ? im.exponent
                         : im.significand == 0 ? re.exponent
                                               : std::min(re.exponent, im.exponent);
      auto const by = [lowest](integer::big_integer const& n, auto const& part, bool negated) {
        return part.significand == 0 ? integer::big_integer()
                                     : n.times(part.negative != negated, part.significand, part.exponent - lowest);
      };
      integer::big_integer const real = by(real_, re, false) + by(imaginary_, im, true);
      imaginary_ = by(real_, im, false) + by(imaginary_, re, false);
      real_ = real;
      exponent_ += lowest;
    } else {
      auto const [negative, significand, exponent] = decompose(x);
      nan_ = nan_ || is_nan(x);
      if (is_nonfinite(x)) {
        infinite_ = true;
        real_ = real_.times(negative, 1, 0);
        return;
      }
      int const zeros = significand == 0 ? 0 : std::countr_zero(significand);
      real_ = real_.times(negative, significand >> zeros, 0);
      exponent_ += exponent + zeros;
    }
  }

  [[nodiscard]] T round() const {
    using real = real_of<T>;
    real const nan = from_bits<real>(format<real>::canonical_nan);
    if constexpr (is_complex<T>) {
      if (nan_) return {nan, nan};
      return {real_.template round<real>(exponent_), imaginary_.template round<real>(exponent_)};
    } else {
      if (nan_ || (infinite_ && real_.is_zero())) return nan;
      return real_.template round<real>(infinite_ ? 8192 : exponent_);
    }
  }

private:
  integer::big_integer real_{1}, imaginary_;
  std::int64_t exponent_ = 0;
  bool nan_ = false, infinite_ = false;
};

}  // namespace

namespace detail {

template <class T> T determinant(driver_ref const& driver, matrix_view<T const> a) {
  require_equal("determinant", a.rows, "rows of a", a.columns, "columns of a");
  std::vector<T> values = copy_of(a);
  std::vector<index> pivots(static_cast<std::size_t>(a.rows));
  static_cast<void>(lu<T>(column_major(values.data(), a.rows, a.rows), pivots, block_size{}, driver));
  exact_product_of_all<T> product;
  for (index i = 0; i < a.rows; ++i) {
    product.multiply(values[static_cast<std::size_t>(i * a.rows + i)]);
    if (pivots[static_cast<std::size_t>(i)] != i) product.multiply(T(-1));
  }
  return product.round();
}

template float determinant(driver_ref const&, matrix_view<float const>);
template double determinant(driver_ref const&, matrix_view<double const>);
template std::complex<float> determinant(driver_ref const&, matrix_view<std::complex<float> const>);
template std::complex<double> determinant(driver_ref const&, matrix_view<std::complex<double> const>);

}  // namespace detail
}  // namespace linalg
ISOBIT_NAMESPACE_END
