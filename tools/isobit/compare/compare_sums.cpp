#include "compare_sums.hpp"

#include <functional>
#include <span>

#include <isobit/driver/serial.hpp>
#include <isobit/method/compensated.hpp>
#include <isobit/method/reduce.hpp>

#include "../basics/failure.hpp"
#include "../input/reduction.hpp"
#include "../method/stored_input.hpp"
#include "../method/sum_by.hpp"
#include "judge.hpp"
#include "methods.hpp"
#include "relative_times.hpp"

namespace isobit::tool {
namespace {

template <class T> struct contestant {
  std::string name;
  row_facts facts;
  std::function<T(std::span<T const>)> sum;
};

template <class Method, class T> T one_by_one(std::span<T const> values) {
  Method state;
  for (T const x : values) state.add(x);
  return state.value();
}

/// The textbooks' ways first, the exact sum last.
template <class T> std::vector<contestant<T>> contestants(std::size_t count) {
  std::string const none = name_of(guarantee::none);
  std::vector<contestant<T>> list = {
      {"left-to-right", {none, sizeof(left_to_right<T>)}, one_by_one<left_to_right<T>, T>},
      {"pairwise", {none, sizeof(pairwise<T>)}, one_by_one<pairwise<T>, T>},
      {"Kahan",
       {none, sizeof(kahan<T>)},
       [](std::span<T const> values) { return isobit::reduce<kahan<T>>(values, in_sequence()).round(); }},
      {"Neumaier", {none, sizeof(neumaier<T>)}, one_by_one<neumaier<T>, T>}};
  for (method const which : all_methods())
    list.push_back({name_of(which),
                    {name_of(promise_of(which)), state_bytes<T>(which, count), true},
                    [which](std::span<T const> values) { return sum_by<T>(which, serial(), values); }});
  return list;
}

template <class T> exact_sums exact_sums_of(std::vector<T> const& values) {
  exact_sums sums;
  sums.count = values.size();
  sums.sum.add(std::span<T const>(values));
  std::vector<T> magnitudes(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) magnitudes[i] = std::fabs(values[i]);
  sums.magnitudes.add(std::span<T const>(magnitudes));
  return sums;
}

template <class T> comparison table_of(std::vector<T> const& values) {
  auto const sums = exact_sums_of(values);
  judge<T> const right(compared::sum, sums);
  comparison table = right.table();
  std::vector<std::function<void()>> races;
  auto const list = contestants<T>(values.size());
  for (auto const& each : list) {
    try {
      table.rows.push_back(right.row(each.name, each.sum(values)));
      races.push_back([&values, &each] { static_cast<void>(each.sum(values)); });
    } catch (failure const& problem) {
      table.rows.push_back({each.name, {}, 0, false, {}, problem.what()});
      races.emplace_back();
    }
    table.rows.back().facts = each.facts;
  }
  constexpr std::size_t worth_timing = 10000;
  if (values.size() < worth_timing) return table;
  std::size_t baseline = 0;
  while (list[baseline].name != "plain") ++baseline;
  auto const times = relative_times(races, baseline);
  for (std::size_t i = 0; i < times.size(); ++i) table.rows[i].facts->time = times[i];
  return table;
}

template <class T>
void run(stored_input& stored, progress& watcher, input_options const& input, output_options const& output) {
  left_out const skipped = stored.skipped();
  auto const values = stored.take<T>(0);
  auto const table = table_of(values);
  watcher.clear();
  print_comparison("sum", table, skipped, input, output);
}

}  // namespace

void compare_sums(file_sequence& source, progress& watcher, input_options const& input, output_options const& output) {
  stored_input stored(source, useful_threads(input));
  if (source.facts().is_complex)
    throw failure(exit_code::usage, "--compare is for real numbers; this input is complex");
  if (output.single.value_or(stored.starts_single().value_or(source.facts().holds_floats())))
    run<float>(stored, watcher, input, output);
  else
    run<double>(stored, watcher, input, output);
}

}  // namespace isobit::tool
