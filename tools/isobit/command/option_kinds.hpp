#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <string>

#include <CLI/CLI.hpp>

namespace isobit::tool {

/// CLI11 would take -1, and everything too large, for 2^64 - 1.
inline std::string check_whole_number(std::string& text) {
  std::uint64_t value = 0;
  auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool const whole = problem == std::errc{} && end == text.data() + text.size();
  return whole ? "" : "'" + text + "' is not a whole number below 2^64";
}

/// The words of an option and what they mean.
template <class T>
CLI::Option* add_words(CLI::App& app, std::string const& name, T& target, std::map<std::string, T> words,
                       std::string const& help) {
  std::string list;
  for (auto const& [word, meaning] : words) list += (list.empty() ? "" : "|") + word;
  return app
      .add_option_function<std::string>(
          name,
          [&target, words, name, list](std::string const& word) {
            auto const found = words.find(word);
            if (found == words.end()) throw CLI::ValidationError(name, "'" + word + "' is none of " + list);
            target = found->second;
          },
          help)
      ->type_name(list);
}

}  // namespace isobit::tool
