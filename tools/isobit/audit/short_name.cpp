#include "short_name.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace isobit::tool {
namespace {

/// The position behind the bracket that closes the one at `from`; the end where none does.
std::size_t behind_group(std::string_view text, std::size_t from) {
  std::string open;
  for (std::size_t i = from; i < text.size(); ++i) {
    char const c = text[i];
    if (c == '(' || c == '<' || c == '{') open += c;
    if (c == '>' && open.back() == '<') open.pop_back();  // else an operator
    if (c == ')' || c == '}') open.resize(std::min(open.find_last_of(c == ')' ? '(' : '{'), open.size()));
    if (open.empty()) return i + 1;
  }
  return text.size();
}

/// "operator<<" of "operator<<(int)"; "" where the text does not begin so.
std::string_view operator_in(std::string_view text) {
  constexpr std::string_view word = "operator";
  if (!text.starts_with(word) || text.size() == word.size()) return {};
  char const next = text[word.size()];
  if (std::isalnum(static_cast<unsigned char>(next)) || next == '_' || next == ':') return {};
  return text.substr(0, text.find('(', word.size() + (next == '(' ? 1 : 0)));
}

struct scopes {
  std::vector<std::string> names = {""};
  bool has_parameters = false;
};

scopes scopes_of(std::string_view text) {
  scopes all;
  for (std::size_t i = 0; i < text.size();) {
    auto& name = all.names.back();
    if (auto const symbols = operator_in(text.substr(i)); !symbols.empty() && name.empty()) {
      name = symbols;
      i += symbols.size();
    } else if (text[i] == '(' || text[i] == '<' || text[i] == '{') {
      std::size_t const behind = behind_group(text, i);
      bool const is_last = text[i] == '(' && !text.substr(behind).starts_with("::");
      if (text.substr(i).starts_with("{lambda")) name = "lambda";
      all.has_parameters |= text[i] == '(' && !name.empty();
      i = behind;
      if (is_last) break;
    } else if (text.substr(i).starts_with("::")) {
      if (!name.empty()) all.names.emplace_back();
      i += 2;
    } else {
      // What stands before a blank is a result type.
      if (text[i] == ' ')
        all.names = {""};
      else
        name += text[i];
      ++i;
    }
  }
  return all;
}

}  // namespace

std::string short_name(std::string const& function) {
  auto [names, has_parameters] = scopes_of(function);
  // Not a signature: Fortran's and C's names are short.
  if (!has_parameters || names.back().empty()) return function;
  // A lambda is called by its operator().
  if (names.size() > 1 && names.back() == "operator()" && names[names.size() - 2] == "lambda") names.pop_back();
  return names.size() == 1 ? names[0] : names[names.size() - 2] + "::" + names.back();
}

}  // namespace isobit::tool
