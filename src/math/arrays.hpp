#pragma once

#include "math/scalars.hpp"

/// The functions of whole arrays: a vector at a time by the fast tier, and what that leaves open one by one. Called in
/// the standard environment.
ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

/// Doubles are loaded and stored as they are, floats widened and rounded.
template <class T> struct array_of;
template <> struct array_of<double> {
  ISOBIT_LANE static wide load(double const* at) {
    wide v;
    __builtin_memcpy(&v, at, sizeof v);
    return v;
  }
  ISOBIT_LANE static void store(double* at, wide v) { __builtin_memcpy(at, &v, sizeof v); }
};
template <> struct array_of<float> {
  ISOBIT_LANE static wide load(float const* at) {
    decltype(narrow(wide{})) v;
    __builtin_memcpy(&v, at, sizeof v);
    return widen(v);
  }
  ISOBIT_LANE static void store(float* at, wide v) {
    auto const rounded = narrow(v);
    __builtin_memcpy(at, &rounded, sizeof rounded);
  }
};

/// The fast tier and its rounding test, in one shape for doubles and floats and for any number of arguments.
template <class Function, class T, class... V> ISOBIT_LANE certain<wide> fast_tier_of_lanes(V... x) {
  if constexpr (sizeof(T) == sizeof(double)) {
    auto const t = round_tier(Function::approximate(x...));
    return {t.value, both(t.holds, Function::inside(x...))};
  } else {
    auto const value = Function::approximate_float(x...);
    return {value, both(round_to_float(value, Function::float_error).holds, Function::inside_float(x...))};
  }
}

/// `count` elements, less than a vector; the rest of it repeats the first.
template <class T> ISOBIT_LANE wide load_some(T const* at, std::size_t count) {
  T padded[lanes];
  for (std::size_t i = 0; i < lanes; ++i) padded[i] = at[i < count ? i : 0];
  return array_of<T>::load(padded);
}

/// Elements whose vector could not settle them, with their arguments, since `out` may be `in`.
template <class Function, class T, int Arguments> class unsettled {
public:
  explicit unsettled(T* out) : out_(out) {}

  template <class... V> void note(std::size_t first, std::size_t count, mask<wide> settled, V... arguments) {
    if (count_ + count > capacity) settle();
    for (std::size_t i = 0; i < count; ++i) {
      if (lane_is_set(settled, i)) continue;
      index_[count_] = first + i;
      T(*argument)[capacity] = argument_;
      (((*argument++)[count_] = T(lane(arguments, i))), ...);
      ++count_;
    }
  }

  void settle() {
    for (std::size_t i = 0; i < count_; ++i) out_[index_[i]] = settled(i);
    count_ = 0;
  }

private:
  T settled(std::size_t i) {
    if constexpr (Arguments == 1)
      return remaining_tiers<Function>(argument_[0][i]);
    else
      return remaining_tiers<Function>(argument_[0][i], argument_[1][i]);
  }

  static constexpr std::size_t capacity = 64;
  T* out_;
  std::size_t count_ = 0;
  std::size_t index_[capacity];
  T argument_[Arguments][capacity];
};

template <class T> ISOBIT_LANE void store_some(T* at, std::size_t count, wide v) {
  T padded[lanes];
  array_of<T>::store(padded, v);
  for (std::size_t i = 0; i < count; ++i) at[i] = padded[i];
}

template <class Function, class T, class... In> void array_function(std::size_t n, T* out, In const*... in) {
  unsettled<Function, T, sizeof...(In)> open(out);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    auto const step = [&](auto... x) __attribute__((always_inline)) {
      auto const t = fast_tier_of_lanes<Function, T>(x...);
      array_of<T>::store(out + i, t.value);
      if (!all_set(t.holds)) [[unlikely]]
        open.note(i, lanes, t.holds, x...);
    };
    step(array_of<T>::load(in + i)...);
  }
  if (i < n) {
    auto const step = [&](auto... x) {
      auto const t = fast_tier_of_lanes<Function, T>(x...);
      store_some(out + i, n - i, t.value);
      open.note(i, n - i, t.holds, x...);
    };
    step(load_some(in + i, n - i)...);
  }
  open.settle();
}

template <class Function, class T> void array(T const* in, T* out, std::size_t n) {
  array_function<Function>(n, out, in);
}
template <class Function, class T> void array(T const* x, T const* y, T* out, std::size_t n) {
  array_function<Function>(n, out, x, y);
}

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
