#include <map>

#include "../operation.hpp"
#include "../oracle.hpp"
#include "contenders.hpp"

namespace bench::sum_by_key {
namespace {

struct input {
  std::vector<std::uint64_t> keys;
  aligned_vector<double> values;
};

/// Keys are 64-bit numbers without a pattern.
input make_input(test_case const& test, std::uint64_t values_per_key) {
  std::uint64_t const groups = std::max<std::uint64_t>(1, test.size / values_per_key);
  generator random(seed ^ 0xfeed);
  input made{std::vector<std::uint64_t>(test.size), make_values<double>(test.values, test.size, seed)};
  for (auto& key : made.keys) key = generator(random.below(groups))();
  return made;
}

bool is_exact(input const& in, std::vector<::isobit::group_sum<std::uint64_t, double>> const& sums) {
  std::map<std::uint64_t, oracle> exact;
  for (std::size_t i = 0; i < in.keys.size(); ++i) exact[in.keys[i]].add(in.values[i]);
  return std::equal(sums.begin(), sums.end(), exact.begin(), exact.end(), [](auto const& group, auto const& expected) {
    return group.key == expected.first && same_bits(group.sum, expected.second.template round<double>());
  });
}

outcome run(test_case const& test, effort const& how, std::uint64_t values_per_key) {
  std::vector<input> const inputs = {make_input(test, values_per_key)};
  std::vector<contender> const contenders = {
      make_contender("unordered_map", inputs, [](input const& in) { return standard_map(in.keys, in.values); }),
      make_contender("isobit", inputs, [](input const& in) { return isobit(in.keys, in.values); }),
      make_contender("sorted", inputs, [](input const& in) { return sorted(in.keys, in.values); }),
  };
  return {measure(contenders, how), is_exact(inputs[0], isobit(inputs[0].keys, inputs[0].values))};
}

}  // namespace

outcome run_10(test_case const& test, effort const& how) { return run(test, how, 10); }
outcome run_100(test_case const& test, effort const& how) { return run(test, how, 100); }
outcome run_1e4(test_case const& test, effort const& how) { return run(test, how, 10000); }

}  // namespace bench::sum_by_key
