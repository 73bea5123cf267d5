#include "lines.hpp"
#include "reader.hpp"
#include "refusal.hpp"
#include "text.hpp"

namespace isobit::tool {
namespace {

class text_reader final : public reader {
public:
  text_reader(std::unique_ptr<input_bytes> bytes, input_options const& options)
      : lines_(std::move(bytes)), single_(options.type == element_type::f32), skip_bad_(options.skip_bad),
        notation_(options.numbers) {}

  bool cut(chunk& piece) override {
    for (;;) {
      // The rest of a comment that was cut half-way holds no numbers: it is dropped here.
      bool const drop = in_comment_;
      if (!lines_.cut(piece, [&](std::string_view text, bool at_end) { return end_of(text, at_end); })) return false;
      if (!drop) return true;
    }
  }

  void decode(chunk& piece, block& numbers) const override {
    numbers.clear(single_, 1);
    with_parser(single_, notation_, [&]<class Parse>(Parse parse) { this->parse(piece, numbers, parse); });
  }

  [[nodiscard]] bool is_single() const noexcept override { return single_; }

private:
  std::size_t end_of(std::string_view text, bool at_end) {
    if (in_comment_) {
      auto const newline = text.find('\n');
      in_comment_ = newline == text.npos;
      return in_comment_ ? text.size() : newline + 1;
    }
    if (at_end) return text.size();
    auto const [size, in_comment] = cut_text(text);
    in_comment_ = in_comment;
    return size;
  }

  template <class Parse> void parse(chunk& piece, block& numbers, Parse parse) const {
    using T = decltype(parse({}).value);
    auto& values = numbers.column<T>(0);
    std::string_view const text(piece.bytes.data(), piece.bytes.size());
    parse_text<T>(
        text, [&](T value) { values.push(value); },
        [&](std::string_view token, number_status status) {
          bool const is_missing = status == number_status::unavailable;
          if (!is_missing && !skip_bad_)
            refuse_number(location(lines_.name(), piece, token.data()), token, status, false);
          ++(is_missing ? numbers.skipped.missing : numbers.skipped.bad);
        },
        parse);
    numbers.rows = values.size();
  }

  line_cutter lines_;
  bool single_;
  bool skip_bad_;
  notation notation_;
  bool in_comment_ = false;
};

}  // namespace

std::unique_ptr<reader> make_text_reader(std::unique_ptr<input_bytes> bytes, input_options const& options) {
  return std::make_unique<text_reader>(std::move(bytes), options);
}

}  // namespace isobit::tool
