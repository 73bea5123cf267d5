// A jet stream breaks up into weather, with the same bits on any number of ranks: README.md.
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "run.hpp"

namespace {

int fail(weather::ranks const& all, std::exception const& problem, int status) {
  if (all.rank() == 0) std::fprintf(stderr, "isobit_weather: %s\n", problem.what());
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  weather::ranks const all(count, arguments);
  try {
    weather::options const chosen = weather::read_options(count, arguments);
    if (!chosen.help)
      weather::run(chosen, all);
    else if (all.rank() == 0)
      std::fputs(weather::help_text, stdout);
    return 0;
  } catch (std::invalid_argument const& problem) {
    return fail(all, problem, 2);
  } catch (std::exception const& problem) {
    return fail(all, problem, 1);
  }
}
