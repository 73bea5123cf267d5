#pragma once

#include "linalg/kernel/finish.hpp"
#include "linalg/kernel/panel_kernels.hpp"
#include "linalg/sliced_table.hpp"

/// Short sums of products, without packing more than slices. docs/maths/gemm.md#sliced
ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;

/// Where additions have pipes of their own, two of them cost less than the third FMA of slices. With vectors of 32
/// bytes they have on most machines, with 64 on some.
constexpr bool most_add_apart = ISOBIT_VECTOR_BYTES == 32, some_add_apart = ISOBIT_VECTOR_BYTES >= 32;

template <class T, bool adds_apart = most_add_apart> struct sliced {
  static constexpr bool is_double = sizeof(T) == sizeof(double);
  static constexpr bool cuts_products = is_double && adds_apart, has_slices = is_double && !cuts_products;
  static constexpr index width = static_cast<index>(lanes);
  static constexpr int kinds = has_slices ? 2 : 1;  // of numbers in a panel of rows
  using source = std::conditional_t<is_double, f64, f32>;

// As many sums as the registers hold; two chains of the lower parts where few of them would wait for each other.
#if defined(__AVX512VL__) || defined(__aarch64__)
  static constexpr int most_vectors = 3, chains = 1;
  static constexpr int columns_of(int vectors) { return vectors == 1 || !is_double ? 8 : 4; }
#else
  static constexpr int most_vectors = cuts_products ? 1 : 2, chains = has_slices ? 2 : 1;
  static constexpr int columns_of(int vectors) { return (is_double ? 4 : 8) / vectors; }
#endif

  /// The first lanes of a vector, as many as there are elements; zeros in the others.
  struct first_lanes {
#if ISOBIT_VECTOR_BYTES == 64
    __mmask8 which;
    ISOBIT_INLINE explicit first_lanes(index count)
        : which(static_cast<__mmask8>(count >= width ? 0xff : (1u << count) - 1)) {}
    ISOBIT_INLINE f64 load(T const* at) const {
      if constexpr (is_double)
        return (f64)_mm512_maskz_loadu_pd(which, at);
      else
        return widen((f32)_mm256_maskz_loadu_ps(which, at));
    }
    ISOBIT_INLINE void store(T* at, f64 v) const {
      if constexpr (is_double)
        _mm512_mask_storeu_pd(at, which, (__m512d)v);
      else
        _mm256_mask_storeu_ps(at, which, (__m256)narrow(v));
    }
    [[nodiscard]] ISOBIT_INLINE bool all(i64 mask) const { return (which & ~_mm512_movepi64_mask((__m512i)mask)) == 0; }
#else
    index count;
    ISOBIT_INLINE explicit first_lanes(index elements) : count(elements < width ? elements : width) {}
    ISOBIT_INLINE f64 load(T const* at) const {
      auto const x = count == width ? arithmetic::load<source>(at)
                                    : arithmetic::load_first(at, static_cast<std::size_t>(count), T{0});
      if constexpr (is_double)
        return x;
      else
        return widen(x);
    }
    ISOBIT_INLINE void store(T* at, f64 v) const {
      if (count < width) {
        for (index i = 0; i < count; ++i) at[i] = static_cast<T>(v[i]);
      } else if constexpr (is_double) {
        arithmetic::store(at, v);
      } else {
        arithmetic::store(at, narrow(v));
      }
    }
    [[nodiscard]] ISOBIT_INLINE bool all(i64 mask) const {
      return all_set(mask | (i64)(iota() >= broadcast(static_cast<std::uint64_t>(count))));
    }
#endif
  };

  static ISOBIT_INLINE f64 load_whole(T const* at) {
    if constexpr (is_double)
      return load<f64>(at);
    else
      return widen(load<f32>(at));
  }

  /// Where factors are not sliced, they are copied on the way.
  static double row_squares(T const* a, index stride, index rows, index depth, [[maybe_unused]] double* out) {
    i64 largest = {};
    for (index first = 0; first < rows;) {
      int const vectors = next_tile((rows - first + width - 1) / width);
      index const step = vectors * width;
      for (int v = 0; v < vectors; ++v, first += width) {
        first_lanes const some(rows - first);
        T const* from = a + first;
        [[maybe_unused]] double* to = out + v * width;
        f64 even = {}, odd = {};
        auto const take_all = [&](auto const& load_rows) __attribute__((always_inline)) {
          auto const take = [&](f64 & sum) __attribute__((always_inline)) {
            f64 const x = load_rows(from);
            sum = square_onto(x, sum);
            from += stride;
            if constexpr (!has_slices) {
              store(to, x);
              to += step;
            }
          };
          index p = 0;
          for (; p + 2 <= depth; p += 2) take(even), take(odd);
          if (p < depth) take(even);
        };
        if (rows - first >= width)
          take_all([](T const* at) __attribute__((always_inline)) { return load_whole(at); });
        else
          take_all([&](T const* at) __attribute__((always_inline)) { return some.load(at); });
        largest = maximum((i64)magnitude(even + odd), largest);  // as integers: NaN is above all numbers
      }
      out += step * depth;
    }
    return largest_in(largest);
  }
  /// Of numbers that are not negative.
  static ISOBIT_INLINE double largest_in(i64 v) {
#if ISOBIT_VECTOR_BYTES == 64
    v = maximum(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
    v = maximum(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
    v = maximum(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
    return ((f64)v)[0];
#else
    return as_real<double>(largest_lane(v));
#endif
  }

  /// The sums of squares that each lane sees are at most the largest of any column.
  static double column_squares(T const* b, index stride, index columns, index depth, [[maybe_unused]] double* out) {
    i64 largest = {};
    for (index j = 0; j < columns; ++j, b += stride) {
      f64 even = {}, odd = {};
      auto const take = [&](index p, f64 x, f64 & sum) __attribute__((always_inline)) {
        sum = square_onto(x, sum);
        if constexpr (!has_slices) store(out + j * sliced_column_size + 2 * sliced_line + p, x);
      };
      index p = 0;
      for (; p + 2 * width <= depth; p += 2 * width)
        take(p, load_whole(b + p), even), take(p + width, load_whole(b + p + width), odd);
      for (; p < depth; p += width) take(p, first_lanes(depth - p).load(b + p), even);
      largest = maximum((i64)magnitude(even + odd), largest);  // as integers, again
    }
    if constexpr (!has_slices)
      for (index j = columns; j < columns_in_tiles(columns); ++j)
        for (index p = 0; p < depth; p += width) store(out + j * sliced_column_size + 2 * sliced_line + p, f64{});
    return sum_lanes((f64)largest);
  }

  /// How many of so many vectors the next tile takes: tiles of nearly the same size.
  static ISOBIT_INLINE int next_tile(index vectors) {
    index const tiles = (vectors + most_vectors - 1) / most_vectors;
    return static_cast<int>((vectors + tiles - 1) / tiles);
  }

  static void slice_rows(T const* a, index stride, index rows, index depth, double extractor, double* out) {
    f64 const start = broadcast(extractor);
    for (index first = 0; first < rows;) {
      int const vectors = next_tile((rows - first + width - 1) / width);
      index const step = kinds * vectors * width;
      for (int v = 0; v < vectors; ++v, first += width) {
        first_lanes const some(rows - first);
        T const* from = a + first;
        double* to = out + v * width;
        for (index p = 0; p < depth; ++p, from += stride, to += step) {
          f64 const x = some.load(from), upper = (x + start) - start;
          store(to, upper);
          store(to + vectors * width, x - upper);
        }
      }
      out += step * depth;
    }
  }

  static void slice_columns(T const* b, index stride, index columns, index depth, double extractor, double* out) {
    f64 const start = broadcast(extractor);
    for (index p = 0; p < depth; p += width) {
      first_lanes const some(depth - p);
      for (index j = 0; j < columns_in_tiles(columns); ++j) {
        f64 const x = j < columns ? some.load(b + j * stride + p) : f64{};
        double* const to = out + j * sliced_column_size + p;
        f64 const upper = (x + start) - start;
        store(to, upper);
        store(to + sliced_line, x - upper);
        store(to + 2 * sliced_line, x);
      }
    }
  }
  /// The columns in tiles of four or more.
  static constexpr index columns_in_tiles(index columns) { return (columns + 3) / 4 * 4; }

  static double lowest_bit(double const* x, index count) {
    f64 lowest = broadcast(__builtin_inf());
    for (index i = 0; i < count; i += width) {
      f64 const bit = kernel::ISOBIT_TARGET::lowest_bit((u64)magnitude(load<f64>(x + i)));
      lowest = bit < lowest ? bit : lowest;
    }
    double least = lowest[0];
    for (std::size_t lane = 1; lane < lanes; ++lane) least = lowest[lane] < least ? lowest[lane] : least;
    return least;
  }

  /// Adds a piece of the sums' depth; with the first one they start. Where products are cut it is the only one, and
  /// registers that would point at sums are left for them. docs/maths/gemm.md#sliced
  template <int vectors, int columns>
  static void tile(bool starts, index depth, double const* a, double const* b, double start, double* high, double* low,
                   index stride) {
    bool const is_first = cuts_products || starts;
    f64 sum[columns][vectors], rest[chains][columns][vectors];
#pragma GCC unroll 16
    for (int j = 0; j < columns; ++j)
#pragma GCC unroll 16
      for (int i = 0; i < vectors; ++i) {
        sum[j][i] = is_first ? broadcast(start) : load<f64>(high + j * stride + i * width);
        rest[0][j][i] = f64{};
        rest[chains - 1][j][i] = f64{};
      }

    for (index p = 0; p < depth; ++p, a += kinds * vectors * width, ++b) {
      f64 upper[vectors], lower[vectors];
#pragma GCC unroll 16
      for (int i = 0; i < vectors; ++i) {
        upper[i] = load<f64>(a + i * width);
        if constexpr (has_slices) lower[i] = load<f64>(a + (vectors + i) * width);
      }
#pragma GCC unroll 16
      for (int j = 0; j < columns; ++j) {
        double const* const column = b + j * sliced_column_size;
        f64 const whole = broadcast(column[2 * sliced_line]);
        if constexpr (has_slices) {
          f64 const upper_b = broadcast(column[0]), lower_b = broadcast(column[sliced_line]);
#pragma GCC unroll 16
          for (int i = 0; i < vectors; ++i) {
            sum[j][i] = multiply_add(upper[i], upper_b, sum[j][i]);
            rest[0][j][i] = multiply_add(upper[i], lower_b, rest[0][j][i]);
            rest[chains - 1][j][i] = multiply_add(lower[i], whole, rest[chains - 1][j][i]);
          }
        } else if constexpr (cuts_products) {
#pragma GCC unroll 16
          for (int i = 0; i < vectors; ++i) {
            product const term{upper[i], whole};
            f64 const next = term.onto(sum[j][i]);
            rest[0][j][i] += term.less(next - sum[j][i]);
            sum[j][i] = next;
          }
        } else {
#pragma GCC unroll 16
          for (int i = 0; i < vectors; ++i) sum[j][i] = multiply_add(upper[i], whole, sum[j][i]);
        }
      }
    }
#pragma GCC unroll 16
    for (int j = 0; j < columns; ++j)
#pragma GCC unroll 16
      for (int i = 0; i < vectors; ++i) {
        index const at = j * stride + i * width;
        store(high + at, cuts_products ? sum[j][i] - broadcast(start) : sum[j][i]);
        if constexpr (is_double) {
          f64 const added = chains == 1 ? rest[0][j][i] : rest[0][j][i] + rest[chains - 1][j][i];
          store(low + at, is_first ? added : load<f64>(low + at) + added);
        }
      }
  }

  template <int vectors>
  static void tiles(index columns, index depth, double const* a, double const* b, double start, double* high,
                    double* low, index stride) {
    constexpr int most = columns_of(vectors), few = most < 4 ? most : 4;
    constexpr index piece = cuts_products ? most_sliced_depth : sliced_piece;
    for (index j = 0; j < columns;) {
      int const now = columns - j > few ? most : few;
      auto const some = now == most ? tile<vectors, most> : tile<vectors, few>;
      for (index p = 0; p < depth; p += piece)
        some(p == 0, depth - p < piece ? depth - p : piece, a + p * kinds * vectors * width,
             b + j * sliced_column_size + p, start, high + j * stride, low + j * stride, stride);
      j += now;
    }
  }

  static void multiply(index rows, index columns, index depth, double const* left, double const* right, double start,
                       double* high, double* low, index stride) {
    index const all = (rows + width - 1) / width;
    for (index first = 0; first < all;) {
      int const vectors = next_tile(all - first);
      auto const some = vectors == 1 ? tiles<1> : vectors == 2 ? tiles<2> : tiles<most_vectors>;
      some(columns, depth, left + kinds * first * width * depth, right, start, high + first * width,
           low + first * width, stride);
      first += vectors;
    }
  }

  /// Adds x*y to high + low, with the errors of both operations.
  static ISOBIT_INLINE void add_product(f64 x, f64 y, f64& high, f64& low) {
    f64 const value = x * y, error = product{x, y}.less(value), next = high + value;
    low = low + (two_sum_error(high, value, next) + error);
    high = next;
  }

  static void refine(index row, index rows, index depth, double const* left, double const* column, double* high,
                     double* low) {
    if constexpr (has_slices) {
      index first = 0;
      int vectors = next_tile((rows + width - 1) / width);
      for (; row >= first + vectors * width; vectors = next_tile((rows - first + width - 1) / width)) {
        left += kinds * vectors * width * depth;
        first += vectors * width;
      }
      left += row - first;
      // Two sums, so that neither waits for the other.
      f64 first_rest = {}, first_error = {}, second_rest = {}, second_error = {};
      for (index p = 0; p < depth; ++p, left += kinds * vectors * width) {
        add_product(load<f64>(left), broadcast(column[sliced_line + p]), first_rest, first_error);
        add_product(load<f64>(left + vectors * width), broadcast(column[2 * sliced_line + p]), second_rest,
                    second_error);
      }
      f64 const rest = first_rest + second_rest, upper = load<f64>(high), sum = upper + rest;
      f64 const error = two_sum_error(first_rest, second_rest, rest) + (first_error + second_error);
      f64 const lower = two_sum_error(upper, rest, sum) + error, total = sum + lower;
      store(high, total);
      store(low, two_sum_error(sum, lower, total));
    }
  }

  /// Rounds the entries by `round`, of an enclosure and its place.
  template <class Round>
  static ISOBIT_INLINE index finish_by(Round round, short_sums const& sums, T* out, index out_stride, index* open) {
    index const rows = sums.rows, columns = sums.columns, stride = sums.stride;
    double const *const high = sums.high, *const low = sums.low;
    f64 const radius = broadcast(sums.radius);
    index left_open = 0;
    for (index i = 0; i < rows; i += width) {
      first_lanes const some(rows - i);
      auto const entry_at = [&](index j) __attribute__((always_inline)) {
        index const at = j * stride + i;
        enclosure<f64> x = {load<f64>(high + at), f64{}, radius};
        if constexpr (is_double) x.low = load<f64>(low + at);
        return round(x, at);
      };
      i64 all = ~i64{};
      for (index j = 0; j < columns; ++j) {
        certain<f64> const entry = entry_at(j);
        some.store(out + j * out_stride + i, entry.value);
        all &= entry.holds;
      }
      if (some.all(all)) [[likely]]
        continue;
      for (index j = 0; j < columns; ++j) {
        i64 const holds = entry_at(j).holds;
        for (index lane = 0; lane < width && i + lane < rows; ++lane)
          if (holds[lane] == 0) open[left_open++] = j * stride + i + lane;
      }
    }
    return left_open;
  }

  static index finish(short_sums const& sums, T* out, index out_stride, index* open) {
    if (sums.beta == 0 && sums.alpha == 1) {
      f64 const room = broadcast(sums.room);
      return finish_by(
          [&](enclosure<f64> const& x, index) __attribute__((always_inline)) {
            if constexpr (is_double) {
              return round_with_room<T>(enclosure<f64>{x.high, x.low, room});
            } else {
              return round_within<T>(x);
            }
          },
          sums, out, out_stride, open);
    }
    return finish_by(
        [&](enclosure<f64> const& x, index at) __attribute__((always_inline)) {
          f64 const c = sums.beta == 0 ? f64{} : load<f64>(sums.c + at);
          return round_within<T>(combine(sums.alpha, x, sums.beta, c));
        },
        sums, out, out_stride, open);
  }

  static constexpr sliced_table<T> table = {.lanes = width,
                                            .cuts_products = cuts_products,
                                            .row_squares = row_squares,
                                            .column_squares = column_squares,
                                            .slice_rows = has_slices ? slice_rows : nullptr,
                                            .slice_columns = has_slices ? slice_columns : nullptr,
                                            .lowest_bit = lowest_bit,
                                            .multiply = multiply,
                                            .refine = has_slices ? refine : nullptr,
                                            .finish = finish};
};

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
