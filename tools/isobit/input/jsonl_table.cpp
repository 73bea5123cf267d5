#include <algorithm>
#include <cmath>
#include <optional>

#include "../basics/failure.hpp"
#include "../basics/json_scanner.hpp"
#include "../basics/printable.hpp"
#include "column_choice.hpp"
#include "lines.hpp"
#include "notation.hpp"
#include "refusal.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

/// What is looked at to find out which keys there are.
constexpr std::size_t first_lines_size = std::size_t{128} << 10;

/// A value of a line that is no object, by its path of keys: a.b. A list is one value.
struct json_leaf {
  enum class kind { number, string, boolean, null, list };
  kind is;
  std::string_view text;  ///< of a number or string; true or false
  char const* at;
};

constexpr char const* words_for(json_leaf::kind kind) {
  switch (kind) {
  case json_leaf::kind::string:
    return "a string";
  case json_leaf::kind::boolean:
    return "true or false";
  case json_leaf::kind::list:
    return "a list";
  default:
    return "null";
  }
}

/// Calls use(path, leaf) for every value of a line. The path of a line that is no object is empty.
template <class Use> class leaf_handler final : public json_handler {
public:
  explicit leaf_handler(Use use) : use_(use) {}

  void begin_object(char const*) override { lengths_.push_back(path_.size()); }
  void key(std::string_view name) override {
    if (in_list_ != 0) return;
    path_.resize(lengths_.back());
    if (!path_.empty()) path_ += '.';
    path_ += name;
  }
  void end_object() override {
    if (in_list_ == 0) path_.resize(lengths_.back());
    lengths_.pop_back();
  }
  void begin_array(char const* at) override {
    if (in_list_++ == 0) use_(path_, json_leaf{json_leaf::kind::list, {}, at});
  }
  void end_array() override { --in_list_; }
  void string(std::string_view text, char const* at) override { pass(json_leaf::kind::string, text, at); }
  void number(std::string_view text) override { pass(json_leaf::kind::number, text, text.data()); }
  void boolean(bool value, char const* at) override { pass(json_leaf::kind::boolean, value ? "true" : "false", at); }
  void null(char const* at) override { pass(json_leaf::kind::null, "null", at); }

private:
  void pass(json_leaf::kind kind, std::string_view text, char const* at) {
    if (in_list_ == 0) use_(path_, json_leaf{kind, text, at});
  }

  Use use_;
  std::string path_;
  std::vector<std::size_t> lengths_;  // of the path where each open object begins
  int in_list_ = 0;
};

class jsonl_table final : public table_reader {
public:
  jsonl_table(std::unique_ptr<input_bytes> bytes, table_wish const& wish, input_options const& options)
      : lines_(std::move(bytes)), single_(options.type == element_type::f32), skip_bad_(options.skip_bad),
        skips_missing_(options.numbers.skips_missing), keys_(wish.keys), knows_all_(wish.all_values) {
    auto const found = first_keys();
    if (wish.all_values)
      choose_all(found);
    else
      values_ = wish.values;
    if (!found.empty() || !knows_whole_input()) require_keys(found);
    for (auto const& each : values_) description_.columns.push_back({each, single_});
    description_.keys = keys_;
  }

  bool cut(chunk& piece) override {
    bool const is_cut = lines_.cut(piece, [](std::string_view text, bool at_end) {
      auto const newline = text.rfind('\n');
      return at_end ? text.size() : newline == text.npos ? 0 : newline + 1;
    });
    if (is_cut && !unseen_.empty()) look_for_unseen(piece);
    if (!is_cut && !unseen_.empty()) refuse_key(unseen_.front(), "the first lines have");
    return is_cut;
  }

  void decode(chunk& piece, table_rows& rows) const override {
    rows.clear(values_.size());
    row_filler row{*this, piece, rows};
    leaf_handler handler([&row](std::string_view path, json_leaf const& leaf) { row.take(path, leaf); });
    for_each_line({piece.bytes.data(), piece.bytes.size()}, [&](std::string_view line) {
      row.start(line.data());
      scan(line, piece, handler);
      row.finish();
    });
  }

private:
  struct found_key {
    std::string path;
    json_leaf::kind kind;
  };

  /// use(line) for every line that is not blank.
  template <class Use> static void for_each_line(std::string_view text, Use use) {
    while (!text.empty()) {
      auto const newline = text.find('\n');
      std::string_view const line = text.substr(0, newline);
      if (line.find_first_not_of(" \t\r") != line.npos) use(line);
      text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
    }
  }

  void scan(std::string_view line, chunk& piece, json_handler& handler) const {
    if (char const* const wrong = scan_json(line, handler))
      throw failure(exit_code::bad_data, location(lines_.name(), piece, wrong) + ": the line is not one JSON value");
  }

  bool knows_whole_input() { return lines_.bytes().peek(first_lines_size).size() < first_lines_size; }

  /// The lines that are looked at before all are read, as they will be read.
  chunk first_lines() {
    std::string_view const text = lines_.bytes().peek(first_lines_size);
    chunk piece;
    char* const data = piece.bytes.reserve(text.size());
    std::copy(text.begin(), text.end(), data);
    end_lines_at_returns(data, text.size(), true);
    piece.bytes.set_size(knows_whole_input() ? text.size() : std::string_view(data, text.size()).rfind('\n') + 1);
    return piece;
  }

  /// The keys of the first lines, in the order of the text, with the first kind of value that is not null.
  std::vector<found_key> first_keys() {
    chunk piece = first_lines();
    std::vector<found_key> keys;
    leaf_handler handler([&](std::string_view path, json_leaf const& leaf) {
      auto const known = std::find_if(keys.begin(), keys.end(), [&](auto const& each) { return each.path == path; });
      if (known == keys.end())
        keys.push_back({std::string(path), leaf.is});
      else if (known->kind == json_leaf::kind::null)
        known->kind = leaf.is;
    });
    for_each_line({piece.bytes.data(), piece.bytes.size()}, [&](std::string_view line) { scan(line, piece, handler); });
    for (auto const& each : keys)
      if (!each.path.empty()) first_names_.push_back(each.path);
    return keys;
  }

  /// Throws `failure` where none is named, and where one is in no line. Of a long input that shows at its end.
  void require_keys(std::vector<found_key> const& found) {
    std::vector<std::string> wanted = values_;
    wanted.insert(wanted.end(), keys_.begin(), keys_.end());
    for (auto const& each : wanted) {
      if (std::any_of(found.begin(), found.end(), [&](auto const& key) { return key.path == each; })) continue;
      if (each.empty() && !found.empty())
        throw failure(exit_code::usage, lines_.name() + ": choose a key with --column; the first lines have " +
                                            list_of_names(first_names_));
      if (knows_whole_input()) refuse_key(each, "there are");
      if (!each.empty()) unseen_.push_back(each);
    }
  }

  [[noreturn]] void refuse_key(std::string const& key, char const* others) const {
    throw failure(exit_code::bad_data,
                  lines_.name() + ": there is no key " + shown(key) +
                      (first_names_.empty() ? "; the lines are no objects"
                                            : std::string("; ") + others + " " + list_of_names(first_names_)));
  }

  /// A key that is mistyped must not pass for one whose values are all missing. One thread sees all lines in `cut`.
  void look_for_unseen(chunk& piece) {
    leaf_handler handler([&](std::string_view path, json_leaf const&) { std::erase(unseen_, path); });
    for_each_line({piece.bytes.data(), piece.bytes.size()}, [&](std::string_view line) { scan(line, piece, handler); });
  }

  void choose_all(std::vector<found_key> const& found) {
    for (auto const& [path, kind] : found) {
      if (std::find(keys_.begin(), keys_.end(), path) != keys_.end()) continue;
      if (kind == json_leaf::kind::number || kind == json_leaf::kind::null)
        values_.push_back(path);
      else
        description_.others.push_back({path, std::string("it holds ") + words_for(kind)});
    }
  }

  /// Puts the values of one line into the columns.
  struct row_filler {
    jsonl_table const& table;
    chunk& piece;
    table_rows& rows;
    char const* line = nullptr;
    std::vector<std::optional<std::string>> keys = std::vector<std::optional<std::string>>(table.keys_.size());

    void start(char const* at) { line = at; }
    void take(std::string_view path, json_leaf const& leaf) {
      bool is_known = false;
      for (std::size_t k = 0; k < keys.size(); ++k)
        if (table.keys_[k] == path) {
          is_known = true;
          if (leaf.is == json_leaf::kind::list) refuse(leaf.at, path, "is a list, and no key");
          if (leaf.is != json_leaf::kind::null) keys[k] = leaf.text;
        }
      for (std::size_t c = 0; c < rows.columns.size(); ++c)
        if (table.values_[c] == path) {
          is_known = true;
          take_number(rows.columns[c], path, leaf);
        }
      if (!is_known && table.knows_all_) require_left_out(path, leaf.at);
    }
    void finish() {
      for (std::size_t c = 0; c < rows.columns.size(); ++c)
        if (rows.columns[c].values.size() == rows.rows) {
          if (!table.skips_missing_ && !table.skip_bad_)
            refuse(line, table.values_[c], "is not there (--skip-na would leave it out and count it)");
          rows.columns[c].push(0, table.skips_missing_ ? entry::missing : entry::bad);
        }
      for (auto& each : keys) {
        rows.keys.add_part(each);
        each.reset();
      }
      rows.keys.end_row();
      ++rows.rows;
    }

  private:
    [[noreturn]] void refuse(char const* at, std::string_view path, std::string const& why) const {
      throw failure(exit_code::bad_data, location(table.lines_.name(), piece, at) + ": " +
                                             (path.empty() ? "the value" : "key " + shown(path)) + " " + why);
    }

    void take_number(table_rows::column& column, std::string_view path, json_leaf const& leaf) {
      if (column.values.size() > rows.rows) refuse(leaf.at, path, "is there twice");
      if (leaf.is == json_leaf::kind::number) {
        auto const [value, status] =
            table.single_ ? widened(parse_number<float>(leaf.text)) : parse_number<double>(leaf.text);
        if (status == number_status::good) {
          column.push(value, table.skips_missing_ && std::isnan(value) ? entry::missing : entry::number);
          return;
        }
        if (!table.skip_bad_) refuse_number(location(table.lines_.name(), piece, leaf.at), leaf.text, status, true);
      } else if (leaf.is == json_leaf::kind::null) {
        if (!table.skips_missing_ && !table.skip_bad_)
          refuse(leaf.at, path, "is null (--skip-na would leave it out and count it)");
        column.push(0, table.skips_missing_ ? entry::missing : entry::bad);
        return;
      } else if (!table.skip_bad_) {
        refuse(leaf.at, path,
               std::string("is ") + words_for(leaf.is) + ", not a number (--skip-bad would skip and count it)");
      }
      column.push(0, entry::bad);
    }

    static parsed_number<double> widened(parsed_number<float> number) {
      return {static_cast<double>(number.value), number.status};
    }

    void require_left_out(std::string_view path, char const* at) const {
      auto const& others = table.description_.others;
      if (std::any_of(others.begin(), others.end(), [&](auto const& each) { return each.name == path; })) return;
      refuse(at, path, "is not in the first lines, so --all-columns did not know it; name the keys, with --column");
    }
  };

  line_cutter lines_;
  bool single_;
  bool skip_bad_;
  bool skips_missing_;
  std::vector<std::string> values_;
  std::vector<std::string> keys_;
  bool knows_all_;
  std::vector<std::string> first_names_;  // the keys of the first lines
  std::vector<std::string> unseen_;       // the keys that are wanted and were in no line so far
};

}  // namespace

std::unique_ptr<table_reader> make_jsonl_table(std::unique_ptr<input_bytes> bytes, table_wish const& wish,
                                               input_options const& options) {
  return std::make_unique<jsonl_table>(std::move(bytes), wish, options);
}

}  // namespace isobit::tool
