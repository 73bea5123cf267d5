#include <cstring>
#include <string_view>
#include <typeinfo>

#include <isobit/method/binned.hpp>
#include <isobit/method/prerounded.hpp>
#include <isobit/method/reduce.hpp>

#include "arithmetic/hash.hpp"
#include "c/accumulator_handle.hpp"
#include "c/bytes.hpp"
#include "c/driver.hpp"
#include "c/opaque_tree.hpp"
#include "c/state_words.hpp"

using namespace isobit;

namespace isobit::c_interface {
namespace {

template <class State> inline constexpr bool is_tree = false;
template <class T> inline constexpr bool is_tree<tree_sum_piece<T>> = true;

template <class State>
concept has_bytes = requires(State state) {
  state.serialise();
};

template <class State> class model final : public isobit_accumulator {
public:
  using value = typename State::value_type;
  explicit model(State const& state) : state_(state) {}

  std::unique_ptr<isobit_accumulator> copy() const override { return std::make_unique<model>(*this); }
  std::uint64_t method() const noexcept override {
    arithmetic::fnv1a hash;
    hash.add(std::string_view(typeid(State).name()));
    return hash.value();
  }

  void add(std::span<value const> values) override {
    if constexpr (is_tree<State>)
      state_.merge(tree_sum_part(values, {state_.place().first + state_.count(), state_.place().total}, serial()));
    else
      state_.add(values);
  }
  void merge(isobit_accumulator const& other) override {
    auto const* const same = dynamic_cast<model const*>(&other);
    require(same != nullptr, "accumulators of two methods, which do not merge");
    if constexpr (requires { state_.take_in(state_); })
      state_.take_in(same->state_);
    else
      state_.merge(State(same->state_));  // a copy: it may be this one
  }
  void round(value& result) const override {
    if constexpr (is_tree<State>)
      result = state_.place().total == 0 ? value(0) : state_.result();
    else
      result = state_.round();
  }
  bool equal(isobit_accumulator const& other) const override {
    auto const* const same = dynamic_cast<model const*>(&other);
    if constexpr (is_tree<State>)
      return same != nullptr && words_of(state_) == words_of(same->state_);
    else
      return same != nullptr && state_ == same->state_;
  }

  std::vector<std::byte> serialise() const override {
    if constexpr (has_bytes<State>) {
      return state_.serialise();
    } else {
      std::vector<std::byte> bytes;
      for (std::uint64_t const word : words_of(state_))
        for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::byte>(word >> shift));
      return bytes;
    }
  }
  void deserialise(std::span<std::byte const> bytes) override {
    if constexpr (has_bytes<State>) {
      state_ = State::deserialise(bytes);
    } else {
      require_words(bytes.size() % 8 == 0);
      std::vector<std::uint64_t> words(bytes.size() / 8);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        words[i / 8] |= static_cast<std::uint64_t>(bytes[i]) << (8 * (i % 8));
      State read = state_;
      set_words(read, words);
      state_ = read;
    }
  }

  void sum(driver_ref const& on, std::span<value const> values, value& result) const override {
    if constexpr (is_tree<State>)
      result = tree_sum(values, on);
    else
      result = isobit::sum<State>(values, on);
  }

private:
  using isobit_accumulator::add;
  using isobit_accumulator::round;
  using isobit_accumulator::sum;
  State state_;
};

template <class State, class... Arguments> std::unique_ptr<isobit_accumulator> make(Arguments const&... arguments) {
  return std::make_unique<model<State>>(State(arguments...));
}

/// Hands what `make()` gives to the caller.
template <class Make> isobit_status create(isobit_accumulator** result, Make make_it) noexcept {
  return guard([&] {
    require_pointers(result);
    *result = make_it().release();
  });
}

/// make.operator()<K>() for a K from 1 to 4 that is known when the program runs.
template <class Make> std::unique_ptr<isobit_accumulator> with_number(int k, Make make_it) {
  switch (k) {
  case 1:
    return make_it.template operator()<1>();
  case 2:
    return make_it.template operator()<2>();
  case 3:
    return make_it.template operator()<3>();
  case 4:
    return make_it.template operator()<4>();
  default:
    throw error(status::invalid_argument, "isobit: invalid argument: a number of bins or levels that is not 1 to 4");
  }
}

std::unique_ptr<isobit_accumulator> extended_of(isobit_extended_format format, double) {
  switch (format) {
  case ISOBIT_NATIVE_FORMAT:
    return make<extended<double>>();
  case ISOBIT_DOUBLE_DOUBLE:
    return make<extended<double, extended_format::double_double>>();
  case ISOBIT_X87:
#if defined(__x86_64__)
    return make<extended<double, extended_format::x87>>();
#else
    throw error(status::unsupported, "isobit: this platform has no 80-bit format; use ISOBIT_DOUBLE_DOUBLE");
#endif
  case ISOBIT_BINARY64:
    break;
  }
  throw error(status::invalid_argument, "isobit: invalid argument: a format that sums of doubles do not have");
}
std::unique_ptr<isobit_accumulator> extended_of(isobit_extended_format format, float) {
  require(format == ISOBIT_NATIVE_FORMAT || format == ISOBIT_BINARY64, "a format that sums of floats do not have");
  return make<extended<float>>();
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit::c_interface;

extern "C" {

#define ISOBIT_ENTRY(suffix, T)                                                                                   \
  isobit_status isobit_binned_##suffix(int bins, isobit_accumulator** result) {                                   \
    return create(result, [&] { return with_number(bins, []<int K>() { return make<binned<T, K>>(); }); });       \
  }                                                                                                               \
  isobit_status isobit_double_sweep_##suffix(int levels, size_t count, T largest, isobit_accumulator** result) {  \
    return create(result, [&] {                                                                                   \
      return with_number(levels, [&]<int K>() { return make<double_sweep<T, K>>(count, largest); });              \
    });                                                                                                           \
  }                                                                                                               \
  isobit_status isobit_single_sweep_##suffix(int levels, size_t count, isobit_accumulator** result) {             \
    return create(result,                                                                                         \
                  [&] { return with_number(levels, [&]<int K>() { return make<single_sweep<T, K>>(count); }); }); \
  }                                                                                                               \
  isobit_status isobit_kahan_##suffix(isobit_accumulator** result) {                                              \
    return create(result, [] { return make<kahan<T>>(); });                                                       \
  }                                                                                                               \
  isobit_status isobit_knuth_##suffix(isobit_accumulator** result) {                                              \
    return create(result, [] { return make<knuth<T>>(); });                                                       \
  }                                                                                                               \
  isobit_status isobit_extended_##suffix(isobit_extended_format format, isobit_accumulator** result) {            \
    return create(result, [&] { return extended_of(format, T()); });                                              \
  }                                                                                                               \
  isobit_status isobit_tree_##suffix(size_t first, size_t total, isobit_accumulator** result) {                   \
    return create(result, [&] { return make<tree_sum_piece<T>>(tree_place{first, total}); });                     \
  }                                                                                                               \
  isobit_status isobit_accumulator_add_##suffix(isobit_accumulator* state, T const* values, size_t count) {       \
    return guard([&] {                                                                                            \
      require_pointers(state);                                                                                    \
      require_array(values, count);                                                                               \
      state->add(std::span(values, count));                                                                       \
    });                                                                                                           \
  }                                                                                                               \
  isobit_status isobit_accumulator_round_##suffix(isobit_accumulator const* state, T* result) {                   \
    return guard([&] {                                                                                            \
      require_pointers(state, result);                                                                            \
      state->round(*result);                                                                                      \
    });                                                                                                           \
  }                                                                                                               \
  isobit_status isobit_method_sum_##suffix(isobit_accumulator const* state, T const* values, size_t count,        \
                                           size_t threads, T* result) {                                           \
    return run(threads, [&](driver_ref const& driver) {                                                           \
      require_pointers(state, result);                                                                            \
      require_array(values, count);                                                                               \
      state->sum(driver, std::span(values, count), *result);                                                      \
    });                                                                                                           \
  }
ISOBIT_ENTRY(f64, double)
ISOBIT_ENTRY(f32, float)
#undef ISOBIT_ENTRY

isobit_status isobit_accumulator_copy(isobit_accumulator const* state, isobit_accumulator** result) {
  return create(result, [&] {
    require_pointers(state);
    return state->copy();
  });
}

void isobit_accumulator_destroy(isobit_accumulator* state) { delete state; }

isobit_status isobit_accumulator_merge(isobit_accumulator* state, isobit_accumulator const* other) {
  return guard([&] {
    require_pointers(state, other);
    state->merge(*other);
  });
}

isobit_status isobit_accumulator_equal(isobit_accumulator const* left, isobit_accumulator const* right, int* equal) {
  return guard([&] {
    require_pointers(left, right, equal);
    *equal = left->equal(*right) ? 1 : 0;
  });
}

isobit_status isobit_accumulator_serialise(isobit_accumulator const* state, void* bytes, size_t capacity,
                                           size_t* size) {
  return guard([&] {
    require_pointers(state, size);
    hand_out("isobit_accumulator_serialise", state->serialise(), bytes, capacity, *size);
  });
}

isobit_status isobit_accumulator_deserialise(isobit_accumulator* state, void const* bytes, size_t size) {
  return guard([&] {
    require_pointers(state);
    state->deserialise(handed_in(bytes, size));
  });
}

isobit_status isobit_tree_reduce(void const* values, size_t count, size_t size,
                                 void (*operation)(void*, void const*, void const*, void*), void* context,
                                 void* result) {
  return guard([&] {
    require_pointers(result);
    opaque_tree const tree{size, operation, context};
    tree.require_operation();
    require(size != 0, "values of no bytes");
    require_array(static_cast<std::byte const*>(values), count, static_cast<std::ptrdiff_t>(size));
    auto const root = tree_reduce(
        tree.places(values, count), [&](auto const& left, auto const& right) { return tree.combined(left, right); },
        [&](std::byte const* place) { return tree.value_at(place); });
    std::memcpy(result, root.bytes.data(), size);
  });
}

}  // extern "C"
