// Any bytes are either refused with an error or exactly what the state they give is written as.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <isobit/error.hpp>
#include <isobit/sum/exact.hpp>

#include "support/fuzz_input.hpp"

namespace isobit::test {
namespace {

/// Twice as many are still counted.
template <class State> bool counts_less(State const& state) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  auto const few = [](std::int64_t count) { return -most < count && count < most; };
  return few(state.nan_count()) && few(state.positive_infinity_count()) && few(state.negative_infinity_count());
}

template <class State> bool accepts(std::span<std::byte const> bytes) {
  try {
    State state = State::deserialise(bytes);
    require(std::ranges::equal(state.serialise(), bytes), "what is accepted is written back unchanged");
    State twice = state;
    twice.merge(state);
    twice.retract(state);
    require(twice == state || !counts_less(state), "merge and retract cancel");
    static_cast<void>(state.template round<double>());
    static_cast<void>(state.template round<float>(rounding::to_odd));
    static_cast<void>(state.template mean<double>(3));
    static_cast<void>(state.template square_root<double>());
    return true;
  } catch (error const& e) {
    require(e.code() == status::malformed_bytes || e.code() == status::out_of_range, "the error says what is wrong");
    return false;
  }
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace isobit;
  std::span<std::byte const> const bytes(reinterpret_cast<std::byte const*>(data), size);
  bool const narrow = test::accepts<exact>(bytes);
  bool const wide = test::accepts<exact_product>(bytes);
  test::require(wide || !narrow, "what fits the narrow accumulator fits the wide one");
  return 0;
}
