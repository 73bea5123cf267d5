#include <isobit/operation/reduce.hpp>

#include <algorithm>
#include <atomic>

#include "kernel/dispatch.hpp"
#include "operation/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <real T> buffered_real<T> largest_magnitude(driver_ref const& driver, strided<T> const& values) {
  using value = buffered_real<T>;
  auto const& kernels = *kernel::this_machine().kernels;
  std::size_t const n = values.count;
  std::atomic<typename format<value>::bits_type> largest = 0;
  engine::for_each_part(driver, std::clamp<std::size_t>(driver.parts(n), 1, std::max<std::size_t>(n, 1)), n,
                        [&](std::size_t first, std::size_t count, std::size_t) {
                          auto const take = [&](value const* x, std::size_t size) {
                            auto const found = kernel::largest(kernels, x, size);
                            auto seen = largest.load();
                            while (found > seen && !largest.compare_exchange_weak(seen, found)) {}
                          };
                          for_each_block(values, first, count, [&](auto block) { take(block.data(), block.size()); });
                        });
  return from_bits<value>(largest.load());
}

#define ISOBIT_INSTANTIATE(T) template buffered_real<T> largest_magnitude(driver_ref const&, strided<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
