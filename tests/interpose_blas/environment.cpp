// Factors, pivots and elements that are subnormal, in every rounding mode and with subnormal numbers flushed to zero:
// the results have the bits they have in the standard environment.
#include <limits>

#include "checks.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {

namespace {

/// What routines of order 1 read and write. The reciprocal of `tiny` is finite.
template <class T> struct operands {
  T tiny{std::numeric_limits<real_of<T>>::min() / 2}, one{real_of<T>(1)}, large{real_of<T>(0x1p100)};
  T result[2] = {}, work = {};
  std::int64_t pivot = 1, info[2] = {99, 99}, place = 99;
};

template <class T> void run_vector(spelling how, operands<T>& x) {
  integer const n(1), two(2);
  call<void>(how, typed<T>("axpy"), n, scalar(x.tiny), &x.large, n, x.result, n);
  T const both[] = {T(0), x.tiny};
  std::string const routine = "i" + typed<T>("amax");
  x.place = how.c      ? static_cast<index>(call<std::size_t>(how, routine, two, both, n)) + 1
            : how.wide ? call<std::int64_t>(how, routine, two, both, n)
                       : call<std::int32_t>(how, routine, two, both, n);
}
template <class T> void run_gemv(spelling how, operands<T>& x) {
  integer const n(1);
  call_with_layout(how, by_columns, typed<T>("gemv"), operations[0], n, n, scalar(x.tiny), &x.large, n, &x.one, n,
                   scalar(T(0)), x.result, n);
}
template <class T> void run_ger(spelling how, operands<T>& x) {
  integer const n(1);
  call_with_layout(how, by_columns, typed<T>(is_complex<T> ? "geru" : "ger"), n, n, scalar(x.tiny), &x.large, n, &x.one,
                   n, x.result, n);
}
template <class T> void run_gemm(spelling how, operands<T>& x) {
  integer const n(1);
  call_with_layout(how, by_columns, typed<T>("gemm"), operations[0], operations[0], n, n, n, scalar(x.tiny), &x.large,
                   n, &x.one, n, scalar(T(0)), x.result, n);
}
template <class T> void run_syrk(spelling how, operands<T>& x) {
  integer const n(1);
  call_with_layout(how, by_columns, typed<T>("syrk"), halves[0], operations[0], n, n, scalar(x.tiny), &x.large, n,
                   scalar(x.one), x.result, n);
  if constexpr (is_complex<T>)
    call_with_layout(how, by_columns, typed<T>("herk"), halves[0], operations[0], n, n, scalar(x.tiny.real()), &x.large,
                     n, scalar(x.one.real()), x.result + 1, n);
}
template <class T> void run_trsm(spelling how, operands<T>& x) {
  integer const n(1);
  x.result[0] = x.large;
  call_with_layout(how, by_columns, typed<T>("trsm"), sides[0], halves[0], operations[0], diagonals[0], n, n,
                   scalar(x.tiny), &x.one, n, x.result, n);
}
template <class T> void run_lapack(spelling how, operands<T>& x) {
  if (how.c) return;
  integer const n(1);
  x.result[0] = x.tiny, x.result[1] = x.one;
  call<void>(how, typed<T>("trtrs"), halves[0], operations[0], diagonals[0], n, n, &x.tiny, n, x.result + 1, n,
             &x.info[0]);
  call<void>(how, typed<T>("getrf"), n, n, x.result, n, &x.pivot, &x.info[1]);
  if (x.info[1] == 0) call<void>(how, typed<T>("getri"), n, x.result, n, &x.pivot, &x.work, n, &x.info[1]);
}

template <class T> void check(spelling how, char const* what, bool written, void (*body)(spelling, operands<T>&)) {
  operands<T> expected;
  body(how, expected);
  // 0 would be the same in both.
  if (written && expected.result[0] == T(0)) ++failures, std::printf("nothing: %s\n", what);
  for (std::uint64_t const word : every_control_word()) {
    operands<T> x;
    float_environment const before = read_environment(), wanted{word, 0};
    write_environment(wanted);
    body(how, x);
    float_environment const after = read_environment();
    write_environment(before);
    std::string const name = name_of(how, typed<T>(what)) + " under control word " + std::to_string(word);
    if (!undisturbed(wanted, after)) ++failures, std::printf("changes the environment: %s\n", name.c_str());
    auto const same = [&](auto const& computed, auto const& right) {
      expect_same(name, std::vector{computed}, std::vector{right});
    };
    same(x.result[0], expected.result[0]);
    same(x.result[1], expected.result[1]);
    same(x.info[0], expected.info[0]);
    same(x.info[1], expected.info[1]);
    same(x.place, expected.place);
  }
}

template <class T> void check_type(spelling how) {
  check<T>(how, "axpy and amax", true, run_vector<T>);
  check<T>(how, "gemv", true, run_gemv<T>);
  check<T>(how, "ger", true, run_ger<T>);
  check<T>(how, "gemm", true, run_gemm<T>);
  check<T>(how, "syrk", true, run_syrk<T>);
  check<T>(how, "trsm", true, run_trsm<T>);
  check<T>(how, "trtrs, getrf and getri", !how.c, run_lapack<T>);
}

}  // namespace

void check_environment() {
  for (spelling const how : spellings) {
    check_type<float>(how);
    check_type<double>(how);
    check_type<std::complex<float>>(how);
    check_type<std::complex<double>>(how);
  }
}

}  // namespace isobit::test
