#include "json_value.hpp"

#include <algorithm>
#include <charconv>

#include "../basics/utf8.hpp"

namespace isobit::tool {
namespace {

constexpr int deepest = 32;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

class parser {
public:
  explicit parser(std::string_view text) : rest_(text) {}

  bool whole(json_value& into) {
    if (!value(into, 0)) return false;
    skip_blanks();
    return rest_.empty();
  }

private:
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
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

  bool value(json_value& into, int depth) {
    skip_blanks();
    if (rest_.empty() || depth > deepest) return false;
    if (rest_.front() == '{') return object(into, depth);
    if (rest_.front() == '[') return array(into, depth);
    if (rest_.front() == '"') {
      into.is = json_value::kind::string;
      return string(into.text);
    }
    if (take("null")) return true;
    into.is = json_value::kind::boolean;
    for (auto const* word : {"true", "false"}) {
      if (!take(word)) continue;
      into.text = word;
      return true;
    }
    return number(into);
  }

  bool number(json_value& into) {
    into.is = json_value::kind::number;
    while (!rest_.empty() && is_of_number(rest_.front())) {
      into.text += rest_.front();
      rest_.remove_prefix(1);
    }
    return !into.text.empty();
  }

  bool four_digits(std::uint32_t& code) {
    if (rest_.size() < 4) return false;
    auto const [end, problem] = std::from_chars(rest_.data(), rest_.data() + 4, code, 16);
    bool const good = problem == std::errc{} && end == rest_.data() + 4;
    rest_.remove_prefix(4);
    return good;
  }

  bool escape(std::string& into) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (rest_.empty()) return false;
    char const letter = rest_.front();
    rest_.remove_prefix(1);
    if (auto const found = letters.find(letter); found != letters.npos) {
      into += meanings[found];
      return true;
    }
    std::uint32_t code = 0, low = 0;
    if (letter != 'u' || !four_digits(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && take("\\u")) {
      if (!four_digits(low) || low < 0xdc00 || low >= 0xe000) return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append_utf8(into, code);
    return true;
  }

  bool string(std::string& into) {
    rest_.remove_prefix(1);
    while (!rest_.empty()) {
      char const c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return true;
      if (c != '\\')
        into += c;
      else if (!escape(into))
        return false;
    }
    return false;
  }

  bool array(json_value& into, int depth) {
    into.is = json_value::kind::array;
    rest_.remove_prefix(1);
    if (take_mark(']')) return true;
    do {
      if (!value(into.items.emplace_back(), depth + 1)) return false;
    } while (take_mark(','));
    return take_mark(']');
  }

  bool object(json_value& into, int depth) {
    into.is = json_value::kind::object;
    rest_.remove_prefix(1);
    if (take_mark('}')) return true;
    do {
      skip_blanks();
      if (!rest_.starts_with('"') || !string(into.keys.emplace_back())) return false;
      if (!take_mark(':') || !value(into.items.emplace_back(), depth + 1)) return false;
    } while (take_mark(','));
    return take_mark('}');
  }

  std::string_view rest_;
};

}  // namespace

json_value const* json_value::find(std::string_view key) const noexcept {
  auto const found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::string json_value::string_at(std::string_view key) const {
  auto const* const member = find(key);
  return member != nullptr && member->is == kind::string ? member->text : std::string();
}

std::optional<std::uint64_t> json_value::integer_at(std::string_view key) const {
  auto const* const member = find(key);
  if (member == nullptr || member->is != kind::number) return {};
  std::uint64_t number = 0;
  auto const* const end = member->text.data() + member->text.size();
  auto const [stop, problem] = std::from_chars(member->text.data(), end, number);
  return problem == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<json_value> parse_json(std::string_view text) {
  json_value result;
  return parser(text).whole(result) ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace isobit::tool
