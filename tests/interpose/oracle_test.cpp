// The oracle itself: of two numbers the machine's sum and product are the correctly rounded ones, in every format; of
// more, isobit's are, for float and double.

#include <cstdio>

#include <isobit/sum/exact.hpp>

#include "oracle.hpp"

using namespace conformance;

namespace {

int checks = 0, failures = 0;

void check(bool right, char const* what, number_format f, int column) {
  ++checks;
  if (!right && ++failures <= 10) std::printf("%s, format %d, column %d\n", what, static_cast<int>(f), column);
}

void check_pairs(inputs const& numbers, number_format f, int column) {
  for (auto const what : {operation::sum, operation::product})
    for (int rank = 0; rank < 8; ++rank) {
      wide const one = numbers.at({f, false}, what, rank, column, 0);
      wide const other = numbers.at({f, false}, what, rank + 1, column, 0);
      auto const pair = std::vector{fields_of(f, one), fields_of(f, other)};
      wide const exact = bits_of(f, what == operation::sum ? exact_sum(f, pair) : exact_product(f, pair));
      with_type(f, [&](auto zero) {
        using T = decltype(zero);
        T const x[] = {number_from<T>(one), number_from<T>(other)};
        check(exact == tidy(f, bits_from(f, plain(std::span<T const>(x), what))), "two numbers", f, column);
      });
    }
}

template <class T> void check_many(inputs const& numbers, number_format f, int column) {
  isobit::exact state;
  std::vector<fields> addends;
  for (int rank = 0; rank < 8; ++rank) {
    wide const bits = numbers.at({f, false}, operation::sum, rank, column, 0);
    addends.push_back(fields_of(f, bits));
    state.add(number_from<T>(bits));
    check(bits_from(f, state.template round<T>()) == bits_of(f, exact_sum(f, addends)), "many numbers", f, column);
  }
}

}  // namespace

int main() {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    inputs const numbers(seed, false);
    for (int column = 0; column < columns; ++column) {
      for (int f = 0; f < 4; ++f) check_pairs(numbers, static_cast<number_format>(f), column);
      check_many<float>(numbers, number_format::binary32, column);
      check_many<double>(numbers, number_format::binary64, column);
    }
  }
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
