#pragma once

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <isobit/arithmetic/bits.hpp>

#include "../../common/hash.hpp"
#include "support/data_classes.hpp"
#include "support/random.hpp"

namespace isobit::golden {

/// The sizes of the golden vectors of every class: nearly nothing, below a block, about one block, more than one.
inline constexpr std::size_t sizes[] = {5, 61, 1000, 5003};

template <class T> struct input { std::vector<T> x, y; };

/// The data of a case: integers only, so the same on every machine.
template <class T> input<T> make_input(std::size_t kind, std::size_t size) {
  auto const classes = test::data_classes<T>();
  test::random_source random(1000003 * kind + size);
  auto x = test::make_data(classes[kind], random, size);
  constexpr std::size_t second_classes = 40;  // fixed, so that a class more changes no other case
  auto y = test::make_data(classes[(kind + size) % second_classes], random, size);
  return {std::move(x), std::move(y)};
}

template <class T> std::string hexadecimal(T value) {
  char text[24];
  std::snprintf(text, sizeof text, "%0*" PRIx64, static_cast<int>(2 * sizeof(T)),
                static_cast<std::uint64_t>(bits_of(value)));
  return text;
}

inline std::string hexadecimal(std::vector<std::byte> const& bytes) {
  std::string text;
  for (std::byte b : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", std::to_integer<unsigned>(b));
    text += digits;
  }
  return text;
}

/// FNV-1a of the bits of the elements, to tell wrong data from wrong results.
template <class T> std::string fingerprint(input<T> const& data) {
  common::fnv1a hash;
  for (auto const* values : {&data.x, &data.y})
    for (T v : *values) hash.add(bits_of(v), sizeof(T));
  return hexadecimal(from_bits<double>(hash.value()));
}

/// One line of a golden file: what the case is, then what columns(x, y) makes of its data.
template <class T, class Columns> std::string line(std::size_t kind, std::size_t size, Columns const& columns) {
  auto const data = make_input<T>(kind, size);
  std::string text = sizeof(T) == 8 ? "f64 " : "f32 ";
  text += std::string(test::data_classes<T>()[kind].name) + " " + std::to_string(size) + " " + fingerprint(data);
  for (auto const& column : columns(std::span<T const>(data.x), std::span<T const>(data.y))) text += " " + column;
  return text;
}

/// Calls body(text of the case) for every case in the order of the file.
template <class Columns, class Body>
void for_each_case(std::span<std::size_t const> of_sizes, Columns const& columns, Body body) {
  for (std::size_t kind = 0; kind < test::data_classes<double>().size(); ++kind) {
    for (std::size_t size : of_sizes) {
      body(line<double>(kind, size, columns));
      body(line<float>(kind, size, columns));
    }
  }
}

/// Writes a golden file to standard output.
template <class Columns> void write_cases(std::span<std::size_t const> of_sizes, Columns const& columns) {
  std::fputs(Columns::header, stdout);
  for_each_case(of_sizes, columns, [](std::string const& text) { std::puts(text.c_str()); });
}

}  // namespace isobit::golden
