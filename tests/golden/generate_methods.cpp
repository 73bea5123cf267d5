// Writes methods.txt to standard output, from the references and not from the library:
//   cmake --build <build> --target golden_generate_methods && <build>/tests/golden_generate_methods > methods.txt
#include <functional>

#include "method_columns.hpp"
#include "reference/binned.hpp"
#include "reference/compensated.hpp"
#include "reference/serialise.hpp"
#include "reference/tree.hpp"
#include "support/expected_sweep.hpp"

namespace isobit::golden {
namespace {

template <class T> reference::bins<T> bins_of(std::span<T const> x) {
  reference::bins<T> bins(default_bin_width<T>);
  for (T value : x) bins.add(value);
  return bins;
}

struct reference_operations {
  template <int K, class T> T binned_sum(std::span<T const> x) const { return bins_of(x).round(K); }
  template <int K, class T> std::uint64_t binned_hash(std::span<T const> x) const {
    return reference::hash(reference::serialise(bins_of(x), K));
  }
  template <int K, class T> std::optional<T> double_sweep_sum(std::span<T const> x) const {
    auto const sweep = test::expected_double_sweep(x, x.size(), K);
    return sweep ? std::optional(test::rounded(x, std::span<T const>(sweep->sums))) : std::nullopt;
  }
  template <int K, class T> std::optional<T> single_sweep_sum(std::span<T const> x) const {
    auto const sweep = test::expected_single_sweep(x, x.size(), K);
    return sweep ? std::optional(test::rounded(x, std::span<T const>(sweep->sums).subspan(1))) : std::nullopt;
  }
  template <compensation Method, class T> T compensated_sum(std::span<T const> x) const {
    return reference::over_fixed_lanes<reference::compensated<Method, T>>(x).round();
  }
  template <compensation Method, class T> T compensated_in_sequence(std::span<T const> x) const {
    return reference::one_by_one<reference::compensated<Method, T>>(x).round();
  }
  double extended_sum(std::span<double const> x) const {
    return reference::over_fixed_lanes<reference::double_double>(x).round();
  }
  float extended_sum(std::span<float const> x) const {
    return reference::over_fixed_lanes<reference::float_in_double>(x).round();
  }
  template <class T> T tree_sum(std::span<T const> x) const {
    T const root = reference::tree(x, std::plus<T>());
    return is_nan(root) ? from_bits<T>(format<T>::canonical_nan) : root;
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit::golden;
  write_cases(method_sizes, method_columns<reference_operations>());
}
