// The handles of method.h give the bits of the C++ classes, survive their bytes, and refuse what does not fit.
#include <isobit/method.h>

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

using handle = std::unique_ptr<isobit_accumulator, decltype(&isobit_accumulator_destroy)>;

template <class Create> handle made(Create create) {
  isobit_accumulator* state = nullptr;
  EXPECT_EQ(create(&state), ISOBIT_OK) << isobit_last_error();
  return {state, isobit_accumulator_destroy};
}

handle copy_of(handle const& state) {
  return made([&](auto result) { return isobit_accumulator_copy(state.get(), result); });
}

isobit_status add(handle const& state, std::span<double const> values) {
  return isobit_accumulator_add_f64(state.get(), values.data(), values.size());
}
isobit_status add(handle const& state, std::span<float const> values) {
  return isobit_accumulator_add_f32(state.get(), values.data(), values.size());
}
isobit_status round(handle const& state, double& result) { return isobit_accumulator_round_f64(state.get(), &result); }
isobit_status round(handle const& state, float& result) { return isobit_accumulator_round_f32(state.get(), &result); }
isobit_status sum_by(handle const& state, std::span<double const> values, double& result) {
  return isobit_method_sum_f64(state.get(), values.data(), values.size(), 2, &result);
}
isobit_status sum_by(handle const& state, std::span<float const> values, float& result) {
  return isobit_method_sum_f32(state.get(), values.data(), values.size(), 2, &result);
}

std::vector<std::byte> bytes_of(handle const& state) {
  std::size_t size = 0;
  EXPECT_EQ(isobit_accumulator_serialise(state.get(), nullptr, 0, &size), ISOBIT_OK);
  std::vector<std::byte> bytes(size);
  EXPECT_EQ(isobit_accumulator_serialise(state.get(), bytes.data(), size, &size), ISOBIT_OK);
  return bytes;
}

bool equal(handle const& left, handle const& right) {
  int answer = -1;
  EXPECT_EQ(isobit_accumulator_equal(left.get(), right.get(), &answer), ISOBIT_OK);
  return answer == 1;
}

/// `state` is empty, `expected` what the class has after all values, `by_plan` the sum by its own plan.
template <class T, class State>
void expect_same(handle const& state, State const& expected, T by_plan, std::span<T const> values) {
  handle const empty = copy_of(state);
  T result = 0;
  ASSERT_EQ(add(state, values.first(values.size() / 2)), ISOBIT_OK) << isobit_last_error();
  ASSERT_EQ(add(state, values.subspan(values.size() / 2)), ISOBIT_OK) << isobit_last_error();
  ASSERT_EQ(round(state, result), ISOBIT_OK);
  ASSERT_TRUE(same_bits(expected.round(), result));
  ASSERT_EQ(sum_by(empty, values, result), ISOBIT_OK) << isobit_last_error();
  ASSERT_TRUE(same_bits(by_plan, result));
  auto const bytes = bytes_of(state);
  ASSERT_EQ(isobit_accumulator_deserialise(empty.get(), bytes.data(), bytes.size()), ISOBIT_OK) << isobit_last_error();
  ASSERT_TRUE(equal(state, empty));
  ASSERT_EQ(bytes, bytes_of(empty));
}

template <class A, class T, class... Arguments> A all_of(std::span<T const> values, Arguments... arguments) {
  A state(arguments...);
  state.add(values);
  return state;
}

TEST(c_method, has_the_bits_of_its_classes) {
  for_each_data<double>(2, 200, [](std::span<double const> x, auto&) {
    expect_same(made([](auto r) { return isobit_binned_f64(2, r); }), all_of<binned<double, 2>>(x),
                sum<binned<double, 2>>(x), x);
    expect_same(made([](auto r) { return isobit_kahan_f64(r); }), all_of<kahan<double>>(x), sum<kahan<double>>(x), x);
    expect_same(made([](auto r) { return isobit_knuth_f64(r); }), all_of<knuth<double>>(x), sum<knuth<double>>(x), x);
    using wide = extended<double, extended_format::double_double>;
    expect_same(made([](auto r) { return isobit_extended_f64(ISOBIT_DOUBLE_DOUBLE, r); }), all_of<wide>(x),
                sum<wide>(x), x);
    expect_same(made([](auto r) { return isobit_extended_f64(ISOBIT_NATIVE_FORMAT, r); }), all_of<extended<double>>(x),
                sum<extended<double>>(x), x);
  });
  for_each_data<float>(2, 200, [](std::span<float const> x, auto&) {
    expect_same(made([](auto r) { return isobit_binned_f32(4, r); }), all_of<binned<float, 4>>(x),
                sum<binned<float, 4>>(x), x);
    expect_same(made([](auto r) { return isobit_kahan_f32(r); }), all_of<kahan<float>>(x), sum<kahan<float>>(x), x);
    expect_same(made([](auto r) { return isobit_extended_f32(ISOBIT_BINARY64, r); }), all_of<extended<float>>(x),
                sum<extended<float>>(x), x);
  });
}

TEST(c_method, sweeps_have_the_bits_of_their_classes) {
  std::vector<double> x;
  random_source random(first_seed());
  for (int i = 0; i < 100; ++i) x.push_back(static_cast<double>(random.next()) * 0x1p-40 - 0x1p23);
  std::span<double const> const values(x);
  expect_same(made([](auto r) { return isobit_double_sweep_f64(2, 100, 0x1p25, r); }),
              all_of<double_sweep<double, 2>>(values, std::size_t{100}, 0x1p25), sum<double_sweep<double, 2>>(x),
              values);
  expect_same(made([](auto r) { return isobit_single_sweep_f64(3, 100, r); }),
              all_of<single_sweep<double, 3>>(values, std::size_t{100}), sum<single_sweep<double, 3>>(x), values);
}

TEST(c_method, pieces_of_a_tree_merge_as_neighbours) {
  std::vector<double> x;
  random_source random(first_seed());
  for (int i = 0; i < 100; ++i) x.push_back(static_cast<double>(random.next()) * 0x1p-40 - 0x1p23);
  std::span<double const> const values(x);
  auto const piece = [&](std::size_t first, std::size_t count) {
    handle state = made([&](auto r) { return isobit_tree_f64(first, 100, r); });
    EXPECT_EQ(add(state, values.subspan(first, count)), ISOBIT_OK) << isobit_last_error();
    return state;
  };
  handle const left = piece(0, 37), middle = piece(37, 20), right = piece(57, 43);
  double result = -1;
  EXPECT_EQ(round(left, result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_accumulator_merge(left.get(), right.get()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_accumulator_merge(middle.get(), right.get()), ISOBIT_OK);
  auto const bytes = bytes_of(middle);
  handle const received = piece(5, 3);
  ASSERT_EQ(isobit_accumulator_deserialise(received.get(), bytes.data(), bytes.size()), ISOBIT_OK);
  EXPECT_EQ(isobit_accumulator_merge(received.get(), left.get()), ISOBIT_OK);
  EXPECT_EQ(round(received, result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(tree_sum(x), result));
  handle const none = made([](auto r) { return isobit_tree_f64(0, 0, r); });
  EXPECT_EQ(round(none, result), ISOBIT_OK);
  EXPECT_TRUE(same_bits(0.0, result));
}

TEST(c_method, refuses_what_does_not_fit) {
  isobit_accumulator* state = nullptr;
  EXPECT_EQ(isobit_binned_f64(0, &state), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_single_sweep_f32(5, 10, &state), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_extended_f32(ISOBIT_X87, &state), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_extended_f64(ISOBIT_BINARY64, &state), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_tree_f64(2, 1, &state), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_kahan_f64(nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(state, nullptr);

  handle const kahan_of_doubles = made([](auto r) { return isobit_kahan_f64(r); });
  handle const knuth_of_doubles = made([](auto r) { return isobit_knuth_f64(r); });
  handle const two_bins = made([](auto r) { return isobit_binned_f64(2, r); });
  handle const three_bins = made([](auto r) { return isobit_binned_f64(3, r); });
  float const one = 1;
  double result = -1;
  EXPECT_EQ(isobit_accumulator_add_f32(kahan_of_doubles.get(), &one, 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_accumulator_add_f64(kahan_of_doubles.get(), nullptr, 1), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_accumulator_merge(kahan_of_doubles.get(), knuth_of_doubles.get()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_accumulator_merge(two_bins.get(), three_bins.get()), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_method_sum_f64(nullptr, nullptr, 0, 0, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(isobit_tree_reduce(nullptr, 0, 4, nullptr, nullptr, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(result, -1);
}

// Whatever the bytes are, a state is read or refused, and what was read is written alike.
TEST(c_method, any_bytes_are_read_or_refused) {
  random_source random(first_seed());
  std::vector<handle> states;
  states.push_back(made([](auto r) { return isobit_kahan_f64(r); }));
  states.push_back(made([](auto r) { return isobit_knuth_f32(r); }));
  states.push_back(made([](auto r) { return isobit_extended_f64(ISOBIT_NATIVE_FORMAT, r); }));
  states.push_back(made([](auto r) { return isobit_extended_f32(ISOBIT_BINARY64, r); }));
  states.push_back(made([](auto r) { return isobit_tree_f64(0, 4, r); }));
  states.push_back(made([](auto r) { return isobit_binned_f64(3, r); }));
  for (int i = 0; i < 3000; ++i)
    for (handle const& state : states) {
      auto bytes = bytes_of(state);
      bytes.resize(random.one_in(4) ? random.below(80) : bytes.size());
      for (int flips = 0; flips < 3 && !bytes.empty(); ++flips)
        bytes[random.below(bytes.size())] = static_cast<std::byte>(random.one_in(2) ? random.below(4) : random.next());
      auto const before = bytes_of(state);
      isobit_status const status = isobit_accumulator_deserialise(state.get(), bytes.data(), bytes.size());
      ASSERT_EQ(bytes_of(state), status == ISOBIT_OK ? bytes : before) << "seed " << first_seed();
    }
}

}  // namespace
}  // namespace isobit::test
