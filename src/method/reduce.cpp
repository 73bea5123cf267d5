#include <isobit/method/reduce.hpp>

#include <atomic>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class Result, class T> Result largest_magnitude(driver_ref const& on, vector_view<T const> const& values) {
  using value = buffered_real<T>;
  std::size_t const n = values.count();
  std::atomic<typename format<value>::bits_type> largest = 0;
  for_each_part(on, part_count(on, n), n, [&](std::size_t first, std::size_t count, std::size_t) {
    for_each_block(values, first, count, [&](auto block) {
      auto const found = summation::largest(block.data(), block.size());
      auto seen = largest.load();
      while (found > seen && !largest.compare_exchange_weak(seen, found)) {}
    });
  });
  return from_bits<value>(largest.load());
}

#define ISOBIT_INSTANTIATE(T) \
  template buffered_real<T> largest_magnitude<buffered_real<T>>(driver_ref const&, vector_view<T const> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
