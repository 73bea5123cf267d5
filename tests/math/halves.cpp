// The functions of float16 and bfloat16 against MPFR, bit for bit and in every direction: of one number all 65536, or
// every so many; of two numbers as many random pairs.
//
//     halves [--step 1] [--pairs 65536] [--function all|exp|...] [--seed 1]

#include <isobit/math.hpp>

#include "../../common/arguments.hpp"
#include "check.hpp"
#include "directions.hpp"
#include "integer/assemble.hpp"
#include "math/special.hpp"

namespace isobit::test {
namespace {

struct settings {
  std::string function = "all";
  std::uint32_t step = 1;
  std::size_t pairs = 65536;
  std::uint64_t seed = 1;
};

/// MPFR's exponent range and precision are those of T.
template <class T> class half_oracle {
public:
  half_oracle() {
    function_oracle<T>::prepare();
    for (auto* const number : {result_, x_, y_}) mpfr_init2(number, format<T>::precision);
  }
  ~half_oracle() {
    for (auto* const number : {result_, x_, y_}) mpfr_clear(number);
  }
  half_oracle(half_oracle const&) = delete;
  half_oracle& operator=(half_oracle const&) = delete;

  template <class... Arguments> T operator()(auto f, mpfr_rnd_t mode, T x, Arguments... y) {
    mpfr_set_flt(x_, widen(x), MPFR_RNDN);
    (mpfr_set_flt(y_, widen(y), MPFR_RNDN), ...);
    int inexact = 0;
    if constexpr (sizeof...(y) == 0)
      inexact = f(result_, x_, mode);
    else
      inexact = f(result_, x_, y_, mode);
    mpfr_subnormalize(result_, inexact, mode);
    if (mpfr_nan_p(result_)) return math::quiet_nan<T>();
    return exactly(mpfr_get_flt(result_, MPFR_RNDN));
  }

private:
  static T exactly(float y) {
    if (math::is_infinite(y)) return math::infinity<T>(is_negative(y));
    auto const [negative, significand, exponent] = decompose(y);
    if (significand == 0) return from_bits<T>(negative ? format<T>::sign_bit : 0);
    int const shift = integer::leading_zeros(significand);
    return integer::assemble<T>(negative, {significand << shift, exponent - shift, false}, rounding::nearest_even);
  }

  mpfr_t result_, x_, y_;
};

template <class T> constexpr char const* name_of = format<T>::precision == 11 ? "float16" : "bfloat16";

template <class T> void compare(tally& t, char const* name, char const* how, T x, T y, T got, T expected) {
  ++t.checked;
  if (got.bits == expected.bits || ++t.wrong > 20) return;
  std::printf("WRONG %s(%a, %a), %s of %s: %a, must be %a\n", name, double{widen(x)}, double{widen(y)}, how, name_of<T>,
              double{widen(got)}, double{widen(expected)});
}

/// Arrays and single numbers, to nearest and in the other directions. `f` takes what the function takes.
template <class T, class Definition, class Function, class... In>
bool check(char const* name, Definition definition, Function f, std::vector<T> const& x, In const&... y) {
  half_oracle<T> oracle;
  tally t;
  std::vector<T> out(x.size());
  f(std::span<T const>(x), std::span<T const>(y)..., std::span<T>(out));
  for (std::size_t i = 0; i < x.size(); ++i) {
    T const expected = oracle(definition, MPFR_RNDN, x[i], y[i]...);
    T const second[] = {y[i]..., T{}};
    compare(t, name, "array", x[i], second[0], out[i], expected);
    compare(t, name, "scalar", x[i], second[0], f(x[i], y[i]...), expected);
    for (auto const& way : directions)
      compare(t, name, way.name, x[i], second[0], f(x[i], y[i]..., way.mode),
              oracle(definition, way.of_mpfr, x[i], y[i]...));
  }
  std::printf("%-8s %-8s %8" PRIu64 " results, %" PRIu64 " wrong\n", name, name_of<T>, t.checked, t.wrong);
  return t.wrong == 0 && t.checked > 0;
}

template <class T, class Function> bool check_unary(char const* name, Function f, settings const& s) {
  if (s.function != "all" && s.function != name) return true;
  std::vector<T> x;
  for (std::uint32_t bits = 0; bits < 0x10000; bits += s.step) x.push_back(T{static_cast<std::uint16_t>(bits)});
  return check<T>(name, mpfr_function(name), f, x);
}

template <class T, class Function> bool check_binary(char const* name, Function f, settings const& s) {
  if (s.function != "all" && s.function != name) return true;
  random_source random(s.seed);
  std::vector<T> x(s.pairs), y(s.pairs);
  auto const draw = [&] { return T{static_cast<std::uint16_t>(random.next())}; };
  for (std::size_t i = 0; i < s.pairs; ++i) {
    x[i] = draw();
    // Half of the pairs are of about one size.
    y[i] = random.coin() ? draw() : T{static_cast<std::uint16_t>(x[i].bits ^ (random.next() & 0x87ff))};
  }
  return check<T>(name, mpfr_function_of_two(name), f, x, y);
}

}  // namespace
}  // namespace isobit::test

int main(int argc, char** argv) {
  using namespace isobit;
  using namespace isobit::test;
  settings s;
  common::arguments("math_halves")
      .add("--function", s.function)
      .add("--step", s.step)
      .add("--pairs", s.pairs)
      .add("--seed", s.seed, 0)
      .read_or_exit(argc, argv);
  std::printf("seed %" PRIu64 "\n", s.seed);
  bool right = true;
#define ISOBIT_CHECK(f, check)                                                \
  right &= check<float16>(                                                    \
      #f, [](auto... x) -> decltype(cr::f(x...)) { return cr::f(x...); }, s); \
  right &= check<bfloat16>(                                                   \
      #f, [](auto... x) -> decltype(cr::f(x...)) { return cr::f(x...); }, s);
#define ISOBIT_UNARY(f) ISOBIT_CHECK(f, check_unary)
#define ISOBIT_BINARY(f) ISOBIT_CHECK(f, check_binary)
  ISOBIT_MATH_UNARY(ISOBIT_UNARY)
  ISOBIT_MATH_BINARY(ISOBIT_BINARY)
  return right ? 0 : 1;
}
