// Compares the library's other methods with the golden results, bit for bit; as golden_test.cpp, a plain program.
#include <isobit/isobit.hpp>

#include "compare.hpp"
#include "method_columns.hpp"
#include "reference/serialise.hpp"

namespace isobit::golden {
namespace {

/// What the library has no one name for: the wide format whose bits are the same on every platform.
template <class T> struct portable_extended { using type = extended<T, extended_format::double_double>; };
template <> struct portable_extended<float> { using type = extended<float>; };

template <class Driver> struct library_operations {
  Driver driver;

  template <int K, class T> T binned_sum(std::span<T const> x) const { return sum<binned<T, K>>(x, driver); }
  template <int K, class T> std::uint64_t binned_hash(std::span<T const> x) const {
    return reference::hash(reduce<binned<T, K>>(x, driver).serialise());
  }
  template <int K, class T> std::optional<T> double_sweep_sum(std::span<T const> x) const {
    return unless_refused<double_sweep<T, K>>(x);
  }
  template <int K, class T> std::optional<T> single_sweep_sum(std::span<T const> x) const {
    return unless_refused<single_sweep<T, K>>(x);
  }
  template <compensation Method, class T> T compensated_sum(std::span<T const> x) const {
    return sum<compensated<Method, T>>(x, driver);
  }
  template <compensation Method, class T> T compensated_in_sequence(std::span<T const> x) const {
    return reduce<compensated<Method, T>>(x, in_sequence()).round();
  }
  template <class T> T extended_sum(std::span<T const> x) const {
    return sum<typename portable_extended<T>::type>(x, driver);
  }
  template <class T> T tree_sum(std::span<T const> x) const { return isobit::tree_sum(x, driver); }

private:
  template <class A, class T> std::optional<T> unless_refused(std::span<T const> x) const {
    try {
      return sum<A>(x, driver);
    } catch (error const&) {
      return {};
    }
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit::golden;
  return compare_with_file<method_columns, library_operations>(method_sizes, argc, argv);
}
