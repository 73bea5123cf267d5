#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace common {

/// The words between commas.
inline std::vector<std::string> words(std::string const& list) {
  std::vector<std::string> found;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) found.push_back(word);
  return found;
}

inline std::size_t all_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

/// One thread, and all of them where the machine has more.
inline std::vector<std::size_t> one_and_all() {
  return all_threads() == 1 ? std::vector<std::size_t>{1} : std::vector<std::size_t>{1, all_threads()};
}

/// The command lines of benchmarks: `--name value`, `--name value,value` and `--flag`.
///
///     arguments("isobit_bench").add("--sizes", sizes).add("--quick", quick).read(argc, argv);
class arguments {
public:
  explicit arguments(std::string program) : program_(std::move(program)) {}

  /// A flag (bool), a text, a number, or a list of either. `least` is of whole numbers.
  template <class T> arguments& add(std::string const& name, T& into, int least = 1) {
    if constexpr (std::same_as<T, bool>)
      flags_[name] = &into;
    else
      takers_[name] = [&into, name, least](std::string const& value) { into = parsed<T>(name, value, least); };
    return *this;
  }
  /// As many as are named; `all` is as many as the machine has.
  arguments& add_threads(std::string const& name, std::vector<std::size_t>& into) {
    takers_[name] = [&into, name](std::string const& value) {
      into.clear();
      for (auto const& word : words(value))
        into.push_back(word == "all" ? all_threads() : parsed<std::size_t>(name, word, 1));
      std::sort(into.begin(), into.end());
      into.erase(std::unique(into.begin(), into.end()), into.end());
    };
    return *this;
  }

  /// Throws std::invalid_argument, with a message for the user. Returns the command line for a report: without the
  /// name of the file it goes to.
  std::string read(int count, char const* const* given) const {
    std::string line = program_;
    for (int i = 1; i < count; ++i) {
      std::string const name = given[i];
      line += " " + name;
      if (auto const flag = flags_.find(name); flag != flags_.end()) {
        *flag->second = true;
        continue;
      }
      auto const taker = takers_.find(name);
      if (taker == takers_.end()) throw std::invalid_argument("unknown option '" + name + "'; there are" + names());
      if (++i == count) throw std::invalid_argument(name + " needs a value");
      taker->second(given[i]);
      line += name == "--json" ? " FILE" : std::string(" ") + given[i];
    }
    return line;
  }

  /// The same for programs that have nothing else to say: tells the user, and leaves with status 2.
  std::string read_or_exit(int count, char const* const* given) const {
    try {
      return read(count, given);
    } catch (std::invalid_argument const& problem) {
      std::fprintf(stderr, "%s: %s\n", program_.c_str(), problem.what());
      std::exit(2);
    }
  }

private:
  template <class T> static T parsed(std::string const& name, std::string const& text, int least) {
    if constexpr (std::same_as<T, std::string>) {
      return text;
    } else if constexpr (std::same_as<T, double>) {
      return number(name, text);
    } else if constexpr (std::integral<T>) {
      double const value = number(name, text);
      if (!(value >= least) || value > 1e12 || value != std::floor(value))
        throw std::invalid_argument(name + ": '" + text + "' is not a whole number from " + std::to_string(least) +
                                    " to 1e12");
      return static_cast<T>(value);
    } else {
      T list;
      for (auto const& word : words(text)) list.push_back(parsed<typename T::value_type>(name, word, least));
      return list;
    }
  }
  static double number(std::string const& name, std::string const& text) {
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(text, &used);
    } catch (std::exception const&) {}
    if (used == 0 || used != text.size()) throw std::invalid_argument(name + ": '" + text + "' is not a number");
    return value;
  }
  [[nodiscard]] std::string names() const {
    std::string all;
    for (auto const& [name, flag] : flags_) all += " " + name;
    for (auto const& [name, taker] : takers_) all += " " + name;
    return all;
  }

  std::string program_;
  std::map<std::string, bool*> flags_;
  std::map<std::string, std::function<void(std::string const&)>> takers_;
};

}  // namespace common
