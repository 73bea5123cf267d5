#include "csv.hpp"

#include <algorithm>
#include <charconv>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "lines.hpp"
#include "missing_value.hpp"
#include "reader.hpp"
#include "refusal.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t longest_header = std::size_t{128} << 10;

/// A column's number from 1, or 0 where it is given by name.
std::size_t column_number(std::string const& column) {
  std::size_t number = 0;
  auto const [end, problem] = std::from_chars(column.data(), column.data() + column.size(), number);
  if (problem != std::errc{} || end != column.data() + column.size()) return 0;
  if (number == 0) throw failure(exit_code::usage, "--column 0: columns are counted from 1");
  return number;
}

bool looks_like_number(std::string_view field) {
  return field.empty() || std::string_view("+-.0123456789").find(field.front()) != std::string_view::npos ||
         parse_number<double>(field).status == number_status::good;
}

std::string listed(std::vector<std::string> const& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 20) return list + ", ...";
    list += (i == 0 ? "" : ", ") + std::to_string(i + 1) + " " + shown(names[i]);
  }
  return list;
}

class csv_reader final : public reader {
public:
  csv_reader(std::unique_ptr<input_bytes> bytes, char separator, std::vector<std::string> const& wanted,
             input_options const& options)
      : lines_(std::move(bytes)), separator_(separator), single_(options.type == element_type::f32),
        skip_bad_(options.skip_bad), notation_(options.numbers) {
    std::string start(lines_.bytes().peek(longest_header));
    end_lines_at_returns(start.data(), start.size(), true);
    auto const [fields, size] = first_row(start, separator_);
    bool const has_header = choose_columns(fields, wanted, options.header);
    if (has_header && size == longest_header)
      throw failure(exit_code::bad_data, lines_.name() + ":1:1: the first row is longer than 128 KiB; is this CSV?");
    header_size_ = has_header ? size : 0;
  }

  bool cut(chunk& piece) override {
    if (header_size_ != 0) {
      lines_.cut(piece, [&](std::string_view, bool) { return header_size_; });
      header_size_ = 0;
    }
    return lines_.cut(piece, [&](std::string_view text, bool at_end) {
      auto const [size, open_quote] = cut_csv(text, separator_);
      if (!at_end) return size;
      if (open_quote != text.npos) unclosed_quote_ = open_quote;
      return text.size();
    }) && check_quotes(piece);
  }

  void decode(chunk& piece, block& numbers) const override {
    numbers.clear(single_, columns_.size());
    with_parser(single_, notation_, [&]<class Parse>(Parse parse) { this->parse(piece, numbers, parse); });
  }

  [[nodiscard]] bool is_single() const noexcept override { return single_; }

private:
  /// Fills columns_; returns whether the first row is a header.
  bool choose_columns(std::vector<std::string> const& fields, std::vector<std::string> const& wanted,
                      header_row header) {
    bool has_header = header == header_row::present;
    bool by_place = false;
    std::string const* doubtful = nullptr;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::size_t const number = wanted[i].empty() ? i + 1 : column_number(wanted[i]);
      by_place = by_place || wanted[i].empty();
      bool const is_present = std::find(fields.begin(), fields.end(), wanted[i]) != fields.end();
      bool const is_named = !wanted[i].empty() && (number == 0 || (header == header_row::present && is_present));
      if (is_named && header == header_row::absent)
        throw failure(exit_code::usage,
                      "--column " + wanted[i] + ": a table without a header has no names; give the column's number");
      if (is_named) {
        columns_.push_back(find_name(fields, wanted[i]));
        has_header = true;
      } else if (fields.empty()) {
        columns_.push_back(0);  // an empty file: there is nothing to look up
      } else {
        if (number > fields.size())
          throw failure(exit_code::bad_data, lines_.name() + ": there is no column " + std::to_string(number) +
                                                 "; the first row has " + listed(fields));
        columns_.push_back(number - 1);
        std::string const& first = fields[number - 1];
        if (header != header_row::automatic || looks_like_number(first)) continue;
        if (is_missing_value(first))
          doubtful = notation_.skips_missing ? nullptr : &first;
        else
          has_header = true;
      }
    }
    columns_are_all_ = by_place;
    if (by_place && fields.size() > wanted.size())
      throw failure(exit_code::usage, lines_.name() + ": choose " + (wanted.size() == 1 ? "a column" : "two columns") +
                                          " with --column; the first row has " + listed(fields));
    if (!has_header && doubtful != nullptr)
      throw failure(exit_code::usage, lines_.name() + ": the column starts with " + shown(*doubtful) +
                                          ": its name, or a missing value? Say --header yes or --header no");
    return has_header;
  }

  /// The place of a column's name in the first row.
  std::size_t find_name(std::vector<std::string> const& fields, std::string const& name) {
    if (fields.empty())
      throw failure(exit_code::bad_data, lines_.name() + ": is empty, so it has no column " + shown(name));
    auto const found = std::find(fields.begin(), fields.end(), name);
    if (found == fields.end())
      throw failure(exit_code::bad_data,
                    lines_.name() + ": there is no column " + shown(name) + "; the first row has " + listed(fields));
    if (std::find(found + 1, fields.end(), name) != fields.end())
      throw failure(exit_code::bad_data, lines_.name() + ": there is more than one column " + shown(name) +
                                             "; choose by number: the first row has " + listed(fields));
    return static_cast<std::size_t>(found - fields.begin());
  }

  bool check_quotes(chunk& piece) {
    if (unclosed_quote_ != std::string_view::npos)
      throw failure(exit_code::bad_data, location(lines_.name(), piece, piece.bytes.data() + unclosed_quote_) +
                                             ": a quote is opened here and never closed");
    return true;
  }

  template <class Parse> void parse(chunk& piece, block& numbers, Parse parse) const {
    using T = decltype(parse({}).value);
    std::string_view const text(piece.bytes.data(), piece.bytes.size());
    parse_csv<T>(
        text, separator_, columns_,
        [&](T const* values) {
          for (std::size_t c = 0; c < columns_.size(); ++c) numbers.column<T>(c).push(values[c]);
        },
        [&](std::string_view token, number_status status) {
          bool const is_missing = status == number_status::unavailable;
          if (!is_missing && !skip_bad_)
            refuse_number(location(lines_.name(), piece, token.data()), token, status, true);
          ++(is_missing ? numbers.skipped.missing : numbers.skipped.bad);
        },
        parse, columns_are_all_);
    numbers.rows = numbers.column<T>(0).size();
  }

  line_cutter lines_;
  char separator_;
  bool single_;
  bool skip_bad_;
  notation notation_;
  std::vector<std::size_t> columns_;
  bool columns_are_all_ = false;  // the first row has no others
  std::size_t header_size_ = 0;
  std::size_t unclosed_quote_ = std::string_view::npos;
};

}  // namespace

std::unique_ptr<reader> make_csv_reader(std::unique_ptr<input_bytes> bytes, char separator,
                                        std::vector<std::string> const& columns, input_options const& options) {
  return std::make_unique<csv_reader>(std::move(bytes), separator, columns, options);
}

}  // namespace isobit::tool
