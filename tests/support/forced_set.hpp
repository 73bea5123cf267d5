#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <isobit/error.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/linalg.hpp>

namespace isobit::test {

/// What a test program should exit with at once: 77, which is "skipped", where ISOBIT_FORCE_ISA names a set that this
/// machine lacks, 1 where the set it names is not the one in use, else 0: go on.
inline int status_of_forced_set() {
  char const* const forced = std::getenv("ISOBIT_FORCE_ISA");
  if (forced == nullptr) return 0;
  if (std::string_view(forced) == "amx") {  // a set of matrix products only, beside AVX-512
    try {
      double const one = 1;
      double product = 0;
      linalg::gemm(1.0, column_major(&one, 1, 1), column_major(&one, 1, 1), 0.0, column_major(&product, 1, 1));
      return active_instruction_set() == instruction_set::avx512 ? 0 : 1;
    } catch (error const& e) {
      std::printf("skipped: %s\n", e.what());
      return 77;
    }
  }
  auto const available = available_instruction_sets();
  auto const is_forced = [&](instruction_set set) { return name(set) == forced; };
  if (std::ranges::none_of(available, is_forced)) {
    std::printf("skipped: this machine has no %s\n", forced);
    return 77;
  }
  if (is_forced(active_instruction_set())) return 0;
  std::printf("ISOBIT_FORCE_ISA=%s was not obeyed\n", forced);
  return 1;
}

}  // namespace isobit::test
