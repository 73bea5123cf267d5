#include "fortran_names.hpp"

#include <algorithm>
#include <string_view>

namespace isobit::tool {
namespace {

bool is_fortran(std::string const& file) {
  constexpr std::string_view endings[] = {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08", ".f18"};
  std::string ending = file.substr(std::min(file.rfind('.'), file.size()));
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  return std::ranges::find(endings, ending) != std::end(endings);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What stands before and behind `between`, if anything does.
std::string joined(std::string_view symbol, std::string_view between) {
  auto const middle = symbol.find(between);
  if (middle == symbol.npos || middle == 0 || middle + between.size() == symbol.size()) return {};
  return std::string(symbol.substr(0, middle)) + "::" + std::string(symbol.substr(middle + between.size()));
}

/// "" where it is no procedure of a module.
std::string module_procedure(std::string_view symbol) {
  if (symbol.starts_with("__")) return joined(symbol.substr(2), "_MOD_");  // gfortran
  if (symbol.starts_with("_QM")) return joined(symbol.substr(3), "P");     // flang, which has no other upper case there
  if (symbol.ends_with("_")) return joined(symbol.substr(0, symbol.size() - 1), "_mp_");  // Intel
  return {};
}

}  // namespace

std::string fortran_name(std::string const& symbol, std::string const& file) {
  if (symbol == "MAIN__" || symbol == "_QQmain") return "main program";
  if (auto name = module_procedure(symbol); !name.empty()) return name;
  if (!is_fortran(file)) return symbol;
  // gfortran numbers procedures inside of others.
  auto const end = std::find_if_not(symbol.rbegin(), symbol.rend(), is_digit).base();
  if (end != symbol.end() && end - symbol.begin() > 1 && *(end - 1) == '.') return {symbol.begin(), end - 1};
  return symbol.size() > 1 && symbol.ends_with("_") ? symbol.substr(0, symbol.size() - 1) : symbol;
}

}  // namespace isobit::tool
