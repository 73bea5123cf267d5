// Attacks the error bounds of the fast tiers of one instruction set: the largest ratio of true error to claimed bound,
// which must stay below 1, and how many results are left open. Second ways ("far") and those to subnormal floats
// ("small") are attacked wherever they say that they are inside. Compiled for each instruction set.
//
//     fast_tier [--function all|exp|...] [--count 2000] [--range LOW,HIGH] [--seed 1]
//
// Without a range, arguments are drawn like those of the tests, a part of them of any magnitude.

#include <cmath>

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "math/fast_tiers.hpp"
#include "math/kernel.hpp"

namespace isobit::test {
namespace {

using namespace math::ISOBIT_TARGET;

/// What high + low lacks to the exact value divided by `scale`, a power of two, in 400 bits: enough for every
/// cancellation that matters here.
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

  double operator()(std::string_view name, double scale, double high, double low, double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_function(name)(result_, x_, MPFR_RNDN);
    return without(scale, high, low);
  }
  double operator()(std::string_view name, double scale, double high, double low, double x, double y) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_d(y_, y, MPFR_RNDN);
    mpfr_function_of_two(name)(result_, x_, y_, MPFR_RNDN);
    return without(scale, high, low);
  }

private:
  double without(double scale, double high, double low) {
    mpfr_div_d(result_, result_, scale, MPFR_RNDN);
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

/// Half of them where second ways are needed: beyond the usual range, at any exponent, and whole numbers.
template <class T> T draw(random_source& random, settings const& s, double low, double high) {
  auto const uniform = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
  auto const at_exponent = [&](int lowest, int highest) {
    T const x = static_cast<T>(std::ldexp(1 + uniform(), random.between(lowest, highest)));
    return random.coin() ? x : -x;
  };
  if (s.ranged) return static_cast<T>(s.low + (s.high - s.low) * uniform());
  switch (random.below(8)) {
  case 0:
    return at_exponent(format<T>::min_exponent, format<T>::max_exponent - 1);
  case 1:
    return at_exponent(5, 64);
  case 2:
    return static_cast<T>(high * (4 * uniform() - 2));
  case 3:
    return static_cast<T>(random.between(-64, 64));
  default:
    return draw_argument<T>(random, low, high);
  }
}

double scale_of(scaled_enclosure<double> const& a) { return as_real<double>(as_bits(1.0) + a.exponent); }
double scale_of(enclosure<double> const&) { return 1; }

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
    return worst < 1 && inside != 0;
  }
};

/// Attacks the function of T at one point after the other; X are as many doubles as it has arguments.
template <class Fast, class T, class... X> class attacker {
public:
  explicit attacker(std::string_view name) : name_(name) {}

  void operator()(X... x) {
    if constexpr (of_doubles) {
      if (Fast::inside(x...)) {
        judge(first_, Fast::approximate(x...), x...);
        if constexpr (has_quick) judge(quick_, Fast::quick(x...), x...);
      }
    } else if (Fast::inside_float(x...)) {
      double const value = Fast::approximate_float(x...);
      judge_float(first_, value, round_to_float(value, Fast::float_error).holds, x...);
    }
    // As far_tier does it, in math/scalars.hpp.
    if constexpr (has_far) {
      if (Fast::inside_far(x...)) judge(far_, Fast::approximate_far(x...), x...);
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

  [[nodiscard]] bool print(std::size_t count) const {
    bool right = first_.print(name_, of_doubles ? "double" : "float", count);
    if constexpr (has_quick) right &= quick_.print(name_, "double quick", count);
    if constexpr (has_far || has_float_far) right &= far_.print(name_, of_doubles ? "double far" : "float far", count);
    if constexpr (has_float_small) right &= small_.print(name_, "float small", count);
    return right;
  }

private:
  static constexpr bool of_doubles = sizeof(T) == sizeof(double);
  static constexpr bool has_quick = of_doubles && has_fma && requires(X... x) { Fast::quick(x...); };
  static constexpr bool has_far = of_doubles && requires(X... x) { Fast::inside_far(x...); };
  static constexpr bool has_float_far = !of_doubles && requires(X... x) { Fast::inside_float_far(x...); };
  static constexpr bool has_float_small = !of_doubles && requires(X... x) { Fast::inside_float_small(x...); };

  template <class Approximation> void judge(verdict& v, Approximation const& a, X... x) {
    if (std::fabs(a.radius) > 0x1p1023) return;  // how some say that an argument is not inside after all
    ++v.inside;
    v.open += !round_tier(a).holds;
    v.note(error_(name_, scale_of(a), a.high, a.low, x...), a.radius, x...);
  }
  void judge_float(verdict& v, double value, bool certain, X... x) {
    ++v.inside;
    v.open += !certain;
    if (certain) v.note(error_(name_, 1, value, 0, x...), value * Fast::float_error, x...);  // else it may be anything
  }

  std::string_view name_;
  exact_error error_;
  verdict first_, quick_, far_, small_;
};

template <class Fast, class T> bool attack(unary_function const& f, settings const& s) {
  attacker<Fast, T, double> attack_at(f.name);
  random_source random(s.seed);
  for (std::size_t i = 0; i < s.count; ++i) attack_at(double{draw<T>(random, s, f.low, f.high)});
  return attack_at.print(s.count);
}
template <class Fast, class T> bool attack(binary_function const& f, settings const& s) {
  attacker<Fast, T, double, double> attack_at(f.name);
  random_source random(s.seed);
  for (std::size_t i = 0; i < s.count; ++i) {
    double const x{draw<T>(random, s, f.low, f.high)};
    attack_at(x, double{draw<T>(random, s, -f.high, f.high)});
  }
  return attack_at.print(s.count);
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
  return attack_at.print(s.count);
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
