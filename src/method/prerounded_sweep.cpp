#include <isobit/method/reduce.hpp>

#include "method/prerounded.hpp"
#include "sum/kernels.hpp"
#include "sum/views.hpp"

/// The double sweep over values that are all there: the largest magnitude is guessed. docs/maths/prerounded.md#guess
ISOBIT_NAMESPACE_BEGIN
namespace detail {

using namespace prerounded;

namespace {

/// A part's levels and what they are for: extractors that support magnitudes up to 2^ceiling.
template <class T> struct part_of_sweep {
  bool possible = false;  // every value is finite, and there are extractors for it
  int ceiling = format<T>::min_exponent;
  typename format<T>::bits_type largest = 0;  // bits compare alike in every environment
  T sums[most_sweep_levels] = {};
};

/// The ceiling of a few values from all over.
template <class T> int guessed_ceiling(std::span<T const> values) {
  constexpr std::size_t looks = 64;
  std::size_t const step = std::max<std::size_t>(1, values.size() / looks);
  typename format<T>::bits_type largest = 0;
  for (std::size_t i = 0; i < values.size(); i += step) largest = std::max(largest, bits_of(magnitude(values[i])));
  return ceiling_exponent(from_bits<T>(largest));
}

/// Sweeps with guessed extractors, those for `part.ceiling` at least, and starts again with larger ones when a larger
/// magnitude comes. When that has cost as much as looking for the largest would have, it is looked for.
template <class T>
void sweep_part(method::table const& table, int levels, std::uint64_t count, std::span<T const> values,
                part_of_sweep<T>& part) {
  auto const& sweep = kernels_for<T>(table).levels[levels - 1];
  std::size_t const n = values.size();
  std::size_t swept = 0;
  std::fill_n(part.sums, levels, T{0});
  part.ceiling = std::max(part.ceiling, guessed_ceiling(values));
  for (std::size_t i = 0; i < n;) {
    if (log2_alpha<T>(count) + part.ceiling > format<T>::bias) return;
    double_sweep_extractors<T> const extractors(count, part.ceiling);
    bool supported = true;
    for (; i < n && supported; i += block_size) {
      std::size_t const size = std::min(block_size, n - i);
      T sums[most_sweep_levels] = {};
      T const largest = sweep(values.data() + i, size, extractors.of, sums);
      if (is_nonfinite(largest) || is_nonfinite(sums[0])) return;
      part.largest = std::max(part.largest, bits_of(largest));
      supported = ceiling_exponent(largest) <= part.ceiling;
      for (int k = 0; k < levels; ++k) part.sums[k] += sums[k];
    }
    if (supported) break;
    swept += i;
    if (swept >= n) part.largest = summation::largest(values.data(), n);
    if (part.largest >= format<T>::infinity) return;
    part.ceiling = ceiling_exponent(from_bits<T>(part.largest));
    std::fill_n(part.sums, levels, T{0});
    i = 0;
  }
  part.possible = true;
}

/// Sweeps each part for its own largest magnitude, and again where another part's is of a higher power of two.
template <class T>
part_of_sweep<T> sweep_parts(method::table const& table, driver_ref const& driver, std::size_t parts, int levels,
                             std::span<T const> values) {
  std::vector<part_of_sweep<T>> found(parts);
  part_of_sweep<T> whole;
  for (int pass = 0; pass < 2; ++pass) {
    summation::for_each_part(driver, parts, values.size(), [&](std::size_t first, std::size_t count, std::size_t part) {
      if (found[part].possible && found[part].ceiling == whole.ceiling) return;
      found[part] = {.ceiling = whole.ceiling};
      in_standard_rounding(
          [&] { sweep_part(table, levels, values.size(), values.subspan(first, count), found[part]); });
    });
    for (auto const& part : found) {
      if (!part.possible) return whole;
      whole.ceiling = std::max(whole.ceiling, part.ceiling);
      whole.largest = std::max(whole.largest, part.largest);
    }
  }
  in_standard_rounding([&] {
    for (auto const& part : found)
      for (int k = 0; k < levels; ++k) whole.sums[k] += part.sums[k];
  });
  whole.possible = true;
  return whole;
}

}  // namespace

template <class T> double_sweep_state<T> sweep_twice(driver_ref const& driver, int levels, std::span<T const> values) {
  std::size_t const n = values.size();
  check_count<T>("double_sweep", n);
  require_values(values, "double_sweep");
  auto const& table = method::kernels();
  std::size_t const parts = part_count(driver, n);
  part_of_sweep<T> whole;
  if (parts == 1)
    in_standard_rounding([&] { sweep_part(table, levels, n, values, whole); });
  else
    whole = sweep_parts(table, driver, parts, levels, values);
  if (!whole.possible) {
    auto state = start_double_sweep<T>(levels, n, largest_magnitude<T>(driver, vector_view<T const>(values)));
    add_to_sweep(state, values);
    return state;
  }
  auto state = start_double_sweep<T>(levels, n, from_bits<T>(whole.largest));
  state.added = n;
  std::copy_n(whole.sums, levels, state.sums);
  return state;
}

template double_sweep_state<double> sweep_twice(driver_ref const&, int, std::span<double const>);
template double_sweep_state<float> sweep_twice(driver_ref const&, int, std::span<float const>);

}  // namespace detail
ISOBIT_NAMESPACE_END
