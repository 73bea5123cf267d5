#include "csv.hpp"

#include "../basics/failure.hpp"
#include "csv_cutter.hpp"
#include "csv_header.hpp"
#include "reader.hpp"
#include "refusal.hpp"

namespace isobit::tool {
namespace {

class csv_reader final : public reader {
public:
  csv_reader(std::unique_ptr<input_bytes> bytes, char separator, std::vector<std::string> const& wanted,
             input_options const& options)
      : rows_(std::move(bytes), separator), single_(options.type == element_type::f32), skip_bad_(options.skip_bad),
        notation_(options.numbers) {
    csv_header header(rows_.bytes(), separator, options);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      columns_are_all_ = columns_are_all_ || wanted[i].empty();
      columns_.push_back(wanted[i].empty() ? header.place_of(i + 1) : header.place_of(wanted[i]));
    }
    if (columns_are_all_ && header.fields().size() > wanted.size())
      throw failure(exit_code::usage, rows_.name() + ": choose " + (wanted.size() == 1 ? "a column" : "two columns") +
                                          " with --column; the first row has " + list_of_columns(header.fields()));
    rows_.skip(header.size());
  }

  bool cut(chunk& piece) override { return rows_.cut(piece); }

  void decode(chunk& piece, block& numbers) const override {
    numbers.clear(single_, columns_.size());
    with_parser(single_, notation_, [&]<class Parse>(Parse parse) { this->parse(piece, numbers, parse); });
  }

  [[nodiscard]] bool is_single() const noexcept override { return single_; }

private:
  template <class Parse> void parse(chunk& piece, block& numbers, Parse parse) const {
    using T = decltype(parse({}).value);
    std::string_view const text(piece.bytes.data(), piece.bytes.size());
    parse_csv<T>(
        text, rows_.separator(), columns_,
        [&](T const* values) {
          for (std::size_t c = 0; c < columns_.size(); ++c) numbers.column<T>(c).push(values[c]);
        },
        [&](std::string_view token, number_status status) {
          bool const is_missing = status == number_status::unavailable;
          if (!is_missing && !skip_bad_)
            refuse_number(location(rows_.name(), piece, token.data()), token, status, true);
          ++(is_missing ? numbers.skipped.missing : numbers.skipped.bad);
        },
        parse, columns_are_all_);
    numbers.rows = numbers.column<T>(0).size();
  }

  csv_cutter rows_;
  bool single_;
  bool skip_bad_;
  notation notation_;
  std::vector<std::size_t> columns_;
  bool columns_are_all_ = false;  // the first row has no others
};

}  // namespace

std::unique_ptr<reader> make_csv_reader(std::unique_ptr<input_bytes> bytes, char separator,
                                        std::vector<std::string> const& columns, input_options const& options) {
  return std::make_unique<csv_reader>(std::move(bytes), separator, columns, options);
}

}  // namespace isobit::tool
