#include "plain.hpp"

#include <cstring>
#include <vector>

#include <isobit/instruction_set.hpp>
#include <isobit/method/reduce.hpp>

namespace isobit::tool {
namespace {

/// The lanes are the same whatever it is compiled for, so the instruction set does not show in the bits.
template <class T> [[gnu::always_inline]] inline T sum_lanes(T const* x, std::size_t size) {
  typedef T vector __attribute__((vector_size(32)));
  constexpr std::size_t lanes = sizeof(vector) / sizeof(T), chains = 8;
  vector sums[chains] = {};
  std::size_t i = 0;
  for (; i + chains * lanes <= size; i += chains * lanes)
    for (std::size_t k = 0; k < chains; ++k) {
      vector next;
      std::memcpy(&next, x + i + k * lanes, sizeof next);
      sums[k] += next;
    }
  vector const total = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  T result = total[0];
  for (std::size_t lane = 1; lane < lanes; ++lane) result += total[lane];
  for (; i < size; ++i) result += x[i];
  return result;
}

template <class T> T sum_by_default(std::span<T const> values) { return sum_lanes(values.data(), values.size()); }

#if defined(__x86_64__)
template <class T> [[gnu::target("avx2")]] T sum_by_avx2(std::span<T const> values) {
  return sum_lanes(values.data(), values.size());
}
#endif

template <class T> T sum_of_part(std::span<T const> values) {
#if defined(__x86_64__)
  auto const set = active_instruction_set();
  if (set == instruction_set::avx2 || set == instruction_set::avx512) return sum_by_avx2(values);
#endif
  return sum_by_default(values);
}

template <class T> T sum_in_order(std::span<T const> values) {
  T sum = 0;
  for (T const x : values) sum += x;
  return sum;
}

template <class T, class Sum> T sum_of_parts(driver_ref const& driver, std::span<T const> values, Sum sum) {
  std::size_t const count = values.size();
  std::size_t const parts = isobit::detail::part_count(driver, count);
  if (parts == 1) return sum(values);
  std::vector<T> sums(parts);
  isobit::detail::for_each_part(driver, parts, count, [&](std::size_t first, std::size_t size, std::size_t part) {
    sums[part] = sum(values.subspan(first, size));
  });
  return sum_in_order(std::span<T const>(sums));
}

}  // namespace

template <class T> T plain_sum(driver_ref const& driver, std::span<T const> values) {
  return sum_of_parts(driver, values, sum_of_part<T>);
}

template <class T> T left_to_right_sum(driver_ref const& driver, std::span<T const> values) {
  return sum_of_parts(driver, values, sum_in_order<T>);
}

template double plain_sum(driver_ref const&, std::span<double const>);
template float plain_sum(driver_ref const&, std::span<float const>);
template double left_to_right_sum(driver_ref const&, std::span<double const>);
template float left_to_right_sum(driver_ref const&, std::span<float const>);

}  // namespace isobit::tool
