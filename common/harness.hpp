#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace common {

/// Makes the compiler believe that `value` is used and that memory may have changed.
template <class T> inline void keep(T const& value) { asm volatile("" : : "g"(&value) : "memory"); }

/// Something to be timed: runs its job so many times.
struct contender {
  std::string name;
  std::function<void(std::size_t repetitions)> repeat;
};

/// `call` on each of the inputs in turn; the loop is in here, so a call costs no indirection.
template <class Input, class Call>
contender make_contender(std::string name, std::vector<Input> const& inputs, Call call) {
  return {std::move(name), [&inputs, call](std::size_t repetitions) {
            std::size_t which = 0;
            for (std::size_t i = 0; i < repetitions; ++i) {
              keep(call(inputs[which]));
              if (++which == inputs.size()) which = 0;
            }
          }};
}

inline double quantile(std::vector<double> values, double part) {
  auto const place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size()));
  auto const at = values.begin() + std::min(place, std::ssize(values) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}
inline double median(std::vector<double> const& values) { return quantile(values, 0.5); }
/// What only a twentieth took less than: on a machine that others use, steadier than the median.
inline double quickest(std::vector<double> const& values) { return quantile(values, 0.05); }

struct quartiles {
  double lower, upper;
};
inline quartiles quartiles_of(std::vector<double> const& values) {
  return {quantile(values, 0.25), quantile(values, 0.75)};
}

/// One contender's result; ratios are to the first contender of the same round.
struct timing {
  std::string name;
  double nanoseconds;        ///< a call, median of all rounds
  double ratio;              ///< median of the rounds' ratios
  quartiles ratios;          ///< what lies below a quarter and three quarters of them
  double quiet_nanoseconds;  ///< the same over the quiet rounds
  double quiet_ratio;
  double best_nanoseconds;  ///< the shortest of all rounds
};

struct effort {
  double seconds_per_case = 0.4;
  double sample_seconds = 20e-6;
  std::size_t fewest_rounds = 11;
  std::size_t most_rounds = 401;
  double pause_seconds = 0;     ///< before every turn: threads of the previous contender may spin for a while
  bool processor_time = false;  ///< count the calling thread's time only, not that of others on a busy machine
};

inline double seconds_now(bool processor_time) {
  timespec now;
  clock_gettime(processor_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double seconds_for(contender const& one, std::size_t repetitions, bool processor_time = false) {
  double const start = seconds_now(processor_time);
  one.repeat(repetitions);
  return seconds_now(processor_time) - start;
}

/// The fewest repetitions, a power of two, that fill a sample.
inline std::size_t calibrate(contender const& one, double sample_seconds) {
  one.repeat(1);
  std::size_t repetitions = 1;
  while (seconds_for(one, repetitions) < sample_seconds) repetitions *= 2;
  return repetitions;
}

/// Which rounds were undisturbed: the quarter whose worst contender was closest to its own best time.
inline std::vector<std::size_t> quiet_rounds(std::vector<std::vector<double>> const& times) {
  std::size_t const rounds = times.front().size();
  std::vector<double> disturbance(rounds, 0);
  for (auto const& own : times) {
    double const best = *std::min_element(own.begin(), own.end());
    for (std::size_t r = 0; r < rounds; ++r) disturbance[r] = std::max(disturbance[r], own[r] / best);
  }
  std::vector<std::size_t> order(rounds);
  for (std::size_t r = 0; r < rounds; ++r) order[r] = r;
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return disturbance[a] < disturbance[b]; });
  order.resize(std::max<std::size_t>(rounds / 4, std::min<std::size_t>(rounds, 5)));
  return order;
}

/// Times all contenders in turn, round after round in one process, so that whatever disturbs the machine disturbs them
/// all; a ratio is taken within a round, and its median over the rounds is reported.
inline std::vector<timing> measure(std::vector<contender> const& contenders, effort const& how) {
  std::vector<std::size_t> repetitions;
  double round_seconds = 0;
  for (auto const& one : contenders) {
    repetitions.push_back(calibrate(one, how.sample_seconds));
    round_seconds += seconds_for(one, repetitions.back());
  }
  auto const affordable = static_cast<std::size_t>(how.seconds_per_case / round_seconds);
  std::size_t const rounds = std::clamp(affordable, how.fewest_rounds, how.most_rounds);

  std::vector<std::vector<double>> times(contenders.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t turn = 0; turn < contenders.size(); ++turn) {
      // The order rotates: none always runs after the same neighbour.
      std::size_t const c = (turn + round) % contenders.size();
      if (how.pause_seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(how.pause_seconds));
      if (repetitions[c] > 1) contenders[c].repeat(1);
      times[c].push_back(seconds_for(contenders[c], repetitions[c], how.processor_time) * 1e9 /
                         static_cast<double>(repetitions[c]));
    }
  }

  auto const quiet = quiet_rounds(times);
  std::vector<timing> results;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    std::vector<double> ratios, calm_times, calm_ratios;
    for (std::size_t r = 0; r < rounds; ++r) ratios.push_back(times[c][r] / times[0][r]);
    for (std::size_t r : quiet) {
      calm_times.push_back(times[c][r]);
      calm_ratios.push_back(ratios[r]);
    }
    results.push_back({contenders[c].name, median(times[c]), median(ratios), quartiles_of(ratios), median(calm_times),
                       median(calm_ratios), *std::min_element(times[c].begin(), times[c].end())});
  }
  return results;
}

}  // namespace common
