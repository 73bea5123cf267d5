#pragma once

#include <array>
#include <map>
#include <stdexcept>

#include "exact.hpp"
#include "inputs.hpp"
#include "machine.hpp"

/// What a reduction must return, by the mode.
namespace conformance {

enum class mode { exact, binned, extended, kahan, knuth, order, shuffle, native };

struct mode_name {
  mode how = mode::exact;
  int bins = 3;
};

inline mode_name read_mode(std::string const& text) {
  static std::map<std::string, mode> const names{
      {"exact", mode::exact}, {"binned", mode::binned}, {"extended", mode::extended}, {"kahan", mode::kahan},
      {"knuth", mode::knuth}, {"order", mode::order},   {"shuffle", mode::shuffle},   {"native", mode::native}};
  auto const colon = text.find(':');
  auto const found = names.find(text.substr(0, colon));
  if (found == names.end()) throw std::runtime_error("no such mode: " + text);
  return {found->second, colon == std::string::npos ? 3 : std::stoi(text.substr(colon + 1))};
}

/// One result: the bits of its real and of its imaginary part.
using result = std::array<wide, 2>;

class oracle {
public:
  oracle(mode_name how, std::uint64_t seed) : how_(how), inputs_(seed, how.how == mode::native) {}

  /// Whether `got` is a result that the mode allows for the column over these ranks, in their order; else one that is.
  struct verdict {
    bool right;
    result expected;
  };
  /// What is known of the columns of these ranks.
  using table = std::vector<std::vector<result>>;
  [[nodiscard]] table& known(element type, operation what, std::vector<int> const& ranks) {
    auto& all = known_[{type.index(), static_cast<int>(what), ranks}];
    all.resize(columns);
    return all;
  }
  [[nodiscard]] verdict judge(table& known, element type, operation what, std::vector<int> const& ranks, int column,
                              result const& got) {
    auto& allowed = known[static_cast<std::size_t>(column)];
    if (allowed.empty()) allowed = results(type, what, ranks, column);
    if (allowed.empty()) return {true, got};  // more orders than can be tried
    // The parts of a complex sum are sums of their own, in an order of their own.
    if (type.is_complex && what == operation::sum) {
      auto const has = [&](std::size_t part) {
        return std::any_of(allowed.begin(), allowed.end(), [&](result const& r) { return r[part] == got[part]; });
      };
      return {has(0) && has(1), allowed.front()};
    }
    return {std::find(allowed.begin(), allowed.end(), got) != allowed.end(), allowed.front()};
  }

  /// All columns of a rank, as they lie in memory.
  [[nodiscard]] std::vector<std::byte> const& row(element type, operation what, int rank) {
    auto& bytes = rows_[{type.index(), static_cast<int>(what), rank}];
    if (!bytes.empty()) return bytes;
    bytes.resize(columns * type.size());
    for (int column = 0; column < columns; ++column)
      for (std::size_t part = 0; part < type.parts(); ++part)
        store(type.format, inputs_.at(type, what, rank, column, part),
              bytes.data() + static_cast<std::size_t>(column) * type.size() + part * size_of(type.format));
    return bytes;
  }

  /// The numbers of these ranks in a column, as text.
  [[nodiscard]] std::string shown(element type, operation what, std::vector<int> const& ranks, int column,
                                  std::size_t part) const {
    std::string text;
    for (int const rank : ranks) text += " " + hexadecimal(type.format, inputs_.at(type, what, rank, column, part));
    return text;
  }

private:
  std::vector<result> results(element type, operation what, std::vector<int> ranks, int column) const {
    std::vector<result> all;
    // One rank's number alone stays what it is, a NaN's payload and the sign of zero included.
    if (ranks.size() == 1) return {input(type, what, ranks[0], column)};
    if (how_.how != mode::shuffle) {
      all.push_back(reduced(type, what, ranks, column));
    } else if (ranks.size() <= most_permuted) {
      std::sort(ranks.begin(), ranks.end());
      do all.push_back(reduced(type, what, ranks, column));
      while (std::next_permutation(ranks.begin(), ranks.end()));
    }
    return all;
  }

  result input(element type, operation what, int rank, int column) const {
    result bits{};
    for (std::size_t part = 0; part < type.parts(); ++part) bits[part] = inputs_.at(type, what, rank, column, part);
    return bits;
  }

  result reduced(element type, operation what, std::vector<int> const& ranks, int column) const {
    std::vector<result> rows;
    for (int const rank : ranks) rows.push_back(input(type, what, rank, column));
    result bits{};
    if (type.is_complex && what == operation::product) {
      with_type(type.format, [&](auto zero) {
        using T = decltype(zero);
        T product[2] = {number_from<T>(rows[0][0]), number_from<T>(rows[0][1])};
        for (std::size_t r = 1; r < rows.size(); ++r)
          multiply(product, {number_from<T>(rows[r][0]), number_from<T>(rows[r][1])});
        for (int part = 0; part < 2; ++part)
          bits[static_cast<std::size_t>(part)] = bits_from(type.format, product[part]);
      });
      return bits;
    }
    for (std::size_t part = 0; part < type.parts(); ++part) {
      std::vector<wide> column_bits;
      for (auto const& row : rows) column_bits.push_back(row[part]);
      bits[part] = tidy(type.format, one_part(type.format, what, column_bits));
    }
    return bits;
  }

  wide one_part(number_format f, operation what, std::vector<wide> const& bits) const {
    bool const in_order = how_.how == mode::order || how_.how == mode::shuffle;
    bool const is_wide = f == number_format::x87 || f == number_format::binary128;
    bool const sums_wide_ones_exactly = how_.how == mode::binned || how_.how == mode::extended;
    if (how_.how == mode::exact || how_.how == mode::native || (what == operation::product && !in_order) ||
        (is_wide && sums_wide_ones_exactly)) {
      std::vector<fields> numbers;
      for (wide const b : bits) numbers.push_back(fields_of(f, b));
      return bits_of(f, what == operation::sum ? exact_sum(f, numbers) : exact_product(f, numbers));
    }
    return with_type(f, [&](auto zero) {
      using T = decltype(zero);
      std::vector<T> x;
      for (wide const b : bits) x.push_back(number_from<T>(b));
      return bits_from(f, by_machine(std::span<T const>(x), what));
    });
  }

  template <class T> T by_machine(std::span<T const> x, operation what) const {
    if (what == operation::product) return plain(x, what);
    if (how_.how == mode::kahan) return kahan(x);
    if (how_.how == mode::knuth) return knuth(x);
    if constexpr (std::is_same_v<T, float>) {
      if (how_.how == mode::extended) return widened<double>(x);
    } else if constexpr (std::is_same_v<T, double>) {
      if (how_.how == mode::extended) return widened<long double>(x);
    }
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
      if (how_.how == mode::binned)
        return how_.bins == 1   ? binned<1>(x)
               : how_.bins == 2 ? binned<2>(x)
               : how_.bins == 3 ? binned<3>(x)
                                : binned<4>(x);
    return plain(x, what);
  }

  static constexpr std::size_t most_permuted = 5;

  mode_name how_;
  inputs inputs_;
  std::map<std::tuple<int, int, std::vector<int>>, table> known_;
  std::map<std::tuple<int, int, int>, std::vector<std::byte>> rows_;
};

}  // namespace conformance
