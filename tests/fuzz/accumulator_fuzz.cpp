// Any sequence of operations on the accumulators leaves them equal to the reference.
#include <array>

#include <isobit/sum/exact.hpp>

#include "reference/serialise.hpp"
#include "support/fuzz_input.hpp"

namespace isobit::test {
namespace {

template <class State> struct pair {
  State state;
  reference::total expected;

  template <class T> void check_rounding(rounding mode) const {
    require(equal_bits(state.template round<T>(mode), expected.template round<T>(mode)), "round");
  }

  /// The bytes, and one of the roundings: the reference takes its time.
  void check(std::uint8_t choice) const {
    require(state.serialise() == reference::serialise(expected), "the bytes are those of the reference");
    require(State::deserialise(state.serialise()) == state, "deserialise(serialise()) is the identity");
    auto const mode = static_cast<rounding>(choice / 8 % 5);
    switch (choice % 8) {
    case 0:
      check_rounding<float>(mode);
      break;
    case 1:
      check_rounding<float16>(mode);
      break;
    case 2:
      check_rounding<bfloat16>(mode);
      break;
    case 3: {
      std::uint64_t const count = 1 + choice * std::uint64_t{0x123456789};
      require(equal_bits(state.template mean<double>(count), expected.template mean<double>(count)), "mean");
      break;
    }
    case 4:
      require(equal_bits(state.template square_root<double>(), expected.template square_root<double>()), "square_root");
      break;
    default:
      check_rounding<double>(mode);
    }
  }
};

template <class State> void run(fuzz_input input) {
  std::array<pair<State>, 2> slots;
  while (!input.empty()) {
    std::uint8_t const operation = input.byte();
    auto& [state, expected] = slots[operation & 1];
    auto const& other = slots[(operation >> 1) & 1];
    switch ((operation >> 2) % 12) {
    case 0: {
      double const x = input.number<double>();
      state.add(x);
      expected.add(x);
      break;
    }
    case 1: {
      float const x = input.number<float>();
      state.add(x);
      expected.add(x);
      break;
    }
    case 2: {
      double const x = input.number<double>();
      state.subtract(x);
      expected.add(negated(x));
      break;
    }
    case 3: {
      double const x = input.number<double>();
      state.retract(x);
      expected.retract(x);
      break;
    }
    case 4: {
      float const a = input.number<float>(), b = input.number<float>();
      state.add_product(a, b);
      expected.add_product(a, b);
      break;
    }
    case 5:
      if constexpr (State::holds_products) {
        double const a = input.number<double>(), b = input.number<double>();
        state.add_product(a, b);
        expected.add_product(a, b);
      }
      break;
    case 6:
      if constexpr (State::holds_products) {
        double const a = input.number<double>(), b = input.number<double>();
        state.retract_product(a, b);
        expected.retract_product(a, b);
      }
      break;
    case 7: {
      auto const taken = other;
      state.merge(taken.state);
      expected.merge(taken.expected);
      break;
    }
    case 8:
      state.canonicalise();
      break;
    case 9:
      state = State::deserialise(state.serialise());
      break;
    case 10:
      slots[operation & 1].check(input.byte());
      break;
    case 11: {
      double values[40];
      auto const count = input.byte() % 40u;
      for (std::size_t i = 0; i < count; ++i) values[i] = input.number<double>();
      state.add(std::span<double const>(values, count));
      for (std::size_t i = 0; i < count; ++i) expected.add(values[i]);
      break;
    }
    }
  }
  for (auto const& slot : slots) slot.check(7);
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace isobit;
  // Merging doubles: more than 62 of them would leave the headroom that is promised.
  if (size > 400) size = 400;
  std::size_t merges = 0;
  for (std::size_t i = 0; i < size; ++i) merges += (data[i] >> 2) % 12 == 7 ? 1 : 0;
  if (merges > 50) return 0;
  test::run<exact>(test::fuzz_input(data, size));
  test::run<exact_product>(test::fuzz_input(data, size));
  return 0;
}
