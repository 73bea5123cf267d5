#include "arithmetic/bytes.hpp"
#include "method/prerounded.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace prerounded {

namespace {

// BITS.md#prerounded. All integers little-endian.
//   0  "ib"   2  'd' (double sweep) or 's' (single)   3  version   4  bytes of T   5  levels   6  u16 what was seen
//   that is not finite (1 NaN, 2 +inf, 4 -inf)   8  u64 count   16  u64 added   24  u64 the largest magnitude's bits,
//   or the first extractor's place   32  u64 the bits of each sum: levels 1 to K, or 0 to K.
constexpr std::size_t header_size = 32;
constexpr std::uint8_t version = 1;

[[noreturn]] void refuse(std::string const& why) {
  throw error(status::malformed_bytes, "isobit: these bytes are not a sweep of this kind: " + why +
                                           "; pass what serialise() of the same type wrote");
}

/// Room for the header and so many sums, and the header; `parameter` is its last word.
template <class State>
std::vector<std::byte> with_header(char kind, std::size_t bytes_of_type, State const& state, std::uint64_t parameter,
                                   int sums) {
  using detail::put;
  auto const& seen = state.seen;
  int const flags = (seen.nan ? 1 : 0) | (seen.positive_infinity ? 2 : 0) | (seen.negative_infinity ? 4 : 0);
  std::vector<std::byte> bytes(header_size + 8 * static_cast<std::size_t>(sums));
  std::byte* at = bytes.data();
  for (char c : {'i', 'b', kind}) at = put(at, c);
  at = put(at, version);
  at = put(at, static_cast<std::uint8_t>(bytes_of_type));
  at = put(at, static_cast<std::uint8_t>(state.levels));
  at = put(at, static_cast<std::uint16_t>(flags));
  for (std::uint64_t word : {state.count, state.added, parameter}) at = put(at, word);
  return bytes;
}

template <class T> std::byte* put_number(std::byte* at, T x) noexcept {
  return detail::put(at, std::uint64_t{bits_of(x)});
}

struct header {
  detail::nonfinite_seen seen;
  std::uint64_t count, added, parameter;
};

header read_header(std::span<std::byte const> bytes, char kind, std::size_t bytes_of_type, int levels, int sums,
                   std::uint64_t most_elements) {
  using detail::get;
  if (bytes.size() < header_size)
    refuse("only " + std::to_string(bytes.size()) + " bytes, at least " + std::to_string(header_size) + " are needed");
  std::byte const* const at = bytes.data();
  if (get<char>(at) != 'i' || get<char>(at + 1) != 'b' || get<char>(at + 2) != kind)
    refuse(std::string("they do not start with \"ib") + kind + '"');
  if (int const found = get<std::uint8_t>(at + 3); found != version)
    refuse("version " + std::to_string(found) + ", this release reads version 1");
  if (get<std::uint8_t>(at + 4) != bytes_of_type) refuse("the sums are of another type");
  if (get<std::uint8_t>(at + 5) != levels) refuse("another number of levels");
  std::size_t const expected = header_size + 8 * static_cast<std::size_t>(sums);
  if (bytes.size() != expected)
    refuse(std::to_string(bytes.size()) + " bytes where the header announces " + std::to_string(expected));
  int const flags = get<std::uint16_t>(at + 6);
  if (flags > 7) refuse("unknown flags");
  header const read = {{(flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0},
                       get<std::uint64_t>(at + 8),
                       get<std::uint64_t>(at + 16),
                       get<std::uint64_t>(at + 24)};
  if (read.count > most_elements) refuse("more elements declared than a sweep can have");
  if (read.added > read.count) refuse("more elements than declared");
  return read;
}

template <class T> T number(std::uint64_t bits) {
  if (bits >> (8 * sizeof(T) - 1) > 1) refuse("a number is wider than its type");
  return from_bits<T>(static_cast<typename format<T>::bits_type>(bits));
}

/// The sum of a place, counted from the header's end.
template <class T> T sum_at(std::span<std::byte const> bytes, int place) {
  return number<T>(detail::get<std::uint64_t>(bytes.data() + header_size + 8 * static_cast<std::size_t>(place)));
}

/// A sum that a level can have: a multiple of 2^grid with a magnitude of at most 2^bound, no -0.
template <class T> bool is_level_sum(T sum, int grid, int bound) noexcept {
  if (bits_of(sum) == 0) return true;
  auto const [negative, significand, exponent] = decompose(sum);
  return !is_nonfinite(sum) && significand != 0 && exponent + std::countr_zero(significand) >= grid &&
         ceiling_exponent(sum) <= bound;
}

template <class T> bool all_zero(T const* sums, int levels) noexcept {
  return std::all_of(sums, sums + levels, [](T sum) { return bits_of(sum) == 0; });
}

}  // namespace

}  // namespace prerounded

namespace detail {

using namespace prerounded;

template <class T> std::vector<std::byte> serialise_sweep(double_sweep_state<T> const& state) {
  auto bytes = with_header('d', sizeof(T), state, bits_of(state.largest), state.levels);
  std::byte* at = bytes.data() + header_size;
  for (int k = 0; k < state.levels; ++k) at = put_number(at, state.sums[k]);
  return bytes;
}

template <class T> std::vector<std::byte> serialise_sweep(single_sweep_state<T> const& state) {
  auto bytes = with_header('s', sizeof(T), state, static_cast<std::uint64_t>(state.top), state.levels + 1);
  std::byte* at = put_number(bytes.data() + header_size, state.zeroth);
  for (int k = 0; k < state.levels; ++k) at = put_number(at, state.sums[k]);
  return bytes;
}

template <class T> double_sweep_state<T> deserialise_double_sweep(int levels, std::span<std::byte const> bytes) {
  auto const [seen, count, added, largest] = read_header(bytes, 'd', sizeof(T), levels, levels, most_elements<T>);
  double_sweep_state<T> state = {levels, seen, count, added, number<T>(largest), {}};
  for (int k = 0; k < levels; ++k) state.sums[k] = sum_at<T>(bytes, k);
  bool const finite = !is_nonfinite(state.largest), zeros = all_zero(state.sums, levels);
  if (bits_of(state.largest) != bits_of(magnitude(canonical(state.largest))) ||
      (finite && !has_extractor(count, state.largest)))
    refuse("a largest magnitude that a sweep cannot have");
  if ((added == 0 && (!zeros || anything(seen))) || (!finite && !zeros)) refuse("the state is not in canonical form");
  if (!finite) return state;
  double_sweep_extractors<T> const extractors(count, ceiling_exponent(state.largest));
  for (int k = 0; k < levels; ++k) {
    int const exponent = ceiling_exponent(extractors.of[k]);
    if (!is_level_sum(state.sums[k], exponent - format<T>::precision, exponent))
      refuse("a level has a sum it cannot have");
  }
  return state;
}

template <class T> single_sweep_state<T> deserialise_single_sweep(int levels, std::span<std::byte const> bytes) {
  auto const [seen, count, added, top] = read_header(bytes, 's', sizeof(T), levels, levels + 1, most_elements<T>);
  ladder<T> const rungs(count);
  if (top < 2 || top > static_cast<std::uint64_t>(rungs.last())) refuse("the ladder has no such place");
  single_sweep_state<T> state = {levels, static_cast<int>(top), seen, count, added, sum_at<T>(bytes, 0), {}};
  for (int k = 0; k < levels; ++k) state.sums[k] = sum_at<T>(bytes, k + 1);
  bool const zeros = bits_of(state.zeroth) == 0 && all_zero(state.sums, levels);
  if (added == 0 && (state.top != rungs.last() || !zeros || anything(seen)))
    refuse("the state is not in canonical form");
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
