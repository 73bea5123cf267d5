// Compares the library with the golden results, bit for bit. A plain program without GoogleTest or MPFR, so that it
// runs wherever the library does: golden_golden_test [results.txt]
#include <isobit/isobit.hpp>

#include "compare.hpp"
#include "result_columns.hpp"

namespace isobit::golden {
namespace {

template <class Driver> struct library_operations {
  Driver driver;
  template <class R, class T> R sum(std::span<T const> x) const { return isobit::sum<R>(x, driver); }
  template <class R, class T> R asum(std::span<T const> x) const { return isobit::asum<R>(x, driver); }
  template <class R, class T> R squared_norm(std::span<T const> x) const { return isobit::squared_norm<R>(x, driver); }
  template <class R, class T> R nrm2(std::span<T const> x) const { return isobit::nrm2<R>(x, driver); }
  template <class R, class T> R mean(std::span<T const> x) const { return isobit::mean<R>(x, driver); }
  template <class R, class T> R variance(std::span<T const> x) const { return isobit::variance<R>(x, driver); }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    return isobit::dot<R>(x, y, driver);
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const {
    return exact_sum(x, driver).serialise();
  }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const { return exact_sum(x, driver).hash(); }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    return exact_dot(x, y, driver).hash();
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit::golden;
  return compare_with_file<result_columns, library_operations>(sizes, argc, argv);
}
