#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include "blas.hpp"
#include "common/harness.hpp"
#include "data.hpp"

namespace bench::linalg {

using namespace common;  // NOLINT: the harness is part of the benchmarks

inline constexpr std::uint64_t seed = 0x150b17;

struct test_case {
  data_kind data;
  index size;
  std::size_t threads;
};

struct outcome {
  std::vector<timing> timings;  ///< the BLAS first, where there is one; isobit last
  double flops;                 ///< of the plain algorithm
  std::uint64_t hash;           ///< of isobit's bits
  bool correct;
  double blas_right = NAN;  ///< the share of the BLAS's entries that are rounded correctly, where it was counted
};

struct operation {
  std::string_view name;
  outcome (*run)(test_case const&, blas const&, effort const&);
  std::vector<index> sizes;      ///< with normal data
  index other_size;              ///< with the others
  std::vector<data_kind> kinds;  ///< the first is normal
};

std::vector<operation> products();
std::vector<operation> structured();
std::vector<operation> factorisations();
std::vector<operation> vectors();

/// Calls body with isobit's driver for so many threads.
template <class Body> void on_threads(std::size_t count, Body body) {
  if (count == 1)
    body(isobit::serial());
  else
    body(isobit::threads(count));
}

template <class Call> contender contender_of(char const* name, Call call) {
  return {name, [call](std::size_t repetitions) {
            for (std::size_t i = 0; i < repetitions; ++i) call();
          }};
}

/// Times both; `theirs` is left out where the BLAS lacks the routine.
template <class Theirs, class Ours>
std::vector<timing> compare(blas const& reference, bool has_routine, test_case const& test, effort how, Theirs theirs,
                            Ours ours) {
  std::vector<contender> contenders;
  how.processor_time = test.threads == 1;
  if (has_routine) {
    if (reference.set_threads != nullptr) reference.set_threads(static_cast<int>(test.threads));
    contenders.push_back(contender_of("blas", theirs));
    // Idle threads of OpenBLAS spin for up to 2^26 ticks of the clock before they sleep.
    if (test.threads > 1) how.pause_seconds = 0.04;
  }
  contenders.push_back(contender_of("isobit", ours));
  return measure(contenders, how);
}

/// A routine by the letter of its type and the rest of its name.
template <class T, class Routine> Routine* find(blas const& reference, std::string const& name) {
  constexpr bool single = sizeof(real_of<T>) == sizeof(float);
  char const letter = is_complex<T> ? (single ? 'c' : 'z') : single ? 's' : 'd';
  return reference.find<Routine>((letter + name + "_").c_str());
}

}  // namespace bench::linalg
