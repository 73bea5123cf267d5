#include "matrices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isobit::test {
namespace {

using linalg::index;

template <class R> constexpr int precision = std::numeric_limits<R>::digits;
/// 300 for double, and as much of float's range.
template <class R> constexpr int many_exponents = precision<R> == 53 ? 300 : 40;
template <class R> constexpr int half_lowest = precision<R> == 53 ? -537 : -74;  ///< half of the smallest exponent
template <class R> constexpr int half_highest = precision<R> == 53 ? 511 : 63;   ///< half of the largest one, less one

template <class R> R power(int exponent) { return static_cast<R>(std::ldexp(1.0, exponent)); }

/// All bits random, magnitude in [2^(exponent - 1), 2^exponent), before a subnormal number is rounded.
template <class R> R full(random_source& random, int exponent) {
  auto const bits = (random.next() >> (64 - precision<R>)) | std::uint64_t{1} << (precision<R> - 1);
  double const x = std::ldexp(static_cast<double>(bits), exponent - precision<R>);
  return static_cast<R>(random.coin() ? x : -x);
}
template <class R> R uniform(random_source& random) {
  auto const bits = random.next() >> (64 - precision<R>);
  double const x = std::ldexp(static_cast<double>(bits), -precision<R>);
  return static_cast<R>(random.coin() ? x : -x);
}
/// The sum of twelve uniform integers, centred.
template <class R> R normal(random_source& random) {
  std::int64_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(random.next() >> 16);
  return static_cast<R>(std::ldexp(static_cast<double>(sum - 6 * (std::int64_t{1} << 48)), -48));
}

template <class R, class Make> void each(factors<R>& out, Make make) {
  for (R& x : out.left) x = make();
  for (R& x : out.right) x = make();
}

template <class R> void fill_uniform(random_source& random, factors<R>& out) {
  each(out, [&] { return uniform<R>(random); });
}
template <class R> void fill_normal(random_source& random, factors<R>& out) {
  each(out, [&] { return normal<R>(random); });
}
template <class R> void fill_wide(random_source& random, factors<R>& out) {
  each(out, [&] {
    return static_cast<R>(std::ldexp(static_cast<double>(uniform<R>(random)),
                                     static_cast<int>(std::lround(5.77 * static_cast<double>(normal<R>(random))))));
  });
}
template <class R> void fill_short(random_source& random, factors<R>& out) {
  each(out, [&] {
    double const bits = static_cast<double>(random.next() >> (64 - precision<R> * 24 / 53));
    return static_cast<R>(std::ldexp(random.coin() ? bits : -bits, random.between(-30, -20)));
  });
}
template <class R> void fill_integers(random_source& random, factors<R>& out) {
  each(out, [&] { return static_cast<R>(random.between(-1000, 1000)); });
}
template <class R> void fill_positive(random_source& random, factors<R>& out) {
  each(out, [&] { return std::abs(uniform<R>(random)); });
}
template <class R> void fill_exponents(random_source& random, factors<R>& out) {
  each(out, [&] { return full<R>(random, random.between(-many_exponents<R>, many_exponents<R>)); });
}
template <class R> void fill_sparse(random_source& random, factors<R>& out) {
  each(out, [&] { return random.one_in(100) ? uniform<R>(random) : random.coin() ? R(0) : -R(0); });
}
template <class R> void fill_zeros(random_source& random, factors<R>& out) {
  each(out, [&] { return random.coin() ? R(0) : -R(0); });
}
template <class R> void fill_special(random_source& random, factors<R>& out) {
  R const infinity = std::numeric_limits<R>::infinity(), nan = std::numeric_limits<R>::quiet_NaN();
  each(out, [&] {
    if (!random.one_in(out.left.size() / 4 + 10)) return random.one_in(50) ? R(0) : normal<R>(random);
    return random.one_in(5) ? nan : random.coin() ? infinity : -infinity;
  });
}
template <class R> void fill_subnormal_results(random_source& random, factors<R>& out) {
  each(out, [&] { return full<R>(random, half_lowest<R> + random.between(0, precision<R> / 2 + 4)); });
}
template <class R> void fill_subnormal_inputs(random_source& random, factors<R>& out) {
  for (R& x : out.left) x = full<R>(random, 2 * half_lowest<R> + random.between(0, precision<R>));
  int const larger = random.coin() ? 0 : half_highest<R>;
  for (R& x : out.right) x = full<R>(random, random.between(-2, 2) + larger);
}
template <class R> void fill_near_overflow(random_source& random, factors<R>& out) {
  int const lower = random.between(0, 4);
  each(out, [&] { return full<R>(random, half_highest<R> + 2 - random.between(0, 1) - lower); });
}
template <class R> void fill_ones(random_source&, factors<R>& out) {
  each(out, [] { return R(1); });
}
template <class R> void fill_fullest(random_source&, factors<R>& out) {
  R const below_one = 1 - power<R>(-precision<R>);
  for (R& x : out.left) x = -below_one;
  for (R& x : out.right) x = below_one;
}
/// Within a row from the largest numbers to the smallest: scaling makes some of them subnormal.
template <class R> void fill_whole_range(random_source& random, factors<R>& out) {
  each(out, [&] { return full<R>(random, random.between(2 * half_lowest<R> + 1, 2 * half_highest<R>)); });
}
template <class R> void fill_scaled_lines(random_source& random, factors<R>& out) {
  index const k = out.shape.depth;
  for (std::vector<R>* side : {&out.left, &out.right})
    for (std::size_t first = 0; first < side->size(); first += static_cast<std::size_t>(k)) {
      int const exponent = random.between(half_lowest<R> - 20, half_highest<R> + 3);
      for (index p = 0; p < k; ++p)
        (*side)[first + static_cast<std::size_t>(p)] = full<R>(random, exponent - random.between(0, 9));
    }
}
template <class R> void fill_block_diagonal(random_source& random, factors<R>& out) {
  auto const [m, n, k] = out.shape;
  index const block = 1 + static_cast<index>(random.below(40));
  for (index p = 0; p < k; ++p) {
    for (index i = 0; i < m; ++i) out.left[i * k + p] = i / block == p / block ? normal<R>(random) : R(0);
    for (index j = 0; j < n; ++j) out.right[j * k + p] = j / block == p / block ? normal<R>(random) : R(0);
  }
}

/// Products that cancel in pairs, and every third one smaller by 2^-bits.
template <class R, int bits> void fill_cancelling(random_source& random, factors<R>& out) {
  auto const [m, n, k] = out.shape;
  fill_normal(random, out);
  for (index p = 0; p + 2 < k; p += 3) {
    for (index i = 0; i < m; ++i) {
      out.left[i * k + p + 1] = -out.left[i * k + p];
      out.left[i * k + p + 2] *= power<R>(-bits);
    }
    for (index j = 0; j < n; ++j) out.right[j * k + p + 1] = out.right[j * k + p];
  }
  if (k % 3 != 0)
    for (index p = k - k % 3; p < k; ++p)
      for (index i = 0; i < m; ++i) out.left[i * k + p] *= power<R>(-bits);
}

/// Every sum is a power of two times a midpoint of R, plus 2^-distance of it, distance from nearest to farthest (none
/// for 0); the other products are large and cancel. The positions are shuffled, the same for all rows.
template <class R, int nearest, int farthest> void fill_ties(random_source& random, factors<R>& out) {
  auto const [m, n, k] = out.shape;
  std::vector<index> place(static_cast<std::size_t>(k));
  for (index p = 0; p < k; ++p) place[static_cast<std::size_t>(p)] = p;
  random.shuffle(std::span<index>(place));
  for (index i = 0; i < m; ++i) {
    R* const row = out.left.data() + i * k;
    // Below a power of two the midpoint is at half the distance.
    bool const border = random.one_in(4);
    R const half_unit = power<R>(-precision<R>);
    R const rest = farthest == 0 ? R(0) : power<R>(-random.between(nearest, farthest));
    for (index t = 0; t < k; ++t) {
      R& x = row[place[static_cast<std::size_t>(t)]];
      if (t == 0)
        x = border ? R(1) : R(1) + static_cast<R>(random.between(0, 9)) * 2 * half_unit;
      else if (t == 1)
        x = border ? -half_unit / 2 : half_unit;
      else if (t == 2)
        x = random.coin() ? rest : -rest;
      else if (t % 2 == 0 && t > 3)
        x = -row[place[static_cast<std::size_t>(t - 1)]];
      else
        x = t + 1 < k ? full<R>(random, 2) : R(0);
    }
  }
  for (index j = 0; j < n; ++j) {
    R* const column = out.right.data() + j * k;
    R const scale = random.coin() ? power<R>(random.between(-5, 5)) : -power<R>(random.between(-5, 5));
    for (index t = 0; t < k; ++t) {
      R& x = column[place[static_cast<std::size_t>(t)]];
      if (t < 3)
        x = scale;
      else if (t % 2 == 0)
        x = column[place[static_cast<std::size_t>(t - 1)]];
      else
        x = full<R>(random, 1);
    }
  }
}

/// Products that are odd multiples of half the units to which tile kernels round: 2^-44, 2^-45, 2^-87, 2^-88, ...
template <class R> void fill_grid_ties(random_source& random, factors<R>& out) {
  constexpr int grids[] = {-44, -45, -43, -87, -88, -96, -97, -139, -140};
  for (R& x : out.left) x = random.coin() ? R(1) : -power<R>(random.between(-3, 0));
  for (R& x : out.right) {
    auto const odd = static_cast<double>(random.below(1 << 12) * 2 + 1);
    x = static_cast<R>(std::ldexp(odd, grids[random.below(std::size(grids))]));
  }
  index const k = out.shape.depth;
  for (index j = 0; j < out.shape.columns && k > 0; ++j)
    out.right[j * k + static_cast<index>(random.below(static_cast<std::uint64_t>(k)))] = 1;
}

/// Numbers below half a unit of an extractor, so that they are rests as they are, whose plain sum loses half a last
/// place at every step: each is an odd number of half places, and ties go down.
std::vector<double> drifting(index count, double unit, random_source& random) {
  std::vector<double> out;
  double sum = 0;
  for (index i = 0; i < count; ++i) {
    double const largest = std::nextafter(unit / 2, 0);
    double best = largest;
    double const place = std::nextafter(sum + largest, INFINITY) - (sum + largest);
    if (sum > 0 && place > largest * 0x1p-52) {
      double const whole = std::floor(largest / place) - 2 - static_cast<double>(random.below(2));
      for (double extra : {0.5, 1.5})
        if (sum + (whole + extra) * place - sum < (whole + extra) * place) best = (whole + extra) * place;
    }
    out.push_back(best);
    sum += best;
  }
  return out;
}

/// A tie of doubles of that exponent, next to it numbers that drift in sums with that unit, and their sum with the
/// other sign but for half of what is lost: who does not count the loss sees the value on the other side of the tie.
template <int unit_exponent, int exponent> void fill_drifting(random_source& random, factors<double>& out) {
  auto const [m, n, k] = out.shape;
  if (k < 12) return fill_ties<double, 110, 160>(random, out);
  std::fill(out.left.begin(), out.left.end(), 0.0);
  std::fill(out.right.begin(), out.right.end(), 0.0);
  index const used = std::min<index>(k, 250);
  for (index i = 0; i < m; ++i)
    std::fill_n(out.left.begin() + i * k, used, random.coin() ? 0.5 : -0.5);  // scaled to itself
  for (index j = 0; j < n; ++j) {
    double* const column = out.right.data() + j * k;
    auto const numbers = drifting(used - 7, std::ldexp(1.0, unit_exponent), random);
    double lost = 0, sum = 0, high = 0, low = 0;
    for (double x : numbers) {
      double const next = sum + x, error = x - (next - sum);  // |sum| >= |x|, but for the first
      sum = next;
      lost += error;
    }
    high = sum + lost;
    low = lost - (high - sum);
    column[0] = std::abs(full<double>(random, exponent));
    column[1] = std::ldexp(1.0, exponent - 54);
    column[2] = -2 * high;
    column[3] = -2 * low;
    column[4] = lost;                     // twice its half
    column[5] = full<double>(random, 0);  // so that columns are scaled to themselves
    column[6] = -column[5];
    for (std::size_t p = 0; p < numbers.size(); ++p) column[7 + p] = 2 * numbers[p];
  }
}

/// The same for chains of products of floats: products that are lost one by one next to a tie.
void fill_drifting_chain(random_source& random, factors<float>& out) {
  auto const [m, n, k] = out.shape;
  if (k < 12) return fill_ties<float, 110, 130>(random, out);
  index const lost = std::min<index>(k, 250) - 3;
  for (float& x : out.left) x = 0;
  for (float& x : out.right) x = 0;
  for (index i = 0; i < m; ++i) {
    float* const row = out.left.data() + i * k;
    float const sign = random.coin() ? 1.0f : -1.0f;
    row[0] = sign * (1 + static_cast<float>(random.below(9)) * power<float>(-23));
    row[1] = sign * power<float>(-24);
    row[2] = sign * -static_cast<float>(lost) * power<float>(-55);
    for (index p = 3; p < 3 + lost; ++p) row[p] = sign * power<float>(-27);
  }
  for (index j = 0; j < n; ++j) {
    float* const column = out.right.data() + j * k;
    float const scale = power<float>(random.between(-9, 9));
    for (index p = 0; p < 3 + lost; ++p) column[p] = p < 3 ? scale : scale * power<float>(-27);
  }
}

template <class R, int unit_exponent, int exponent> void fill_adversary(random_source& random, factors<R>& out) {
  if constexpr (precision<R> == 53)
    fill_drifting<unit_exponent, exponent>(random, out);
  else
    fill_drifting_chain(random, out);
}

template <class R> constexpr int tie_limit = precision<R> == 53 ? 160 : 130;

template <class R>
constexpr matrix_kind<R> kinds[] = {{"uniform", fill_uniform<R>},
                                    {"normal", fill_normal<R>},
                                    {"wide", fill_wide<R>},
                                    {"short significands", fill_short<R>},
                                    {"integers", fill_integers<R>},
                                    {"positive", fill_positive<R>},
                                    {"cancelling to 2^-20", fill_cancelling<R, 20>},
                                    {"cancelling to 2^-30", fill_cancelling<R, 30>},
                                    {"cancelling to 2^-60", fill_cancelling<R, 60>},
                                    {"cancelling to 2^-90", fill_cancelling<R, 90>},
                                    {"many exponents", fill_exponents<R>},
                                    {"sparse", fill_sparse<R>},
                                    {"block diagonal", fill_block_diagonal<R>},
                                    {"near ties", fill_ties<R, precision<R> + 2, 110>},
                                    {"nearest ties", fill_ties<R, 110, tie_limit<R>>},
                                    {"ties", fill_ties<R, 0, 0>},
                                    {"drifting", fill_adversary<R, -43, 0>},
                                    {"drifting further down", fill_adversary<R, -86, -68>},
                                    {"special values", fill_special<R>},
                                    {"subnormal results", fill_subnormal_results<R>},
                                    {"subnormal inputs", fill_subnormal_inputs<R>},
                                    {"near overflow", fill_near_overflow<R>},
                                    {"ones", fill_ones<R>},
                                    {"fullest", fill_fullest<R>},
                                    {"grid ties", fill_grid_ties<R>},
                                    {"whole range", fill_whole_range<R>},
                                    {"scaled lines", fill_scaled_lines<R>},
                                    {"zeros", fill_zeros<R>}};

constexpr product_shape shapes[] = {
    {0, 3, 4},   {3, 0, 4},   {3, 4, 0},    {1, 1, 1},    {1, 1, 2},    {1, 7, 3},    {9, 1, 5},     {2, 3, 4},
    {5, 5, 17},  {7, 9, 31},  {8, 8, 64},   {16, 4, 33},  {17, 5, 100}, {24, 8, 13},  {25, 9, 50},   {31, 33, 7},
    {48, 16, 3}, {50, 3, 20}, {3, 50, 21},  {65, 1, 40},  {1, 66, 41},  {4, 5, 255},  {9, 3, 256},   {8, 7, 257},
    {3, 3, 511}, {2, 9, 513}, {13, 4, 300}, {1, 1, 2049}, {2, 1, 4099}, {40, 40, 10}, {33, 17, 129}, {97, 13, 5},
};

}  // namespace

template <class R> std::span<matrix_kind<R> const> matrix_kinds() { return kinds<R>; }
template std::span<matrix_kind<float> const> matrix_kinds<float>();
template std::span<matrix_kind<double> const> matrix_kinds<double>();

template <class T> factors<T> make_factors(std::size_t kind, random_source& random, product_shape shape) {
  using R = linalg::real_of<T>;
  auto const draw = [&](bool zeros) {
    factors<R> part{shape, std::vector<R>(static_cast<std::size_t>(shape.rows * shape.depth)),
                    std::vector<R>(static_cast<std::size_t>(shape.columns * shape.depth))};
    if (!zeros) kinds<R>[kind].fill(random, part);
    return part;
  };
  factors<R> real = draw(false);
  if constexpr (linalg::is_complex<T>) {
    factors<R> const imaginary = draw(random.one_in(3));
    factors<T> out{shape, std::vector<T>(real.left.size()), std::vector<T>(real.right.size())};
    for (std::size_t i = 0; i < out.left.size(); ++i) out.left[i] = {real.left[i], imaginary.left[i]};
    for (std::size_t i = 0; i < out.right.size(); ++i) out.right[i] = {real.right[i], imaginary.right[i]};
    return out;
  } else {
    return real;
  }
}
template factors<float> make_factors(std::size_t, random_source&, product_shape);
template factors<double> make_factors(std::size_t, random_source&, product_shape);
template factors<std::complex<float>> make_factors(std::size_t, random_source&, product_shape);
template factors<std::complex<double>> make_factors(std::size_t, random_source&, product_shape);

std::span<product_shape const> product_shapes() { return shapes; }

}  // namespace isobit::test
