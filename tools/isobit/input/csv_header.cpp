#include "csv_header.hpp"

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "csv.hpp"
#include "lines.hpp"
#include "missing_value.hpp"
#include "notation.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t longest_header = std::size_t{128} << 10;

bool looks_like_number(std::string_view field) {
  return field.empty() || std::string_view("+-.0123456789").find(field.front()) != std::string_view::npos ||
         parse_number<double>(field).status == number_status::good;
}

/// The rows of a text that may end in the middle of one; that one is not among them.
std::vector<std::vector<std::string>> whole_rows(std::string_view text, char separator, bool is_all) {
  std::vector<std::vector<std::string>> rows;
  if (!is_all) text = text.substr(0, cut_csv(text, separator).size);
  csv_scanner scanner(text, separator);
  while (scanner.start_row()) {
    auto& row = rows.emplace_back();
    for (bool ends_row = false; !ends_row;) {
      auto const field = scanner.next();
      row.push_back(unquoted(field.text));
      ends_row = field.ends_row;
    }
  }
  return rows;
}

}  // namespace

csv_header::csv_header(input_bytes& bytes, char separator, input_options const& options)
    : name_(bytes.name()), start_(bytes.peek(longest_header)), separator_(separator), numbers_(options.numbers),
      said_(options.header), has_names_(options.header == header_row::present) {
  end_lines_at_returns(start_.data(), start_.size(), true);
  auto row = first_row(start_, separator);
  fields_ = std::move(row.fields);
  size_ = row.size;
}

column_list csv_header::columns() const {
  return {name_, fields_,
          said_ == header_row::present  ? naming::certain
          : said_ == header_row::absent ? naming::absent
                                        : naming::possible};
}

std::size_t csv_header::place_of(std::string const& column, content what) {
  if (fields_.empty()) {  // an empty file: there is nothing to look up
    if (column_number(column)) return 0;
    throw failure(exit_code::bad_data, name_ + ": is empty, so it has no column " + shown(column));
  }
  auto const found = find_column(columns(), column);
  if (found.by_name)
    has_names_ = true;
  else
    look_at_first(found.place, what);
  return found.place;
}

std::size_t csv_header::place_of(std::size_t number) {
  if (fields_.empty()) return 0;
  std::size_t const place = place_of_number(columns(), number);
  look_at_first(place, content::numbers);
  return place;
}

void csv_header::look_at_first(std::size_t place, content what) {
  std::string const& first = fields_[place];
  bool const tells = what == content::numbers && said_ == header_row::automatic && !looks_like_number(first);
  if (tells && is_missing_value(first)) {
    is_doubtful_ = is_doubtful_ || !numbers_.skips_missing;
    doubtful_ = first;
  } else if (tells) {
    has_names_ = true;
  }
}

/// Names, where all fields are words, or one of them is a word above a number.
bool csv_header::decide_by_contents(std::vector<std::vector<std::string>> const& rows) {
  std::size_t words = 0;
  bool above_number = false;
  for (std::size_t c = 0; c < fields_.size(); ++c) {
    if (looks_like_number(fields_[c]) || is_missing_value(fields_[c])) continue;
    ++words;
    above_number = above_number || (rows.size() > 1 && c < rows[1].size() && !rows[1][c].empty() &&
                                    parse_number<double>(rows[1][c], numbers_).status == number_status::good);
  }
  if (words == 0 || words == fields_.size() || above_number) return words != 0;
  throw failure(exit_code::usage, name_ + ": are these the names of the columns: " + list_of_columns(fields_) +
                                      "? Say --header yes or --header no");
}

csv_header::chosen csv_header::all_numbers() {
  auto const rows = whole_rows(start_, separator_, start_.size() < longest_header);
  if (said_ == header_row::automatic && !fields_.empty() && !has_names_) has_names_ = decide_by_contents(rows);
  chosen result;
  for (std::size_t c = 0; c < fields_.size(); ++c) {
    std::string word;
    for (std::size_t r = has_names_ ? 1 : 0; r < rows.size() && word.empty(); ++r) {
      if (c >= rows[r].size() || is_missing_value(rows[r][c])) continue;
      if (parse_number<double>(rows[r][c], numbers_).status == number_status::good) break;
      word = rows[r][c];
    }
    if (word.empty()) {
      result.numbers.push_back(c);
    } else {
      result.others.push_back(c);
      result.first_of_others.push_back(word);
    }
  }
  return result;
}

bool csv_header::is_present() const {
  if (!has_names_ && is_doubtful_)
    throw failure(exit_code::usage, name_ + ": the column starts with " + shown(doubtful_) +
                                        ": its name, or a missing value? Say --header yes or --header no");
  return has_names_;
}

std::size_t csv_header::size() const {
  if (!is_present()) return 0;
  if (size_ == longest_header)
    throw failure(exit_code::bad_data, name_ + ":1:1: the first row is longer than 128 KiB; is this CSV?");
  return size_;
}

std::string csv_header::name_of(std::size_t place) const {
  return has_names_ ? fields_[place] : std::to_string(place + 1);
}

}  // namespace isobit::tool
