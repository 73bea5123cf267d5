#include "data_classes.hpp"

#include <algorithm>
#include <bit>

#include "make_number.hpp"

namespace isobit::test {

namespace {

template <class T> constexpr int lowest_exponent = format<T>::min_exponent;
template <class T> constexpr int highest_exponent = format<T>::max_exponent - 1;
template <class T> constexpr int precision = format<T>::precision;
/// A range of exponents for double, scaled to what T has.
template <class T> constexpr int scaled(int exponent_of_double) {
  return exponent_of_double * format<T>::max_exponent / format<double>::max_exponent;
}

template <class T> int exponent_of(T x) {
  auto const [negative, significand, exponent] = decompose(x);
  return exponent + std::bit_width(significand) - 1;
}

template <class T, class Make> void fill_each(std::span<T> values, Make make) {
  for (auto& x : values) x = make();
}

template <class T> T uniform_number(random_source& random, bool negative) {
  return make_number<T>(negative, random.next() >> 11, -53);
}

/// The sum of four uniform numbers about 0, with a full significand.
template <class T> T normal_number(random_source& random) {
  std::uint64_t total = 0;
  for (int i = 0; i < 4; ++i) total += random.next() >> 3;
  bool const negative = (total >> 62) == 0;
  return make_number<T>(negative, negative ? (std::uint64_t{1} << 62) - total : total - (std::uint64_t{1} << 62), -60);
}

/// Pairs that cancel, and for an odd count one number more.
template <class T, class Make> void fill_pairs(random_source& random, std::span<T> values, Make make, T odd_one) {
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    values[i] = make();
    values[i + 1] = negated(values[i]);
  }
  if (values.size() % 2 != 0) values.back() = odd_one;
  random.shuffle(values);
}

template <class T> void uniform(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return uniform_number<T>(random, false); });
}

template <class T> void signed_uniform(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return uniform_number<T>(random, random.coin()); });
}

template <class T> void normal(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return normal_number<T>(random); });
}

template <class T> void all_exponents(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_number<T>(random, lowest_exponent<T>, highest_exponent<T>); });
}

template <class T> void wide_exponents(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_number<T>(random, scaled<T>(-100), scaled<T>(100)); });
}

template <class T> void some_exponents(random_source& random, std::span<T> values) {
  int const spread = random.between(1, 40);
  fill_each(values, [&] { return random_number<T>(random, -spread, 0); });
}

template <class T> void finite_bits(random_source& random, std::span<T> values) {
  fill_each(values, [&] {
    T x;
    do x = from_bits<T>(static_cast<typename format<T>::bits_type>(random.next()));
    while (is_nonfinite(x));
    return x;
  });
}

template <class T> void any_bits(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return from_bits<T>(static_cast<typename format<T>::bits_type>(random.next())); });
}

template <class T> void cancelling_to_tiny(random_source& random, std::span<T> values) {
  T const tiny = random_number<T>(random, scaled<T>(-200), scaled<T>(-60));
  fill_pairs(
      random, values, [&] { return random_number<T>(random, scaled<T>(-40), scaled<T>(40)); }, tiny);
}

template <class T> void ill_conditioned(random_source& random, std::span<T> values) {
  fill_pairs(
      random, values, [&] { return normal_number<T>(random); }, normal_number<T>(random));
  auto& x = values[random.below(values.size())];
  x = from_bits<T>(static_cast<typename format<T>::bits_type>(bits_of(x) ^ (1 + random.below(3))));
}

template <class T> void exact_zero(random_source& random, std::span<T> values) {
  fill_pairs(
      random, values, [&] { return random_number<T>(random, scaled<T>(-300), scaled<T>(300)); }, zero<T>());
}

template <class T> void wide_exact_zero(random_source& random, std::span<T> values) {
  fill_pairs(
      random, values, [&] { return random_number<T>(random, lowest_exponent<T>, highest_exponent<T>); }, zero<T>(true));
}

template <class T> void subnormals(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_multiple<T>(random, format<T>::stored_bits, lowest_exponent<T>); });
}

template <class T> void near_overflow(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_number<T>(random, highest_exponent<T> - 8, highest_exponent<T>); });
}

/// One number, half its last place, and perhaps something far below that breaks the tie; zeros elsewhere.
template <class T> void put_tie(random_source& random, std::span<T> values, bool broken) {
  std::ranges::fill(values, zero<T>());
  values[0] = random_number<T>(random, -20, 20);
  int const half = exponent_of(values[0]) - precision<T>;
  if (values.size() > 1) values[1] = power_of_two<T>(random.coin(), half);
  if (values.size() > 2 && broken)
    values[2] = random_power_of_two<T>(random, std::max(lowest_exponent<T>, half - scaled<T>(1000)), half - 1);
  random.shuffle(values);
}
template <class T> void ties(random_source& random, std::span<T> values) { put_tie(random, values, false); }
template <class T> void broken_ties(random_source& random, std::span<T> values) { put_tie(random, values, true); }

template <class T> void ties_with_mass(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_integer<T>(random, 500); });
  values[0] = power_of_two<T>(random.coin(), precision<T>);
  if (values.size() > 1) values[1] = random_power_of_two<T>(random, -2, 0);
  if (values.size() > 2 && random.coin()) values[2] = power_of_two<T>(random.coin(), scaled<T>(-900));
  random.shuffle(values);
}

template <class T> void mixed_zeros(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return zero<T>(!random.one_in(values.size())); });
}

template <class T> void negative_zeros(random_source&, std::span<T> values) {
  fill_each(values, [&] { return zero<T>(true); });
}

template <class T> void infinities(random_source& random, std::span<T> values) {
  normal(random, values);
  bool const negative = random.coin();
  for (int i = random.between(1, 3); i > 0; --i) values[random.below(values.size())] = infinite<T>(negative);
}

template <class T> void opposite_infinities(random_source& random, std::span<T> values) {
  normal(random, values);
  values[0] = infinite<T>(random.coin());
  if (values.size() > 1) values[1] = negated(values[0]);
  random.shuffle(values);
}

template <class T> void nans(random_source& random, std::span<T> values) {
  normal(random, values);
  values[random.below(values.size())] = random_nan<T>(random);
  if (random.coin()) values[random.below(values.size())] = infinite<T>(random.coin());
}

template <class T> void huge_cancelling_pairs(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_number<T>(random, -5, 5); });
  std::size_t const huge = std::min<std::size_t>(values.size() / 2, 2);
  for (std::size_t i = 0; i < huge; ++i) {
    values[2 * i] = random_number<T>(random, highest_exponent<T>, highest_exponent<T>);
    values[2 * i + 1] = negated(values[2 * i]);
  }
  random.shuffle(values);
}

/// The trap of a residual that underflows: everything cancels but one number hundreds of binades below.
template <class T> void huge_pairs_and_one_tiny(random_source& random, std::span<T> values) {
  int const top = random.coin() ? scaled<T>(1000) : scaled<T>(300);
  T const tiny = random_number<T>(random, lowest_exponent<T>, scaled<T>(-600));
  fill_pairs(
      random, values, [&] { return random_number<T>(random, top - 20, top); }, tiny);
  if (values.size() % 2 == 0) {
    auto const place = std::ranges::find(values, negated(values[0]));
    *place = tiny;
    values[0] = zero<T>();
  }
}

template <class T> bool smaller_magnitude(T a, T b) {
  auto const magnitude = [](T x) { return bits_of(x) & ~format<T>::sign_bit; };
  return magnitude(a) < magnitude(b);
}
template <class T> void ascending(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_number<T>(random, scaled<T>(-900), scaled<T>(900)); });
  std::ranges::sort(values, smaller_magnitude<T>);
}
template <class T> void descending(random_source& random, std::span<T> values) {
  ascending(random, values);
  std::ranges::reverse(values);
}

template <class T> void outliers(random_source& random, std::span<T> values) {
  uniform(random, values);
  for (std::size_t i = 0; i < 1 + values.size() / 1000; ++i)
    values[random.below(values.size())] = random_number<T>(random, scaled<T>(10), scaled<T>(400));
}

template <class T> void sparse(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random.one_in(50) ? normal_number<T>(random) : zero<T>(random.coin()); });
}

template <class T> void integers(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_integer<T>(random, 1000); });
}

template <class T> void quantised(random_source& random, std::span<T> values) {
  int const last_place = -random.between(0, scaled<T>(400));
  int const bits = random.between(1, precision<T>);
  fill_each(values, [&] { return random_multiple<T>(random, bits, last_place); });
}

template <class T> void near_subnormal_results(random_source& random, std::span<T> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 2 == 0) {
      values[i] =
          random_number<T>(random, lowest_exponent<T> + precision<T> - 9, lowest_exponent<T> + precision<T> + 21);
    } else {
      auto const nearby = static_cast<typename format<T>::bits_type>(bits_of(values[i - 1]) + random.below(3));
      values[i] = negated(from_bits<T>(nearby));
    }
  }
}

/// 1 and many tiny numbers whose sum is half its last place, or a very little more or less.
template <class T> void many_tiny_to_half_a_place(random_source& random, std::span<T> values) {
  int const log_of_count = std::bit_width(values.size());
  std::size_t const count = (std::size_t{1} << log_of_count) / 2;
  std::ranges::fill(values, zero<T>());
  for (std::size_t i = 1; i < std::min(count, values.size()); ++i)
    values[i] = power_of_two<T>(false, -precision<T> - (log_of_count - 1));
  values[0] = power_of_two<T>(false, 0);
  if (values.size() > count) values[count] = power_of_two<T>(false, -precision<T> - (log_of_count - 1));
  auto& last = values.back();
  if (values.size() > 1 && random.coin())
    last = from_bits<T>(static_cast<typename format<T>::bits_type>(bits_of(last) + random.between(0, 1)));
  random.shuffle(values);
}

template <class T> void overflow_threshold(random_source& random, std::span<T> values) {
  int const half_a_place = highest_exponent<T> - precision<T>;
  fill_each(values, [&] { return random_power_of_two<T>(random, half_a_place - precision<T> + 12, half_a_place); });
  bool const negative = random.coin();
  values[0] = largest_finite<T>(negative);
  if (values.size() > 1) values[1] = power_of_two<T>(negative, half_a_place);
  random.shuffle(values);
}

template <class T> void alternating_huge(random_source& random, std::span<T> values) {
  T const huge = random_number<T>(random, highest_exponent<T> - 1, highest_exponent<T>);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = random.one_in(16) ? normal_number<T>(random) : i % 2 == 0 ? huge : negated(huge);
}

/// Half as many significant bits as T has: floats in doubles.
template <class T> void short_significands(random_source& random, std::span<T> values) {
  constexpr int bits = (precision<T> - 1) / 2 - 2;
  fill_each(values, [&] {
    int const last_place = random.between(-30, 0);
    return random_multiple<T>(random, bits, last_place);
  });
}

template <class T> void geometric(random_source& random, std::span<T> values) {
  int const top = scaled<T>(random.between(-500, 1000));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = power_of_two<T>(false, std::max(lowest_exponent<T>, top - static_cast<int>(i % 3000)));
  if (random.coin()) values[0] = negated(values[0]);
}

template <class T> void all_equal(random_source& random, std::span<T> values) {
  std::ranges::fill(values, random_number<T>(random, scaled<T>(-1000), scaled<T>(1000)));
}

template <class T> void powers_of_two(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return random_power_of_two<T>(random, -precision<T>, precision<T>); });
}

template <class T> void all_ones_significands(random_source& random, std::span<T> values) {
  bool const negative = random.coin();
  int const top = random.between(scaled<T>(-1000), scaled<T>(1000));
  fill_each(values, [&] { return make_number<T>(negative, ~std::uint64_t{0}, top - 63 - random.between(0, 3)); });
}

/// Narrow here, far away there: a block is easy, the whole is not.
template <class T> void drifting_exponent(random_source& random, std::span<T> values) {
  std::size_t const period = 1 + random.below(4000);
  int top = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % period == 0) top = random.between(scaled<T>(-900), scaled<T>(900));
    values[i] = random_number<T>(random, top - 3, top);
  }
}

/// Wide and cancelling: the fast path certifies nothing.
template <class T> void wide_cancelling(random_source& random, std::span<T> values) {
  fill_pairs(
      random, values, [&] { return random_number<T>(random, scaled<T>(-100), scaled<T>(100)); },
      random_number<T>(random, scaled<T>(-300), scaled<T>(-200)));
}

/// Exact ties of sums of ordinary data: a grid of one bit more than a result holds.
template <class T> void one_bit_too_many(random_source& random, std::span<T> values) {
  fill_each(values, [&] { return make_number<T>(false, random.next() >> (65 - precision<T>), -precision<T>); });
  values[0] = power_of_two<T>(false, 1);
}

/// One sign, nearly all as large as their binade allows, with dust far below: sums that fill every headroom, in data
/// that no flag certifies.
template <class T> void full_binade_with_dust(random_source& random, std::span<T> values) {
  bool const negative = random.coin();
  int const top = random.between(scaled<T>(-500), scaled<T>(800));
  fill_each(values, [&] {
    bool const dust = random.one_in(50);
    int const below = dust ? random.between(40, scaled<T>(400)) : 0;
    return make_number<T>(negative, ~std::uint64_t{0}, top - 63 - below);
  });
}

template <class T>
constexpr data_class<T> all[] = {
    {"uniform", uniform<T>},
    {"signed_uniform", signed_uniform<T>},
    {"normal", normal<T>},
    {"all_exponents", all_exponents<T>},
    {"wide_exponents", wide_exponents<T>},
    {"some_exponents", some_exponents<T>},
    {"finite_bits", finite_bits<T>},
    {"any_bits", any_bits<T>},
    {"cancelling_to_tiny", cancelling_to_tiny<T>},
    {"ill_conditioned", ill_conditioned<T>},
    {"exact_zero", exact_zero<T>},
    {"wide_exact_zero", wide_exact_zero<T>},
    {"subnormals", subnormals<T>},
    {"near_overflow", near_overflow<T>},
    {"ties", ties<T>},
    {"broken_ties", broken_ties<T>},
    {"ties_with_mass", ties_with_mass<T>},
    {"mixed_zeros", mixed_zeros<T>},
    {"negative_zeros", negative_zeros<T>},
    {"infinities", infinities<T>},
    {"opposite_infinities", opposite_infinities<T>},
    {"nans", nans<T>},
    {"huge_cancelling_pairs", huge_cancelling_pairs<T>},
    {"huge_pairs_and_one_tiny", huge_pairs_and_one_tiny<T>},
    {"ascending", ascending<T>},
    {"descending", descending<T>},
    {"outliers", outliers<T>},
    {"sparse", sparse<T>},
    {"integers", integers<T>},
    {"quantised", quantised<T>},
    {"near_subnormal_results", near_subnormal_results<T>},
    {"many_tiny_to_half_a_place", many_tiny_to_half_a_place<T>},
    {"overflow_threshold", overflow_threshold<T>},
    {"alternating_huge", alternating_huge<T>},
    {"short_significands", short_significands<T>},
    {"geometric", geometric<T>},
    {"all_equal", all_equal<T>},
    {"powers_of_two", powers_of_two<T>},
    {"all_ones_significands", all_ones_significands<T>},
    {"drifting_exponent", drifting_exponent<T>},
    {"wide_cancelling", wide_cancelling<T>},
    {"one_bit_too_many", one_bit_too_many<T>},
    {"full_binade_with_dust", full_binade_with_dust<T>},
};

}  // namespace

template <> std::span<data_class<double> const> data_classes<double>() { return all<double>; }
template <> std::span<data_class<float> const> data_classes<float>() { return all<float>; }

std::size_t random_size(random_source& random, std::size_t limit) {
  auto const kind = random.below(100);
  if (kind < 50) return std::min<std::size_t>(random.below(66), limit);
  if (kind < 90) return std::min<std::size_t>(random.below(600), limit);
  if (kind < 94) {
    std::size_t const power = std::size_t{1} << random.below(15);
    return std::min<std::size_t>(power - 1 + random.below(3), limit);
  }
  return std::min<std::size_t>(random.below(kind < 99 ? 4000 : 20000), limit);
}

}  // namespace isobit::test
