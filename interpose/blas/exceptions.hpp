#pragma once

#include "arguments.hpp"
#include "arithmetic/raise.hpp"

/// The exceptions that a routine owes its caller. isobit's arithmetic shows none, so they are decided from operands and
/// results: BITS.md#linear-algebra. Operands are looked at only where a result is not finite, which is rare, and before
/// the call those that it overwrites.
namespace isobit::interpose::blas {

/// The half of a matrix that a routine reads or writes.
template <class T> struct half_of {
  matrix_view<T> matrix;
  triangle half;
  bool with_diagonal = true;
};

/// What is not finite among some numbers.
class specials {
public:
  [[nodiscard]] bool any() const noexcept { return nan_ || infinite_; }

  template <linalg::scalar T> void see(T const& x) noexcept { see_line(&x, 1, 1); }
  template <class T> void see(vector_view<T> v) noexcept { see_line(v.data, v.size, v.stride); }
  template <class T> void see(matrix_view<T> m) noexcept {
    bool const by_rows = m.column_stride == 1;
    for (index i = 0; i < (by_rows ? m.rows : m.columns); ++i)
      see_line(m.data + i * (by_rows ? m.row_stride : m.column_stride), by_rows ? m.columns : m.rows,
               by_rows ? 1 : m.row_stride);
  }
  template <class T> void see(half_of<T> h) noexcept {
    index const n = h.matrix.rows, aside = h.with_diagonal ? 0 : 1;
    for (index j = 0; j < n; ++j) {
      index const first = h.half == triangle::upper ? 0 : j + aside,
                  last = h.half == triangle::upper ? j + 1 - aside : n;
      if (first < last) see_line(&h.matrix.at(first, j), last - first, h.matrix.row_stride);
    }
  }
  template <class T> void see(structured_view<T> const& a) noexcept {
    for (index i = 0; i < a.rows; ++i)
      for (index j = std::max<index>(i - a.below, 0); j <= std::min(i + a.above, a.columns - 1); ++j)
        if (i != j || !a.ones) see_line(a.data + a.place(i, j), 1, 1);
  }

  /// For results with `after`, of operands with this. A zero by which a finite number was divided gives an infinity,
  /// too.
  void raise(specials const& after, bool by_zero = false) const noexcept {
    if ((after.nan_ && !nan_) || signalling_) raise_invalid();
    if (after.infinite_ && !infinite_) by_zero ? raise_division_by_zero() : raise_overflow();
  }

private:
  template <class T> void see_line(T* x, index count, index stride) noexcept {
    using number = real_of<std::remove_const_t<T>>;
    constexpr index parts = linalg::parts_of<std::remove_const_t<T>>;
    if (count <= 0) return;
    number const* const first = linalg::parts_at(static_cast<std::remove_const_t<T> const*>(x));
    if (stride == 1) return see_numbers(first, parts * count);
    for (index i = 0; i < count; ++i) see_numbers(first + parts * i * stride, parts);
  }
  template <class T> void see_numbers(T const* x, index count) noexcept {
    using bits_type = typename format<T>::bits_type;
    // One more than the largest exponent reaches the sign.
    bits_type reached = 0;
    for (index i = 0; i < count; ++i) reached |= (bits_of(x[i]) & format<T>::infinity) + format<T>::implicit_bit;
    if ((reached & format<T>::sign_bit) == 0) return;
    for (index i = 0; i < count; ++i) {
      if (!is_nonfinite(x[i])) continue;
      (is_nan(x[i]) ? nan_ : infinite_) = true;
      signalling_ |= is_signalling(x[i]);
    }
  }

  bool nan_ = false, signalling_ = false, infinite_ = false;
};

/// A result, once it is known, of these operands.
template <linalg::scalar T, class... Operands> T raising(T result, Operands const&... operands) noexcept {
  specials before, after;
  after.see(result);
  if (!after.any()) return result;
  (before.see(operands), ...);
  before.raise(after);
  return result;
}

/// body(), which overwrites `result`, and reads that before if `is_read`, and the operands.
template <class Result, class Body, class... Operands>
void raising_into(Result result, bool is_read, Body body, Operands const&... operands) noexcept {
  specials before, after;
  if (is_read) before.see(result);
  body();
  after.see(result);
  if (!after.any()) return;
  (before.see(operands), ...);
  before.raise(after);
}

template <class T> bool has_zero_on_diagonal(half_of<T> const& a) noexcept {
  bool any = false;
  for (index i = 0; i < a.matrix.rows && a.with_diagonal; ++i) any |= is_zero(a.matrix.at(i, i));
  return any;
}
template <class T> bool has_zero_on_diagonal(structured_view<T> const& a) noexcept {
  bool any = false;
  for (index i = 0; i < a.rows && !a.ones; ++i) any |= is_zero(a.data[a.place(i, i)]);
  return any;
}

/// The same for a body that divides by the diagonal of a triangle, unless that is of ones.
template <class Result, class Body, class Divisor, class... Operands>
void raising_by_division(Result result, Body body, Divisor const& divisor, Operands const&... operands) noexcept {
  specials before, after;
  before.see(result);
  body();
  after.see(result);
  if (!after.any()) return;
  (before.see(operands), ...);
  before.see(divisor);
  before.raise(after, has_zero_on_diagonal(divisor));
}

}  // namespace isobit::interpose::blas
