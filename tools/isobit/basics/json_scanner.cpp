#include "json_scanner.hpp"

#include <charconv>
#include <cstdint>
#include <string>

#include "utf8.hpp"

namespace isobit::tool {
namespace {

constexpr int deepest = 64;

class json_scanner {
public:
  json_scanner(std::string_view text, json_handler& handler) : rest_(text), handler_(handler) {}

  bool whole() {
    if (!value(0)) return false;
    skip_blanks();
    return rest_.empty();
  }
  [[nodiscard]] char const* at() const noexcept { return rest_.data(); }

private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool take_mark(char mark) {
    skip_blanks();
    return take(std::string_view(&mark, 1));
  }

  bool value(int depth) {
    skip_blanks();
    if (rest_.empty() || depth > deepest) return false;
    char const* const at = rest_.data();
    if (rest_[0] == '{') return object(depth);
    if (rest_[0] == '[') return array(depth);
    if (rest_[0] == '"') {
      std::string_view text;
      if (!string(text)) return false;
      handler_.string(text, at);
      return true;
    }
    if (take("null")) {
      handler_.null(at);
      return true;
    }
    bool const is_true = take("true");
    if (is_true || take("false")) {
      handler_.boolean(is_true, at);
      return true;
    }
    return number();
  }

  bool digits(std::size_t& length) const {
    std::size_t const start = length;
    while (length < rest_.size() && rest_[length] >= '0' && rest_[length] <= '9') ++length;
    return length != start;
  }
  bool has(std::size_t length, char a, char b) const {
    return length < rest_.size() && (rest_[length] == a || rest_[length] == b);
  }

  bool number() {
    for (std::string_view const word : {"NaN", "Infinity", "-Infinity"})
      if (rest_.starts_with(word)) return pass_number(word.size());
    std::size_t length = has(0, '-', '-') ? 1 : 0;
    bool const starts_with_zero = has(length, '0', '0');
    std::size_t const whole = length;
    if (!digits(length) || (starts_with_zero && length > whole + 1)) return false;
    if (has(length, '.', '.') && !digits(++length)) return false;
    if (has(length, 'e', 'E')) {
      ++length;
      if (has(length, '+', '-')) ++length;
      if (!digits(length)) return false;
    }
    return pass_number(length);
  }
  bool pass_number(std::size_t length) {
    handler_.number(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return true;
  }

  bool four_digits(std::uint32_t& code) {
    if (rest_.size() < 4) return false;
    auto const [end, problem] = std::from_chars(rest_.data(), rest_.data() + 4, code, 16);
    bool const good = problem == std::errc{} && end == rest_.data() + 4;
    rest_.remove_prefix(4);
    return good;
  }

  bool escape() {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (rest_.empty()) return false;
    char const letter = rest_[0];
    rest_.remove_prefix(1);
    if (auto const found = letters.find(letter); found != letters.npos) {
      decoded_ += meanings[found];
      return true;
    }
    std::uint32_t code = 0, low = 0;
    if (letter != 'u' || !four_digits(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && take("\\u")) {
      if (!four_digits(low) || low < 0xdc00 || low >= 0xe000) return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append_utf8(decoded_, code);
    return true;
  }

  /// The text between quotes; a copy only where something is escaped.
  bool string(std::string_view& text) {
    rest_.remove_prefix(1);
    auto end = rest_.find_first_of("\"\\");
    if (end == rest_.npos) return false;
    if (rest_[end] == '"') {
      text = rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
      return true;
    }
    decoded_.clear();
    for (; end != rest_.npos; end = rest_.find_first_of("\"\\")) {
      decoded_ += rest_.substr(0, end);
      bool const is_end = rest_[end] == '"';
      rest_.remove_prefix(end + 1);
      if (is_end) {
        text = decoded_;
        return true;
      }
      if (!escape()) return false;
    }
    return false;
  }

  bool array(int depth) {
    handler_.begin_array(rest_.data());
    rest_.remove_prefix(1);
    if (!take_mark(']')) {
      do
        if (!value(depth + 1)) return false;
      while (take_mark(','));
      if (!take_mark(']')) return false;
    }
    handler_.end_array();
    return true;
  }

  bool object(int depth) {
    handler_.begin_object(rest_.data());
    rest_.remove_prefix(1);
    if (!take_mark('}')) {
      do {
        skip_blanks();
        std::string_view name;
        if (!rest_.starts_with('"') || !string(name)) return false;
        handler_.key(name);
        if (!take_mark(':') || !value(depth + 1)) return false;
      } while (take_mark(','));
      if (!take_mark('}')) return false;
    }
    handler_.end_object();
    return true;
  }

  std::string_view rest_;
  json_handler& handler_;
  std::string decoded_;
};

}  // namespace

char const* scan_json(std::string_view text, json_handler& handler) {
  json_scanner scanner(text, handler);
  return scanner.whole() ? nullptr : scanner.at();
}

}  // namespace isobit::tool
