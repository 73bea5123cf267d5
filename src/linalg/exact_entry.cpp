#include "linalg/exact_entry.hpp"

#include <algorithm>
#include <span>

#include "linalg/number.hpp"
#include "linalg/scaled_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

namespace {

template <class T> T rounded(exact_product const& sum) {
  return sum.only_negative_zeros() ? from_bits<T>(0) : sum.round<T>();
}

/// alpha*sum + beta*c for alpha = +-1, in the sum's own accumulator.
template <class T> T rounded(exact_product sum, T alpha, T beta, T c) {
  bool const negative = is_negative(alpha);
  if (!is_zero(beta)) sum.add_product(negative ? negated(beta) : beta, c);
  T const result = rounded<T>(sum);
  return !negative || is_nan(result) || (is_zero(result) && sum.sign() == 0) ? result : negated(result);
}

/// Numbers of a real type, `stride` of them apart; negated where it says so.
template <class T> struct parts {
  T const* first;
  index stride;
  bool negative;

  T const* block(index i, index n, T* buffer) const noexcept {
    if (stride == 1 && !negative) return first + i;
    for (index k = 0; k < n; ++k) buffer[k] = negative ? negated(first[(i + k) * stride]) : first[(i + k) * stride];
    return buffer;
  }
};

template <class T> void add_products(exact_product& sum, parts<T> a, parts<T> b, index size) {
  constexpr index block_size = 1024;
  T left[block_size], right[block_size];
  bool const direct = a.stride == 1 && b.stride == 1 && !a.negative && !b.negative;
  index const step = direct ? size : block_size;
  for (index i = 0; i < size; i += step) {
    auto const n = static_cast<std::size_t>(std::min(step, size - i));
    T const* const x = a.block(i, static_cast<index>(n), left);
    T const* const y = b.block(i, static_cast<index>(n), right);
    sum.add_products(std::span(x, n), std::span(y, n));
  }
}

template <class T> void add_products(exact_entry<T>& entry, vector_view<T const> a, vector_view<T const> b) {
  using real = real_of<T>;
  index const size = a.size < b.size ? a.size : b.size;
  if constexpr (is_complex<T>) {
    parts<real> const ar{parts_at(a.data), 2 * a.stride, false};
    parts<real> const ai{parts_at(a.data) + 1, 2 * a.stride, a.conjugate};
    parts<real> const ai_negated{parts_at(a.data) + 1, 2 * a.stride, !a.conjugate};
    parts<real> const br{parts_at(b.data), 2 * b.stride, false};
    parts<real> const bi{parts_at(b.data) + 1, 2 * b.stride, b.conjugate};
    add_products(entry.real, ar, br, size);
    add_products(entry.real, ai_negated, bi, size);
    add_products(entry.imaginary, ar, bi, size);
    add_products(entry.imaginary, ai, br, size);
  } else {
    add_products(entry.real, parts<T>{a.data, a.stride, false}, parts<T>{b.data, b.stride, false}, size);
  }
}

}  // namespace

template <scalar T> void exact_entry<T>::add(T x) noexcept {
  if constexpr (is_complex<T>) {
    real.add(x.real());
    imaginary.add(x.imag());
  } else {
    real.add(x);
  }
}

template <scalar T> void exact_entry<T>::add_product(T a, T b) noexcept {
  if constexpr (is_complex<T>) {
    real.add_product(a.real(), b.real());
    real.add_product(negated(a.imag()), b.imag());
    imaginary.add_product(a.real(), b.imag());
    imaginary.add_product(a.imag(), b.real());
  } else {
    real.add_product(a, b);
  }
}

template <scalar T> void exact_entry<T>::subtract_product(T a, T b) noexcept {
  if constexpr (is_complex<T>)
    add_product({negated(a.real()), negated(a.imag())}, b);
  else
    add_product(negated(a), b);
}

template <scalar T> void exact_entry<T>::add_products(vector_view<T const> a, vector_view<T const> b) {
  linalg::add_products(*this, a, b);
}

template <scalar T> void exact_entry<T>::merge(exact_entry const& other) noexcept {
  real.merge(other.real);
  if constexpr (is_complex<T>) imaginary.merge(other.imaginary);
}

template <scalar T> T exact_entry<T>::round() const {
  if constexpr (is_complex<T>)
    return {rounded<real_of<T>>(real), rounded<real_of<T>>(imaginary)};
  else
    return rounded<T>(real);
}

template <scalar T> T exact_entry<T>::round(T alpha, T beta, T c) const {
  if constexpr (is_complex<T>) {
    auto const ar = alpha.real(), ai = alpha.imag(), br = beta.real(), bi = beta.imag();
    if (is_one(ar) && is_zero(ai) && is_zero(bi))
      return {rounded(real, ar, br, c.real()), rounded(imaginary, ar, br, c.imag())};
    scaled_sum re, im;
    if (!is_zero(ar)) re.add(ar, real), im.add(ar, imaginary);
    if (!is_zero(ai)) re.add(negated(ai), imaginary), im.add(ai, real);
    if (!is_zero(br)) re.add_product(br, c.real()), im.add_product(br, c.imag());
    if (!is_zero(bi)) re.add_product(negated(bi), c.imag()), im.add_product(bi, c.real());
    return {re.round<real_of<T>>(), im.round<real_of<T>>()};
  } else {
    if (is_one(alpha)) return rounded(real, alpha, beta, c);
    scaled_sum total;
    total.add(alpha, real);
    if (!is_zero(beta)) total.add_product(beta, c);
    return total.round<T>();
  }
}

template class exact_entry<float>;
template class exact_entry<double>;
template class exact_entry<std::complex<float>>;
template class exact_entry<std::complex<double>>;

}  // namespace linalg
ISOBIT_NAMESPACE_END
