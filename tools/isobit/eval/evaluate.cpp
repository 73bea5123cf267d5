#include "evaluate.hpp"

#include "../basics/failure.hpp"
#include "../input/number.hpp"

namespace isobit::tool {
namespace {

template <class T> T parse(std::string const& text) {
  auto const [value, status] = parse_number<T>(text);
  if (status == number_status::too_large)
    throw failure(exit_code::usage, "eval: " + text + " is too large for a " + (sizeof(T) == 4 ? "float" : "double"));
  if (status != number_status::good) throw failure(exit_code::usage, "eval: '" + text + "' is not a number");
  return value;
}

/// Split at commas: 2,0.5 is 2 and 0.5.
std::vector<std::string> words_of(std::vector<std::string> const& arguments) {
  std::vector<std::string> words;
  for (auto const& each : arguments)
    for (std::size_t first = 0, end = 0; end != each.npos; first = end + 1) {
      end = each.find(',', first);
      words.push_back(each.substr(first, end - first));
    }
  return words;
}

template <class T> T call(math::named_function const& f, T x, T y) {
  auto const& table = math::functions();
  if constexpr (sizeof(T) == 4)
    return f.arguments == 2 ? (table.*f.of_floats).scalar(x, y) : (table.*f.of_float).scalar(x);
  else
    return f.arguments == 2 ? (table.*f.of_doubles).scalar(x, y) : (table.*f.of_double).scalar(x);
}

template <class T>
std::vector<evaluation> evaluate_in(math::named_function const& f, std::vector<std::string> const& words) {
  std::vector<evaluation> all;
  auto const step = static_cast<std::size_t>(f.arguments);
  for (std::size_t i = 0; i < words.size(); i += step) {
    constexpr bool is_single = sizeof(T) == 4;
    T const x = parse<T>(words[i]), y = parse<T>(words[i + step - 1]);
    T const value = call(f, x, y);
    evaluation each{{{x, is_single}}, {value, is_single}, standing_of(f.name, x, y, value)};
    if (f.arguments == 2) each.arguments.push_back({y, is_single});
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace

math::named_function const& function_of(eval_options const& options) {
  auto const* const found = math::find_function(options.function);
  if (found == nullptr) {
    std::string names;
    for (auto const& each : math::all_functions()) names += " " + std::string(each.name);
    throw failure(exit_code::usage, "eval: there is no function '" + options.function + "'; there are" + names);
  }
  return *found;
}

std::vector<evaluation> evaluate(math::named_function const& function, eval_options const& options) {
  auto const words = words_of(options.arguments);
  if (words.size() % static_cast<std::size_t>(function.arguments) != 0)
    throw failure(exit_code::usage, "eval: " + options.function + " takes pairs of numbers, and the last one is half");
  return options.is_single ? evaluate_in<float>(function, words) : evaluate_in<double>(function, words);
}

}  // namespace isobit::tool
