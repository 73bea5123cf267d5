#include "options.hpp"

#include <stdexcept>

namespace bench {

char const* const usage = R"(isobit_bench: isobit against plain loops, taking turns; wrong bits fail the run

  --operation NAME,...  sum_f64, sum_f32, dot_f64, sum_by_key (default: these), method_f64, method_f32
  --class NAME,...      uniform, normal, cancelling, wide, wide_cancelling (default: all)
  --sizes N,...         numbers of elements, such as 16,1e4,3e7 (default: 4 to 3e7)
  --threads N,...       1, any number, or all (default: 1,all)
  --offset BYTES        data start so far past a cache line: 0 to 63, a multiple of 8 (default 0)
  --quick               a tenth of the time a case, and no sizes above 1e7 unless named
  --json FILE           write the results, for bench/report.py
  --list                name the cases and do nothing
  --help

Exit status: 0, 1 where a result had a wrong bit, 2 for a bad argument or a file that cannot be written.
)";

std::pair<options, std::string> parse(int count, char const* const* given) {
  options chosen;
  auto const line = common::arguments("isobit_bench")
                        .add("--operation", chosen.operations)
                        .add("--class", chosen.classes)
                        .add("--sizes", chosen.sizes)
                        .add_threads("--threads", chosen.threads)
                        .add("--offset", chosen.offset, 0)
                        .add("--json", chosen.json)
                        .add("--quick", chosen.quick)
                        .add("--list", chosen.list)
                        .add("--help", chosen.help)
                        .read(count, given);
  if (chosen.offset > 63 || chosen.offset % 8 != 0)
    throw std::invalid_argument("--offset: " + std::to_string(chosen.offset) + " is not a multiple of 8 below 64");
  return {chosen, line};
}

}  // namespace bench
