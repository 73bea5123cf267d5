#pragma once

#include <cstddef>
#include <cstdint>

#include <isobit/instruction_set.hpp>

#include "certify/enclosure.hpp"

ISOBIT_NAMESPACE_BEGIN

/// Sums of doubles and floats. The kernels are the arithmetic of one block, once per instruction set
/// (src/sum/target/kernels.cpp is compiled for each): they neither check nor decide. Nothing in them may be a template
/// or an inline function of the standard library: the linker would be free to keep the copy compiled for the newest
/// instruction set.
namespace summation {

/// Which elements a kernel reads: four streams x[s*stride + i], i < length, and x[tail_first + i], i < tail_count.
/// Reading several streams at once is what saturates memory. `length` is a multiple of the lanes.
struct block {
  std::size_t stride;
  std::size_t length;
  std::size_t tail_first;
  std::size_t tail_count;
};

/// Four doubles whose sum is that of a block, exactly, if no exception flag was raised. docs/maths/sum.md#flags
/// The first is -0 and the others are 0 only if every element was -0.
struct block_sum {
  double part[4];
};

/// A sum lies within the radius of high + low, and is high + low if all addends are multiples of a power of two that is
/// not below `exact_unit`. The radius is infinite where it says nothing. docs/maths/sum.md#one-block
template <class V> struct known_sum {
  certify::enclosure<V> sum;
  V exact_unit;
};

/// A block of products as the sums of the rounded products and of their errors, exactly, if no flag was raised.
struct product_sums {
  block_sum product;
  block_sum error;
};

/// A block's sum is units * ulp(extractor) + rest, up to a bound on rest, if in_range. docs/maths/sum.md#leading
struct leading_sum {
  std::int64_t units;
  double rest;
  bool in_range;
};

/// A function of the sum of a short input, rounded, if that is certain. docs/maths/sum.md#short
template <class T> struct rounded_sum {
  T value;
  bool certain;
};

inline constexpr std::size_t shortest_enclosed = 64;

/// Which products of the parts of complex numbers are subtracted: those of real parts of the left side, and of
/// imaginary.
struct pair_signs {
  bool even_negative;
  bool odd_negative;
};

/// The exact sum of a few numbers as (whole * 2^fraction_bits + fraction) * 2^(exponent - fraction_bits), computed
/// with integers only, if in_range. docs/maths/sum.md#few
struct few_sum {
  std::int64_t whole;
  std::int64_t fraction;
  int exponent;
  bool in_range;
};
inline constexpr int fraction_bits = 57;
inline constexpr std::size_t few = 32;  ///< few_sum takes fewer than so many

/// How many levels an extraction takes in one pass: either of them.
inline constexpr int few_levels = 3, many_levels = 6;

/// The magnitudes of floats as bits, the smallest of those that are not 0; of nothing but zeros both are 0.
struct magnitude_range {
  std::uint32_t largest;
  std::uint32_t smallest;
};
/// Levels that floats are summed by, all of them at once, and additions to any of the sums of a level.
/// docs/maths/sum.md#extraction
inline constexpr int fewest_levels_f32 = 2, most_levels_f32 = 6;
inline constexpr std::size_t level_additions = 64;

/// Floats whose sum needs no more than one double, if they are not too wide. docs/maths/sum.md#flags
inline constexpr std::size_t most_in_one = 2048;

/// A plain sum, and not less than the magnitudes add up to.
struct rough_sum {
  double sum;
  double magnitudes;
};

struct table {
  instruction_set set;
  std::size_t lanes;  ///< doubles in a vector

  few_sum (*few_f64)(double const* x, std::size_t n);
  few_sum (*few_f32)(float const* x, std::size_t n);

  bool silent;  ///< short sums raise no flag and round to nearest in any mode
  /// Of at least one element and at most a block.
  known_sum<double> (*short_enclosed_f64)(double const* x, std::size_t n);
  rounded_sum<double> (*short_f64)(double const* x, std::size_t n);
  rounded_sum<double> (*short_magnitudes_f64)(double const* x, std::size_t n);
  rounded_sum<double> (*short_products_f64)(double const* x, double const* y, std::size_t n);
  rounded_sum<double> (*short_mean_f64)(double const* x, std::size_t n);
  rounded_sum<double> (*short_root_f64)(double const* x, double const* y, std::size_t n);  ///< of the sum of products
  rounded_sum<double> (*short_variance_f64)(double const* x, std::size_t n, std::size_t removed);
  /// Of pairs of numbers, n in all: x[i] y[i], or crosswise x[i] y[i^1].
  rounded_sum<double> (*short_pairs_f64)(double const* x, double const* y, std::size_t n, pair_signs);
  rounded_sum<double> (*short_crossed_pairs_f64)(double const* x, double const* y, std::size_t n, pair_signs);
  rounded_sum<float> (*short_f32)(float const* x, std::size_t n);
  rounded_sum<float> (*short_magnitudes_f32)(float const* x, std::size_t n);
  rounded_sum<float> (*short_products_f32)(float const* x, float const* y, std::size_t n);

  block_sum (*sum_f64)(double const* x, block const& b);
  block_sum (*sum_f32)(float const* x, block const& b);
  block_sum (*magnitudes_f64)(double const* x, block const& b);
  block_sum (*magnitudes_f32)(float const* x, block const& b);
  /// The sum of at most `most_in_one`, and not fewer than fill a vector, exactly, if no flag was raised.
  double (*sum_in_one_f32)(float const* x, std::size_t n);
  double (*magnitudes_in_one_f32)(float const* x, std::size_t n);
  block_sum (*products_f32)(float const* x, float const* y, block const& b);

  /// Of at least `shortest_enclosed`, as many as fit a block.
  known_sum<double> (*block_f64)(double const* x, std::size_t n);
  known_sum<double> (*block_magnitudes_f64)(double const* x, std::size_t n);
  known_sum<double> (*block_products_f64)(double const* x, double const* y, std::size_t n);

  leading_sum (*leading_f64)(double const* x, block const& b, double extractor);
  leading_sum (*leading_magnitudes_f64)(double const* x, block const& b, double extractor);
  leading_sum (*leading_products_f64)(double const* x, double const* y, block const& b, double extractor);
  leading_sum (*leading_f32)(float const* x, block const& b, double extractor);
  leading_sum (*leading_magnitudes_f32)(float const* x, block const& b, double extractor);
  leading_sum (*leading_products_f32)(float const* x, float const* y, block const& b, double extractor);
  /// Of pairs of numbers: all offsets and counts in the block are even. x[i] y[i], or crosswise x[i] y[i^1].
  leading_sum (*leading_pairs_f64)(double const* x, double const* y, block const& b, double extractor, pair_signs);
  leading_sum (*leading_crossed_pairs_f64)(double const* x, double const* y, block const& b, double extractor,
                                           pair_signs);

  /// The largest magnitude as bits, so that inf and NaN compare above every number.
  std::uint64_t (*largest_f64)(double const* x, std::size_t n);
  std::uint32_t (*largest_f32)(float const* x, std::size_t n);
  /// The smallest magnitude but zero as bits; of nothing but zeros, at least those of a NaN.
  std::uint64_t (*smallest_f64)(double const* x, std::size_t n);
  /// The biased exponent of the largest magnitude.
  int (*largest_exponent_f64)(double const* x, std::size_t n);
  /// The sum of the magnitudes in float arithmetic. docs/maths/sum.md#plain
  double (*rough_magnitudes_f32)(float const* x, std::size_t n);
  /// The sum of floats, as that of `sum_in_one_f32`, whatever the flags say; of at least `shortest_enclosed`.
  rough_sum (*sum_roughly_f32)(float const* x, std::size_t n);
  rough_sum (*magnitudes_roughly_f32)(float const* x, std::size_t n);
  /// Takes `levels` multiples out of every x[i] by adding to and subtracting from the extractors; units[k] ulps of
  /// extractor k are the exact sum of what level k took, rest[i] is what is left, and may be x itself. Returns whether
  /// anything is. n is a multiple of the lanes. docs/maths/sum.md#extraction
  bool (*extract_f64)(double const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units);
  bool (*extract_f32)(float const* x, double* rest, std::size_t n, int levels, double const* extractors,
                      std::int64_t* units);
  magnitude_range (*range_f32)(float const* x, std::size_t n);
  /// The same of floats that the last level leaves nothing of, and of any number of them.
  void (*sum_levels_f32)(float const* x, std::size_t n, int levels, double const* extractors, std::int64_t* units);
  /// x[i]*y[i], rounded; null where `sum_products` multiplies itself, without raising a flag.
  void (*multiply)(double const* x, double const* y, std::size_t n, double* product);
  /// The sums of a block's products, which are given unless `multiply` is null, and of their errors; null without FMA.
  product_sums (*sum_products)(double const* x, double const* y, double const* product, block const& b);
  /// Every prefix of a few numbers, rounded, with x[i] or before it; in no environment. False, and nothing written,
  /// where that takes more than a look at the exponents. out may be x; n > 0.
  bool (*short_inclusive_scan)(double const* x, double* out, std::size_t n);
  bool (*short_exclusive_scan)(double const* x, double* out, std::size_t n);
  /// The sums of as many streams as there are lanes, of `length` elements each, one after the other in x: high + low is
  /// where each starts and ends, and out has all between, rounded, with x[i] or before it. False where two doubles
  /// could not hold a sum. length is a multiple of the lanes; out may be x.
  bool (*inclusive_scan)(double const* x, double* out, std::size_t length, double* high, double* low);
  bool (*exclusive_scan)(double const* x, double* out, std::size_t length, double* high, double* low);
  /// The same of streams whose sums are not known: high + low is where the first starts, and where the last ends. All
  /// is right if no flag was raised and both are finite, whatever the extractor, which had better be larger than every
  /// sum; null where rounding cannot but raise one. docs/maths/sum.md#scan
  void (*inclusive_scan_on_grid)(double const* x, double* out, std::size_t length, double extractor, double* high,
                                 double* low);
  void (*exclusive_scan_on_grid)(double const* x, double* out, std::size_t length, double extractor, double* high,
                                 double* low);
  /// x[i]*y[i] = product[i] + error[i] exactly, if no range flag was raised.
  void (*two_products)(double const* x, double const* y, std::size_t n, double* product, double* error);
};

/// The kernels of an instruction set, or null where this build or this machine lacks it.
[[nodiscard]] table const* kernels_for(instruction_set set) noexcept;

/// The kernels in use for elements of one type, and whether their certificates can be trusted here.
struct machine {
  table const* kernels;
  table const* short_kernels;  ///< those of short sums: silent ones even where they are not the fastest for long sums
  std::size_t most_short;      ///< up to so many elements they are tried
  bool flags_work;
  std::size_t far = 0;  ///< only from so many elements on do blocks of the flags have streams far apart
};

template <class Element> [[nodiscard]] machine choose_machine();
template <> machine choose_machine<double>();
template <> machine choose_machine<float>();
/// Decided once, at the first call. Throws `error` where ISOBIT_FORCE_ISA cannot be met.
template <class Element> [[nodiscard]] inline machine const& this_machine() {
  static machine const chosen = choose_machine<Element>();
  return chosen;
}
/// For the elements of a term.
template <class Term> [[nodiscard]] inline machine const& machine_for() {
  return this_machine<typename Term::element>();
}

/// The largest magnitude as bits, whichever the type.
[[nodiscard]] inline std::uint64_t largest(double const* x, std::size_t n) {
  return this_machine<double>().kernels->largest_f64(x, n);
}
[[nodiscard]] inline std::uint32_t largest(float const* x, std::size_t n) {
  return this_machine<float>().kernels->largest_f32(x, n);
}

}  // namespace summation

ISOBIT_NAMESPACE_END
