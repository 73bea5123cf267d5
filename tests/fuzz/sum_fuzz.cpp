// Every instruction set, with exception flags and without, gives the reference's bits for any numbers.
#include <vector>

#include "reference/operations.hpp"
#include "sum/blocks.hpp"
#include "sum/reduce.hpp"
#include "support/fuzz_input.hpp"

namespace isobit::test {
namespace {

/// A few numbers from the input, repeated so that blocks are filled; every other copy negated if so wished.
template <class T> std::vector<T> numbers(fuzz_input& input, std::size_t copies, bool alternate) {
  std::vector<T> seeds;
  while (!input.empty() && seeds.size() < 80) seeds.push_back(input.number<T>());
  std::vector<T> values;
  for (std::size_t copy = 0; copy < copies; ++copy)
    for (T x : seeds) values.push_back(alternate && copy % 2 == 1 ? negated(x) : x);
  if (alternate && !seeds.empty()) values.push_back(seeds.front());
  return values;
}

template <class T, class Values, class Products> void check(fuzz_input input, std::uint8_t header) {
  constexpr std::size_t copies[] = {1, 2, 3, 5, 9, 17};
  auto const values = numbers<T>(input, copies[header % 6], (header & 0x40) != 0);
  std::size_t const half = values.size() / 2;
  std::span<T const> const all(values), x = all.first(half), y = all.subspan(half, half);
  auto const total = reference::total_of(all);
  auto const products = reference::total_of_products(x, y);
  for (auto set : available_instruction_sets()) {
    for (bool flags_work : {true, false}) {
      summation::machine const machine{summation::kernels_for(set), summation::kernels_for(set), summation::block_size,
                                       flags_work};
      auto const sum = [&](auto finish) {
        return summation::reduce_serially(machine, Values{all.data()}, all.size(), finish);
      };
      auto const dot = [&](auto finish) {
        return summation::reduce_serially(machine, Products{x.data(), y.data()}, half, finish);
      };
      require(equal_bits(sum(summation::rounded_to<double>{}), total.template round<double>()), "sum<double>");
      require(equal_bits(sum(summation::rounded_to<float>{}), total.template round<float>()), "sum<float>");
      require(equal_bits(dot(summation::rounded_to<double>{}), products.template round<double>()), "dot<double>");
      require(equal_bits(dot(summation::rounded_to<float>{}), products.template round<float>()), "dot<float>");
      require(equal_bits(dot(summation::root_of<double>{}), products.template square_root<double>()), "root of dot");
    }
  }
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace isobit;
  test::fuzz_input input(data, size);
  std::uint8_t const header = input.byte();
  if ((header & 0x80) != 0)
    test::check<float, summation::f32_values, summation::f32_products>(input, header);
  else
    test::check<double, summation::f64_values, summation::f64_products>(input, header);
  return 0;
}
