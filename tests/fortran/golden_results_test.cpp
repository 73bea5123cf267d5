// Compares the Fortran modules with the golden results, bit for bit, once with arrays and once with sections that run
// backwards. Variances, which the modules have not, are the library's.
#include <isobit/isobit.hpp>

#include "golden/compare.hpp"
#include "golden/result_columns.hpp"

#define ISOBIT_DECLARE(suffix, T)                      \
  T golden_sum_##suffix(T const*, int, int);           \
  T golden_asum_##suffix(T const*, int, int);          \
  T golden_nrm2_##suffix(T const*, int, int);          \
  T golden_mean_##suffix(T const*, int, int);          \
  T golden_dot_##suffix(T const*, T const*, int, int); \
  void golden_accumulated_##suffix(T const*, T const*, int, int, double*, float*, std::int64_t*, void*, int*);
extern "C" {
ISOBIT_DECLARE(f64, double)
ISOBIT_DECLARE(f32, float)
}

namespace isobit::golden {
namespace {

template <class T> int size(std::span<T const> x) { return static_cast<int>(x.size()); }

/// What an accumulator in Fortran says.
struct accumulated {
  double value = 0;
  float narrow = 0;
  std::int64_t hash = 0;
  std::vector<std::byte> bytes;

  template <class T> accumulated(std::span<T const> x, std::span<T const> y, bool products) : bytes(1024) {
    int length = 0;
    if constexpr (sizeof(T) == 8)
      golden_accumulated_f64(x.data(), y.data(), size(x), products ? 1 : 0, &value, &narrow, &hash, bytes.data(),
                             &length);
    else
      golden_accumulated_f32(x.data(), y.data(), size(x), products ? 1 : 0, &value, &narrow, &hash, bytes.data(),
                             &length);
    bytes.resize(static_cast<std::size_t>(length));
  }
  template <class R> R rounded() const {
    if constexpr (sizeof(R) == 8)
      return value;
    else
      return narrow;
  }
};

template <class Driver> struct fortran_operations {
  Driver driver;
  static constexpr int backwards = std::same_as<Driver, serial> ? 0 : 1;

#define ISOBIT_OPERATION(name)                                  \
  template <class T> static T name##_of(std::span<T const> x) { \
    if constexpr (sizeof(T) == 8)                               \
      return golden_##name##_f64(x.data(), size(x), backwards); \
    else                                                        \
      return golden_##name##_f32(x.data(), size(x), backwards); \
  }                                                             \
  template <class R, class T> R name(std::span<T const> x) const { return name##_of(x); }
  ISOBIT_OPERATION(asum)
  ISOBIT_OPERATION(nrm2)
  ISOBIT_OPERATION(mean)
  template <class T> static T sum_of(std::span<T const> x) {
    if constexpr (sizeof(T) == 8)
      return golden_sum_f64(x.data(), size(x), backwards);
    else
      return golden_sum_f32(x.data(), size(x), backwards);
  }
  template <class R, class T> R sum(std::span<T const> x) const {
    if constexpr (std::same_as<R, T>)
      return sum_of(x);
    else
      return accumulated(x, x, false).template rounded<R>();
  }
  template <class R, class T> R squared_norm(std::span<T const> x) const {
    return accumulated(x, x, true).template rounded<R>();
  }
  template <class R, class T> R variance(std::span<T const> x) const { return isobit::variance<R>(x, driver); }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    if constexpr (sizeof(T) == 8)
      return golden_dot_f64(x.data(), y.data(), size(x), backwards);
    else
      return golden_dot_f32(x.data(), y.data(), size(x), backwards);
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const {
    return accumulated(x, x, false).bytes;
  }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const {
    return static_cast<std::uint64_t>(accumulated(x, x, false).hash);
  }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    return static_cast<std::uint64_t>(accumulated(x, y, true).hash);
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit::golden;
  return compare_with_file<result_columns, fortran_operations>(sizes, argc, argv);
}
