#include "json_value.hpp"

#include <algorithm>
#include <charconv>

#include "../basics/json_scanner.hpp"

namespace isobit::tool {
namespace {

class json_builder final : public json_handler {
public:
  explicit json_builder(json_value& root) : root_(root) {}

  void begin_object(char const*) override { open_.push_back(&add(json_value::kind::object)); }
  void key(std::string_view name) override { open_.back()->keys.emplace_back(name); }
  void end_object() override { open_.pop_back(); }
  void begin_array(char const*) override { open_.push_back(&add(json_value::kind::array)); }
  void end_array() override { open_.pop_back(); }
  void string(std::string_view text, char const*) override { add(json_value::kind::string).text = text; }
  void number(std::string_view text) override { add(json_value::kind::number).text = text; }
  void boolean(bool value, char const*) override { add(json_value::kind::boolean).text = value ? "true" : "false"; }
  void null(char const*) override { add(json_value::kind::null); }

private:
  json_value& add(json_value::kind kind) {
    json_value& value = open_.empty() ? root_ : open_.back()->items.emplace_back();
    value.is = kind;
    return value;
  }

  json_value& root_;
  std::vector<json_value*> open_;  // the last item of each is the next; so none moves while it is open
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
  json_builder builder(result);
  return scan_json(text, builder) == nullptr ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace isobit::tool
