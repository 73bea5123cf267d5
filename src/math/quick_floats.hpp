#pragma once

#include "certify/float_rounding_test.hpp"
#include "math/arrays.hpp"
#include "math/float_lanes.hpp"

/// Arrays of floats, where vectors are long: a whole vector of them by the quick way of the function, and those that
/// this leaves open through its fast tier, together. docs/maths/quick_floats.md
#if ISOBIT_VECTOR_BYTES >= 32
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

template <class Function> constexpr bool has_quick_pairs = requires { &Function::template quick_pairs<whole_f32>; };
template <class Function> constexpr bool has_quick_doubles = requires {
  requires Function::quick_float_bits >
  0;
};
/// Which of them arrays begin with: what takes tables of 32 floats pays where these are permutations of registers.
template <class Function>
constexpr bool begins_in_pairs = has_quick_pairs<Function> &&
                                 (permutes_tables || !requires { Function::quick_pairs_permute; });
template <class Function>
constexpr bool floats_begin_quickly = begins_in_pairs<Function> || has_quick_doubles<Function>;

template <class Function, class... V> ISOBIT_LANE certify::rounded_floats quick_by_pairs(V... x) {
  auto const pairs = Function::quick_pairs(x...);
  auto const rounded = certify::round_pairs_with_room(pairs);
  lane_set const open = rounded.open | Function::outside_quick(x...);
  if constexpr (requires { pairs.exponent; })
    return {as_real<whole_f32>(as_bits(rounded.value) + pairs.exponent), open};
  else
    return {rounded.value, open};
}
template <class Function, class... V> ISOBIT_LANE certify::rounded_floats quick_by_doubles(V... x) {
  f64 const lower = Function::quick_float(lower_half(x)...), upper = Function::quick_float(upper_half(x)...);
  constexpr int bits = Function::quick_float_bits;
  if constexpr (requires { Function::quick_floats_may_be_subnormal; }) {
    auto const rounded = certify::round_to_any_floats<bits>(lower, upper);
    return {rounded.value, rounded.open | Function::outside_quick(x...)};
  }
  return {join(narrow(lower), narrow(upper)), certify::open_floats<bits>(lower) |
                                                  certify::open_floats<bits>(upper) << lanes |
                                                  Function::outside_quick(x...)};
}
template <class Function, class... V> ISOBIT_LANE certify::rounded_floats quick_floats(V... x) {
  if constexpr (begins_in_pairs<Function>)
    return quick_by_pairs<Function>(x...);
  else
    return quick_by_doubles<Function>(x...);
}

/// Elements that the quick way left open, with their arguments, since `out` may be `in`.
template <class Function, int Arguments> class unsettled_floats {
public:
  explicit unsettled_floats(float* out) : out_(out) {}

  template <class... V> void note(std::size_t first, lane_set open, V... arguments) {
    if (count_ + float_lanes > capacity) settle();
    float lane[Arguments][float_lanes];
    float(*argument)[float_lanes] = lane;
    (__builtin_memcpy(argument++, &arguments, sizeof arguments), ...);
    for (; open != 0; open &= open - 1) {
      auto const i = static_cast<std::size_t>(__builtin_ctz(open));
      index_[count_] = first + i;
      for (int a = 0; a < Arguments; ++a) argument_[a][count_] = lane[a][i];
      ++count_;
    }
  }

  /// The same of a whole vector, which goes through the fast tier at once where most of it is open.
  template <class... V> [[gnu::noinline]] void note_vector(std::size_t first, lane_set open, V... arguments) {
    if (2 * __builtin_popcount(open) > int{float_lanes}) {
      auto const lower = fast_tier_of_lanes<Function, float>(lower_half(arguments)...);
      auto const upper = fast_tier_of_lanes<Function, float>(upper_half(arguments)...);
      array_of<float>::store(out_ + first, lower.value);
      array_of<float>::store(out_ + first + lanes, upper.value);
      if (all_set(lower.holds) && all_set(upper.holds)) return;
      open = 0;
      for (std::size_t i = 0; i < lanes; ++i)
        open |= lane_set{!lane_is_set(lower.holds, i)} << i | lane_set{!lane_is_set(upper.holds, i)} << (lanes + i);
    }
    note(first, open, arguments...);
  }

  void settle() {
    for (std::size_t first = 0; first < count_; first += lanes) {
      std::size_t const count = count_ - first < lanes ? count_ - first : lanes;
      auto const t = [&] {
        if constexpr (Arguments == 1)
          return fast_tier_of_lanes<Function, float>(load_some(argument_[0] + first, count));
        else
          return fast_tier_of_lanes<Function, float>(load_some(argument_[0] + first, count),
                                                     load_some(argument_[1] + first, count));
      }();
      for (std::size_t i = 0; i < count; ++i)
        out_[index_[first + i]] = lane_is_set(t.holds, i) ? float(lane(t.value, i)) : remaining(first + i);
    }
    count_ = 0;
  }

private:
  float remaining(std::size_t i) {
    if constexpr (Arguments == 1)
      return remaining_tiers<Function>(argument_[0][i]);
    else
      return remaining_tiers<Function>(argument_[0][i], argument_[1][i]);
  }

  static constexpr std::size_t capacity = 128;
  float* out_;
  std::size_t count_ = 0;
  std::size_t index_[capacity];
  float argument_[Arguments][capacity];
};

template <class Function, class... In> void quick_float_array(std::size_t n, float* out, In const*... in) {
  unsettled_floats<Function, sizeof...(In)> open(out);
  auto const step = [&](std::size_t first, auto... x) __attribute__((always_inline)) {
    auto const [value, left] = quick_floats<Function>(x...);
    store(out + first, value);
    if (left != 0) [[unlikely]]
      open.note_vector(first, left, x...);
  };
  std::size_t i = 0;
  for (; i + float_lanes <= n; i += float_lanes) step(i, load<whole_f32>(in + i)...);
  if (i < n) {
    std::size_t const count = n - i;
    auto const some = [&](float const* at) {
      float padded[float_lanes];
      for (std::size_t k = 0; k < float_lanes; ++k) padded[k] = at[k < count ? k : 0];
      return load<whole_f32>(padded);
    };
    auto const last = [&](auto... x) {
      auto const [value, left] = quick_floats<Function>(x...);
      float results[float_lanes];
      store(results, value);
      for (std::size_t k = 0; k < count; ++k) out[i + k] = results[k];
      open.note(i, left & ((lane_set{1} << count) - 1), x...);
    };
    last(some(in + i)...);
  }
  open.settle();
}

template <class Function>
  requires floats_begin_quickly<Function>
void array(float const* in, float* out, std::size_t n) { quick_float_array<Function>(n, out, in); }
template <class Function>
  requires floats_begin_quickly<Function>
void array(float const* x, float const* y, float* out, std::size_t n) { quick_float_array<Function>(n, out, x, y); }

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
#endif
