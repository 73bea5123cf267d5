// Attacks the error bounds of the fast tiers of one instruction set: the largest ratio of true error to claimed bound,
// which must stay below 1, and how many results are left open; those of quick and brief ways too. Second ways ("far")
// and those to subnormal results ("small"), whose results are compared as well, are attacked wherever they say that
// they are inside. Compiled for each instruction set.
//
//     fast_tier [--function all|exp|...] [--count 2000] [--range LOW,HIGH] [--seed 1]
//
// Without a range, arguments are drawn like those of the tests, a part of them of any magnitude.

#include <cmath>

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "math/fast_tiers.hpp"
#include "math/kernel.hpp"
#include "math/quick_floats.hpp"

namespace isobit::test {
namespace {

using namespace math::ISOBIT_TARGET;

/// Plus or minus a power of two: factor 2^exponent.
struct scale {
  double factor = 1;
  int exponent = 0;
};
scale scale_of(scaled_enclosure<double> const& a) { return {as_real<double>(as_bits(1.0) + a.exponent)}; }
scale scale_of(enclosure<double> const&) { return {}; }
scale scale_of(small_enclosure const& a) { return {1, a.exponent}; }

/// What high + low lacks to the exact value divided by a scale, in 400 bits: enough for every cancellation that matters
/// here.
class exact_error {
public:
  exact_error() {
    mpfr_init2(result_, 400);
    mpfr_init2(x_, 53);
    mpfr_init2(y_, 53);
  }
  ~exact_error() { mpfr_clears(result_, x_, y_, static_cast<mpfr_ptr>(nullptr)); }
  exact_error(exact_error const&) = delete;
  exact_error& operator=(exact_error const&) = delete;

  double operator()(std::string_view name, scale by, double high, double low, double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_function(name)(result_, x_, MPFR_RNDN);
    return without(by, high, low);
  }
  double operator()(std::string_view name, scale by, double high, double low, double x, double y) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_d(y_, y, MPFR_RNDN);
    mpfr_function_of_two(name)(result_, x_, y_, MPFR_RNDN);
    return without(by, high, low);
  }

  /// Rounded to double, subnormal ones included. To be asked after one of the above, for its arguments.
  double value(std::string_view name, double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_function(name)(result_, x_, MPFR_RNDN);
    return mpfr_get_d(result_, MPFR_RNDN);
  }
  double value(std::string_view name, double x, double y) {
    mpfr_set_d(x_, x, MPFR_RNDN), mpfr_set_d(y_, y, MPFR_RNDN);
    mpfr_function_of_two(name)(result_, x_, y_, MPFR_RNDN);
    return mpfr_get_d(result_, MPFR_RNDN);
  }

private:
  double without(scale by, double high, double low) {
    mpfr_div_d(result_, result_, by.factor, MPFR_RNDN);
    mpfr_div_2si(result_, result_, by.exponent, MPFR_RNDN);
    mpfr_sub_d(result_, result_, high, MPFR_RNDN);
    mpfr_sub_d(result_, result_, low, MPFR_RNDN);
    return mpfr_get_d(result_, MPFR_RNDN);
  }
  mpfr_t result_, x_, y_;
};

struct settings {
  std::string function = "all";
  std::size_t count = 2000;
  std::uint64_t seed = 1;
  bool ranged = false;
  double low = 0, high = 0;
};

/// Many of them where second ways are needed: beyond the usual range, at any exponent, subnormal, whole numbers, and
/// those for which functions vanish or overflow.
template <class T> T draw(random_source& random, settings const& s, double low, double high) {
  auto const uniform = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
  auto const at_exponent = [&](int lowest, int highest) {
    T const x = static_cast<T>(std::ldexp(1 + uniform(), random.between(lowest, highest)));
    return random.coin() ? x : -x;
  };
  if (s.ranged) return static_cast<T>(s.low + (s.high - s.low) * uniform());
  switch (random.below(10)) {
  case 0:
    return at_exponent(format<T>::min_exponent, format<T>::max_exponent - 1);
  case 1:
    return at_exponent(5, 64);
  case 2:
    return static_cast<T>(high * (4 * uniform() - 2));
  case 3:
    return static_cast<T>(random.between(-64, 64));
  case 4:
    return at_exponent(format<T>::min_exponent - format<T>::precision + 1, format<T>::min_exponent / 4);
  case 5: {
    double const u = uniform(), size = 160 + 940 * u * u;
    return static_cast<T>(random.one_in(3) ? size : -size);
  }
  default:
    return draw_argument<T>(random, low, high);
  }
}

struct verdict {
  double worst = 0;
  double at[2] = {};
  std::size_t inside = 0, open = 0;

  /// Of an error and its bound; not a number where the approximation is none.
  void note(double error, double bound, double x, double y = 0) {
    double const ratio = error == 0 ? 0 : std::fabs(error / bound);
    if (ratio <= worst) return;
    worst = ratio >= 0 ? ratio : __builtin_inf();
    at[0] = x, at[1] = y;
  }
  [[nodiscard]] bool print(std::string_view name, char const* what, std::size_t count) const {
    std::printf("%-7.*s %-12s worst error/bound %.4f at %a %a; inside %.4f; left open %.5f %%\n", int(name.size()),
                name.data(), what, worst, at[0], at[1], double(inside) / double(count),
                100 * double(open) / double(inside != 0 ? inside : 1));
    return worst < 1;
  }
};

/// Attacks the function of T at one point after the other; X are as many doubles as it has arguments.
template <class Fast, class T, class... X> class attacker {
public:
  explicit attacker(std::string_view name) : name_(name) {}

  void operator()(X... x) {
    if constexpr (of_doubles) {
      if (Fast::inside(x...)) judge(first_, Fast::approximate(x...), x...);
      if constexpr (has_quick) judge_quick(x...);
      if constexpr (has_brief)
        if (Fast::inside(x...)) judge(brief_, Fast::brief(x...), x...);
    } else if (Fast::inside_float(x...)) {
      double const value = Fast::approximate_float(x...);
      judge_float(first_, value, round_to_float(value, Fast::float_error).holds, x...);
    }
    if constexpr (has_pairs || has_quick_doubles) {
      if ((Fast::outside_quick(all<whole_f32>(x)...) & 1) == 0) judge_quick_float(x...);
    }
    // As far_tier does it, in math/scalars.hpp.
    if constexpr (has_far) {
      if (Fast::inside_far(x...)) judge(far_, Fast::approximate_far(x...), x...);
    }
    if constexpr (has_small) {
      if (Fast::inside_small(x...)) judge(small_, Fast::approximate_small(x...), x...);
    }
    if constexpr (has_float_far) {
      if (Fast::inside_float_far(x...)) {
        double const value = round_tier(Fast::approximate_far(x...)).value;
        judge_float(far_, value, round_to_float(value, Fast::float_error).holds, x...);
      }
    }
    if constexpr (has_float_small) {
      if (Fast::inside_float_small(x...)) {
        double const value = Fast::approximate_float(x...);
        judge_float(small_, value, round_to_any_float(value, Fast::float_error).holds, x...);
      }
    }
  }

  /// Every way must have been reached, in a range that was asked for at least one.
  [[nodiscard]] bool print(settings const& s) const {
    bool right = true;
    std::size_t ways = 0, reached = 0;
    auto const judged = [&](verdict const& v, char const* what) {
      right &= v.print(name_, what, s.count);
      ++ways, reached += v.inside != 0;
    };
    judged(first_, of_doubles ? "double" : "float");
    if constexpr (has_quick) judged(quick_, "double quick");
    if constexpr (has_brief) judged(brief_, "double brief");
    if constexpr (has_pairs) judged(pairs_, "float pairs");
    if constexpr (has_quick_doubles) judged(quick_, "float quick");
    if constexpr (has_far || has_float_far) judged(far_, of_doubles ? "double far" : "float far");
    if constexpr (has_small || has_float_small) judged(small_, of_doubles ? "double small" : "float small");
    return right && (s.ranged ? reached != 0 : reached == ways);
  }

private:
  static constexpr bool of_doubles = sizeof(T) == sizeof(double);
  static constexpr bool has_quick = of_doubles && has_fma && requires(X... x) { Fast::quick(x...); };
  static constexpr bool has_brief = of_doubles && requires(X... x) { Fast::brief(x...); };
  static constexpr bool has_far = of_doubles && requires(X... x) { Fast::inside_far(x...); };
  static constexpr bool has_small = of_doubles && requires(X... x) { Fast::inside_small(x...); };
  static constexpr bool has_float_far = !of_doubles && requires(X... x) { Fast::inside_float_far(x...); };
  static constexpr bool has_float_small = !of_doubles && requires(X... x) { Fast::inside_float_small(x...); };

#if ISOBIT_VECTOR_BYTES >= 32
  static constexpr bool has_pairs = !of_doubles && math::ISOBIT_TARGET::has_quick_pairs<Fast>;
  static constexpr bool has_quick_doubles = !of_doubles && math::ISOBIT_TARGET::has_quick_doubles<Fast>;

  /// The first of lanes that are all alike.
  void judge_quick_float(X... x) {
    if constexpr (has_pairs) {
      ++pairs_.inside;
      pairs_.open += quick_by_pairs<Fast>(all<whole_f32>(x)...).open & 1;
      auto const pair = Fast::quick_pairs(all<whole_f32>(x)...);
      scale by;
      if constexpr (requires { pair.exponent; })
        by.factor = double{as_real<whole_f32>(as_bits(all<whole_f32>(1)) + pair.exponent)[0]};
      pairs_.note(error_(name_, by, double{pair.high[0]}, double{pair.low[0]}, x...), double{pair.radius[0]}, x...);
    }
    if constexpr (has_quick_doubles) {
      ++quick_.inside;
      quick_.open += quick_by_doubles<Fast>(all<whole_f32>(x)...).open & 1;
      double const value = Fast::quick_float(all<f64>(x)...)[0];
      quick_.note(error_(name_, scale{}, value, 0, x...), std::ldexp(value, -Fast::quick_float_bits), x...);
    }
  }
#else
  static constexpr bool has_pairs = false, has_quick_doubles = false;
  void judge_quick_float(X...) {}
#endif

  template <class Approximation> void judge(verdict& v, Approximation const& a, X... x) {
    if (std::fabs(a.radius) > 0x1p1023) return;  // how some say that an argument is not inside after all
    ++v.inside;
    auto const result = rounded(a);
    v.open += !result.holds;
    v.note(error_(name_, scale_of(a), a.high, a.low, x...), a.radius, x...);
    if constexpr (std::same_as<Approximation, small_enclosure>)
      if (result.holds && bits_of(result.value) != bits_of(error_.value(name_, x...))) v.note(1, 0, x...);
  }
  static certain<double> rounded(small_enclosure const& a) {
    return round_small(a, [](auto const& y) { return round_tier(y); });
  }
  template <class Approximation> static certain<double> rounded(Approximation const& a) { return round_tier(a); }

  void judge_quick(X... x) {
    auto const a = Fast::quick(x...);
    bool inside;
    if constexpr (requires { Fast::inside_quick(x..., a.high); })
      inside = Fast::inside_quick(x..., a.high);
    else
      inside = Fast::inside(x...);
    if (inside) judge(quick_, a, x...);
  }
  void judge_float(verdict& v, double value, bool certain, X... x) {
    ++v.inside;
    v.open += !certain;
    if (certain)
      v.note(error_(name_, scale{}, value, 0, x...), value * Fast::float_error, x...);  // else it may be anything
  }

  std::string_view name_;
  exact_error error_;
  verdict first_, quick_, pairs_, brief_, far_, small_;
};

/// Where functions of one number become subnormal: low parts decide there on which side of 2^-1022 a result lies.
struct crossing {
  std::string_view name;
  double at;
};
constexpr crossing crossings[] = {
    {"exp", -0x1.6232bdd7abcd2p+9},    {"exp2", -1022},
    {"exp10", -0x1.33a7146f72a42p+8},  {"erfc", 0x1.a8b12fc6e4891p+4},
    {"tgamma", -0x1.55e86b3bb698bp+7}, {"tgamma", -0x1.560fd6a7e9f32p+7},
    {"tgamma", -0x1.57ffe45f8aa76p+7}, {"tgamma", -0x1.58001b9122dfp+7},
    {"tgamma", -0x1.59ffffd729affp+7}, {"tgamma", -0x1.5a000028d62e9p+7},
};
double near(random_source& random, double x) {
  double const u = static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
  return x + std::ldexp(x * u, -random.between(16, 52));
}

template <class Fast, class T> bool attack(unary_function const& f, settings const& s) {
  attacker<Fast, T, double> attack_at(f.name);
  random_source random(s.seed);
  for (std::size_t i = 0; i < s.count; ++i) attack_at(double{draw<T>(random, s, f.low, f.high)});
  for (auto const& [name, x] : crossings)
    if (name == f.name && !s.ranged && sizeof(T) == sizeof(double))
      for (int i = 0; i < 200; ++i) attack_at(near(random, x));
  return attack_at.print(s);
}
template <class Fast, class T> bool attack(binary_function const& f, settings const& s) {
  attacker<Fast, T, double, double> attack_at(f.name);
  random_source random(s.seed);
  for (std::size_t i = 0; i < s.count; ++i) {
    double const x{draw<T>(random, s, f.low, f.high)};
    attack_at(x, double{draw<T>(random, s, -f.high, f.high)});
  }
  if ((f.name == "pow" || f.name == "powr") && !s.ranged && sizeof(T) == sizeof(double))
    for (int i = 0; i < 200; ++i) {
      double const x = 2 + double(random.below(1000)) / 64;
      attack_at(x, near(random, crossings[0].at / std::log(x)));
    }
  return attack_at.print(s);
}

/// The functions of an integer, which is drawn as a number: small, or such that it magnifies what is near one or zero.
template <class Fast, class T> bool attack_with_integer(std::string_view name, settings const& s) {
  attacker<Fast, T, double, double> attack_at(name);
  random_source random(s.seed);
  for (std::size_t i = 0; i < s.count; ++i) {
    double const n = random.coin()
                         ? random.between(-40, 40)
                         : std::ldexp(1.0, random.between(0, format<T>::precision - 1)) + random.between(0, 1);
    double x{draw<T>(random, s, 0, 20)};
    if (random.coin() && n != 0) x = double{static_cast<T>(random.coin() + random.between(-300, 300) / n)};
    attack_at(x, n);
  }
  return attack_at.print(s);
}

auto const& named(std::string_view name) {
  return *std::ranges::find(unary_functions, name, [](auto const& f) { return f.name; });
}
auto const& named_of_two(std::string_view name) {
  return *std::ranges::find(binary_functions, name, [](auto const& f) { return f.name; });
}

settings parse(int argc, char** argv) {
  settings s;
  std::vector<double> range;
  common::arguments("fast_tier")
      .add("--function", s.function)
      .add("--count", s.count)
      .add("--seed", s.seed, 0)
      .add("--range", range)
      .read_or_exit(argc, argv);
  if (range.size() == 2) s.ranged = true, s.low = range[0], s.high = range[1];
  return s;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit::test;
  auto const s = parse(argc, argv);
  std::printf("seed %" PRIu64 "\n", s.seed);
  bool right = true, any = false;
  auto const wanted = [&](char const* name) {
    bool const is = s.function == "all" || s.function == name;
    any |= is;
    return is;
  };
#define ISOBIT_ATTACK(f)                             \
  if (wanted(#f)) {                                  \
    right &= attack<f##_fast, double>(named(#f), s); \
    right &= attack<f##_fast, float>(named(#f), s);  \
  }
  ISOBIT_MATH_UNARY(ISOBIT_ATTACK)
#undef ISOBIT_ATTACK
#define ISOBIT_ATTACK(f)                                    \
  if (wanted(#f)) {                                         \
    right &= attack<f##_fast, double>(named_of_two(#f), s); \
    right &= attack<f##_fast, float>(named_of_two(#f), s);  \
  }
  ISOBIT_MATH_BINARY(ISOBIT_ATTACK)
#undef ISOBIT_ATTACK
#define ISOBIT_ATTACK(f)                                   \
  if (wanted(#f)) {                                        \
    right &= attack_with_integer<f##_fast, double>(#f, s); \
    right &= attack_with_integer<f##_fast, float>(#f, s);  \
  }
  ISOBIT_MATH_INTEGER(ISOBIT_ATTACK)
#undef ISOBIT_ATTACK
  if (!any) std::printf("no function is called %s\n", s.function.c_str());
  return right && any ? 0 : 1;
}
