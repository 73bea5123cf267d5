#include "page/page.hpp"
#include "report.hpp"

namespace isobit::tool {

std::string page_of(std::string const& json) {
  // A '<' occurs in strings only; escaped, nothing in them can end the script element or open a comment.
  std::string data;
  data.reserve(json.size() + json.size() / 16);
  for (char const c : json) data += c == '<' ? std::string_view("\\u003c") : std::string_view(&c, 1);
  std::string page(report_page);
  constexpr std::string_view mark = "{{data}}";
  return page.replace(page.find(mark), mark.size(), data);
}

}  // namespace isobit::tool
