#include <algorithm>
#include <cmath>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "../basics/utf8.hpp"
#include "../output/number.hpp"
#include "column_choice.hpp"
#include "element_value.hpp"
#include "items.hpp"
#include "npy_file.hpp"

namespace isobit::tool {
namespace {

bool swaps(npy_type const& type) { return type.big_endian != (std::endian::native == std::endian::big); }

/// Why a field is no column of numbers; empty where it is one.
std::string problem_with(npy_field const& field) {
  if (field.is_array) return "it holds an array in every record";
  if (field.type.kind == 'c') return "its numbers are complex";
  return field.type.element ? "" : "its type is " + shown(field.type.name);
}

/// Why a field is no key; empty where it is one.
std::string problem_with_key(npy_field const& field) {
  bool const is_text = field.type.kind == 'S' || field.type.kind == 'U';
  return is_text && !field.is_array ? "" : problem_with(field);
}

/// A field as text. NumPy fills text up with zeros.
void append_text(std::string& text, npy_type const& type, char const* at) {
  if (type.element && type.kind == 'b') {
    text += *at != 0 ? "True" : "False";
  } else if (type.element) {
    text += with_element(*type.element, swaps(type), at, []<class T>(T x) {
      if constexpr (std::integral<T>)
        return std::to_string(x);
      else
        return decimal({static_cast<double>(x), std::same_as<T, float>});
    });
  } else if (type.kind == 'S') {
    std::string_view bytes(at, type.size);
    text += bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  } else {
    std::size_t length = 0;
    for (std::size_t i = 0; i < type.size; i += 4)
      if (with_element(element_type::u32, false, at + i, [](auto code) { return code != 0; })) length = i + 4;
    for (std::size_t i = 0; i < length; i += 4)
      with_element(element_type::u32, swaps(type), at + i, [&](auto code) {
        append_utf8(text, static_cast<std::uint32_t>(code));
        return 0;
      });
  }
}

class record_table final : public table_reader {
public:
  record_table(std::unique_ptr<input_bytes> bytes, npy_start const& start, table_wish const& wish,
               input_options const& options)
      : items_(std::move(bytes),
               {.size = start.header.record_size, .offset = start.offset, .count = start.header.count}),
        fields_(start.header.fields), size_(start.header.record_size), skips_missing_(options.numbers.skips_missing) {
    for (auto const& key : wish.keys) keys_.push_back(chosen(key, problem_with_key));
    for (auto const& value : wish.values) values_.push_back(chosen(value, problem_with));
    if (wish.all_values) choose_all();
    for (auto const& each : values_) description_.columns.push_back({each.name, tool::is_single(*each.type.element)});
    for (auto const& each : keys_) description_.keys.push_back(each.name);
  }

  bool cut(chunk& piece) override { return items_.cut(piece); }

  void decode(chunk& piece, table_rows& rows) const override {
    rows.clear(values_.size());
    buffer<char> records;
    char const* at = records.reserve(piece.count * size_);
    items_.load(piece, records.data());
    std::string text;
    for (std::size_t r = 0; r < piece.count; ++r, at += size_) {
      for (std::size_t c = 0; c < values_.size(); ++c) {
        double const value = number_of(values_[c], at, items_.first_of(piece) + r);
        rows.columns[c].push(value, skips_missing_ && std::isnan(value) ? entry::missing : entry::number);
      }
      for (auto const& key : keys_) {
        text.clear();
        append_text(text, key.type, at + key.offset);
        rows.keys.add_part(text);
      }
      rows.keys.end_row();
    }
    rows.rows = piece.count;
  }

private:
  template <class Problem> npy_field chosen(std::string const& column, Problem problem) const {
    std::vector<std::string> names;
    for (auto const& each : fields_) names.push_back(each.name);
    npy_field const& field = fields_[place_of_column(names, column, items_.name())];
    if (auto const why = problem(field); !why.empty())
      throw failure(exit_code::bad_data, items_.name() + ": column " + shown(field.name) + " cannot be used: " + why);
    return field;
  }

  void choose_all() {
    for (auto const& each : fields_) {
      bool const is_key =
          std::any_of(keys_.begin(), keys_.end(), [&](auto const& key) { return key.name == each.name; });
      if (is_key) continue;
      if (auto const why = problem_with(each); why.empty())
        values_.push_back(each);
      else
        description_.others.push_back({each.name, why});
    }
  }

  double number_of(npy_field const& field, char const* record, std::uint64_t index) const {
    return with_element(*field.type.element, swaps(field.type), record + field.offset, [&]<class T>(T x) {
      if constexpr (std::integral<T>)
        if (!is_double(x))
          throw failure(exit_code::bad_data, items_.name() + ": record " + std::to_string(index) + " (from 0) has " +
                                                 std::to_string(x) + " in " + shown(field.name) +
                                                 ", which no f64 is; .astype('f8') would round it");
      return static_cast<double>(x);
    });
  }

  item_cutter items_;
  std::vector<npy_field> fields_;
  std::size_t size_;
  bool skips_missing_;
  std::vector<npy_field> values_;
  std::vector<npy_field> keys_;
};

}  // namespace

npy_start read_npy_start(input_bytes& bytes) {
  npy_start start;
  try {
    start.offset = npy_data_offset(bytes.peek(npy_prefix_size));
    start.header = parse_npy_header(bytes.peek(start.offset));
  } catch (failure const& problem) {
    throw failure(problem.code(), bytes.name() + ": " + problem.what());
  }
  std::string consumed(start.offset, '\0');
  bytes.read(consumed.data(), consumed.size());
  return start;
}

std::unique_ptr<table_reader> make_record_table(std::unique_ptr<input_bytes> bytes, npy_start const& start,
                                                table_wish const& wish, input_options const& options) {
  return std::make_unique<record_table>(std::move(bytes), start, wish, options);
}

std::unique_ptr<table_reader> make_npy_table(std::unique_ptr<input_bytes> bytes, table_wish const& wish,
                                             input_options const& options) {
  auto const start = read_npy_start(*bytes);
  if (start.header.fields.empty())
    throw failure(exit_code::usage, bytes->name() + ": is an array of numbers and has no fields to choose from");
  return make_record_table(std::move(bytes), start, wish, options);
}

}  // namespace isobit::tool
