// Any bytes are either refused as the state of a method or exactly what the state they give is written as, and that
// state can be used.
#include <algorithm>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/method/binned.hpp>
#include <isobit/method/prerounded.hpp>

#include "support/fuzz_input.hpp"

namespace isobit::test {
namespace {

/// Does what a state may refuse for its values or its number of elements, and then is as it was.
template <class A, class Body> void unless_refused(A& state, Body body) {
  A const before = state;
  try {
    body();
  } catch (error const& e) {
    require(e.code() == status::invalid_argument || e.code() == status::out_of_range, "the error says what is wrong");
    require(state == before, "what is refused changes nothing");
  }
}

template <class A> void check(std::span<std::byte const> bytes) {
  using T = typename A::value_type;
  try {
    A state = A::deserialise(bytes);
    require(std::ranges::equal(state.serialise(), bytes), "what is accepted is written back unchanged");
    require(equal_bits(state.round(), state.value().template round<T>()), "round is the value, rounded");
    A const same = state;
    unless_refused(state, [&] { state.merge(same); });
    static_cast<void>(state.round());
    static_cast<void>(state.value());
    for (T x : {T(1), from_bits<T>(format<T>::infinity - 1u), from_bits<T>(1)})
      unless_refused(state, [&] { state.add(x); });
    T const few[] = {T(-3), T(0.5), from_bits<T>(format<T>::sign_bit), T(7)};
    unless_refused(state, [&] { state.add(std::span<T const>(few)); });
    static_cast<void>(state.round());
    static_cast<void>(state.serialise());
  } catch (error const& e) {
    require(e.code() == status::malformed_bytes, "the error says that the bytes are wrong");
  }
}

template <class T> void check_all(std::span<std::byte const> bytes) {
  check<binned<T, 1>>(bytes);
  check<binned<T, 2>>(bytes);
  check<binned<T, 3>>(bytes);
  check<binned<T, 4>>(bytes);
  check<binned<T, 3, default_bin_width<T> / 2>>(bytes);
  check<double_sweep<T, 1>>(bytes);
  check<double_sweep<T, 2>>(bytes);
  check<double_sweep<T, 4>>(bytes);
  check<single_sweep<T, 1>>(bytes);
  check<single_sweep<T, 3>>(bytes);
  check<single_sweep<T, 4>>(bytes);
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::span<std::byte const> const bytes(reinterpret_cast<std::byte const*>(data), size);
  isobit::test::check_all<double>(bytes);
  isobit::test::check_all<float>(bytes);
  return 0;
}
