#include <isobit/sparse/matrix_market.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>

#include "sparse/matrix_market_lines.hpp"
#include "sparse/matrix_market_terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {
namespace {

/// As the format wants it: letters in either case.
std::string take_lower_case(std::string_view& line) {
  std::string word(take_word(line));
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return word;
}

/// The place of the next word in a list of possible ones.
template <std::size_t Size>
std::size_t take_one_of(lines const& text, std::string_view& line, std::array<std::string_view, Size> const& words) {
  std::string const word = take_lower_case(line);
  auto const found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string list;
  for (auto const& each : words) list += (list.empty() ? "" : ", ") + std::string(each);
  text.refuse("expected one of " + list + ", found " + shown(word));
}

void read_banner(lines& text, header& about) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (!text.next()) text.refuse("the text is empty");
  std::string_view line = text.text();
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  if (take_lower_case(line) != "%%matrixmarket")
    text.refuse("expected %%MatrixMarket, found " + shown(text.text()) + "; is this a Matrix Market file?");
  if (auto const object = take_lower_case(line); object != "matrix")
    text.refuse("expected a matrix, found " + shown(object));
  about.is_array = take_one_of(text, line, layout_words) == 1;
  about.numbers = static_cast<number_kind>(take_one_of(text, line, number_words));
  about.symmetry = static_cast<symmetry_kind>(take_one_of(text, line, symmetry_words));
  if (auto const surplus = take_word(line); !surplus.empty())
    text.refuse("found " + shown(surplus) + " behind the symmetry");
  if (about.is_array && about.numbers == number_kind::pattern) text.refuse("an array cannot be a pattern");
  if (about.numbers == number_kind::pattern && about.symmetry == symmetry_kind::skew_symmetric)
    text.refuse("a pattern has no signs, so it cannot be skew-symmetric");
  if (about.numbers != number_kind::complex && about.symmetry == symmetry_kind::hermitian)
    text.refuse("what is not complex is symmetric, not Hermitian");
}

/// A size, or a number of entries.
index take_count(lines const& text, std::string_view& line, char const* what) {
  std::string_view const word = take_word(line);
  index count = 0;
  auto const [end, problem] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (problem == std::errc::result_out_of_range && end == word.data() + word.size())
    text.refuse(shown(word) + " " + what + " are more than 64 bits can count");
  if (problem != std::errc{} || end != word.data() + word.size())
    text.refuse(std::string("expected the number of ") + what + ", found " + (word.empty() ? "nothing" : shown(word)));
  if (count < 0) text.refuse(shown(word) + " " + what);
  return count;
}

/// The numbers of an array: all, or those of a triangle.
index entries_of_array(lines const& text, header const& about) {
  auto const rows = static_cast<unsigned __int128>(about.rows), columns = static_cast<unsigned __int128>(about.columns);
  auto const all = about.symmetry == symmetry_kind::general          ? rows * columns
                   : about.symmetry == symmetry_kind::skew_symmetric ? rows * (rows - (rows != 0)) / 2
                                                                     : rows * (rows + 1) / 2;
  if (all > static_cast<unsigned __int128>(std::numeric_limits<index>::max()))
    text.refuse("an array of more numbers than 64 bits can count");
  return static_cast<index>(all);
}

}  // namespace

header read_header(std::istream& in) {
  header about;
  lines text(in);
  read_banner(text, about);
  if (!text.next_that_tells()) text.refuse("the text ends before the sizes");
  std::string_view line = text.text();
  about.rows = take_count(text, line, "rows");
  about.columns = take_count(text, line, "columns");
  if (about.symmetry != symmetry_kind::general && about.rows != about.columns)
    text.refuse("a matrix of " + std::to_string(about.rows) + " rows and " + std::to_string(about.columns) +
                " columns cannot be " + word_of(about.symmetry));
  about.entries = about.is_array ? entries_of_array(text, about) : take_count(text, line, "entries");
  if (auto const surplus = take_word(line); !surplus.empty())
    text.refuse("found " + shown(surplus) + " behind the sizes");
  about.lines = text.number();
  return about;
}

}  // namespace sparse::matrix_market
ISOBIT_NAMESPACE_END
