#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/method/compensated.hpp>
#include <isobit/method/extended.hpp>
#include <isobit/tree/fixed_tree.hpp>

#include "c/guard.hpp"

/// States that C++ keeps to itself, as words of 64 bits: BITS.md#states-in-c
namespace isobit::c_interface {

template <compensation Method, class T> std::vector<std::uint64_t> words_of(compensated<Method, T> const& state) {
  return {bits_of(state.sum()), bits_of(state.correction())};
}
template <class T, extended_format Format> std::vector<std::uint64_t> words_of(extended<T, Format> const& state) {
  auto const words = std::bit_cast<detail::extended_words<Format>>(state);
  if constexpr (Format == extended_format::binary64)
    return {bits_of(words.sum)};
  else if constexpr (Format == extended_format::x87)
    return {words.significand, words.sign_and_exponent};
  else
    return {bits_of(words.high), bits_of(words.low)};
}
template <class T> std::vector<std::uint64_t> words_of(tree_sum_piece<T> const& state) {
  std::vector<std::uint64_t> words = {state.place().first, state.place().total};
  for (auto const& node : state.nodes()) words.insert(words.end(), {node.index, node.level, bits_of(node.value)});
  return words;
}

[[noreturn]] inline void refuse_words() {
  throw error(status::malformed_bytes,
              "isobit: these bytes are not a state of this method; pass what serialise of the same method wrote");
}
inline void require_words(bool condition) {
  if (!condition) refuse_words();
}
template <class T> T number_in(std::uint64_t word) {
  using bits_type = typename format<T>::bits_type;
  require_words(static_cast<bits_type>(word) == word);
  return from_bits<T>(static_cast<bits_type>(word));
}

template <compensation Method, class T>
void set_words(compensated<Method, T>& state, std::span<std::uint64_t const> words) {
  require_words(words.size() == 2);
  struct pair {
    T sum, correction;
  };
  state = std::bit_cast<compensated<Method, T>>(pair{number_in<T>(words[0]), number_in<T>(words[1])});
  // Of what is not finite there is no correction, as no state has one.
  require_words(!is_nonfinite(state.correction()) && (!is_nonfinite(state.sum()) || is_zero(state.correction())));
}
template <class T, extended_format Format>
void set_words(extended<T, Format>& state, std::span<std::uint64_t const> words) {
  detail::extended_words<Format> parts;
  require_words(words.size() == (Format == extended_format::binary64 ? 1 : 2));
  if constexpr (Format == extended_format::binary64) {
    parts.sum = number_in<double>(words[0]);
  } else if constexpr (Format == extended_format::x87) {
    bool const has_exponent = (words[1] & 0x7fff) != 0;  // the leading bit is set exactly where there is one
    require_words(words[1] <= 0xffff && (words[0] >> 63 != 0) == has_exponent);
    parts.significand = words[0];
    parts.sign_and_exponent = static_cast<std::uint16_t>(words[1]);
  } else {
    parts.high = number_in<double>(words[0]);
    parts.low = number_in<double>(words[1]);
  }
  state = std::bit_cast<extended<T, Format>>(parts);
}
template <class T> void set_words(tree_sum_piece<T>& state, std::span<std::uint64_t const> words) {
  require_words(words.size() >= 2 && words.size() % 3 == 2);
  std::vector<tree_node<T>> nodes;
  for (std::size_t i = 2; i < words.size(); i += 3) {
    require_words(words[i + 1] <= 64);
    nodes.push_back({words[i], static_cast<unsigned>(words[i + 1]), number_in<T>(words[i + 2])});
  }
  state = tree_sum_piece<T>(std::move(nodes), tree_place{words[0], words[1]});
}

}  // namespace isobit::c_interface
