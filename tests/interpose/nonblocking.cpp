// nonblocking MODE [LARGEST]: a reduction that was begun goes on while its rank does something else in MPI, several are
// under way at once, and those that wait get them in any order. LARGEST is the length of the longest vectors.

#include <csignal>
#include <unistd.h>

#include "reduction.hpp"
#include "report.hpp"

using namespace conformance;

namespace {

char current[400] = "";

// A hang says where.
void on_alarm(int) {
  auto const write_all = [](char const* text) { [[maybe_unused]] auto const n = write(2, text, std::strlen(text)); };
  write_all("hangs: ");
  write_all(current);
  write_all("\n");
  _exit(1);
}

void now(std::string const& what) {
  std::snprintf(current, sizeof current, "rank %d: %s", rank_in(MPI_COMM_WORLD), what.c_str());
  alarm(60);
}

constexpr shape collectives[] = {shape::reduce, shape::allreduce, shape::reduce_scatter, shape::reduce_scatter_block,
                                 shape::scan,   shape::exscan};

/// The leader does its part of this after its reduction is complete, the others do theirs before they wait.
struct meanwhile {
  char const* name;
  void (*run)(MPI_Comm on, int leader);
};

void tell_all(MPI_Comm on, int leader) {
  int const token = 7;
  for (int r = 0; r < size_of(on); ++r)
    if (r != leader) MPI_Send(&token, 1, MPI_INT, r, 1, on);
}

bool leads(MPI_Comm on, int leader) { return rank_in(on) == leader; }

meanwhile const activities[] = {
    {"MPI_Recv",
     [](MPI_Comm on, int leader) {
       int token = 0;
       if (leads(on, leader)) return tell_all(on, leader);
       MPI_Recv(&token, 1, MPI_INT, leader, 1, on, MPI_STATUS_IGNORE);
     }},
    {"MPI_Ssend",
     [](MPI_Comm on, int leader) {
       int token = 0;
       if (!leads(on, leader)) {
         MPI_Ssend(&token, 1, MPI_INT, leader, 1, on);
         return;
       }
       // By name: a rank that is done with this reduction may have sent its message of the next one already.
       for (int r = 0; r < size_of(on); ++r)
         if (r != leader) MPI_Recv(&token, 1, MPI_INT, r, 1, on, MPI_STATUS_IGNORE);
     }},
    {"MPI_Probe",
     [](MPI_Comm on, int leader) {
       int token = 0;
       if (leads(on, leader)) return tell_all(on, leader);
       MPI_Probe(leader, 1, on, MPI_STATUS_IGNORE);
       MPI_Recv(&token, 1, MPI_INT, leader, 1, on, MPI_STATUS_IGNORE);
     }},
    {"MPI_Iprobe",
     [](MPI_Comm on, int leader) {
       int token = 0, flag = 0;
       if (leads(on, leader)) return tell_all(on, leader);
       while (flag == 0) MPI_Iprobe(leader, 1, on, &flag, MPI_STATUS_IGNORE);
       MPI_Recv(&token, 1, MPI_INT, leader, 1, on, MPI_STATUS_IGNORE);
     }},
    {"MPI_Wait for a message",
     [](MPI_Comm on, int leader) {
       int token = 0;
       MPI_Request request;
       if (leads(on, leader)) return tell_all(on, leader);
       MPI_Irecv(&token, 1, MPI_INT, leader, 1, on, &request);
       MPI_Wait(&request, MPI_STATUS_IGNORE);
     }},
    {"MPI_Test for a message",
     [](MPI_Comm on, int leader) {
       int token = 0, flag = 0;
       MPI_Request request;
       if (leads(on, leader)) return tell_all(on, leader);
       MPI_Irecv(&token, 1, MPI_INT, leader, 1, on, &request);
       while (flag == 0) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
     }},
    {"MPI_Barrier", [](MPI_Comm on, int) { MPI_Barrier(on); }},
    {"MPI_Bcast",
     [](MPI_Comm on, int leader) {
       int token = 0;
       MPI_Bcast(&token, 1, MPI_INT, leader, on);
     }},
    {"MPI_Allreduce of integers",
     [](MPI_Comm on, int) {
       int one = 1, all = 0;
       MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, on);
     }},
    {"MPI_Allreduce of doubles",
     [](MPI_Comm on, int) {
       double one = 1, all = 0;
       MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, on);
     }},
    {"MPI_Comm_dup",
     [](MPI_Comm on, int) {
       MPI_Comm copy;
       MPI_Comm_dup(on, &copy);
       MPI_Comm_free(&copy);
     }},
};

class suite {
public:
  suite(mode_name how, std::uint64_t seed) : oracle_(how, seed), seed_(seed), communicators_(all_communicators()) {
    MPI_Comm_dup(MPI_COMM_WORLD, &other_);
  }

  /// The leader is through with its reduction before the others wait for it.
  void progress(int largest) {
    for (auto const what : collectives)
      for (int const count : {1, 40, largest})
        for (auto const& activity : activities)
          for (int const leader : {0, size_of(MPI_COMM_WORLD) - 1}) {
            setting const s = started_sum(what, count, leader);
            auto const name = description(s) + ", done on rank " + std::to_string(leader) +
                              " while the others are in " + activity.name;
            now(name);
            reduction reduction(oracle_, s);
            MPI_Request request;
            report_.check(reduction.begin(&request) == MPI_SUCCESS, name, "refused");
            bool const first = leads(other_, leader);
            if (first) MPI_Wait(&request, MPI_STATUS_IGNORE);
            activity.run(other_, leader);
            if (!first) MPI_Wait(&request, MPI_STATUS_IGNORE);
            judge(name, reduction);
          }
  }

  /// The leader has begun its reduction, and goes on, before the others begin theirs.
  void independence(int largest) {
    for (auto const what : collectives)
      for (int const count : {1, largest})
        for (auto const& activity : activities)
          for (int const leader : {0, size_of(MPI_COMM_WORLD) - 1}) {
            setting const s = started_sum(what, count, leader);
            auto const name = description(s) + ", begun by the others after " + activity.name;
            now(name);
            reduction reduction(oracle_, s);
            MPI_Request request;
            bool const first = leads(other_, leader);
            if (!first) activity.run(other_, leader);
            report_.check(reduction.begin(&request) == MPI_SUCCESS, name, "refused");
            if (first) activity.run(other_, leader);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            judge(name, reduction);
          }
  }

  /// Many reductions and messages at once, completed in an order of each rank's own.
  void together() {
    for (int round = 0; round < 60; ++round) {
      std::vector<reduction> running;
      std::vector<std::string> names;
      std::vector<MPI_Request> requests;
      std::vector<int> messages(8, -1);
      running.reserve(8);
      int const me = rank_in(other_), size = size_of(other_);
      for (int i = 0; i < 8; ++i) {
        setting const s = any_setting();
        names.push_back(description(s) + ", number " + std::to_string(i) + " of round " + std::to_string(round));
        now(names.back());
        running.emplace_back(oracle_, s);
        MPI_Request request = MPI_REQUEST_NULL;
        report_.check(running.back().begin(&request) == MPI_SUCCESS, names.back(), "refused");
        requests.push_back(request);
        if (i % 3 == 1) blocking_one();
      }
      for (int i = 0; i < 4; ++i) {
        MPI_Request request;
        MPI_Irecv(&messages[static_cast<std::size_t>(i)], 1, MPI_INT, (me + size - 1) % size, i, other_, &request);
        requests.push_back(request);
      }
      std::vector<int> tokens{100, 101, 102, 103};
      for (int i = 0; i < 4; ++i) {
        MPI_Request request;
        MPI_Isend(&tokens[static_cast<std::size_t>(i)], 1, MPI_INT, (me + 1) % size, i, other_, &request);
        requests.push_back(request);
      }
      finish_all(requests, round);
      for (int i = 0; i < 4; ++i)
        report_.check(messages[static_cast<std::size_t>(i)] == 100 + i, "a message beside reductions",
                      "did not arrive");
      for (std::size_t i = 0; i < running.size(); ++i) judge(names[i], running[i]);
    }
  }

  [[nodiscard]] int finish() {
    alarm(0);
    MPI_Comm_free(&other_);
    free_all(communicators_);
    return report_.finish();
  }

private:
  int draw(std::size_t limit) { return static_cast<int>(mixed({seed_, ++draws_}) % limit); }
  setting started_sum(shape what, int count, int leader) {
    return {what,
            form::nonblocking,
            completion::wait,
            &type_,
            operation::sum,
            false,
            communicators_.data(),
            count,
            draw(columns),
            leader};
  }
  setting any_setting() {
    return {collectives[draw(std::size(collectives))],
            form::nonblocking,
            completion::wait,
            &type_,
            draw(3) == 0 ? operation::product : operation::sum,
            draw(2) == 0,
            &communicators_[draw(2) == 0 ? 0 : 2],
            std::array{1, 7, 300, 9000}[static_cast<std::size_t>(draw(4))],
            draw(columns),
            0};
  }

  void blocking_one() {
    setting s = any_setting();
    s.how = form::blocking;
    reduction reduction(oracle_, s);
    MPI_Request request;
    report_.check(reduction.begin(&request) == MPI_SUCCESS, description(s), "refused");
    judge(description(s) + ", blocking among nonblocking ones", reduction);
  }

  // Each rank in its own way: in a shuffled order one by one, all, any, some.
  void finish_all(std::vector<MPI_Request>& requests, int round) {
    auto const count = static_cast<int>(requests.size());
    int const me = rank_in(other_);
    std::vector<MPI_Status> statuses(requests.size());
    std::vector<int> order(requests.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      auto const key = [&](int i) {
        return mixed(
            {seed_, static_cast<std::uint64_t>(me), static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(i)});
      };
      return key(a) < key(b);
    });
    int index = 0, done = 0, flag = 0;
    switch ((me + round) % 6) {
    case 0:
      MPI_Waitall(count, requests.data(), statuses.data());
      for (int i = 0; i < 4; ++i)
        report_.check(statuses[static_cast<std::size_t>(8 + i)].MPI_TAG == i, "MPI_Waitall",
                      "the status of a message is wrong");
      break;
    case 1:
      for (int const i : order) MPI_Wait(&requests[static_cast<std::size_t>(i)], MPI_STATUS_IGNORE);
      break;
    case 2:
      for (int i = 0; i < count; ++i) {
        MPI_Status status;
        MPI_Waitany(count, requests.data(), &index, &status);
        report_.check(index >= 0 && index < count, "MPI_Waitany", "no index");
        if (index >= 8 && index < 12)
          report_.check(status.MPI_TAG == index - 8, "MPI_Waitany", "the status of a message is wrong");
      }
      MPI_Waitany(count, requests.data(), &index, MPI_STATUS_IGNORE);
      report_.check(index == MPI_UNDEFINED, "MPI_Waitany of null requests", "has an index");
      break;
    case 3:
      for (int total = 0; total < count; total += done) {
        MPI_Waitsome(count, requests.data(), &done, order.data(), statuses.data());
        report_.check(done > 0, "MPI_Waitsome", "none done");
        if (done <= 0) break;
      }
      break;
    case 4:
      while (flag == 0) MPI_Testall(count, requests.data(), &flag, statuses.data());
      break;
    default:
      for (int total = 0; total < count; total += flag)
        MPI_Testany(count, requests.data(), &index, &flag, MPI_STATUS_IGNORE);
    }
    report_.check(std::count(requests.begin(), requests.end(), MPI_REQUEST_NULL) == count, "completion",
                  "a request is not null");
  }

  void judge(std::string const& name, reduction& reduction) {
    auto const problem = reduction.problem();
    report_.check(!problem, name, problem.value_or(""));
  }

  oracle oracle_;
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  std::vector<named_communicator> communicators_;
  named_type type_{"MPI_DOUBLE", MPI_DOUBLE, {number_format::binary64, false}};
  MPI_Comm other_ = MPI_COMM_NULL;
  report report_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::signal(SIGALRM, on_alarm);
  suite all(read_mode(argc > 1 ? argv[1] : "exact"), seed());
  int const largest = argc > 2 ? std::stoi(argv[2]) : 60000;
  all.progress(largest);
  all.independence(largest);
  all.together();
  return all.finish();
}
