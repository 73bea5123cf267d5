#include "base/settings.hpp"

#include <charconv>
#include <string_view>

#include "base/message.hpp"
#include "common/environment.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

using common::environment_variable;

[[noreturn]] void refuse(char const* name, std::string_view value, char const* expected) {
  fail(common::makes_no_sense(name, value, expected));
}

struct named_method {
  std::string_view name;
  rule how;
};
constexpr named_method methods[] = {{"exact", rule::exact},    {"binned", rule::binned}, {"extended", rule::extended},
                                    {"kahan", rule::kahan},    {"knuth", rule::knuth},   {"order", rule::order},
                                    {"shuffle", rule::shuffle}};

void read_mode(settings& result) {
  constexpr char name[] = "ISOBIT_MPI";
  constexpr char expected[] = "exact, binned or binned:1 to binned:4, extended, kahan, knuth, order, shuffle, or off";
  std::string_view const value = environment_variable(name);
  if (value.empty()) return;
  result.mode = value;
  if (value == "off") {
    result.replace = false;
    return;
  }
  for (auto const& [word, how] : methods)
    if (value == word) {
      result.how.how = how;
      return;
    }
  constexpr std::string_view binned = "binned:";
  if (value.size() != binned.size() + 1 || !value.starts_with(binned) || value.back() < '1' || value.back() > '4')
    refuse(name, value, expected);
  result.how.how = rule::binned;
  result.how.bins = value.back() - '0';
}

std::uint64_t read_seed() {
  std::string_view const value = environment_variable("ISOBIT_MPI_SEED");
  std::uint64_t seed = 1;
  if (value.empty()) return seed;
  auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), seed);
  if (error != std::errc() || end != value.data() + value.size())
    refuse("ISOBIT_MPI_SEED", value, "a number from 0 to 18446744073709551615");
  return seed;
}

bool read_switch(char const* name) {
  std::string_view const value = environment_variable(name);
  if (!value.empty() && value != "0" && value != "1") refuse(name, value, "1 or 0");
  return value == "1";
}

void read_receive(settings& result) {
  constexpr char name[] = "ISOBIT_MPI_RECV";
  std::string_view const value = environment_variable(name);
  if (value.empty()) return;
  auto const colon = value.find(':');
  std::string_view const what = value.substr(0, colon);
  if (colon == value.npos || colon + 1 == value.size() || (what != "record" && what != "replay"))
    refuse(name, value, "record:FOLDER or replay:FOLDER");
  result.receive = what == "record" ? messages::recorded : messages::repeated;
  result.receive_folder = value.substr(colon + 1);
}

std::optional<route> read_route() {
  std::string_view const value = environment_variable("ISOBIT_MPI_ROUTE");
  if (value.empty()) return std::nullopt;
  if (value == "gather") return route::gather;
  if (value == "transpose") return route::transpose;
  if (value == "limbs") return route::limbs;
  refuse("ISOBIT_MPI_ROUTE", value, "gather, transpose or limbs");
}

settings read() {
  settings result;
  read_mode(result);
  result.how.seed = read_seed();
  result.strict = read_switch("ISOBIT_MPI_STRICT");
  result.audit_folder = environment_variable("ISOBIT_MPI_AUDIT");
  read_receive(result);
  result.forced = read_route();
  return result;
}

}  // namespace

settings const& the_settings() {
  static auto const* const result = new settings(read());  // reductions in destructors at exit ask, too
  return *result;
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
