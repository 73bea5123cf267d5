#include <algorithm>

#include "../basics/printable.hpp"
#include "csv_cutter.hpp"
#include "csv_header.hpp"
#include "refusal.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

class csv_table final : public table_reader {
public:
  csv_table(std::unique_ptr<input_bytes> bytes, char separator, table_wish const& wish, input_options const& options)
      : rows_(std::move(bytes), separator), single_(options.type == element_type::f32), skip_bad_(options.skip_bad),
        notation_(options.numbers), goes_on_unseen_(!wish.all_values) {
    csv_header header(rows_.bytes(), separator, options);
    for (auto const& key : wish.keys) keys_.push_back(header.place_of(key, csv_header::content::keys));
    if (wish.all_values)
      choose_all(header);
    else
      for (auto const& value : wish.values) values_.push_back(header.place_of(value));
    rows_.skip(header.size());
    for (std::size_t const place : values_) description_.columns.push_back({header.name_of(place), single_});
    for (std::size_t const place : keys_) description_.keys.push_back(header.name_of(place));
    for (std::size_t const place : keys_) last_ = std::max(last_, place);
    for (std::size_t const place : values_) last_ = std::max(last_, place);
    if (wish.all_values && !header.fields().empty()) last_ = header.fields().size() - 1;
  }

  bool cut(chunk& piece) override { return rows_.cut(piece); }

  void decode(chunk& piece, table_rows& rows) const override {
    rows.clear(values_.size());
    with_parser(single_, notation_, [&]<class Parse>(Parse parse) { this->parse(piece, rows, parse); });
  }

private:
  void choose_all(csv_header& header) {
    auto const found = header.all_numbers();
    for (std::size_t const place : found.numbers)
      if (std::find(keys_.begin(), keys_.end(), place) == keys_.end()) values_.push_back(place);
    for (std::size_t i = 0; i < found.others.size(); ++i)
      if (std::find(keys_.begin(), keys_.end(), found.others[i]) == keys_.end())
        description_.others.push_back(
            {header.name_of(found.others[i]), shown(found.first_of_others[i]) + " is not a number"});
  }

  /// The fields of a row, as many as are needed; where it has too few or too many, what is wrong.
  number_status read_row(csv_scanner& scanner, std::vector<csv_field>& fields) const {
    fields.clear();
    do fields.push_back(scanner.next());
    while (fields.size() <= last_ && !fields.back().ends_row);
    if (fields.size() <= last_) return number_status::missing;
    if (fields.back().ends_row) return number_status::good;
    if (!goes_on_unseen_) return number_status::surplus;
    scanner.skip_row();
    return number_status::good;
  }

  template <class Parse> void parse(chunk& piece, table_rows& rows, Parse parse) const {
    std::string_view const text(piece.bytes.data(), piece.bytes.size());
    csv_scanner scanner(text, rows_.separator());
    std::vector<csv_field> fields;
    while (scanner.start_row()) {
      number_status const shape = read_row(scanner, fields);
      if (shape != number_status::good) {
        refuse_or_skip(piece, row_at(text, fields.front().begin), shape);
        if (shape == number_status::surplus) scanner.skip_row();
        ++rows.bad_rows;
        continue;
      }
      for (std::size_t c = 0; c < values_.size(); ++c) {
        std::string_view const field = fields[values_[c]].text;
        auto const [value, status] = parse(field);
        bool const is_missing = status == number_status::unavailable, is_good = status == number_status::good;
        if (!is_good && !is_missing) refuse_or_skip(piece, field, status);
        rows.columns[c].push(value, is_good ? entry::number : is_missing ? entry::missing : entry::bad);
      }
      add_keys(fields, rows.keys);
      ++rows.rows;
    }
  }

  void add_keys(std::vector<csv_field> const& fields, group_keys& keys) const {
    for (std::size_t const place : keys_) {
      std::string_view const text = fields[place].text;
      if (text.find('"') == text.npos)
        keys.add_part(text);
      else
        keys.add_part(unquoted(text));
    }
    keys.end_row();
  }

  void refuse_or_skip(chunk& piece, std::string_view token, number_status status) const {
    if (!skip_bad_) refuse_number(location(rows_.name(), piece, token.data()), token, status, true);
  }

  static std::string_view row_at(std::string_view text, char const* row) {
    std::string_view const rest = text.substr(static_cast<std::size_t>(row - text.data()));
    return rest.substr(0, rest.find('\n'));
  }

  csv_cutter rows_;
  bool single_;
  bool skip_bad_;
  notation notation_;
  bool goes_on_unseen_;  // there may be columns behind the last that is wanted
  std::vector<std::size_t> values_;
  std::vector<std::size_t> keys_;
  std::size_t last_ = 0;  // of the columns that are needed
};

}  // namespace

std::unique_ptr<table_reader> make_csv_table(std::unique_ptr<input_bytes> bytes, char separator, table_wish const& wish,
                                             input_options const& options) {
  return std::make_unique<csv_table>(std::move(bytes), separator, wish, options);
}

}  // namespace isobit::tool
