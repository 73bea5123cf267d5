// Compares the functions for C with the golden results, bit for bit, with one thread and with three.
#include <isobit/isobit.h>
#include <isobit/isobit.hpp>

#include "compare.hpp"
#include "result_columns.hpp"

namespace isobit::golden {
namespace {

void require(isobit_status status) {
  if (status == ISOBIT_OK) return;
  std::printf("%s\n", isobit_last_error());
  std::exit(1);
}

/// A state of C's.
class accumulator {
public:
  accumulator() { require(isobit_exact_create(&state_)); }
  accumulator(accumulator const&) = delete;
  accumulator& operator=(accumulator const&) = delete;
  ~accumulator() { isobit_exact_destroy(state_); }

  void add(std::span<double const> x) { require(isobit_exact_add_f64(state_, x.data(), x.size())); }
  void add(std::span<float const> x) { require(isobit_exact_add_f32(state_, x.data(), x.size())); }
  void add(std::span<double const> x, std::span<double const> y) {
    require(isobit_exact_add_products_f64(state_, x.data(), y.data(), x.size()));
  }
  void add(std::span<float const> x, std::span<float const> y) {
    require(isobit_exact_add_products_f32(state_, x.data(), y.data(), x.size()));
  }
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t result = 0;
    require(isobit_exact_hash(state_, &result));
    return result;
  }
  [[nodiscard]] float narrow() const {
    float result = 0;
    require(isobit_exact_round_f32(state_, ISOBIT_NEAREST_EVEN, &result));
    return result;
  }
  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::size_t size = 0;
    require(isobit_exact_serialise(state_, nullptr, 0, &size));
    std::vector<std::byte> result(size);
    require(isobit_exact_serialise(state_, result.data(), size, &size));
    return result;
  }

private:
  isobit_exact* state_ = nullptr;
};

template <class Driver> struct c_operations {
  Driver driver;
  static constexpr std::size_t threads = std::same_as<Driver, serial> ? 1 : 3;

#define ISOBIT_OPERATION(name, ...)                                                            \
  template <std::same_as<double>> double name(std::span<double const> x) const {               \
    double result = 0;                                                                         \
    require(isobit_##name##_strided_f64(x.data(), x.size(), 1, threads, __VA_ARGS__& result)); \
    return result;                                                                             \
  }                                                                                            \
  template <std::same_as<float>> float name(std::span<float const> x) const {                  \
    float result = 0;                                                                          \
    require(isobit_##name##_strided_f32(x.data(), x.size(), 1, threads, __VA_ARGS__& result)); \
    return result;                                                                             \
  }
  ISOBIT_OPERATION(sum)
  ISOBIT_OPERATION(asum)
  ISOBIT_OPERATION(squared_norm)
  ISOBIT_OPERATION(nrm2)
  ISOBIT_OPERATION(mean)
#define ISOBIT_REMOVED 1,
  ISOBIT_OPERATION(variance, ISOBIT_REMOVED)
#undef ISOBIT_REMOVED
#undef ISOBIT_OPERATION
  template <std::same_as<double>> double sum(std::span<float const> x) const {
    double result = 0;
    require(isobit_sum_strided_f32_f64(x.data(), x.size(), 1, threads, &result));
    return result;
  }
  template <std::same_as<float>> float sum(std::span<double const> x) const {
    accumulator all;
    all.add(x);
    return all.narrow();
  }
  template <class R, class T> R dot(std::span<T const> x, std::span<T const> y) const {
    R result{};
    if constexpr (sizeof(T) == 8)
      require(isobit_dot_strided_f64(x.data(), 1, y.data(), 1, x.size(), threads, &result));
    else
      require(isobit_dot_strided_f32(x.data(), 1, y.data(), 1, x.size(), threads, &result));
    return result;
  }
  template <class T> std::vector<std::byte> sum_bytes(std::span<T const> x) const {
    accumulator all;
    all.add(x);
    return all.bytes();
  }
  template <class T> std::uint64_t sum_hash(std::span<T const> x) const {
    accumulator all;
    all.add(x);
    return all.hash();
  }
  template <class T> std::uint64_t dot_hash(std::span<T const> x, std::span<T const> y) const {
    accumulator all;
    all.add(x, y);
    return all.hash();
  }
};

}  // namespace
}  // namespace isobit::golden

int main(int argc, char** argv) {
  using namespace isobit::golden;
  return compare_with_file<result_columns, c_operations>(sizes, argc, argv);
}
