// Vectors under every name of BLAS's, against isobit's own functions.
#include <cmath>
#include <limits>

#include <isobit/linalg/vector.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/norm.hpp>

#include "checks.hpp"

namespace isobit::test {

namespace {

using linalg::vector_view;

constexpr index steps[] = {1, -1, 3, -2, 0};

/// What is read: with an increment of 0 one element again and again.
template <class T> struct read_vector : stored_vector<T> {
  using stored_vector<T>::stored_vector;
  std::vector<T> elements() {
    if (this->step == 0) return std::vector<T>(static_cast<std::size_t>(this->size), this->values[0]);
    return dense<T>(*this);
  }
};

template <class T> void expect(spelling how, std::string const& routine, T computed, T expected) {
  expect_same(name_of(how, routine), std::vector<T>{computed}, std::vector<T>{expected});
}

template <class T> void check_reductions(spelling how, random_source& random, index n, index x_step, index y_step) {
  read_vector<T> x(random, n, x_step), y(random, n, y_step);
  auto const left = x.elements(), right = y.elements();
  integer const size(n), x_by(x_step), y_by(y_step);
  if constexpr (is_complex<T>) {
    for (bool const conjugated : {false, true}) {
      std::string const stem = conjugated ? "dotc" : "dotu";
      T const expected = conjugated ? isobit::conjugated_dot(left, right) : isobit::dot(left, right);
      expect(how, typed<T>(stem.c_str()),
             call<T>(how, typed<T>(stem.c_str()), size, x.values.data(), x_by, y.values.data(), y_by), expected);
      if (!how.c) continue;
      T result = 0;
      call<void>(how, typed<T>((stem + "_sub").c_str()), size, x.values.data(), x_by, y.values.data(), y_by, &result);
      expect(how, typed<T>((stem + "_sub").c_str()), result, expected);
    }
  } else {
    expect(how, typed<T>("dot"), call<T>(how, typed<T>("dot"), size, x.values.data(), x_by, y.values.data(), y_by),
           isobit::dot(left, right));
  }
  if constexpr (std::is_same_v<T, float>) {
    expect(how, "dsdot", call<double>(how, "dsdot", size, x.values.data(), x_by, y.values.data(), y_by),
           isobit::dot<double>(left, right));
    float const offset = 1 / 3.0f;
    auto state = isobit::exact_dot(left, right);
    state.add(offset);
    expect(how, "sdsdot",
           call<float>(how, "sdsdot", size, scalar(offset), x.values.data(), x_by, y.values.data(), y_by),
           state.template round<float>());
  }
  std::string const of = is_complex<T> ? (sizeof(T) == 8 ? "sc" : "dz") : std::string(1, letter<T>);
  using real = real_of<T>;
  expect(how, of + "nrm2", call<real>(how, of + "nrm2", size, x.values.data(), x_by), isobit::nrm2(left));
  expect(how, of + "asum", call<real>(how, of + "asum", size, x.values.data(), x_by),
         x_step > 0 ? isobit::asum(left) : 0);
}

/// body(part of x, part of y) for an element as a whole, or for its real and its imaginary part where the factors are
/// real.
template <class Factor, class T, class Body> void by_parts(T& x, T& y, Body body) {
  constexpr index parts = sizeof(T) / sizeof(Factor);
  auto* const left = reinterpret_cast<Factor*>(&x);
  auto* const right = reinterpret_cast<Factor*>(&y);
  for (index part = 0; part < parts; ++part)
    body(vector_view<Factor>(left + part, 1), vector_view<Factor>(right + part, 1));
}

/// The first of the largest by RN(|re| + |im|), NaN above all; none for increments that are not positive. Numbers are
/// taken from a few, so that several are the largest.
template <class T> void check_amax(spelling how, random_source& random, index n, index step) {
  using real = real_of<T>;
  constexpr real nan = std::numeric_limits<real>::quiet_NaN(), infinity = std::numeric_limits<real>::infinity();
  constexpr real few[] = {0, 1, -1, 2, -2, 2 + std::numeric_limits<real>::epsilon(), infinity, -infinity, nan, -nan};
  stored_vector<T> x(random, n, step);
  auto* const parts = reinterpret_cast<real*>(x.values.data());
  std::size_t const choices = 1 + random.below(std::size(few));
  for (std::size_t i = 0; i < x.values.size() * sizeof(T) / sizeof(real); ++i) parts[i] = few[random.below(choices)];
  index expected = 0;
  real largest = -1;
  for (index i = 0; i < n && step > 0 && !std::isnan(largest); ++i) {
    real size = 0;
    by_parts<real>(x.at(i), x.at(i), [&](auto part, auto) { size += std::abs(part.data[0]); });
    if (!(size <= largest)) largest = size, expected = i + 1;
  }
  std::string const routine = "i" + typed<T>("amax");
  integer const size(n), by(step);
  index const computed = how.c      ? static_cast<index>(call<std::size_t>(how, routine, size, x.values.data(), by))
                         : how.wide ? call<std::int64_t>(how, routine, size, x.values.data(), by)
                                    : call<std::int32_t>(how, routine, size, x.values.data(), by);
  expect(how, routine, computed, how.c && expected > 0 ? expected - 1 : expected);
}

template <class T> void check_axpy(spelling how, random_source& random, index n, index x_step, index y_step) {
  read_vector<T> x(random, n, x_step), y(random, n, y_step);
  T const alpha = number<T>(random);
  auto const left = x.elements();
  auto expected = y;
  for (index i = 0; i < n; ++i)
    linalg::axpy(alpha, vector_view<T const>(&left[static_cast<std::size_t>(i)], 1),
                 vector_view<T>(y_step == 0 ? expected.values.data() : &expected.at(i), 1));
  call<void>(how, typed<T>("axpy"), integer(n), scalar(alpha), x.values.data(), integer(x_step), y.values.data(),
             integer(y_step));
  expect_same(name_of(how, typed<T>("axpy")), y.values, expected.values);
}

template <class T, class Scalar>
void check_scal(spelling how, random_source& random, index n, index step, std::string const& routine) {
  stored_vector<T> x(random, n, step);
  auto const alpha = number<Scalar>(random);
  auto expected = x;
  for (index i = 0; i < n && step > 0; ++i)
    by_parts<Scalar>(expected.at(i), expected.at(i), [&](auto part, auto) { linalg::scal(alpha, part); });
  call<void>(how, routine, integer(n), scalar(alpha), x.values.data(), integer(step));
  expect_same(name_of(how, routine), x.values, expected.values);
}

template <class T, class Sine>
void check_rot(spelling how, random_source& random, index n, index x_step, index y_step, std::string const& routine) {
  stored_vector<T> x(random, n, x_step), y(random, n, y_step);
  auto const c = number<real_of<T>>(random);
  auto const s = number<Sine>(random);
  auto x_expected = x, y_expected = y;
  for (index i = 0; i < n; ++i)
    by_parts<Sine>(x_step == 0 ? x_expected.values[0] : x_expected.at(i),
                   y_step == 0 ? y_expected.values[0] : y_expected.at(i),
                   [&](auto left, auto right) { linalg::rot(left, right, c, s); });
  call<void>(how, routine, integer(n), x.values.data(), integer(x_step), y.values.data(), integer(y_step), scalar(c),
             scalar(s));
  expect_same(name_of(how, routine), x.values, x_expected.values);
  expect_same(name_of(how, routine), y.values, y_expected.values);
}

template <class T> void check_type(spelling how, random_source& random) {
  for (index const n : {0, 1, 2, 17})
    for (index const x_step : steps)
      for (index const y_step : steps) {
        check_reductions<T>(how, random, n, x_step, y_step);
        check_amax<T>(how, random, n, x_step);
        check_axpy<T>(how, random, n, x_step, y_step);
        check_scal<T, T>(how, random, n, x_step, typed<T>("scal"));
        if constexpr (is_complex<T>) {
          bool const narrow = sizeof(T) == 8;
          check_scal<T, real_of<T>>(how, random, n, x_step, narrow ? "csscal" : "zdscal");
          check_rot<T, real_of<T>>(how, random, n, x_step, y_step, narrow ? "csrot" : "zdrot");
          if (!how.c) check_rot<T, T>(how, random, n, x_step, y_step, typed<T>("rot"));
        } else {
          check_rot<T, T>(how, random, n, x_step, y_step, typed<T>("rot"));
        }
      }
}

}  // namespace

void check_level1(random_source& random) {
  for (spelling const how : spellings) {
    check_type<float>(how, random);
    check_type<double>(how, random);
    check_type<std::complex<float>>(how, random);
    check_type<std::complex<double>>(how, random);
  }
}

}  // namespace isobit::test
