// Calls the templates that headers declare and the library instantiates: a program of one compiler must find them in a
// library of another. What they compute is tested elsewhere; here they link, and what is thrown can be caught.
#include <complex>
#include <cstdio>
#include <list>
#include <tuple>
#include <vector>

#include <isobit/column/sum_columns.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/isobit.hpp>
#include <isobit/linalg.hpp>
#include <isobit/math.hpp>
#include <isobit/tree/distribution.hpp>

using namespace isobit;

namespace {

int failures = 0;

void expect(bool right, char const* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  failures = 1;
}

template <class T> std::vector<T> numbers() {
  if constexpr (has_format<T> && sizeof(T) == 2)
    return std::vector<T>(4);
  else
    return {T(1), T(2), T(3), T(4)};
}

template <class Result, class T> void reduce_to() {
  auto const x = numbers<T>();
  static_cast<void>(sum<Result>(x));
  static_cast<void>(mean<Result>(x));
  static_cast<void>(dot<Result>(x, x));
  static_cast<void>(asum<Result>(x));
  static_cast<void>(squared_norm<Result>(x));
  static_cast<void>(nrm2<Result>(x));
  if constexpr (!complex_number<T>) static_cast<void>(variance<Result>(x, 1));
}

template <class T> void reduce_all() {
  reduce_to<double, T>();
  reduce_to<float, T>();
  auto const x = numbers<T>();
  if constexpr (complex_number<T>) {
    static_cast<void>(conjugated_dot(x, x));
    static_cast<void>(detail::exact_complex_sum<typename T::value_type>({}, detail::input_of(x)));
    static_cast<void>(detail::exact_complex_dot<typename T::value_type>({}, detail::input_of(x), detail::input_of(x)));
  } else {
    static_cast<void>(exact_sum(x));
    static_cast<void>(exact_dot(x, x));
    static_cast<void>(variance(std::list<T>(x.begin(), x.end())));
    static_cast<void>(tree_sum(x));
    static_cast<void>(tree_sum_part(x, {.first = 0, .total = 4}));
    static_cast<void>(detail::largest_magnitude<detail::buffered_real<T>>({}, detail::input_of(x)));
  }
  static_cast<void>(detail::exact_asum({}, detail::input_of(x)));
  using real = typename detail::real_part<T>::type;
  static_cast<void>(detail::exact_squares<detail::product_state<real>>({}, detail::input_of(x)));
}

template <class State> void keep() {
  State state;
  state.add(1.0);
  state.add(1.0f);
  state.add(numbers<double>());
  state.add(numbers<float>());
  state.add_product(2.0f, 3.0f);
  state.add_products(std::span<float const>(numbers<float>()), std::span<float const>(numbers<float>()));
  state.subtract(1.0);
  state.retract(1.0);
  state.retract_product(2.0f, 3.0f);
  state.merge(exact());
  state.merge(State());
  state.retract(State());
  state.add_scaled(1, 0);
  state.add_digit(1, 0);
  state.note_addends(false);
  state.note_nonfinite(0, 0, 0);
  state.canonicalise();
  if constexpr (State::holds_products) {
    state.add_product(2.0, 3.0);
    state.retract_product(2.0, 3.0);
    state.add_products(std::span<double const>(numbers<double>()), std::span<double const>(numbers<double>()));
  }
  auto const round_to = [&]<class T>(T) {
    static_cast<void>(state.template round<T>());
    static_cast<void>(state.template mean<T>(3));
    static_cast<void>(state.template square_root<T>());
  };
  round_to(1.0), round_to(1.0f), round_to(float16()), round_to(bfloat16());
  expect(State::deserialise(state.serialise()) == state && (state <=> state) == 0, "a state as bytes");
  expect(state.hash() == State(state).hash() && state.sign() == 1, "hash and sign");
}

template <class A> void run_method() {
  using T = typename A::value_type;
  auto const x = numbers<T>();
  expect(sum<A>(x) == 10, "the sum of a method");
  auto state = A::of_block(x);
  state.add(T(1));
  state.add(std::span<T const>(x));
  state.take_in(A());
  expect(state.round() == state.sum() && state.correction() == 0 && state == state, "the state of a method");
}

template <class A> void merge_method(A one, A other) {
  using T = typename A::value_type;
  auto const x = numbers<T>();
  one.add(T(1));
  one.add(std::span<T const>(x));
  one.merge(other);
  expect(one.round() == 11 && A::deserialise(one.serialise()) == one && one.value().template round<T>() == 11,
         "a method whose states merge");
}

template <class T> void run_methods() {
  auto const x = numbers<T>();
  run_method<kahan<T>>();
  run_method<knuth<T>>();
  run_method<extended<T>>();
  merge_method(binned<T, 3>(), binned<T, 3>());
  merge_method(single_sweep<T, 3>(8), single_sweep<T, 3>(8));
  merge_method(double_sweep<T, 2>(8, T(4)), double_sweep<T, 2>(8, T(4)));
  expect(sum<double_sweep<T, 2>>(x) == 10, "two sweeps");
  expect(dot<binned<T, 3>>(x, x) == 30 && asum<binned<T, 3>>(x) == 10 && nrm2<binned<T, 3>>(x) > 5, "bins");
  binned<T, 3> bins;
  bins.add(T(1));
  static_cast<void>(bins.bin(bins.top()));
  auto values = x;
  expect(extract_vector(extractor_for(values.size(), T(4)), values) <= 10, "extract_vector");
  static_cast<void>(extract_vector2(extractor2_for(values.size(), T(4)), values, rounding::upward));
  static_cast<void>(extract_vector3(extractor3_for(values.size(), T(4)), values));
  inclusive_scan(x, values);
  exclusive_scan(x, values);
  expect(values[3] == 6, "a scan");
  expect(sum_by_key(std::vector{1, 2, 1, 2}, x).size() == 2, "groups");
  expect(segmented_sum(x, std::vector<std::size_t>{0, 2, 4})[1] == 7, "segments");
  static_cast<void>(tree_addition<T>()(T(1), T(2)));
}

template <class T> void sum_all_columns() {
  auto const x = numbers<T>();
  std::vector<T> totals(2);
  sum_columns(std::vector<T const*>{x.data(), x.data() + 2}, totals);
  sum_columns(row_major(x.data(), 2, 2), totals);
  expect(totals[1] == T(6), "columns");
}

template <class T> void run_linalg() {
  using namespace linalg;
  std::vector<T> memory = {T(4), T(1), T(1), T(3)}, result(4), right = {T(1), T(2)};
  auto const a = column_major(memory.data(), 2, 2), c = column_major(result.data(), 2, 2);
  vector_view<T> const x{right.data(), 2, 1};
  std::vector<T> more = {T(5), T(6)};
  vector_view<T> const y{more.data(), 2, 1};
  gemm(T(1), a, a, T(0), c);
  gemmt(triangle::lower, T(1), a, a, T(0), c);
  syrk(triangle::lower, T(1), a, T(0), c);
  herk(triangle::lower, real_of<T>(1), a, real_of<T>(0), c);
  std::vector<matrix_view<T const>> const factors = {a};
  std::vector<matrix_view<T>> const products = {c};
  gemm_batch<T>(T(1), factors, factors, T(0), products);
  gemv(T(1), a, x, T(0), y);
  ger(T(1), x, y, c);
  axpy(T(1), x, y);
  scal(T(2), y);
  rot(x, y, real_of<T>(1), T(0));
  static_cast<void>(dotu(x, y));
  static_cast<void>(dotc(x, y));
  trsm(triangle::lower, diagonal::stored, T(1), a, c);
  trsv(triangle::lower, diagonal::stored, a, x);
  solve(a, c);
  linalg::detail::matrix_product<T>(driver_ref(), T(1), a, a, T(0), a, c);
  linalg::detail::triangular_solve<T>(driver_ref(), triangle::lower, diagonal::stored, a, a, c);
  static_cast<void>(determinant(a));
  std::vector<linalg::index> pivots(2);
  std::vector<T> copy = memory;
  expect(cholesky(triangle::lower, column_major(copy.data(), 2, 2)) == 0, "cholesky");
  inverse(a);
  expect(lu(a, pivots) == 0, "lu");
  lu_solve(a, pivots, c);
}

template <class T> void run_functions() {
  T const one[] = {T(1)};
  T out[1] = {}, other[1] = {};
#define ISOBIT_CALL(f)                               \
  cr::f(std::span<T const>(one), std::span<T>(out)); \
  expect(cr::f(T(1)) == out[0] || out[0] != out[0], #f);
  ISOBIT_CALL(exp)
  ISOBIT_CALL(log)
  ISOBIT_CALL(sin)
  ISOBIT_CALL(erfc)
#undef ISOBIT_CALL
  cr::pow(std::span<T const>(one), std::span<T const>(one), std::span<T>(out));
  cr::sincos(std::span<T const>(one), std::span<T>(out), std::span<T>(other));
  expect(cr::sincos(T(1)).cos == other[0] && cr::pow(T(1), T(1)) == 1, "sincos, pow");
  static_cast<void>(cr::fma(cr::sqrt(T(1)), cr::divide(T(1), T(1)), T(1)));
}

}  // namespace

int main() {
  [&]<class... T>(std::tuple<T...>*) {
    (reduce_all<T>(), ...);
  }(static_cast<std::tuple<double, float, float16, bfloat16, std::complex<double>, std::complex<float>>*>(nullptr));
  keep<exact>();
  keep<exact_product>();
  run_methods<double>();
  run_methods<float>();
  run_method<extended<double, extended_format::double_double>>();
  [&]<class... T>(std::tuple<T...>*) {
    (sum_all_columns<T>(), ...);
    (run_linalg<T>(), ...);
  }(static_cast<std::tuple<double, float, std::complex<double>, std::complex<float>>*>(nullptr));
  run_functions<double>();
  run_functions<float>();
  distribution const shares(10, 3);
  expect(shares.start(0) == 0 && shares.rank_from_index(9) == 2 && shares.message_count() > 0, "a distribution");
  expect(sum(numbers<double>(), threads(2)) == 10, "threads");
  expect(!name(active_instruction_set()).empty() && !available_instruction_sets().empty(), "instruction sets");

  // Of the library's type, or it would not be caught.
  try {
    static_cast<void>(exact().mean(0));
    expect(false, "an error");
  } catch (error const& problem) {
    expect(problem.code() == status::invalid_argument, "the code of an error");
  }
  std::printf("%s\n", failures == 0 ? "all links" : "FAILED");
  return failures;
}
