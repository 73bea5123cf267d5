#include "options.hpp"

#include <charconv>
#include <stdexcept>

#include "common/arguments.hpp"

namespace weather {

char const* const help_text =
    R"(isobit_weather [OPTION]...: a jet stream breaks up into weather, with the same bits on any number of ranks.
mpirun -n 6 isobit_weather --ranks 3x2

  --size 128x64     cells along and across the channel
  --ranks 3x2       ranks along and across it; by default all along
  --threads 1       of each rank
  --until 1440      hour of the forecast to end at
  --every 24        hours from one file to the next
  --output weather  folder for the files, hour_00000.nc and so on, and history.csv
  --from FILE       continue from such a file, on any ranks
  --sum exact       how cells are added up: exact, by isobit; or plain, by a loop and MPI_Allreduce, whose bits depend
                    on the ranks
  --courant 1       cells that wind and waves may cross in a time step, at most 1.5
  --one-ulp         begin with one cell thicker by the last bit
  --json            the summary as JSON
  --help            this
)";

namespace {

extent read_extent(std::string const& name, std::string const& text) {
  extent result;
  char const* const end = text.data() + text.size();
  auto const along = std::from_chars(text.data(), end, result.x);
  bool good = along.ec == std::errc() && along.ptr != end && *along.ptr == 'x';
  if (good) {
    auto const across = std::from_chars(along.ptr + 1, end, result.y);
    good = across.ec == std::errc() && across.ptr == end;
  }
  constexpr std::size_t most = 100'000;
  if (!good || result.x < 1 || result.y < 1 || result.x > most || result.y > most)
    throw std::invalid_argument(name + ": '" + text + "' is not two whole numbers from 1 to 100000 such as 4x2");
  return result;
}

}  // namespace

options read_options(int count, char const* const* arguments) {
  options chosen;
  std::string size, ranks, from, output = chosen.output.string(), sum = "exact";
  common::arguments("isobit_weather")
      .add("--size", size)
      .add("--ranks", ranks)
      .add("--threads", chosen.threads)
      .add("--until", chosen.until, 0)
      .add("--every", chosen.every)
      .add("--output", output)
      .add("--from", from)
      .add("--sum", sum)
      .add("--courant", chosen.courant)
      .add("--one-ulp", chosen.one_ulp)
      .add("--json", chosen.json)
      .add("--help", chosen.help)
      .read(count, arguments);
  if (!size.empty()) chosen.size = read_extent("--size", size);
  if (!ranks.empty()) chosen.ranks = read_extent("--ranks", ranks);
  if (!from.empty()) chosen.from = from;
  chosen.output = output;
  if (sum != "exact" && sum != "plain") throw std::invalid_argument("--sum: '" + sum + "' is neither exact nor plain");
  chosen.how = sum == "exact" ? summation::exact : summation::plain;
  if (!(chosen.courant > 0 && chosen.courant <= 1.5))
    throw std::invalid_argument("--courant: a number above 0 and up to 1.5");
  if (chosen.until > 1'000'000) throw std::invalid_argument("--until: up to 1000000 hours");
  if (chosen.threads > 1024) throw std::invalid_argument("--threads: up to 1024");
  if (chosen.from && chosen.one_ulp) throw std::invalid_argument("--one-ulp is for the beginning, not for --from");
  return chosen;
}

}  // namespace weather
