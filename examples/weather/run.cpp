#include "run.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "common/digits.hpp"
#include "common/json.hpp"
#include "common/progress.hpp"
#include "forecast_file.hpp"
#include "model.hpp"

namespace weather {
namespace {

using common::digits;

std::string text(extent e) { return std::to_string(e.x) + "x" + std::to_string(e.y); }

decomposition share_out(options const& chosen, ranks const& all) {
  extent const cells = chosen.from ? cells_in(*chosen.from, all) : chosen.size.value_or(extent{128, 64});
  if (chosen.size && *chosen.size != cells)
    throw std::invalid_argument("--size " + text(*chosen.size) + ", but '" + chosen.from->string() + "' has " +
                                text(cells) + " cells: leave --size out");
  extent const over = chosen.ranks.value_or(extent{all.size(), 1});
  if (over.x * over.y != all.size())
    throw std::invalid_argument("--ranks " + text(over) + " are not the " + std::to_string(all.size()) +
                                " that were started");
  return {cells, over, all.rank()};
}

/// The last bit of one cell's thickness.
void disturb(forecast& f, decomposition const& parts) {
  extent const cell = {parts.cells().x / 2, parts.cells().y / 2}, first = parts.first(), count = parts.count();
  if (cell.x < first.x || cell.x >= first.x + count.x || cell.y < first.y || cell.y >= first.y + count.y) return;
  double& h = f.fluid.h.row(static_cast<std::ptrdiff_t>(cell.y - first.y))[cell.x - first.x];
  h = std::nextafter(h, std::numeric_limits<double>::infinity());
}

forecast first_forecast(options const& chosen, channel const& c, decomposition const& parts, ranks const& all,
                        model& weather_model) {
  if (chosen.from) return read_forecast(*chosen.from, parts, all);
  forecast f(parts.count());
  f.fluid = initial_state(c, parts);
  weather_model.begin(f);
  if (chosen.one_ulp) disturb(f, parts);
  return f;
}

std::string file_name(std::int32_t hour) {
  char name[32];
  std::snprintf(name, sizeof name, "hour_%05d.nc", hour);
  return name;
}

/// A line of totals for each file. A run that is continued has the lines that are left.
class history {
public:
  explicit history(std::filesystem::path const& path) : out_(path) {
    out_ << "hour,thickness,kinetic_energy,potential_energy,enstrophy,fastest\n";
  }
  void add(std::int32_t hour, totals const& now) {
    out_ << hour;
    for (double const value : {now.thickness, now.kinetic_energy, now.potential_energy, now.enstrophy, now.fastest})
      out_ << ',' << digits(value);
    out_ << std::endl;
    if (!out_) throw std::runtime_error("cannot write history.csv; name another folder with --output");
  }

private:
  std::ofstream out_;
};

void print(options const& chosen, decomposition const& parts, forecast const& f, model const& m, totals const& now) {
  double const gained = (now.thickness - f.usual_thickness) / f.usual_thickness;
  char const* const sum = chosen.how == summation::exact ? "exact" : "plain";
  if (chosen.json) {
    common::json_object summary;
    summary.add("hour", f.hour).add("size", text(parts.cells())).add("ranks", text(parts.ranks()));
    summary.add("threads", chosen.threads).add("sum", sum).add("steps", m.steps());
    summary.add_raw("shortest_step", digits(m.shortest_step())).add_raw("thickness", digits(now.thickness));
    summary.add_raw("mass_gained", digits(gained)).add_raw("kinetic_energy", digits(now.kinetic_energy));
    summary.add_raw("potential_energy", digits(now.potential_energy)).add_raw("enstrophy", digits(now.enstrophy));
    std::printf("%s\n", summary.text().c_str());
    return;
  }
  std::printf("hour %d on %s ranks, %s cells: %lld steps of at least %.0f s, %s sums\n", f.hour,
              text(parts.ranks()).c_str(), text(parts.cells()).c_str(), static_cast<long long>(m.steps()),
              m.shortest_step(), sum);
  std::printf("mean thickness %.17g m (gained %.1e), kinetic energy %.17g, enstrophy %.17g\n",
              now.thickness / (static_cast<double>(parts.cells().x) * static_cast<double>(parts.cells().y)), gained,
              now.kinetic_energy, now.enstrophy);
}

}  // namespace

void run(options const& chosen, ranks const& all) {
  decomposition const parts = share_out(chosen, all);
  channel const c(parts.cells());
  model weather_model(c, parts, all, {.courant = chosen.courant, .how = chosen.how, .threads = chosen.threads});
  forecast f = first_forecast(chosen, c, parts, all, weather_model);
  auto const last = static_cast<std::int32_t>(chosen.until), every = static_cast<std::int32_t>(chosen.every);
  if (last < f.hour)
    throw std::invalid_argument("--until " + std::to_string(last) + " is before hour " + std::to_string(f.hour) +
                                " of '" + chosen.from->string() + "'");

  bool const speaks = all.rank() == 0;
  std::optional<history> lines;
  all.together([&] {
    if (!speaks) return;
    std::filesystem::create_directories(chosen.output);
    lines.emplace(chosen.output / "history.csv");
  });
  auto const record = [&] {
    totals const now = weather_model.measure(f);
    all.together([&] {
      if (speaks) lines->add(f.hour, now);
    });
    write_forecast(chosen.output / file_name(f.hour), f, parts, all);
    return now;
  };

  common::progress bar(static_cast<std::uint64_t>(last - f.hour), speaks, common::progress::unit::steps);
  totals now = chosen.from ? weather_model.measure(f) : record();
  while (f.hour < last) {
    weather_model.advance_an_hour(f);
    if (f.hour % every == 0 || f.hour == last) now = record();
    bar.advance(1);
  }
  bar.clear();
  if (speaks) print(chosen, parts, f, weather_model, now);
}

}  // namespace weather
