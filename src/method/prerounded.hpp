#pragma once

#include <isobit/method/prerounded.hpp>

#include <algorithm>
#include <string>

#include <isobit/driver/serial.hpp>
#include <isobit/sum/sum.hpp>

#include "arithmetic/environment.hpp"
#include "method/extractors.hpp"
#include "method/kernels.hpp"
#include "view/require_values.hpp"

/// What the two sweeps share. docs/maths/prerounded.md
ISOBIT_NAMESPACE_BEGIN
namespace prerounded {

/// Elements that a kernel takes at a time: enough to forget the call, few enough to be in the first cache still when
/// they have to be read again.
inline constexpr std::size_t block_size = 2048;

template <class T> method::prerounded_kernels_for<T> const& kernels_for(method::table const& table) noexcept {
  if constexpr (std::same_as<T, double>)
    return table.prerounded.f64;
  else
    return table.prerounded.f32;
}

/// The two sweeps with the kernels of any machine; behind the public `add`, which checks.
template <class T>
void add(method::table const& table, detail::double_sweep_state<T>& state, T const* x, std::size_t n);
template <class T>
void add(method::table const& table, detail::single_sweep_state<T>& state, T const* x, std::size_t n);

/// Rounds x to the grid of the first extractor, what is left to that of the second, ..., and adds what each level took
/// to its sum.
template <class T> void extract(T x, T const* extractors, int levels, T* sums) noexcept {
  for (int k = 0; k < levels; ++k) {
    T const taken = (x + extractors[k]) - extractors[k];
    sums[k] += taken;
    x -= taken;
  }
}

template <class T> void note(detail::nonfinite_seen& seen, T x) noexcept {
  if (is_nan(x))
    seen.nan = true;
  else
    (is_negative(x) ? seen.negative_infinity : seen.positive_infinity) = true;
}

inline void note(detail::nonfinite_seen& seen, detail::nonfinite_seen const& other) noexcept {
  seen.nan |= other.nan;
  seen.positive_infinity |= other.positive_infinity;
  seen.negative_infinity |= other.negative_infinity;
}

inline bool anything(detail::nonfinite_seen const& seen) noexcept {
  return seen.nan || seen.positive_infinity || seen.negative_infinity;
}

/// A copy of at most block_size numbers with zeros for what is not finite, which is noted.
template <class T> void copy_finite(T const* x, std::size_t n, T* copy, detail::nonfinite_seen& seen) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    bool const finite = !is_nonfinite(x[i]);
    if (!finite) note(seen, x[i]);
    copy[i] = finite ? x[i] : from_bits<T>(0);
  }
}

/// Room for so many more elements, or an error.
template <class State> void check_room(char const* who, State const& state, std::uint64_t more) {
  if (more > state.count - state.added)
    throw error(status::invalid_argument, "isobit::" + std::string(who) + ": more than the " +
                                              std::to_string(state.count) +
                                              " elements declared; declare the number of all elements, everywhere");
}

template <class State> void check_mergeable(char const* who, State const& state, State const& other, bool same) {
  if (state.count != other.count || !same)
    throw error(status::invalid_argument, "isobit::" + std::string(who) +
                                              ": states with other parameters do not merge; declare the same ones, "
                                              "those of all elements, everywhere");
  check_room(who, state, other.added);
}

template <class T> bool same_sums(T const* a, T const* b, int levels) noexcept {
  return std::equal(a, a + levels, b, [](T x, T y) { return bits_of(x) == bits_of(y); });
}

template <class T> exact value(T const* sums, int levels, detail::nonfinite_seen const& seen) noexcept {
  using f = format<double>;
  exact result;
  for (int k = 0; k < levels; ++k) result.add(sums[k]);
  if (seen.nan) result.add(from_bits<double>(f::canonical_nan));
  if (seen.positive_infinity) result.add(from_bits<double>(f::infinity));
  if (seen.negative_infinity) result.add(negated(from_bits<double>(f::infinity)));
  return result;
}

/// The value rounded once: that of a sum of a few numbers, unless something is not finite.
template <class T, class Value> T rounded(T const* sums, int levels, bool nonfinite, Value value) {
  if (nonfinite) return value().template round<T>();
  return detail::sum<T>(serial(), vector_view<T const>(sums, levels));
}

/// The extractors M^1, M^2, ... of a double sweep. docs/maths/prerounded.md#extractors
template <class T> struct double_sweep_extractors {
  T of[detail::most_sweep_levels];
  explicit double_sweep_extractors(std::uint64_t count, int ceiling) noexcept {
    int const alpha = log2_alpha<T>(count);
    for (int k = 0; k < detail::most_sweep_levels; ++k)
      of[k] = extractor<T>(alpha + ceiling + k * (alpha - format<T>::stored_bits));
  }
};

}  // namespace prerounded
ISOBIT_NAMESPACE_END
