// What libraries add to BLAS, rotations among it, under every name, against the definitions.
#include <cmath>
#include <limits>

#include <isobit/linalg.hpp>
#include <isobit/sum/sum.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::vector_view;

option any_layout(spelling how, random_source& random) { return how.c && random.coin() ? by_rows : by_columns; }

/// alpha*x + beta*y, rounded once.
template <class T> T combined(T alpha, T x, T beta, T y) {
  T const one(1);
  linalg::gemv(alpha, linalg::column_major(&x, 1, 1), vector_view<T const>(&one, 1), beta, vector_view<T>(&y, 1));
  return y;
}

template <class T> void check_axpby(spelling how, random_source& random) {
  for (index const x_step : {1, -2, 3, 0})
    for (index const y_step : {1, 2, -1}) {
      index const n = random.between(1, 40);
      stored_vector<T> x(random, n, x_step), y(random, n, y_step);
      T const alpha = number<T>(random), beta = random.coin() ? T(0) : number<T>(random);
      auto expected = y;
      for (index i = 0; i < n; ++i)
        expected.at(i) = combined(alpha, x_step == 0 ? x.values[0] : x.at(i), beta, y.at(i));
      call<void>(how, typed<T>("axpby"), integer(n), scalar(alpha), x.values.data(), integer(x_step), scalar(beta),
                 y.values.data(), integer(y_step));
      expect_same(name_of(how, typed<T>("axpby")), y.values, expected.values);
    }
}

/// With alpha = 0 x is not read.
template <class T> void check_axpby_of_nothing(spelling how) {
  T const infinity(std::numeric_limits<real_of<T>>::infinity()), two(2), zero(0);
  for (index const step : {0, 1}) {
    std::vector<T> y = {infinity, T(1.5)};
    call<void>(how, typed<T>("axpby"), integer(2), scalar(zero), static_cast<T const*>(nullptr), integer(step),
               scalar(two), y.data(), integer(1));
    expect_same(name_of(how, typed<T>("axpby")), y, std::vector<T>{infinity, T(3)});
  }
}

template <class T> void check_axpyc(spelling how, random_source& random) {
  for (index const x_step : {2, -1, 0})
    for (index const y_step : {1, -3, 0}) {
      index const n = random.between(1, 40);
      stored_vector<T> x(random, n, x_step == 0 ? 1 : x_step), y(random, n, y_step == 0 ? 1 : y_step);
      T const alpha = number<T>(random);
      auto expected = y;
      for (index i = 0; i < n; ++i) {
        T& entry = y_step == 0 ? expected.values[0] : expected.at(i);
        entry = combined(alpha, conjugate(x_step == 0 ? x.values[0] : x.at(i)), T(1), entry);
      }
      call<void>(how, typed<T>("axpyc"), integer(n), scalar(alpha), x.values.data(), integer(x_step), y.values.data(),
                 integer(y_step));
      expect_same(name_of(how, typed<T>("axpyc")), y.values, expected.values);
    }
}

/// Where the result's columns lie on other columns of the input: as if that had been copied.
template <class T> void check_shared_memory(spelling how, random_source& random) {
  index const n = 4;
  stored_matrix<T> all(random, by_columns, n, 2 * n);
  T const alpha = number<T>(random), beta = number<T>(random);
  for (index const from : {0, 1, 2}) {
    index const to = 1;
    auto added = all, copied = all, expected_sum = all, expected_copy = all;
    for (index j = 0; j < n; ++j)
      for (index i = 0; i < n; ++i) {
        expected_sum.at(i, to + j) = combined(alpha, all.at(i, from + j), beta, all.at(i, to + j));
        expected_copy.at(j, to + i) = combined(alpha, all.at(i, from + j), T(0), T(0));
      }
    call_with_layout(how, by_columns, typed<T>("geadd"), integer(n), integer(n), scalar(alpha), &added.at(0, from),
                     integer(added.leading), scalar(beta), &added.at(0, to), integer(added.leading));
    expect_same(name_of(how, typed<T>("geadd")) + " of shared memory", added.values, expected_sum.values);
    call<void>(how, typed<T>("omatcopy"), by_columns, operations[1], integer(n), integer(n), scalar(alpha),
               &copied.at(0, from), integer(copied.leading), &copied.at(0, to), integer(copied.leading));
    expect_same(name_of(how, typed<T>("omatcopy")) + " of shared memory", copied.values, expected_copy.values);
  }
}

template <class T> void check_sum(spelling how, random_source& random, char const* name) {
  using real = real_of<T>;
  for (index const step : {1, 3}) {
    index const n = random.between(1, 300);
    stored_vector<T> x(random, n, step);
    std::vector<real> parts;
    for (index i = 0; i < n; ++i)
      for (index part = 0; part < (is_complex<T> ? 2 : 1); ++part)
        parts.push_back(reinterpret_cast<real const*>(&x.at(i))[part]);
    auto const result = call<real>(how, name, integer(n), x.values.data(), integer(step));
    expect_same(name_of(how, name), std::vector<real>{result}, std::vector<real>{isobit::sum(parts)});
  }
}

/// To C, complex factors of these routines are arrays of real numbers, which look the same.
template <class T> void check_copies(spelling how, random_source& random) {
  static constexpr option ops[] = {{'N', 111}, {'T', 112}, {'C', 113}, {'R', 114}};
  for (option const op : ops)
    for (bool const in_place : {false, true})
      for (option const layout : {by_columns, by_rows}) {
        index const m = random.between(1, 9), n = random.between(1, 9);
        bool const turned = op.letter == 'T' || op.letter == 'C';
        bool const conjugated = op.letter == 'C' || op.letter == 'R';
        stored_matrix<T> a(random, layout, m, n), b(random, layout, turned ? n : m, turned ? m : n);
        if (in_place) b.values.resize(std::max(a.values.size(), b.values.size()));
        T const alpha = random.coin() ? T(1) : number<T>(random);
        if (in_place) std::copy(a.values.begin(), a.values.end(), b.values.begin());
        auto expected = b;
        for (index i = 0; i < m; ++i)
          for (index j = 0; j < n; ++j) {
            T const x = conjugated ? conjugate(a.at(i, j)) : a.at(i, j);
            (turned ? expected.at(j, i) : expected.at(i, j)) = combined(alpha, x, T(0), T(0));
          }
        std::string const name = typed<T>(in_place ? "imatcopy" : "omatcopy");
        // Fortran has the layout as well.
        if (in_place)
          call<void>(how, name, layout, op, integer(m), integer(n), scalar(alpha), b.values.data(), integer(a.leading),
                     integer(b.leading));
        else
          call<void>(how, name, layout, op, integer(m), integer(n), scalar(alpha), a.values.data(), integer(a.leading),
                     b.values.data(), integer(b.leading));
        expect_same(name_of(how, name), b.values, expected.values);
      }
}

template <class T> void check_geadd(spelling how, random_source& random) {
  option const layout = any_layout(how, random);
  index const m = random.between(1, 9), n = random.between(1, 9);
  stored_matrix<T> a(random, layout, m, n), c(random, layout, m, n);
  T const alpha = number<T>(random), beta = number<T>(random);
  auto expected = c;
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j) expected.at(i, j) = combined(alpha, a.at(i, j), beta, c.at(i, j));
  auto const pass = [&](auto const& first, auto const& second) {
    call_with_layout(how, layout, typed<T>("geadd"), integer(m), integer(n), first, a.values.data(), integer(a.leading),
                     second, c.values.data(), integer(c.leading));
  };
  pass(scalar(alpha), scalar(beta));
  expect_same(name_of(how, typed<T>("geadd")), c.values, expected.values);
}

template <class T> void check_batches(spelling how, random_source& random) {
  index const m = random.between(1, 6), n = random.between(1, 6), k = random.between(1, 6), count = 3;
  option const layout = any_layout(how, random);
  stored_matrix<T> a(random, by_columns, m * k, count), b(random, by_columns, k * n, count),
      c(random, by_columns, m * n, count);
  T const alpha = number<T>(random), beta = number<T>(random);
  bool const by_row = layout.letter == 'R';
  auto expected = c;
  auto const view = [&](auto& matrix, index i, index rows, index columns) {
    return by_row ? linalg::row_major(&matrix.at(0, i), rows, columns)
                  : linalg::column_major(&matrix.at(0, i), rows, columns);
  };
  for (index i = 0; i < count; ++i)
    linalg::gemm(alpha, view(a, i, m, k), view(b, i, k, n), beta, view(expected, i, m, n));
  auto strided = c;
  option const plain = operations[0];
  integer const lda(by_row ? k : m), ldb(by_row ? n : k), ldc(by_row ? n : m);
  call_with_layout(how, layout, typed<T>("gemm_batch_strided"), plain, plain, integer(m), integer(n), integer(k),
                   scalar(alpha), a.values.data(), lda, integer(a.leading), b.values.data(), ldb, integer(b.leading),
                   scalar(beta), strided.values.data(), ldc, integer(c.leading), integer(count));
  expect_same(name_of(how, typed<T>("gemm_batch_strided")), strided.values, expected.values);

  // Two groups, of one matrix and of two: everything is an array.
  T const *at_a[] = {&a.at(0, 0), &a.at(0, 1), &a.at(0, 2)}, *at_b[] = {&b.at(0, 0), &b.at(0, 1), &b.at(0, 2)};
  T* at_c[] = {&c.at(0, 0), &c.at(0, 1), &c.at(0, 2)};
  T const alphas[] = {alpha, alpha}, betas[] = {beta, beta};
  auto const with = [&](auto zero) {
    using Int = decltype(zero);
    auto const two = [](integer x) { return std::vector<Int>(2, static_cast<Int>(x.wide)); };
    auto const ms = two(m), ns = two(n), ks = two(k), as = two(lda), bs = two(ldb), cs = two(ldc);
    std::vector<Int> const sizes = {1, 2};
    char const letters[] = {'N', 'N'};
    int const numbers[] = {111, 111};
    auto const pass = [&](auto const* options) {
      call_with_layout(how, layout, typed<T>("gemm_batch"), options, options, ms.data(), ns.data(), ks.data(), alphas,
                       at_a, as.data(), at_b, bs.data(), betas, at_c, cs.data(), integer(2), sizes.data());
    };
    how.c ? pass(numbers) : pass(letters);
  };
  how.wide ? with(std::int64_t{0}) : with(std::int32_t{0});
  expect_same(name_of(how, typed<T>("gemm_batch")), c.values, expected.values);
}

template <class T> void check_gemm3m(spelling how, random_source& random) {
  index const n = random.between(1, 9);
  stored_matrix<T> a(random, by_columns, n, n), c(random, by_columns, n, n);
  T const alpha = number<T>(random), beta = number<T>(random);
  auto const matrix = dense(a);
  auto result = dense(c);
  linalg::gemm(alpha, linalg::column_major(matrix.data(), n, n),
               linalg::adjoint(linalg::column_major(matrix.data(), n, n)), beta,
               linalg::column_major(result.data(), n, n));
  call_with_layout(how, by_columns, typed<T>("gemm3m"), operations[0], operations[2], integer(n), integer(n),
                   integer(n), scalar(alpha), a.values.data(), integer(a.leading), a.values.data(), integer(a.leading),
                   scalar(beta), c.values.data(), integer(c.leading));
  expect_same(name_of(how, typed<T>("gemm3m")), dense(c), result);
}

template <class T> void check_rotg(spelling how, random_source& random) {
  T a = number<T>(random), b = number<T>(random), s{};
  real_of<T> c{};
  auto const g = linalg::rotg(a, b);
  T const z = is_complex<T> ? b : g.z;
  if (how.c) {
    reinterpret_cast<void (*)(T*, T*, real_of<T>*, T*)>(find(name_of(how, typed<T>("rotg"))))(&a, &b, &c, &s);
  } else {
    call_fortran<void>(how, typed<T>("rotg"), &a, &b, &c, &s);
  }
  expect_same(name_of(how, typed<T>("rotg")), std::vector<T>{a, b, s, T(c)}, std::vector<T>{g.r, z, g.s, T(g.c)});
}

template <class T> void check_modified(spelling how, random_source& random) {
  for (T const flag : {T(-2), T(-1), T(0), T(1)}) {
    index const n = random.between(1, 20);
    stored_vector<T> x(random, n, 2), y(random, n, -1);
    T parameters[] = {flag, number<T>(random), number<T>(random), number<T>(random), number<T>(random)};
    T h11 = parameters[1], h21 = parameters[2], h12 = parameters[3], h22 = parameters[4];
    if (flag == 0) h11 = h22 = 1;
    if (flag == 1) h12 = 1, h21 = -1;
    auto expected_x = x, expected_y = y;
    for (index i = 0; i < n && flag != -2; ++i) {
      expected_x.at(i) = combined(h11, x.at(i), h12, y.at(i));
      expected_y.at(i) = combined(h21, x.at(i), h22, y.at(i));
    }
    call<void>(how, typed<T>("rotm"), integer(n), x.values.data(), integer(2), y.values.data(), integer(-1),
               static_cast<T const*>(parameters));
    expect_same(name_of(how, typed<T>("rotm")), x.values, expected_x.values);
    expect_same(name_of(how, typed<T>("rotm")), y.values, expected_y.values);
  }
  T d1 = std::fabs(number<T>(random)), d2 = std::fabs(number<T>(random)), x1 = number<T>(random);
  T const y1 = number<T>(random);
  T parameters[5] = {7, 7, 7, 7, 7};
  auto const m = linalg::rotmg(d1, d2, x1, y1);
  call<void>(how, typed<T>("rotmg"), &d1, &d2, &x1, scalar(y1), parameters);
  std::vector<T> const all = {m.d1, m.d2, m.x1, m.flag, m.h11, m.h21, m.h12, m.h22};
  // What the flag says is not written.
  for (std::size_t i = 1; i < 5; ++i)
    if (parameters[i] == 7) parameters[i] = all[3 + i];
  expect_same(name_of(how, typed<T>("rotmg")),
              std::vector<T>{d1, d2, x1, parameters[0], parameters[1], parameters[2], parameters[3], parameters[4]},
              all);
}

template <class T> void check_type(spelling how, random_source& random) {
  check_axpby<T>(how, random);
  check_axpby_of_nothing<T>(how);
  check_copies<T>(how, random);
  check_geadd<T>(how, random);
  check_shared_memory<T>(how, random);
  check_batches<T>(how, random);
  check_rotg<T>(how, random);
  if constexpr (is_complex<T>) {
    check_axpyc<T>(how, random);
    check_gemm3m<T>(how, random);
  } else {
    check_modified<T>(how, random);
  }
}

}  // namespace

void check_extensions(random_source& random) {
  for (spelling const how : spellings)
    for (int repeat = 0; repeat < 3; ++repeat) {
      check_type<float>(how, random);
      check_type<double>(how, random);
      check_type<std::complex<float>>(how, random);
      check_type<std::complex<double>>(how, random);
      check_sum<float>(how, random, "ssum");
      check_sum<double>(how, random, "dsum");
      check_sum<std::complex<float>>(how, random, "scsum");
      check_sum<std::complex<double>>(how, random, "dzsum");
    }
}

}  // namespace isobit::test
