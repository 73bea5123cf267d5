// The exceptions that a program asks about after a call: those of the results, and no others.
#include <cfenv>
#include <functional>
#include <limits>

#include "checks.hpp"

namespace isobit::test {

namespace {

constexpr int asked = FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO;

std::string names_of(int flags) {
  std::string names;
  if ((flags & FE_INVALID) != 0) names += " invalid";
  if ((flags & FE_OVERFLOW) != 0) names += " overflow";
  if ((flags & FE_DIVBYZERO) != 0) names += " division by zero";
  return names.empty() ? " none" : names;
}

/// Two numbers for two numbers, and what is owed for the sum of their products.
template <class T> struct pair_case {
  char const* what;
  T x[2], y[2];
  int owed;
};

template <class T> std::vector<pair_case<T>> pair_cases() {
  using real = real_of<T>;
  using limits = std::numeric_limits<real>;
  T const one(1), zero(0), largest(limits::max()), infinity(limits::infinity()), nan(limits::quiet_NaN()),
      signalling(limits::signaling_NaN());
  std::vector<pair_case<T>> cases{{"ordinary numbers", {one, one}, {one, one}, 0},
                                  {"infinity - infinity", {one, one}, {infinity, -infinity}, FE_INVALID},
                                  {"0 times infinity", {zero, one}, {infinity, one}, FE_INVALID},
                                  {"too large a sum", {one, one}, {largest, largest}, FE_OVERFLOW},
                                  {"too large on the way only", {largest, largest}, {largest, -largest}, 0},
                                  {"NaN", {one, one}, {nan, one}, 0},
                                  {"a signalling NaN", {one, one}, {signalling, one}, FE_INVALID}};
  if constexpr (!is_complex<T>) cases.push_back({"an infinity", {one, one}, {infinity, one}, 0});
  return cases;
}

void expect(std::string const& what, int owed, std::function<void()> const& body) {
  std::feclearexcept(FE_ALL_EXCEPT);
  body();
  int const raised = std::fetestexcept(asked);
  std::feclearexcept(FE_ALL_EXCEPT);
  if (raised == owed) return;
  ++failures;
  std::printf("%s raises%s instead of%s\n", what.c_str(), names_of(raised).c_str(), names_of(owed).c_str());
}

template <class T> void check_products(spelling how) {
  integer const one(1), two(2);
  auto const alpha = scalar(T(1)), nothing = scalar(T(0)), half = scalar(T(real_of<T>(0.5)));
  for (auto const& each : pair_cases<T>()) {
    T const *const x = each.x, *const y = each.y;
    int const owed = each.owed;
    auto const name = [&](char const* routine) { return name_of(how, typed<T>(routine)) + " of " + each.what; };
    T result[4] = {};
    if constexpr (!is_complex<T>)
      expect(name("dot"), owed, [&] { result[0] = call<T>(how, typed<T>("dot"), two, x, one, y, one); });
    expect(name("gemv"), owed, [&] {
      call_with_layout(how, by_columns, typed<T>("gemv"), operations[0], one, two, alpha, x, one, y, one, nothing,
                       result, one);
    });
    expect(name("gemm"), owed, [&] {
      call_with_layout(how, by_columns, typed<T>("gemm"), operations[0], operations[0], one, one, two, alpha, x, one, y,
                       two, nothing, result, one);
    });
    // What was there does not count with beta = 0, else it does.
    result[0] = std::numeric_limits<real_of<T>>::infinity();
    expect(name("gemm") + " with beta = 0", owed, [&] {
      call_with_layout(how, by_columns, typed<T>("gemm"), operations[0], operations[0], one, one, two, alpha, x, one, y,
                       two, nothing, result, one);
    });
    if (each.what != std::string("infinity - infinity")) continue;
    result[0] = std::numeric_limits<real_of<T>>::quiet_NaN();
    expect(name("gemm") + " with NaN before", 0, [&] {
      call_with_layout(how, by_columns, typed<T>("gemm"), operations[0], operations[0], one, one, two, alpha, x, one, y,
                       two, half, result, one);
    });
  }
}

/// y = y + alpha x and what overwrites its operand likewise.
template <class T> void check_updates(spelling how) {
  using limits = std::numeric_limits<real_of<T>>;
  integer const one(1);
  T const largest(limits::max()), infinity(limits::infinity());
  auto const two = scalar(T(2)), unit = scalar(T(1));
  T y = largest;
  expect(name_of(how, typed<T>("axpy")), FE_OVERFLOW,
         [&] { call<void>(how, typed<T>("axpy"), one, two, &largest, one, &y, one); });
  y = infinity;
  expect(name_of(how, typed<T>("axpy")) + " to an infinity", 0,
         [&] { call<void>(how, typed<T>("axpy"), one, unit, &largest, one, &y, one); });
  y = -infinity;
  expect(name_of(how, typed<T>("axpy")) + " of infinities", FE_INVALID,
         [&] { call<void>(how, typed<T>("axpy"), one, unit, &infinity, one, &y, one); });
  y = largest;
  expect(name_of(how, typed<T>("scal")), FE_OVERFLOW, [&] { call<void>(how, typed<T>("scal"), one, two, &y, one); });
  y = largest;
  std::string const ger = typed<T>(is_complex<T> ? "geru" : "ger");
  expect(name_of(how, ger), FE_OVERFLOW,
         [&] { call_with_layout(how, by_columns, ger, one, one, two, &largest, one, &unit.value, one, &y, one); });
  y = T(1);
  expect(name_of(how, typed<T>("syrk")), FE_OVERFLOW, [&] {
    call_with_layout(how, by_columns, typed<T>("syrk"), halves[0], operations[0], one, one, unit, &largest, one, unit,
                     &y, one);
  });
  y = T(1);
  expect(name_of(how, typed<T>("symv")), FE_OVERFLOW, [&] {
    call_with_layout(how, by_columns, typed<T>("symv"), halves[0], one, two, &largest, one, &unit.value, one, unit, &y,
                     one);
  });
  y = T(2);
  expect(name_of(how, typed<T>("tpmv")), FE_OVERFLOW, [&] {
    call_with_layout(how, by_columns, typed<T>("tpmv"), halves[0], operations[0], diagonals[0], one, &largest, &y, one);
  });
  T a = largest, b = largest, s{};
  real_of<T> c{};
  expect(name_of(how, typed<T>("rotg")), FE_OVERFLOW, [&] { call<void>(how, typed<T>("rotg"), &a, &b, &c, &s); });
}

/// Of equal numbers rotmg doubles x1.
template <class T> void check_modified(spelling how) {
  T const largest = std::numeric_limits<T>::max();
  struct {
    T d1, d2, x1, y1;
    int owed;
  } const cases[] = {{1, 1, 1, 1, 0}, {1, 1, largest, largest, FE_OVERFLOW}};
  for (auto const& each : cases) {
    T d1 = each.d1, d2 = each.d2, x1 = each.x1, parameters[5] = {};
    expect(name_of(how, typed<T>("rotmg")), each.owed,
           [&] { call<void>(how, typed<T>("rotmg"), &d1, &d2, &x1, scalar(each.y1), parameters); });
  }
}

template <class T> void check_quotients(spelling how) {
  integer const one(1);
  T const zero(0), unit(1), tiny(std::numeric_limits<real_of<T>>::denorm_min());
  struct {
    T divisor, number;
    int owed;
  } const cases[] = {{unit, unit, 0}, {zero, unit, FE_DIVBYZERO}, {zero, zero, FE_INVALID}, {tiny, unit, FE_OVERFLOW}};
  for (auto const& each : cases) {
    T const divisor = each.divisor, number = each.number;
    // By a complex zero there is 0/0, too.
    int const complex_owed = is_complex<T> && divisor == zero ? FE_INVALID : 0;
    int const all = each.owed | complex_owed;
    T x = number;
    expect(name_of(how, typed<T>("trsv")), all, [&] {
      call_with_layout(how, by_columns, typed<T>("trsv"), halves[0], operations[0], diagonals[0], one, &divisor, one,
                       &x, one);
    });
    x = number;
    expect(name_of(how, typed<T>("tpsv")), all, [&] {
      call_with_layout(how, by_columns, typed<T>("tpsv"), halves[0], operations[0], diagonals[0], one, &divisor, &x,
                       one);
    });
    x = number;
    expect(name_of(how, typed<T>("trsm")), all, [&] {
      call_with_layout(how, by_columns, typed<T>("trsm"), sides[0], halves[0], operations[0], diagonals[0], one, one,
                       scalar(unit), &divisor, one, &x, one);
    });
    if (how.c) continue;
    std::int64_t const pivot = 1;
    std::int64_t info = 0;
    x = number;
    expect(name_of(how, typed<T>("getrs")), all,
           [&] { call<void>(how, typed<T>("getrs"), operations[0], one, one, &divisor, one, &pivot, &x, one, &info); });
  }
}

}  // namespace

void check_exceptions() {
  for (spelling const how : spellings) {
    check_products<float>(how), check_updates<float>(how), check_quotients<float>(how);
    check_modified<float>(how), check_modified<double>(how);
    check_products<double>(how), check_updates<double>(how), check_quotients<double>(how);
    check_products<std::complex<float>>(how), check_updates<std::complex<float>>(how);
    check_quotients<std::complex<float>>(how);
    check_products<std::complex<double>>(how), check_updates<std::complex<double>>(how);
    check_quotients<std::complex<double>>(how);
  }
}

}  // namespace isobit::test
