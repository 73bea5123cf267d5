#include <isobit/operation/reduce.hpp>

#include <algorithm>
#include <atomic>

#include "accumulator/prerounded.hpp"
#include "operation/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <real T> buffered_real<T> largest_magnitude(driver_ref const& driver, strided<T> const& values) {
  using value = buffered_real<T>;
  std::size_t const n = values.count;
  std::atomic<typename format<value>::bits_type> largest = 0;
  engine::for_each_part(driver, std::clamp<std::size_t>(driver.parts(n), 1, std::max<std::size_t>(n, 1)), n,
                        [&](std::size_t first, std::size_t count, std::size_t) {
                          auto const take = [&](value const* x, std::size_t size) {
                            auto const found = kernel::largest(*kernel::this_machine().kernels, x, size);
                            auto seen = largest.load();
                            while (found > seen && !largest.compare_exchange_weak(seen, found)) {}
                          };
                          for_each_block(values, first, count, [&](auto block) { take(block.data(), block.size()); });
                        });
  return from_bits<value>(largest.load());
}

namespace {

/// A part's levels and what they are for: extractors that support magnitudes up to 2^ceiling.
template <class T> struct part_of_sweep {
  bool possible = false;  // every value is finite, and there are extractors for it
  int ceiling = format<T>::min_exponent;
  T largest = from_bits<T>(0);
  T sums[most_sweep_levels] = {};
};

/// The ceiling of a few values from all over.
template <class T> int guessed_ceiling(std::span<T const> values) {
  constexpr std::size_t looks = 64;
  std::size_t const step = std::max<std::size_t>(1, values.size() / looks);
  typename format<T>::bits_type largest = 0;
  for (std::size_t i = 0; i < values.size(); i += step) largest = std::max(largest, bits_of(magnitude(values[i])));
  return prerounded::ceiling_exponent(from_bits<T>(largest));
}

/// Sweeps with guessed extractors, those for `part.ceiling` at least, and starts again with larger ones when a larger
/// magnitude comes. When that has cost as much as looking for the largest would have, it is looked for.
template <class T>
void sweep_part(kernel::prerounded_kernels_for<T> const& kernels, int levels, std::uint64_t count,
                std::span<T const> values, part_of_sweep<T>& part) {
  using prerounded::block_size, prerounded::ceiling_exponent;
  std::size_t const n = values.size();
  std::size_t swept = 0;
  std::fill_n(part.sums, levels, T{0});
  part.ceiling = std::max(part.ceiling, guessed_ceiling(values));
  for (std::size_t i = 0; i < n;) {
    if (prerounded::log2_alpha<T>(count) + part.ceiling > format<T>::bias) return;
    prerounded::double_sweep_extractors<T> const extractors(count, part.ceiling);
    bool supported = true;
    for (; i < n && supported; i += block_size) {
      std::size_t const size = std::min(block_size, n - i);
      T sums[most_sweep_levels] = {};
      T const largest = kernels.levels[levels - 1](values.data() + i, size, extractors.of, sums);
      if (is_nonfinite(largest) || is_nonfinite(sums[0])) return;
      part.largest = std::max(part.largest, largest);
      supported = ceiling_exponent(largest) <= part.ceiling;
      for (int k = 0; k < levels; ++k) part.sums[k] += sums[k];
    }
    if (supported) break;
    swept += i;
    if (swept >= n) part.largest = from_bits<T>(kernel::largest(*kernel::this_machine().kernels, values.data(), n));
    if (is_nonfinite(part.largest)) return;
    part.ceiling = ceiling_exponent(part.largest);
    std::fill_n(part.sums, levels, T{0});
    i = 0;
  }
  part.possible = true;
}

/// Sweeps each part for its own largest magnitude, and again where another part's is of a higher power of two.
template <class T>
part_of_sweep<T> sweep_parts(kernel::prerounded_kernels_for<T> const& kernels, driver_ref const& driver,
                             std::size_t parts, int levels, std::span<T const> values) {
  std::vector<part_of_sweep<T>> found(parts);
  part_of_sweep<T> whole;
  for (int pass = 0; pass < 2; ++pass) {
    engine::for_each_part(driver, parts, values.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
      if (found[part].possible && found[part].ceiling == whole.ceiling) return;
      found[part] = {.ceiling = whole.ceiling};
      in_standard_environment([&](environment_guard&) {
        sweep_part(kernels, levels, values.size(), values.subspan(first, count), found[part]);
      });
    });
    for (auto const& part : found) {
      if (!part.possible) return whole;
      whole.ceiling = std::max(whole.ceiling, part.ceiling);
      whole.largest = std::max(whole.largest, part.largest);
    }
  }
  in_standard_environment([&](environment_guard&) {
    for (auto const& part : found)
      for (int k = 0; k < levels; ++k) whole.sums[k] += part.sums[k];
  });
  whole.possible = true;
  return whole;
}

}  // namespace

template <class T> double_sweep_state<T> sweep_twice(driver_ref const& driver, int levels, std::span<T const> values) {
  std::size_t const n = values.size();
  prerounded::check_count<T>("double_sweep", n);
  require_values(values, "double_sweep");
  auto const& kernels = prerounded::kernels_for<T>(*kernel::this_machine().kernels);
  std::size_t const parts = std::clamp<std::size_t>(driver.parts(n), 1, std::max<std::size_t>(n, 1));
  part_of_sweep<T> whole;
  if (parts == 1)
    in_standard_environment([&](environment_guard&) { sweep_part(kernels, levels, n, values, whole); });
  else
    whole = sweep_parts(kernels, driver, parts, levels, values);
  if (!whole.possible) {
    auto state = start_double_sweep<T>(levels, n, largest_magnitude(driver, strided<T>(values.data(), n, 1)));
    add_to_sweep(state, values);
    return state;
  }
  auto state = start_double_sweep<T>(levels, n, whole.largest);
  state.added = n;
  std::copy_n(whole.sums, levels, state.sums);
  return state;
}

template double_sweep_state<double> sweep_twice(driver_ref const&, int, std::span<double const>);
template double_sweep_state<float> sweep_twice(driver_ref const&, int, std::span<float const>);

#define ISOBIT_INSTANTIATE(T) template buffered_real<T> largest_magnitude(driver_ref const&, strided<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

}  // namespace detail
ISOBIT_NAMESPACE_END
