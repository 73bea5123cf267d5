#include "options.hpp"

namespace bench::linalg {

char const* const usage = R"(isobit_bench_linalg: isobit against OpenBLAS, taking turns; wrong bits fail the run

  --operation NAME,...  dgemm, sgemm, zgemm, cgemm, dgemm_batch, dsyrk, dgemv_n, dgemv_t, zgemv_n, zgemv_t, cgemv_n,
                        cgemv_t, dsymm, dtrmm, dsyr2k, dsymv, dtrmv, dgbmv, lu, zlu, cholesky, trsm, solve,
                        solve_refined, inverse, daxpy, dscal, drot, srot, zaxpy, caxpy, zscal, zrot, dger,
                        dger_scaled, sger_scaled, zger, zger_scaled (default: all)
  --data NAME,...       normal, positive, integers, short_values, cancelling_20, cancelling_30, cancelling_45, wide,
                        zeros, blocks, nearly_singular (default: those that the operation has; see --list)
  --sizes N,...         orders of the matrices (default: the operation's, with other than normal data one of them)
  --threads N,...       1, any number, or all (default: 1,all)
  --rounds N            fewest turns of each contender; up to 101 within a second (default: 9)
  --blas FILE           the library to compare with (default: libopenblas.so.0)
  --json FILE           write the results, for bench/linalg/report.py
  --list                name the cases and do nothing
  --help

Columns: milliseconds of the BLAS and of isobit, medians of the quiet rounds (processor time for one thread); isobit's
GFLOP/s as the plain algorithm counts; its ratios to the BLAS (median, median of the quiet rounds, shortest times); how
many of 1000 entries of the BLAS's matrix product are rounded correctly; a hash of isobit's bits, which is the same on
every machine. 200 entries of every result are compared with an exact computation.

Exit status: 0, 1 where a result had a wrong bit, 2 for a bad argument or a file that cannot be written.
)";

std::pair<options, std::string> parse(int count, char const* const* given) {
  options chosen;
  auto const line = common::arguments("isobit_bench_linalg")
                        .add("--operation", chosen.operations)
                        .add("--data", chosen.data)
                        .add("--sizes", chosen.sizes)
                        .add_threads("--threads", chosen.threads)
                        .add("--rounds", chosen.rounds)
                        .add("--blas", chosen.blas)
                        .add("--json", chosen.json)
                        .add("--list", chosen.list)
                        .add("--help", chosen.help)
                        .read(count, given);
  return {chosen, line};
}

}  // namespace bench::linalg
