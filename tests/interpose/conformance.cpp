// conformance MODE [SHARE]: every call, type, operation and communicator against the oracle of the mode. SHARE is the
// percentage of all combinations that are tried. Prints a digest of the results. ISOBIT_TEST_TRACE=1 names the calls
// before they are made, to find the one that hangs or crashes.

#include "reduction.hpp"
#include "report.hpp"

using namespace conformance;

namespace {

class suite {
public:
  suite(mode_name how, std::uint64_t seed, unsigned share)
      : oracle_(how, seed), seed_(seed), is_native_(how.how == mode::native), share_(share),
        communicators_(all_communicators()), types_(all_types(how.how == mode::native, left_out_)) {
    if (rank_in(MPI_COMM_WORLD) == 0) std::printf("not reduced by this MPI:%s\n", left_out_.c_str());
  }
  ~suite() { free_all(communicators_); }

  void every_combination() {
    for (auto const& on : communicators_)
      for (auto const& type : types_)
        for (auto const op : {operation::sum, operation::product})
          for (auto const what : all_shapes)
            for (auto const how : all_forms)
              for (bool const in_place : {false, true})
                if (draw(100) < static_cast<int>(share_))
                  one({what, how, any_completion(), &type, op, in_place, &on, any_count(), draw(columns),
                       any_root(on)});
  }

  /// More elements than a message takes at once, for every call.
  void many_elements() {
    for (auto const& type : types_) {
      if (type.name.find("dup") != std::string::npos || type.name.find("f90") != std::string::npos) continue;
      for (auto const what : all_shapes) {
        auto const how = all_forms[draw(std::size(all_forms))];
        auto const& on = communicators_[static_cast<std::size_t>(draw(communicators_.size()))];
        one({what, how, any_completion(), &type, draw(4) == 0 ? operation::product : operation::sum, draw(2) == 0, &on,
             1000, draw(columns), any_root(on)});
      }
    }
    for (auto const what : {shape::reduce, shape::allreduce, shape::scan, shape::reduce_scatter_block})
      for (auto const how : {form::blocking, form::nonblocking})
        one({what, how, any_completion(), &types_[1], operation::sum, draw(2) == 0, communicators_.data(), 50000,
             draw(columns), 0});
  }

  void nothing() {
    for (auto const& on : communicators_)
      for (auto const& type : {types_[0], types_[1]})
        for (auto const what : all_shapes)
          for (auto const how : all_forms) {
            // Open MPI 4's MPIX_Reduce_init takes two null pointers for one buffer, and minds.
            if (MPI_VERSION < 4 && what == shape::reduce && is_persistent(how)) continue;
            one({what, how, any_completion(), &type, operation::sum, false, &on, 0, 0, 0});
          }
  }

  [[nodiscard]] int finish() {
    auto const size = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
    std::vector<std::uint64_t> digests(size);
    MPI_Gather(&digest_, 1, MPI_UINT64_T, digests.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    std::uint64_t all = 0;
    for (auto const digest : digests) all = mixed({all, digest});
    if (rank_in(MPI_COMM_WORLD) == 0) std::printf("digest %016llx\n", static_cast<unsigned long long>(all));
    free_all(communicators_);
    communicators_.clear();
    return report_.finish();
  }

private:
  /// The same on all ranks.
  int draw(std::size_t limit) { return static_cast<int>(mixed({seed_, ++draws_}) % limit); }
  completion any_completion() { return static_cast<completion>(draw(completions)); }
  int any_count() { return std::array{1, 2, 7, 7, 7, 20}[static_cast<std::size_t>(draw(6))]; }
  // The halves may have different sizes, and a root is a rank of every communicator.
  int any_root(named_communicator const& on) {
    int const size = size_of(MPI_COMM_WORLD);
    return draw(static_cast<std::size_t>(on.name == "self" ? 1
                                         : on.members.size() == static_cast<std::size_t>(size)
                                             ? size
                                             : std::max(size / 2, 1)));
  }

  [[nodiscard]] bool is_legal(setting const& s) const {
    if (is_native_ && breaks_mpich(s)) return false;
    if (s.what == shape::reduce_local) return !s.in_place && is_blocking(s.how);
    bool const is_scan = s.what == shape::scan || s.what == shape::exscan;
    return !s.on->is_inter || (!is_scan && !s.in_place);
  }

  void one(setting const& s) {
    if (!is_legal(s)) return;
    auto const name = description(s);
    if (traced_) std::fprintf(stderr, "rank %d: %s\n", rank_in(MPI_COMM_WORLD), name.c_str());
    reduction reduction(oracle_, s);
    MPI_Request request = MPI_REQUEST_NULL;
    if (int const code = reduction.begin(&request); code != MPI_SUCCESS) return refused(name, code);
    if (is_persistent(s.how)) {
      repeatedly(name, reduction, s, request);
    } else {
      if (!is_blocking(s.how))
        if (int const code = complete(s.wait, request); code != MPI_SUCCESS) return refused(name, code);
      report_.check(request == MPI_REQUEST_NULL, name, "the request is not null after completion");
      judge(name, reduction, s);
    }
  }

  void repeatedly(std::string const& name, reduction& reduction, setting const& s, MPI_Request& request) {
    // MPI_Testall of a persistent reduction is an error in MPICH 4.0.
    auto const wait = s.wait == completion::testall ? completion::waitall : s.wait;
    for (int round = 0; round < 3; ++round) {
      reduction.refill(s.offset + round);
      int code = round != 1 ? MPI_Start(&request) : MPI_Startall(1, &request);
      if (code == MPI_SUCCESS) code = complete(wait, request);
      if (code != MPI_SUCCESS) return refused(name, code);
      report_.check(request != MPI_REQUEST_NULL, name,
                    "the request of a persistent reduction is null after completion");
      judge(name, reduction, s);
    }
    if (int const code = MPI_Request_free(&request); code != MPI_SUCCESS) refused(name + ", MPI_Request_free", code);
  }

  void judge(std::string const& name, reduction& reduction, setting const& s) {
    auto const problem = reduction.problem();
    report_.check(!problem, name, problem.value_or(""));
    std::uint64_t hash = 0;
    element const type = s.type->meaning;
    for (std::size_t at = 0; at < reduction.received_size(); at += size_of(type.format)) {
      wide const bits = load(type.format, reduction.received() + at);
      hash = hash * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(bits) + 31 * static_cast<std::uint64_t>(bits >> 64);
    }
    digest_ = mixed({digest_, hash});
    if (s.what == shape::allreduce && !s.on->is_inter) {
      std::vector<std::uint64_t> hashes(static_cast<std::size_t>(size_of(s.on->handle)));
      MPI_Allgather(&hash, 1, MPI_UINT64_T, hashes.data(), 1, MPI_UINT64_T, s.on->handle);
      report_.check(std::count(hashes.begin(), hashes.end(), hash) == std::ssize(hashes), name,
                    "the ranks have different bits");
    }
  }

  void refused(std::string const& name, int code) {
    int kind = 0, length = 0;
    char text[MPI_MAX_ERROR_STRING] = "";
    MPI_Error_class(code, &kind);
    MPI_Error_string(code, text, &length);
    report_.fail(name, "error class " + std::to_string(kind) + ": " + text);
  }

  oracle oracle_;
  std::uint64_t seed_;
  bool is_native_;
  unsigned share_;
  bool traced_ = std::getenv("ISOBIT_TEST_TRACE") != nullptr;
  std::uint64_t draws_ = 0;
  std::uint64_t digest_ = 0;
  std::string left_out_;
  std::vector<named_communicator> communicators_;
  std::vector<named_type> types_;
  report report_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // Reduce_local has no communicator: its errors go to one of these.
  return_errors(MPI_COMM_WORLD);
  return_errors(MPI_COMM_SELF);
  auto const how = read_mode(argc > 1 ? argv[1] : "exact");
  suite all(how, seed(), argc > 2 ? static_cast<unsigned>(std::stoi(argv[2])) : 100);
  all.every_combination();
  all.many_elements();
  all.nothing();
  return all.finish();
}
