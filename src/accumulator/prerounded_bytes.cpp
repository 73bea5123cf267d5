#include "accumulator/prerounded.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace prerounded {

namespace {

// BITS.md#prerounded. All integers little-endian.
//   0  "ib"   2  'd' (double sweep) or 's' (single)   3  version   4  bytes of T   5  levels   6  u16 what was seen
//   that is not finite (1 NaN, 2 +inf, 4 -inf)   8  u64 count   16  u64 added   24  u64 the largest magnitude's bits,
//   or the first extractor's place   32  u64 the bits of each sum: levels 1 to K, or 0 to K.
constexpr std::size_t header_size = 32;
constexpr std::uint8_t version = 1;

class writer {
public:
  writer(char kind, std::size_t bytes_of_type, int levels, detail::nonfinite_seen const& seen) {
    for (char c : {'i', 'b', kind}) put(static_cast<unsigned char>(c), 1);
    put(version, 1);
    put(bytes_of_type, 1);
    put(static_cast<std::uint64_t>(levels), 1);
    put((seen.nan ? 1u : 0u) | (seen.positive_infinity ? 2u : 0u) | (seen.negative_infinity ? 4u : 0u), 2);
  }
  void put(std::uint64_t value, int size = 8) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  [[nodiscard]] std::vector<std::byte> const& bytes() const noexcept { return bytes_; }

private:
  std::vector<std::byte> bytes_;
};

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::malformed_bytes, "isobit: these bytes are not the sweep they are read as: " + why);
}

class reader {
public:
  /// Checks the header's fixed part and the size.
  reader(std::span<std::byte const> bytes, char kind, std::size_t bytes_of_type, int levels, int sums) : bytes_(bytes) {
    if (bytes.size() < header_size)
      refuse("only " + std::to_string(bytes.size()) + " bytes, at least " + std::to_string(header_size) +
             " are needed");
    for (char c : {'i', 'b', kind})
      if (get(1) != static_cast<unsigned char>(c)) refuse(std::string("they do not start with \"ib") + kind + '"');
    if (auto const found = get(1); found != version)
      refuse("version " + std::to_string(found) + ", this release reads version 1");
    if (get(1) != bytes_of_type) refuse("the sums are of another type");
    if (get(1) != static_cast<std::uint64_t>(levels)) refuse("another number of levels");
    std::size_t const expected = header_size + 8 * static_cast<std::size_t>(sums);
    if (bytes.size() != expected)
      refuse(std::to_string(bytes.size()) + " bytes where the header announces " + std::to_string(expected));
  }
  std::uint64_t get(int size = 8) noexcept {
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(bytes_[at_++]) << (8 * i);
    return value;
  }
  template <class T> T number() {
    std::uint64_t const bits = get();
    if (bits >> (8 * sizeof(T) - 1) > 1) refuse("a number is wider than its type");
    return from_bits<T>(static_cast<typename format<T>::bits_type>(bits));
  }
  detail::nonfinite_seen seen() {
    std::uint64_t const flags = get(2);
    if (flags > 7) refuse("unknown flags");
    return {(flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0};
  }

private:
  std::span<std::byte const> bytes_;
  std::size_t at_ = 0;
};

/// A sum that a level can have: a multiple of 2^grid with a magnitude of at most 2^bound, no -0.
template <class T> bool is_level_sum(T sum, int grid, int bound) noexcept {
  if (bits_of(sum) == 0) return true;
  auto const [negative, significand, exponent] = decompose(sum);
  return !is_nonfinite(sum) && significand != 0 && exponent + std::countr_zero(significand) >= grid &&
         ceiling_exponent(sum) <= bound;
}

/// start(), whose refusal of the parameters is one of the bytes here.
template <class Start> auto started(Start start) {
  try {
    return start();
  } catch (error const& problem) {
    refuse(problem.what());
  }
}

template <class State> void check_numbers(State const& state, bool nothing_but_parameters) {
  if (state.added > state.count || (state.added == 0 && !nothing_but_parameters))
    refuse("the state is not in canonical form");
}

template <class T> bool all_zero(T const* sums, int levels) noexcept {
  return std::all_of(sums, sums + levels, [](T sum) { return bits_of(sum) == 0; });
}

}  // namespace

}  // namespace prerounded

namespace detail {

using namespace prerounded;

template <class T> std::vector<std::byte> serialise_sweep(double_sweep_state<T> const& state) {
  writer out('d', sizeof(T), state.levels, state.seen);
  out.put(state.count);
  out.put(state.added);
  out.put(bits_of(state.largest));
  for (int k = 0; k < state.levels; ++k) out.put(bits_of(state.sums[k]));
  return out.bytes();
}

template <class T> std::vector<std::byte> serialise_sweep(single_sweep_state<T> const& state) {
  writer out('s', sizeof(T), state.levels, state.seen);
  out.put(state.count);
  out.put(state.added);
  out.put(static_cast<std::uint64_t>(state.top));
  out.put(bits_of(state.zeroth));
  for (int k = 0; k < state.levels; ++k) out.put(bits_of(state.sums[k]));
  return out.bytes();
}

template <class T> double_sweep_state<T> deserialise_double_sweep(int levels, std::span<std::byte const> bytes) {
  reader in(bytes, 'd', sizeof(T), levels, levels);
  auto const seen = in.seen();
  std::uint64_t const count = in.get(), added = in.get();
  T const largest = in.template number<T>();
  auto state = started([&] { return start_double_sweep<T>(levels, count, largest); });
  if (bits_of(state.largest) != bits_of(largest)) refuse("the state is not in canonical form");
  state.seen = seen;
  state.added = added;
  for (int k = 0; k < levels; ++k) state.sums[k] = in.template number<T>();
  check_numbers(state, all_zero(state.sums, levels) && !anything(seen));
  if (is_nonfinite(largest)) {
    if (!all_zero(state.sums, levels)) refuse("the state is not in canonical form");
    return state;
  }
  double_sweep_extractors<T> const extractors(count, ceiling_exponent(largest));
  for (int k = 0; k < levels; ++k) {
    int const exponent = ceiling_exponent(extractors.of[k]);
    if (!is_level_sum(state.sums[k], exponent - format<T>::precision, exponent))
      refuse("a level has a sum it cannot have");
  }
  return state;
}

template <class T> single_sweep_state<T> deserialise_single_sweep(int levels, std::span<std::byte const> bytes) {
  reader in(bytes, 's', sizeof(T), levels, levels + 1);
  auto const seen = in.seen();
  std::uint64_t const count = in.get(), added = in.get(), top = in.get();
  auto state = started([&] { return start_single_sweep<T>(levels, count); });
  ladder<T> const rungs(count);
  if (top < 2 || top > static_cast<std::uint64_t>(rungs.last())) refuse("the ladder has no such place");
  state.seen = seen;
  state.added = added;
  state.top = static_cast<int>(top);
  state.zeroth = in.template number<T>();
  for (int k = 0; k < levels; ++k) state.sums[k] = in.template number<T>();
  check_numbers(state, state.top == rungs.last() && bits_of(state.zeroth) == 0 && all_zero(state.sums, levels) &&
                           !anything(seen));
  int const limit = ceiling_exponent(rungs.limit(state.top));
  if (!is_level_sum(state.zeroth, limit, rungs.exponent(state.top))) refuse("a level has a sum it cannot have");
  for (int k = 0; k < levels; ++k) {
    int const exponent = rungs.exponent(state.top + k);
    if (!is_level_sum(state.sums[k], exponent - format<T>::stored_bits, exponent))
      refuse("a level has a sum it cannot have");
  }
  return state;
}

#define ISOBIT_INSTANTIATE(T)                                                               \
  template std::vector<std::byte> serialise_sweep(double_sweep_state<T> const&);            \
  template std::vector<std::byte> serialise_sweep(single_sweep_state<T> const&);            \
  template double_sweep_state<T> deserialise_double_sweep(int, std::span<std::byte const>); \
  template single_sweep_state<T> deserialise_single_sweep(int, std::span<std::byte const>);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail

ISOBIT_NAMESPACE_END
