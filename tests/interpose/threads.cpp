// threads MODE [ROUNDS]: four threads, each with a communicator of its own, reduce at the same time.

#include <csignal>
#include <mutex>
#include <thread>
#include <unistd.h>

#include "reduction.hpp"
#include "report.hpp"

using namespace conformance;

namespace {

constexpr int thread_count = 4;
std::mutex report_mutex;

void on_alarm(int) {
  char const text[] = "hangs: threads\n";
  [[maybe_unused]] auto const n = write(2, text, sizeof text - 1);
  _exit(1);
}

class worker {
public:
  worker(mode_name how, std::uint64_t seed, int number, MPI_Comm own, report& to)
      : oracle_(how, seed), is_native_(how.how == mode::native),
        seed_(mixed({seed, static_cast<std::uint64_t>(number)})),
        report_(to), on_{"the communicator of thread " + std::to_string(number), own, false, world_ranks(own, false)} {}

  void run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      switch (draw(8)) {
      case 0:
        renew();
        break;
      case 1:
        two_at_once();
        break;
      default:
        one(any_setting());
      }
    }
    MPI_Comm_free(&on_.handle);
  }

private:
  int draw(std::size_t limit) { return static_cast<int>(mixed({seed_, ++draws_}) % limit); }

  setting any_setting() {
    return {all_shapes[draw(std::size(all_shapes) - 1)],
            all_forms[draw(std::size(all_forms))],
            static_cast<completion>(draw(completions)),
            &types_[static_cast<std::size_t>(draw(types_.size()))],
            draw(3) == 0 ? operation::product : operation::sum,
            draw(2) == 0,
            &on_,
            std::array{1, 1, 7, 300, 9000}[static_cast<std::size_t>(draw(5))],
            draw(columns),
            draw(static_cast<std::size_t>(size_of(on_.handle)))};
  }

  // Handles come back soon.
  void renew() {
    MPI_Comm next;
    MPI_Comm_dup(on_.handle, &next);
    MPI_Comm_free(&on_.handle);
    on_.handle = next;
  }

  void one(setting s) {
    if (is_persistent(s.how) && s.wait == completion::testall) s.wait = completion::wait;
    if (is_native_ && breaks_mpich(s)) return;
    reduction reduction(oracle_, s);
    MPI_Request request = MPI_REQUEST_NULL;
    int code = reduction.begin(&request);
    if (code == MPI_SUCCESS && is_persistent(s.how)) code = MPI_Start(&request);
    if (code == MPI_SUCCESS && !is_blocking(s.how)) code = complete(s.wait, request);
    if (code == MPI_SUCCESS && is_persistent(s.how)) code = MPI_Request_free(&request);
    judge(s, code, reduction);
  }

  void two_at_once() {
    setting s = any_setting(), t = any_setting();
    s.how = t.how = form::nonblocking;
    reduction one(oracle_, s), other(oracle_, t);
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int code = one.begin(&requests[0]);
    if (code == MPI_SUCCESS) code = other.begin(&requests[1]);
    if (rank_in(on_.handle) % 2 == 0) std::swap(requests[0], requests[1]);
    if (code == MPI_SUCCESS) code = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    judge(s, code, one);
    judge(t, code, other);
  }

  void judge(setting const& s, int code, reduction& reduction) {
    auto const problem = code == MPI_SUCCESS ? reduction.problem() : "error " + std::to_string(code);
    std::lock_guard const lock(report_mutex);
    report_.check(!problem, description(s), problem.value_or(""));
  }

  oracle oracle_;
  bool is_native_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  report& report_;
  named_communicator on_;
  std::vector<named_type> types_{{"MPI_FLOAT", MPI_FLOAT, {number_format::binary32, false}},
                                 {"MPI_DOUBLE", MPI_DOUBLE, {number_format::binary64, false}},
                                 {"MPI_C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX, {number_format::binary64, true}}};
};

/// One thread begins, another waits.
void hand_over(mode_name how, std::uint64_t seed, report& to) {
  named_type const type{"MPI_DOUBLE", MPI_DOUBLE, {number_format::binary64, false}};
  named_communicator const on{"world", MPI_COMM_WORLD, false, world_ranks(MPI_COMM_WORLD, false)};
  oracle judge(how, seed);
  for (int const count : {1, 9000}) {
    setting const s{
        shape::allreduce, form::nonblocking, completion::wait, &type, operation::sum, false, &on, count, 0, 0};
    reduction reduction(judge, s);
    MPI_Request request = MPI_REQUEST_NULL;
    if (reduction.begin(&request) != MPI_SUCCESS) to.fail(description(s), "refused");
    std::thread([&] { MPI_Wait(&request, MPI_STATUS_IGNORE); }).join();
    auto const problem = reduction.problem();
    to.check(!problem, description(s) + ", awaited by another thread", problem.value_or(""));
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) {
    std::printf("SKIPPED: this MPI has no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return 77;
  }
  std::signal(SIGALRM, on_alarm);
  alarm(200);
  auto const how = read_mode(argc > 1 ? argv[1] : "exact");
  int const rounds = argc > 2 ? std::stoi(argv[2]) : 300;
  report all;
  auto const chosen = seed();
  hand_over(how, chosen, all);
  std::vector<MPI_Comm> owned(thread_count);
  for (auto& own : owned) MPI_Comm_dup(MPI_COMM_WORLD, &own);
  std::vector<std::thread> threads;
  for (int number = 0; number < thread_count; ++number)
    threads.emplace_back(
        [&, number] { worker(how, chosen, number, owned[static_cast<std::size_t>(number)], all).run(rounds); });
  for (auto& each : threads) each.join();
  return all.finish();
}
