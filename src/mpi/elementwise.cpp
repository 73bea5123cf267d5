#include <isobit/mpi/elementwise.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "mpi/limbs.hpp"
#include "mpi/window_operation.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

// 40 bytes: numbers up to 2^140 apart fit, and every byte counts where there are many.
using element_window = window<4>;

/// How many windows are on the way at once: few enough for the caches, enough to forget the latency.
constexpr std::size_t chunk_size = std::size_t{1} << 13;

/// What every rank must know before it goes on, and only some see: whether a sum did not fit into its window, and the
/// highest rank that failed, plus 1.
struct verdict {
  int wide = 0;
  int failed = 0;
};

/// One of MPI's reductions.
class reduction {
public:
  reduction(communicator const& comm, exchange form, int root_rank)
      : comm_(comm), form_(form), root_(root_rank), rank_(comm.rank()) {}

  /// `count` results on each rank; `scatter` reads as many for every rank.
  void run(void const* mine, void* result, std::size_t count, MPI_Datatype type, MPI_Op operation) const {
    int const n = static_cast<int>(count);
    MPI_Comm const comm = comm_.handle();
    switch (form_) {
    case exchange::all:
      return check(MPI_Allreduce(mine, result, n, type, operation, comm), "MPI_Allreduce");
    case exchange::to_root:
      return check(MPI_Reduce(mine, result, n, type, operation, root_, comm), "MPI_Reduce");
    case exchange::scatter:
      return check(MPI_Reduce_scatter_block(mine, result, n, type, operation, comm), "MPI_Reduce_scatter_block");
    case exchange::scan:
      return check(MPI_Scan(mine, result, n, type, operation, comm), "MPI_Scan");
    case exchange::exscan:
      return check(MPI_Exscan(mine, result, n, type, operation, comm), "MPI_Exscan");
    }
  }

  /// Whether `run` gave this rank anything.
  [[nodiscard]] bool gave_results() const noexcept {
    return form_ == exchange::to_root ? rank_ == root_ : form_ != exchange::exscan || rank_ != 0;
  }

  /// The worst verdict of all ranks. After an allreduce they have the same.
  [[nodiscard]] verdict agree(verdict mine) const {
    if (form_ == exchange::all) return mine;
    verdict worst;
    check(MPI_Allreduce(&mine, &worst, 2, MPI_INT, MPI_MAX, comm_.handle()), "MPI_Allreduce");
    return worst;
  }

private:
  communicator const& comm_;
  exchange form_;
  int root_;
  int rank_;
};

template <class T> exact exact_of(T x) noexcept {
  exact state;
  state.add(x);
  return state;
}

template <class T> element_window window_of(T x) noexcept {
  auto const number = decompose(x);
  return number.significand == 0 || is_nonfinite(x) ? element_window::of(exact_of(x)) : element_window::of(number);
}

/// The elements of block b of `blocks` that belong to results [first, first + count): with one block, those themselves.
template <class T, class Body>
void for_each_input(std::span<T const> in, std::size_t blocks, std::size_t first, std::size_t count, Body body) {
  std::size_t const stride = in.size() / blocks;
  for (std::size_t block = 0; block < blocks; ++block)
    for (T const x : in.subspan(block * stride + first, count)) body(x);
}

/// Results [first, first + count) once more, by whole accumulators.
template <class T>
void reduce_whole(reduction const& reduce, std::span<T const> in, std::size_t blocks, std::size_t first,
                  std::size_t count, std::span<T> out) {
  using wire = limbs<exact>;
  constexpr std::size_t step = chunk_size / wire::words;
  for (std::size_t i = first; i < first + count; i += step) {
    std::size_t const n = std::min(step, first + count - i);
    std::vector<wire> mine, sums(n);
    mine.reserve(n * blocks);
    for_each_input(in, blocks, i, n, [&](T x) { mine.push_back(wire::of(exact_of(x))); });
    reduce.run(mine.data(), sums.data(), n * wire::words, MPI_INT64_T, MPI_SUM);
    if (reduce.gave_results())
      std::ranges::transform(sums, &out[i], [](wire const& one) { return one.state().template round<T>(); });
  }
}

std::string why_sizes_differ(exchange form, std::size_t in, std::size_t out, std::size_t blocks) {
  std::string const sizes = std::to_string(in) + " numbers in and " + std::to_string(out) + " out";
  return form == exchange::scatter ? sizes + "; with " + std::to_string(blocks) + " ranks, pass " +
                                         std::to_string(blocks) + " times as many in"
                                   : sizes + "; pass as many";
}

}  // namespace

template <class T>
void reduce_elements(MPI_Comm handle, exchange form, std::span<T const> in, std::span<T> out, int root_rank,
                     char const* what) {
  communicator const comm(handle, what);
  require_agreement(comm, what,
                    {{"number of elements", in.size()},
                     {"size of an element", sizeof(T)},
                     {"root", static_cast<std::uint64_t>(root_rank)}});
  if (form == exchange::to_root) root{root_rank}.require(comm, what);
  std::size_t const blocks = form == exchange::scatter ? static_cast<std::size_t>(comm.size()) : 1;
  // The results that a rank gets. Where the sizes contradict each other, those of the other ranks are anybody's guess.
  bool const divisible = in.size() % blocks == 0;
  std::size_t const total = divisible ? in.size() / blocks : out.size();
  reduction const reduce(comm, form, root_rank);

  // A rank that was called wrongly takes part with what it has, lest the others wait; nobody then has a result.
  std::exception_ptr problem;
  bool const wanted = reduce.gave_results() || form == exchange::exscan;
  if (!divisible || (wanted && out.size() != total))
    problem = std::make_exception_ptr(
        error(status::invalid_argument,
              std::string("isobit::mpi::") + what + ": " + why_sizes_differ(form, in.size(), out.size(), blocks)));

  std::size_t const largest_chunk = std::max<std::size_t>(chunk_size / blocks, 1);
  std::vector<element_window> mine, merged;
  std::size_t done = 0;
  do {
    std::size_t const count = std::min(largest_chunk, total - done);
    std::size_t const windows = std::max<std::size_t>(count, 1);  // at least one, which can tell of a failure
    merged.resize(windows);
    mine.clear();
    if (!problem) for_each_input(in, blocks, done, count, [&](T x) { mine.push_back(window_of(x)); });
    mine.resize(windows * blocks, problem ? failed_window<element_window>(comm.rank()) : element_window());
    auto const& handles = window_operation<element_window::words>();
    reduce.run(mine.data(), merged.data(), windows, handles.type, handles.operation);

    verdict seen;
    if (reduce.gave_results()) {
      seen.wide = !std::ranges::all_of(merged, [](element_window const& one) { return one.fits(); });
      seen.failed = failed_rank(merged[0]) + 1;
    }
    if (problem) seen.failed = comm.rank() + 1;
    auto const [wide, failed] = reduce.agree(seen);
    rethrow(comm, problem, failed - 1, what);

    if (wide != 0) {
      reduce_whole(reduce, in, blocks, done, count, out);
    } else if (reduce.gave_results()) {
      std::transform(merged.begin(), merged.begin() + static_cast<std::ptrdiff_t>(count),
                     out.begin() + static_cast<std::ptrdiff_t>(done),
                     [](element_window const& one) { return one.template round<T>(); });
    }
    done += count;
  } while (done < total);
  if (form == exchange::exscan && !reduce.gave_results()) std::ranges::fill(out, T(0));
}

template void reduce_elements(MPI_Comm, exchange, std::span<double const>, std::span<double>, int, char const*);
template void reduce_elements(MPI_Comm, exchange, std::span<float const>, std::span<float>, int, char const*);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
