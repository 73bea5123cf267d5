// Writes results.txt to standard output, from the reference and not from the library:
//   cmake --build <build> --target golden_generate && <build>/tests/golden_generate > tests/golden/results.txt
#include "reference/operations.hpp"
#include "reference/serialise.hpp"
#include "result_columns.hpp"

namespace isobit::golden {
namespace {

struct reference_operations {
  template <class R, class T> R sum(std::span<T const> x) const { return reference::sum<R>(x); }
  template <class R, class T> R asum(std::span<T const> x) const { return reference::asum<R>(x); }
  template <class R, class T> R squared_norm(std::span<T const> x) const { return reference::squared_norm<R>(x); }
  template <class R, class T> R nrm2(std::span<T const> x) const { return reference::nrm2<R>(x); }
  template <class R, class T> R mean(std::span<T const> x) const { return reference::mean<R>(x); }
  template <class R, class T> R variance(std::span<T const> x) const { return reference::variance<R>(x, 1); }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    return reference::dot<R>(x, y);
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const {
    return reference::serialise(reference::total_of(x));
  }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const { return reference::hash(sum_bytes(x)); }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    return reference::hash(reference::serialise(reference::total_of_products(x, y)));
  }
};

}  // namespace
}  // namespace isobit::golden

int main() {
  using namespace isobit::golden;
  write_cases(sizes, result_columns<reference_operations>());
}
