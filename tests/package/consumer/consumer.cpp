#include <cstdint>
#include <cstdio>
#include <list>
#include <vector>

#include <isobit/isobit.hpp>

// Compiled with and without -ffast-math: everything but isobit's own work is done with integers, so that a difference
// can only come from isobit. The expected bits are exact rational arithmetic, rounded (expected.py).
namespace {

std::uint64_t state = 1;

std::uint64_t next() {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Any sign and significand, with a biased exponent in [lowest, lowest + binades).
double next_double(unsigned lowest, unsigned binades) {
  std::uint64_t const bits = next();
  std::uint64_t const exponent = lowest + next() % binades;
  return isobit::from_bits<double>((bits & 0x800fffffffffffff) | exponent << 52);
}

int failures = 0;

void expect(char const* what, double result, std::uint64_t bits) {
  if (isobit::bits_of(result) == bits) return;
  std::printf("%s: 0x%016llx, not 0x%016llx\n", what, static_cast<unsigned long long>(isobit::bits_of(result)),
              static_cast<unsigned long long>(bits));
  ++failures;
}

}  // namespace

int main() {
  std::vector<double> narrow, wide, tiny;
  for (int i = 0; i < 10000; ++i) narrow.push_back(next_double(1013, 10));
  for (int i = 0; i < 10000; ++i) wide.push_back(next_double(1, 2000));
  for (int i = 0; i < 101; ++i) tiny.push_back(isobit::from_bits<double>(next() % 1000));

  expect("narrow", isobit::sum(narrow), 0x40442fa948ad9847);
  expect("wide", isobit::sum(wide, isobit::threads(3)), 0xfd144fd14ae11f69);
  expect("subnormal", isobit::sum(tiny), 0x000000000000bea3);
  expect("list", isobit::sum(std::list<double>(narrow.begin(), narrow.end())), 0x40442fa948ad9847);
  expect("dot", isobit::dot(narrow, wide), 0x7d12b5c81117b75d);
  expect("nrm2", isobit::nrm2(narrow), 0x403bce0ba19a82a3);
  expect("mean", isobit::mean(narrow), 0x3f7089591da31936);
  std::vector<isobit::float16> const halves(3, isobit::float16{0x3c01});  // 1 + 2^-10
  expect("float16", isobit::sum<double>(halves), isobit::bits_of(3 * 0x1.004p0));
  expect("variance", isobit::variance(narrow), 0x3fb3ca1872ca7809);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
