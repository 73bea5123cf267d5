#pragma once

#include <type_traits>

#include "cuda/columns.cuh"
#include "cuda/elements.cuh"

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// A term says how elements become addends: `load(i)` and `load_any(i)` read some, `addends` makes doubles of them
/// whose sum is exact unless `is_risky` says so, and `add_exactly` adds element k to columns, whatever it is. The
/// neutral element adds -0. Every piece is loaded once. If there is a `prepare`, each thread calls it first.

/// The columns that numbers of a type need, as values and as products.
template <class T> struct columns_of {
  using values = float_columns;
  using products = columns<13, 25, 1>;
};
template <> struct columns_of<double> {
  using values = columns<0, 40, 1>;
  using products = columns<-21, 60, 4>;
};

/// x to the columns, or to the counts of infinities and NaN. Returns a negative number where x is.
template <class Columns, class Sum> __device__ int add_finite(double x, Columns& columns, Sum& sum) {
  bool const nonfinite = is_nonfinite(x);
  if (nonfinite) sum.add_nonfinite(is_nan(x), is_negative(x));
  columns.add(nonfinite ? 0.0 : x);
  return __double2hiint(x);
}

/// x itself, or its magnitude.
template <class Elements, bool Magnitudes> struct values {
  using element = typename Elements::element;
  using state_type = exact;
  using columns_type = typename columns_of<element>::values;
  static constexpr int width = Elements::width, parts = 1;
  static constexpr int levels = 2;
  static constexpr bool one_cut_mostly = !std::is_same_v<element, double>;  // 24 bits fit above the first
  static constexpr bool read_early = false;
  using loaded = piece<element, width>;

  Elements x;

  __host__ __device__ long long whole() const { return x.whole(); }
  __host__ __device__ long long pieces() const { return x.pieces(); }
  __device__ loaded load(long long i) const { return x.load(i); }
  __device__ loaded load_any(long long i) const { return x.load_any(i, signed_zero<element>(true)); }
  static __device__ double addend(loaded const& from, int k) {
    double const value = to_double(from.element[k]);
    return Magnitudes ? fabs(value) : value;
  }
  static __device__ void addends(loaded const& from, double* out) {
    for (int k = 0; k < width; ++k) out[k] = addend(from, k);
  }
  static __device__ bool is_risky(loaded const&, double const*) { return false; }

  /// Returns a negative number where the addend is.
  template <class Columns, class Sum>
  static __device__ int add_exactly(loaded const& from, int k, Columns& columns, Sum& sum) {
    return add_finite(addend(from, k), columns, sum);
  }
};

/// x times y. Products of doubles are two doubles, high and low, unless the low one underflows.
template <class Elements> struct products {
  using element = typename Elements::element;
  static constexpr bool wide = std::is_same_v<element, double>;
  using state_type = std::conditional_t<wide, exact_product, exact>;
  using columns_type = typename columns_of<element>::products;
  static constexpr int width = Elements::width, parts = wide ? 2 : 1;
  static constexpr int levels = wide ? 3 : 2;  // for 106 bits, or 48
  static constexpr bool one_cut_mostly = false;
  static constexpr bool read_early = true;  // factors are read no more when there are products
  struct loaded {
    piece<element, width> x, y;
  };

  Elements x, y;

  __host__ __device__ long long whole() const { return x.whole(); }
  __host__ __device__ long long pieces() const { return x.pieces(); }
  __device__ loaded load(long long i) const { return {x.load(i), y.load(i)}; }
  __device__ loaded load_any(long long i) const {
    return {x.load_any(i, signed_zero<element>(true)), y.load_any(i, signed_zero<element>(false))};
  }
  static __device__ void addends(loaded const& from, double* out) {
    for (int k = 0; k < width; ++k) {
      double const a = to_double(from.x.element[k]), b = to_double(from.y.element[k]);
      out[k * parts] = a * b;
      if constexpr (wide) out[k * parts + 1] = fma(a, b, -out[k * parts]);
    }
  }
  /// The low half of a product is exact where its last place is one that a double has. docs/maths/cuda.md#products
  static __device__ bool is_risky(loaded const& from, double const* addends) {
    bool risky = false;
    if constexpr (wide) {
      constexpr unsigned least_exact = (1023 - 968) << 20;
      auto const upper = [&](int k) { return __double2hiint(addends[k * parts]) & 0x7fffffffu; };
      unsigned least = upper(0);
      for (int k = 1; k < width; ++k) least = min(least, upper(k));
      if (least < least_exact)  // zeros are, too
        for (int k = 0; k < width; ++k)
          risky |= upper(k) < least_exact && !is_zero(from.x.element[k]) && !is_zero(from.y.element[k]);
    }
    return risky;
  }

  template <class Columns, class Sum>
  static __device__ int add_exactly(loaded const& from, int k, Columns& columns, Sum& sum) {
    element const a = from.x.element[k], b = from.y.element[k];
    if constexpr (wide) {
      auto p = decompose(a), q = decompose(b);
      bool const negative = p.negative != q.negative;
      if (is_nonfinite(a) || is_nonfinite(b)) {
        bool const zero = is_zero(a) || is_zero(b);
        sum.add_nonfinite(is_nan(a) || is_nan(b) || zero, negative);
        p.significand = 0;
        p.exponent = q.exponent = format<double>::min_exponent;
      }
      columns.add_product(negative, p.significand, q.significand,
                          p.exponent + q.exponent - 2 * format<double>::min_exponent);
      return negative ? -1 : 0;
    } else {
      return add_finite(to_double(a) * to_double(b), columns, sum);
    }
  }
};

}  // namespace cuda
ISOBIT_NAMESPACE_END
