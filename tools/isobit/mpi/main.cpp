#include <ostream>

#include "common/hash.hpp"
#include "ranks.hpp"
#include "solve.hpp"
#include "sum.hpp"

namespace {

using namespace isobit::tool;

int run(int argc, char** argv) {
  ranks const job(MPI_COMM_WORLD);
  common::fnv1a arguments;
  for (int i = 1; i < argc; ++i) {
    arguments.add(std::string_view(argv[i]));
    arguments.add_byte(0);
  }
  job.require_same(arguments.value(), {exit_code::usage, "--mpi: the ranks were started with different arguments"});
  std::ostream nowhere(nullptr);
  auto const line = job.is_first() ? parse_command_line(argc, argv) : parse_command_line(argc, argv, nowhere, nowhere);
  if (line.leave) return line.status;
  auto const& wanted = line.wanted;
  bool const solves = wanted.what == subcommand::matrix && wanted.matrix.action == matrix_action::solve;
  job.together([&] {
    if (wanted.what != subcommand::sum && !solves)
      throw failure(exit_code::usage, "isobit-mpi: sum and matrix solve are all it can do");
    return true;
  });
  if (solves) return static_cast<int>(solve_over(job, wanted));
  sum_over(job, wanted);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int support = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &support);
  int status = 0;
  try {
    status = run(argc, argv);
  } catch (failure_elsewhere const& problem) {
    status = static_cast<int>(problem.code);
  } catch (failure const& problem) {
    status = complain(problem);
  } catch (...) {  // what the ranks did not agree on: the others may be waiting for this one
    MPI_Abort(MPI_COMM_WORLD, complain(current_failure()));
  }
  MPI_Barrier(MPI_COMM_WORLD);  // mpirun ends a job when a rank fails: not before its message is out
  MPI_Finalize();
  return status;
}
