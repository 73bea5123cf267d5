// Writes functions.txt: what MPFR makes of the golden arguments. golden_generate_functions > functions.txt
#include "function_hashes.hpp"
#include "math/oracle.hpp"

namespace isobit::golden {
namespace {

template <class T> void print_unary(test::unary_function const& f) {
  test::function_oracle<T> oracle;
  auto const definition = test::mpfr_function(f.name);
  auto const line =
      hash_line<T>(f.name, false, f.low, f.high, all_arguments, [&](std::vector<T> x, std::vector<T> const&) {
        for (T& value : x) value = oracle(definition, value);
        return x;
      });
  std::printf("%s\n", line.c_str());
}

template <class T> void print_binary(test::binary_function const& f) {
  test::function_oracle<T> oracle;
  auto const definition = test::mpfr_function_of_two(f.name);
  auto const line =
      hash_line<T>(f.name, true, f.low, f.high, all_arguments, [&](std::vector<T> x, std::vector<T> const& y) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = oracle(definition, x[i], y[i]);
        return x;
      });
  std::printf("%s\n", line.c_str());
}

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit::golden;
  std::printf("# function, type, hash of the first %zu results, of %zu: made by golden_generate_functions with MPFR\n",
              few_arguments, all_arguments);
  for (auto const& f : isobit::test::unary_functions) {
    print_unary<double>(f);
    print_unary<float>(f);
  }
  for (auto const& f : isobit::test::binary_functions) {
    print_binary<double>(f);
    print_binary<float>(f);
  }
}
