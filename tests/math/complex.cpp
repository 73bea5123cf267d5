// Complex functions against MPFR, both parts, bit for bit, and the special values of C's Annex G.
//
//     complex [--count 1000] [--seed 1]

#include <isobit/math.hpp>

#include "complex_oracle.hpp"
#include "directions.hpp"

namespace isobit::test {
namespace {

/// One part of a function: a product of two functions, log |z|, a part of a root or of tanh, in a precision that leaves
/// nothing open, rounded.
template <class T> class part_oracle {
public:
  part_oracle() {
    for (auto* const number : {x_, y_}) mpfr_init2(number, format<T>::precision);
    for (auto* const number : {a_, b_}) mpfr_init2(number, 2600);
    mpfr_init2(r_, 9000);  // the square of the least number beside 1, which cancels, and as much again
    mpfr_init2(result_, format<T>::precision);
  }
  ~part_oracle() {
    for (auto* const number : {x_, y_, a_, b_, r_, result_}) mpfr_clear(number);
  }
  part_oracle(part_oracle const&) = delete;
  part_oracle& operator=(part_oracle const&) = delete;

  T product(mpfr_unary of_x, mpfr_unary of_y, T x, T y) {
    set(x, y);
    // Little is known beforehand about sinh(x) sin(y) where x = y: x^4 may count.
    of_x(a_, x_, MPFR_RNDN), of_y(b_, y_, MPFR_RNDN);
    mpfr_mul(a_, a_, b_, MPFR_RNDN);
    return rounded();
  }
  T log_of_magnitude(T x, T y) {
    set(x, y);
    mpfr_sqr(a_, x_, MPFR_RNDN), mpfr_sqr(b_, y_, MPFR_RNDN);
    mpfr_add(a_, a_, b_, MPFR_RNDN);
    mpfr_log(a_, a_, MPFR_RNDN);
    mpfr_div_2ui(a_, a_, 1, MPFR_RNDN);
    return rounded();
  }
  /// sqrt((|z| + x) / 2), where |z| and x may nearly cancel.
  T root(T x, T y) {
    set(x, y);
    mpfr_sqr(a_, x_, MPFR_RNDN), mpfr_sqr(b_, y_, MPFR_RNDN);
    mpfr_add(r_, a_, b_, MPFR_RNDN);
    mpfr_sqrt(r_, r_, MPFR_RNDN);
    mpfr_add(r_, r_, x_, MPFR_RNDN);
    mpfr_div_2ui(r_, r_, 1, MPFR_RNDN);
    mpfr_sqrt(a_, r_, MPFR_RNDN);
    return rounded();
  }
  /// sinh(2x) or sin(2y) over cosh(2x) + cos(2y).
  T quotient(mpfr_unary above, bool of_x, T x, T y) {
    constexpr T far = 10000;  // as far as any number beyond
    set(magnitude(x) < far ? x : is_negative(x) ? -far : far, y);
    mpfr_mul_2ui(x_, x_, 1, MPFR_RNDN), mpfr_mul_2ui(y_, y_, 1, MPFR_RNDN);
    mpfr_cosh(a_, x_, MPFR_RNDN), mpfr_cos(b_, y_, MPFR_RNDN);
    mpfr_add(b_, a_, b_, MPFR_RNDN);
    above(a_, of_x ? x_ : y_, MPFR_RNDN);
    mpfr_div(a_, a_, b_, MPFR_RNDN);
    return rounded();
  }

private:
  void set(T x, T y) {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_set_d(x_, double{x}, MPFR_RNDN), mpfr_set_d(y_, double{y}, MPFR_RNDN);
  }
  T rounded() {
    function_oracle<T>::prepare();
    int const inexact = mpfr_check_range(result_, mpfr_set(result_, a_, MPFR_RNDN), MPFR_RNDN);
    mpfr_subnormalize(result_, inexact, MPFR_RNDN);
    return static_cast<T>(mpfr_get_d(result_, MPFR_RNDN));
  }
  mpfr_t x_, y_, a_, b_, r_, result_;
};

template <class T> void check_root(tally& t, part_oracle<T>& oracle, T x, T y) {
  std::complex<T> const z(x, y);
  T const imaginary = oracle.root(negated(x), y);
  compare(t, "sqrt", z, cr::sqrt(z), {oracle.root(x, y), is_negative(y) ? negated(imaginary) : imaginary});
}

template <class T> void check(tally& t, part_oracle<T>& oracle, T x, T y) {
  std::complex<T> const z(x, y);
  auto const product = [&](mpfr_unary of_x, mpfr_unary of_y) { return oracle.product(of_x, of_y, x, y); };
  compare(t, "exp", z, cr::exp(z), {product(mpfr_exp, mpfr_cos), product(mpfr_exp, mpfr_sin)});
  compare(t, "log", z, cr::log(z), {oracle.log_of_magnitude(x, y), cr::atan2(y, x)});
  compare(t, "sinh", z, cr::sinh(z), {product(mpfr_sinh, mpfr_cos), product(mpfr_cosh, mpfr_sin)});
  compare(t, "cosh", z, cr::cosh(z), {product(mpfr_cosh, mpfr_cos), product(mpfr_sinh, mpfr_sin)});
  compare(t, "sin", z, cr::sin(z), {product(mpfr_sin, mpfr_cosh), product(mpfr_cos, mpfr_sinh)});
  compare(t, "cos", z, cr::cos(z), {product(mpfr_cos, mpfr_cosh), negated(product(mpfr_sin, mpfr_sinh))});
  compare(t, "tanh", z, cr::tanh(z), {oracle.quotient(mpfr_sinh, true, x, y), oracle.quotient(mpfr_sin, false, x, y)});
  compare(t, "tan", z, cr::tan(z), {oracle.quotient(mpfr_sin, false, y, x), oracle.quotient(mpfr_sinh, true, y, x)});
  check_root(t, oracle, x, y);
}

template <class T> bool check(std::size_t count, std::uint64_t seed) {
  random_source random(seed);
  part_oracle<T> oracle;
  tally t;
  auto const draw = [&] {
    for (;;) {
      T const x = random.one_in(6)
                      ? static_cast<T>(std::ldexp(1 + int(random.below(1000)) / 1024.0, -int(random.below(600))))
                      : draw_argument<T>(random, -4, 4);
      if (!is_nonfinite(x) && !is_zero(x) && magnitude(x) < T(1e6)) return x;
    }
  };
  for (std::size_t i = 0; i < count; ++i) {
    T const x = draw(), y = random.one_in(8) ? x : draw();
    check(t, oracle, x, y);
  }
  // The circle of radius 1; products that are middles of two numbers but for less than 2^-1000 of them; overflow.
  for (int i = 1; i < 200; ++i) {
    T const angle = static_cast<T>(i) / 32, x = cr::cos(angle), y = cr::sin(angle);
    if (!is_zero(x) && !is_zero(y)) check(t, oracle, x, y);
    check(t, oracle, T(1), static_cast<T>(std::ldexp(1.0, -i)));
    T const odd = static_cast<T>(std::ldexp(double((1 << (format<T>::precision / 2 + 1)) - 2 * i + 1), -60 - i));
    check(t, oracle, odd, odd);
    check(t, oracle, static_cast<T>(600 + i), static_cast<T>(std::ldexp(1.0, i - 100)));
    check(t, oracle, static_cast<T>(-600 - i), static_cast<T>(i));
  }
  // Roots of what spans the whole range, of squares, and with parts that are middles but for a hair, down to half of
  // the least number.
  using f = format<T>;
  auto const any_finite = [&] {
    for (;;) {
      auto const x = from_bits<T>(static_cast<typename f::bits_type>(random.next()));
      if (!is_nonfinite(x) && !is_zero(x)) return x;
    }
  };
  for (std::size_t i = 0; i < count; ++i) check_root(t, oracle, any_finite(), any_finite());
  for (int i = 1; i < 200; ++i) {
    T const a = static_cast<T>(random.between(1, 2000)), b = static_cast<T>(random.between(-2000, 2000));
    if (a != magnitude(b) && b != 0) check_root(t, oracle, a * a - b * b, 2 * a * b);
    T const odd = static_cast<T>(2 * i - 1), least = from_bits<T>(1);
    for (T const square : {T(-1), T(-4), T(-0.25), T(-9)}) check_root(t, oracle, square, odd * least);
    check_root(t, oracle, static_cast<T>(-std::ldexp(1.0, f::max_exponent - 2)), odd * T(0.75));
    check_root(t, oracle, static_cast<T>(std::ldexp(double(i), -140)), T(2));
    check_root(t, oracle, static_cast<T>(-std::ldexp(double(i), -140)), T(-8));
  }
  std::printf("%s %" PRIu64 " results of nine functions, %" PRIu64 " wrong parts\n",
              sizeof(T) == sizeof(double) ? "double" : "float", t.checked, t.wrong);
  return t.wrong == 0;
}

/// Annex G, with plus for what it leaves open.
bool check_special_values() {
  using complex = std::complex<double>;
  double const inf = HUGE_VAL, nan = from_bits<double>(format<double>::canonical_nan);
  struct expectation {
    char const* name;
    complex (*function)(complex const&);
    complex z, expected;
  } const table[] = {
      {"exp", cr::exp, {0, 0}, {1, 0}},
      {"exp", cr::exp, {-0.0, -0.0}, {1, -0.0}},
      {"exp", cr::exp, {1, inf}, {nan, nan}},
      {"exp", cr::exp, {inf, 0}, {inf, 0}},
      {"exp", cr::exp, {inf, 2}, {-inf, inf}},
      {"exp", cr::exp, {-inf, 2}, {-0.0, 0}},
      {"exp", cr::exp, {-inf, inf}, {0, 0}},
      {"exp", cr::exp, {inf, inf}, {inf, nan}},
      {"exp", cr::exp, {inf, nan}, {inf, nan}},
      {"exp", cr::exp, {nan, 0}, {nan, 0}},
      {"exp", cr::exp, {nan, 1}, {nan, nan}},
      {"exp", cr::exp, {4000, 2}, {-inf, inf}},
      {"exp", cr::exp, {-4000, 2}, {-0.0, 0}},
      {"log", cr::log, {0, 0}, {-inf, 0}},
      {"log", cr::log, {1, 0}, {0, 0}},
      {"log", cr::log, {inf, nan}, {inf, nan}},
      {"log", cr::log, {nan, inf}, {inf, nan}},
      {"log", cr::log, {nan, 1}, {nan, nan}},
      {"sinh", cr::sinh, {0, 0}, {0, 0}},
      {"sinh", cr::sinh, {0, inf}, {0, nan}},
      {"sinh", cr::sinh, {1, inf}, {nan, nan}},
      {"sinh", cr::sinh, {inf, 0}, {inf, 0}},
      {"sinh", cr::sinh, {inf, 2}, {-inf, inf}},
      {"sinh", cr::sinh, {-inf, 2}, {inf, inf}},
      {"sinh", cr::sinh, {-inf, inf}, {-inf, nan}},
      {"sinh", cr::sinh, {-0.0, inf}, {-0.0, nan}},
      {"sin", cr::sin, {inf, inf}, {nan, inf}},
      {"sinh", cr::sinh, {inf, inf}, {inf, nan}},
      {"sinh", cr::sinh, {nan, 0}, {nan, 0}},
      {"cosh", cr::cosh, {0, 0}, {1, 0}},
      {"cosh", cr::cosh, {-0.0, 0}, {1, -0.0}},
      {"cosh", cr::cosh, {0, inf}, {nan, 0}},
      {"cosh", cr::cosh, {inf, 0}, {inf, 0}},
      {"cosh", cr::cosh, {inf, 2}, {-inf, inf}},
      {"cosh", cr::cosh, {inf, nan}, {inf, nan}},
      {"cosh", cr::cosh, {nan, 0}, {nan, 0}},
      {"sin", cr::sin, {0, 0}, {0, 0}},
      {"sin", cr::sin, {-0.0, 0}, {-0.0, 0}},
      {"sin", cr::sin, {inf, 1}, {nan, nan}},
      {"sqrt", cr::sqrt, {0, 0}, {0, 0}},
      {"sqrt", cr::sqrt, {-0.0, 0}, {0, 0}},
      {"sqrt", cr::sqrt, {-0.0, -0.0}, {0, -0.0}},
      {"sqrt", cr::sqrt, {4, -0.0}, {2, -0.0}},
      {"sqrt", cr::sqrt, {-4, 0}, {0, 2}},
      {"sqrt", cr::sqrt, {-4, -0.0}, {0, -2}},
      {"sqrt", cr::sqrt, {0, 2}, {1, 1}},
      {"sqrt", cr::sqrt, {-0.0, -2}, {1, -1}},
      {"sqrt", cr::sqrt, {nan, inf}, {inf, inf}},
      {"sqrt", cr::sqrt, {-inf, -inf}, {inf, -inf}},
      {"sqrt", cr::sqrt, {1, nan}, {nan, nan}},
      {"sqrt", cr::sqrt, {nan, 0}, {nan, nan}},
      {"sqrt", cr::sqrt, {-inf, 1}, {0, inf}},
      {"sqrt", cr::sqrt, {-inf, -1}, {0, -inf}},
      {"sqrt", cr::sqrt, {inf, -1}, {inf, -0.0}},
      {"sqrt", cr::sqrt, {-inf, nan}, {nan, inf}},
      {"sqrt", cr::sqrt, {inf, nan}, {inf, nan}},
      {"tanh", cr::tanh, {0, 0}, {0, 0}},
      {"tanh", cr::tanh, {-0.0, -0.0}, {-0.0, -0.0}},
      {"tanh", cr::tanh, {-0.0, inf}, {-0.0, nan}},
      {"tanh", cr::tanh, {1, inf}, {nan, nan}},
      {"tanh", cr::tanh, {0, nan}, {0, nan}},
      {"tanh", cr::tanh, {inf, 2}, {1, -0.0}},
      {"tanh", cr::tanh, {-inf, 1}, {-1, 0}},
      {"tanh", cr::tanh, {5000, 2}, {1, -0.0}},
      {"tanh", cr::tanh, {-inf, -inf}, {-1, -0.0}},
      {"tanh", cr::tanh, {inf, nan}, {1, 0}},
      {"tanh", cr::tanh, {-inf, nan}, {-1, 0}},
      {"sinh", cr::sinh, {-inf, nan}, {-inf, nan}},
      {"sin", cr::sin, {nan, -inf}, {nan, -inf}},
      {"tanh", cr::tanh, {nan, -0.0}, {nan, -0.0}},
      {"tanh", cr::tanh, {nan, 1}, {nan, nan}},
      {"tan", cr::tan, {0, -0.0}, {0, -0.0}},
      {"tan", cr::tan, {2, inf}, {-0.0, 1}},
      {"tan", cr::tan, {inf, 0}, {nan, 0}},
      {"cos", cr::cos, {0, 0}, {1, -0.0}},
      {"cos", cr::cos, {0, inf}, {inf, -0.0}},
  };
  bool right = true;
  for (auto const& [name, function, z, expected] : table)
    if (!are_right({{name, z, function(z), expected}})) right = false;
  return right;
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit::test;
  auto const random = [](auto number, std::size_t count, std::uint64_t seed) {
    return check<decltype(number)>(count, seed);
  };
  return check_functions("math_complex", argc, argv, random, check_special_values);
}
