#include <cmath>

#include <isobit/isobit.hpp>

#include "../operation.hpp"
#include "../oracle.hpp"
#include "common/machine.hpp"
#include "contenders.hpp"

namespace bench::vocabulary {
namespace {

using input = aligned_vector<double>;
using complex = std::complex<double>;

plain_loops const& plain() {
#if defined(__x86_64__)
  static bool const avx2 = has_avx2();
  if (avx2) return plain_avx2;
#endif
  return plain_portable;
}
std::string plain_name() { return has_avx2() ? "plain_avx2" : "plain_portable"; }

/// Half the distance of a positive number to its neighbours; where these differ, that to the one above.
double half_ulp(double x) { return (next_up(x) - x) / 2; }

int sign(oracle const& number) {
  auto const value = number.round<double>();
  return (value > 0) - (value < 0);
}

/// Whether a result is the nearest to an exact number, of which exact_less(half) is the sign of what is left when the
/// result plus half a unit in its last place, or less it, is taken away. A tie is even.
template <class Less> bool is_nearest(double result, Less exact_less) {
  double const half = half_ulp(std::abs(result));
  int const below = exact_less(-half), above = exact_less(half);
  bool const even = (std::bit_cast<std::uint64_t>(result) & 1) == 0;
  return below >= 0 && above <= 0 && (even || (below > 0 && above < 0));
}

struct operation_of_one {
  double (*plain)(view);
  double (*isobit)(view, std::size_t threads);
  bool (*is_exact)(view, double result);
};

template <class Call> double with_threads(std::size_t threads, Call call) {
  return threads == 1 ? call(::isobit::serial()) : call(::isobit::threads(threads));
}

operation_of_one const asum = {
    [](view x) { return plain().magnitudes(x); },
    [](view x, std::size_t threads) {
      return with_threads(threads, [&](auto const& on) { return ::isobit::asum(x, on); });
    },
    [](view x, double result) {
      oracle exact;
      for (double const each : x) exact.add(std::abs(each));
      return same_bits(result, exact.round<double>());
    },
};

operation_of_one const nrm2 = {
    [](view x) { return std::sqrt(plain().squares(x)); },
    [](view x, std::size_t threads) {
      return with_threads(threads, [&](auto const& on) { return ::isobit::nrm2(x, on); });
    },
    [](view x, double result) {
      return is_nearest(result, [&](double half) {
        oracle exact;  // sum of squares - (result + half)^2
        for (double const each : x) exact.add_product(each, each);
        exact.add_product(-result, result);
        exact.add_product(-2 * result, half);
        exact.add_product(-half, half);
        return sign(exact);
      });
    },
};

operation_of_one const mean = {
    [](view x) { return plain().sum(x) / static_cast<double>(x.size()); },
    [](view x, std::size_t threads) {
      return with_threads(threads, [&](auto const& on) { return ::isobit::mean(x, on); });
    },
    [](view x, double result) {
      return is_nearest(result, [&](double half) {
        auto const count = static_cast<double>(x.size());
        oracle exact;  // sum - count (result + half)
        for (double const each : x) exact.add(each);
        exact.add_product(-result, count);
        exact.add_product(-half, count);
        return sign(exact);
      });
    },
};

operation_of_one const variance = {
    [](view x) {
      auto const count = static_cast<double>(x.size());
      return plain().squares_about(x, plain().sum(x) / count) / (count - 1);
    },
    [](view x, std::size_t threads) {
      return with_threads(threads, [&](auto const& on) { return ::isobit::variance(x, on); });
    },
    [](view x, double result) {
      auto const count = static_cast<double>(x.size());
      double parts[8];  // whose sum is that of the numbers, exactly
      oracle rest;
      for (double const each : x) rest.add(each);
      for (double& part : parts) rest.add(-(part = rest.round<double>()));
      return is_nearest(result, [&](double half) {
        oracle exact;  // count * sum of squares - sum^2 - count (count - 1) (result + half)
        for (double const each : x) {
          // A quarter of the bits at a time, so that the product with the count is a double.
          double const upper = std::bit_cast<double>(std::bit_cast<std::uint64_t>(each) & ~std::uint64_t{0x7ffffff});
          exact.add_product(each, upper * count);
          exact.add_product(each, (each - upper) * count);
        }
        for (double const a : parts)
          for (double const b : parts) exact.add_product(-a, b);
        exact.add_product(-result, count * (count - 1));
        exact.add_product(-half, count * (count - 1));
        return sign(exact);
      });
    },
};

template <operation_of_one const& Which> outcome run_one(test_case const& test, effort const& how) {
  std::vector<input> inputs;
  for (std::size_t k = 0; k < inputs_for(test.size); ++k)
    inputs.push_back(make_values<double>(test.values, test.size, seed + k));
  auto const reduced = [threads = test.threads](input const& x) { return Which.isobit(x, threads); };
  outcome result{measure({make_contender(plain_name(), inputs, [](input const& x) { return Which.plain(x); }),
                          make_contender("isobit", inputs, reduced)},
                         how),
                 true};
  for (auto const& x : inputs)
    if (!Which.is_exact(x, reduced(x))) result.correct = false;
  return result;
}

struct complex_pair {
  vector_pair<double> parts;  // real and imaginary ones in turn
  std::size_t size;
  [[nodiscard]] static complex_view of(input const& both) {
    return {reinterpret_cast<complex const*>(both.data()), both.size() / 2};
  }
  [[nodiscard]] complex_view x() const { return of(parts.x); }
  [[nodiscard]] complex_view y() const { return of(parts.y); }
};

bool is_exact(complex_pair const& pair, complex result) {
  oracle real, imaginary;
  for (std::size_t i = 0; i < pair.size; ++i) {
    complex const x = pair.x()[i], y = pair.y()[i];
    real.add_product(x.real(), y.real());
    real.add_product(-x.imag(), y.imag());
    imaginary.add_product(x.real(), y.imag());
    imaginary.add_product(x.imag(), y.real());
  }
  return same_bits(result.real(), real.round<double>()) && same_bits(result.imag(), imaginary.round<double>());
}

struct scanned {
  input x;
  mutable input out;
};

/// All prefixes of short inputs, a thousand of long ones.
bool is_exact(scanned const& in) {
  std::size_t const step = std::max<std::size_t>(1, in.x.size() / 1000);
  oracle exact;
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    exact.add(in.x[i]);
    if (i % step == 0 && !same_bits(in.out[i], exact.round<double>())) return false;
  }
  return true;
}

}  // namespace

outcome run_asum(test_case const& test, effort const& how) { return run_one<asum>(test, how); }
outcome run_nrm2(test_case const& test, effort const& how) { return run_one<nrm2>(test, how); }
outcome run_mean(test_case const& test, effort const& how) { return run_one<mean>(test, how); }
outcome run_variance(test_case const& test, effort const& how) { return run_one<variance>(test, how); }

outcome run_complex_dot(test_case const& test, effort const& how) {
  std::vector<complex_pair> inputs;
  for (std::size_t k = 0; k < inputs_for(4 * test.size); ++k)
    inputs.push_back({make_pair<double>(test.values, 2 * test.size, seed + k), test.size});
  auto const exact_dot = [threads = test.threads](complex_pair const& pair) {
    return threads == 1 ? ::isobit::dot(pair.x(), pair.y(), ::isobit::serial())
                        : ::isobit::dot(pair.x(), pair.y(), ::isobit::threads(threads));
  };
  outcome result{
      measure({make_contender(plain_name(), inputs,
                              [](complex_pair const& pair) { return plain().complex_dot(pair.x(), pair.y()); }),
               make_contender("isobit", inputs, exact_dot)},
              how),
      true};
  for (auto const& pair : inputs)
    if (!is_exact(pair, exact_dot(pair))) result.correct = false;
  return result;
}

outcome run_scan(test_case const& test, effort const& how) {
  std::vector<scanned> inputs;
  for (std::size_t k = 0; k < inputs_for(2 * test.size); ++k)
    inputs.push_back({make_values<double>(test.values, test.size, seed + k), input(test.size)});
  auto const exact_scan = [threads = test.threads](scanned const& in) {
    if (threads == 1)
      ::isobit::inclusive_scan(in.x, in.out, ::isobit::serial());
    else
      ::isobit::inclusive_scan(in.x, in.out, ::isobit::threads(threads));
    return in.out.data();
  };
  auto const loop = [](scanned const& in) {
    plain_scan(in.x, in.out);
    return in.out.data();
  };
  outcome result{measure({make_contender("plain", inputs, loop), make_contender("isobit", inputs, exact_scan)}, how),
                 true};
  for (auto const& in : inputs) {
    exact_scan(in);
    if (!is_exact(in)) result.correct = false;
  }
  return result;
}

}  // namespace bench::vocabulary
