#include <isobit/mpi/merge.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/sum/sum.hpp>

#include "mpi/limbs.hpp"
#include "mpi/merge_windows.hpp"
#include "mpi/window_operation.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

void refuse_states(char const* what) {
  throw error(status::invalid_argument,
              std::string("isobit::mpi::") + what +
                  ": the states of the ranks do not belong together; make them with the same parameters everywhere");
}

exact state_of_count(std::uint64_t count) noexcept {
  exact state;
  state.add_digit(static_cast<std::int64_t>(count & 0xffffffffu), 0);
  state.add_digit(static_cast<std::int64_t>(count >> 32), 1);
  state.canonicalise();
  return state;
}

std::uint64_t count_of_state(exact state) noexcept {
  state.canonicalise();
  return static_cast<std::uint64_t>(state.digit(1)) << 32 | static_cast<std::uint64_t>(state.digit(0));
}

namespace {

/// As many elements as one call of MPI can count, and as much memory as is reasonable.
constexpr std::size_t chunk_size = std::size_t{1} << 16;

/// body(chunk) for the chunks of a span. At least once, so that a failed rank can say so.
template <class T, class Body> void for_each_chunk(std::span<T> all, std::size_t size, Body body) {
  std::size_t done = 0;
  do {
    auto const chunk = all.subspan(done, std::min(size, all.size() - done));
    body(chunk);
    done += chunk.size();
  } while (done < all.size());
}

}  // namespace

template <class State>
void merge_whole(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                 char const* what) {
  using wire = limbs<State>;
  for_each_chunk(states, chunk_size / wire::words, [&](std::span<State> chunk) {
    auto const mine = limbs_of(std::span<State const>(chunk), problem != nullptr);
    std::vector<wire> all(mine.size());
    check(MPI_Allreduce(mine.data(), all.data(), static_cast<int>(mine.size()) * wire::words, MPI_INT64_T, MPI_SUM,
                        comm.handle()),
          "MPI_Allreduce");
    rethrow(comm, problem, all.front().failures == 0 ? -1 : comm.size(), what);
    std::transform(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(chunk.size()), chunk.begin(),
                   [](wire const& one) { return one.state(); });
  });
}

namespace {

/// This rank's windows and those of all merged, of so many states, without allocation where they are few.
template <class Window> class windows {
public:
  /// One even for no states, for the failure it may have to tell of.
  explicit windows(std::size_t states)
      : count_(std::max<std::size_t>(states, 1)), many_(count_ > few ? 2 * count_ : 0) {}

  template <class State>
  Window const* merge(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                      char const* what) {
    Window* const mine = count_ > few ? many_.data() : few_;
    Window* const all = mine + count_;
    std::ranges::transform(states, mine, [](State const& state) { return Window::of(state); });
    if (problem) mine[0] = failed_window<Window>(comm.rank());
    merge_windows(comm, mine, all, count_);
    rethrow(comm, problem, failed_rank(all[0]), what);
    return all;
  }

private:
  static constexpr std::size_t few = 4;
  std::size_t count_;
  Window few_[2 * few];
  std::vector<Window> many_;
};

}  // namespace

template <class State>
void merge_exact(communicator const& comm, std::span<State> states, std::exception_ptr const& problem, char const* what,
                 window_guess& guess) {
  require_agreement(comm, what, {{"number of sums", states.size()}});
  // All ranks see the same windows, so they agree on those that do not fit, and on the next guess.
  for_each_chunk(states, chunk_size, [&](std::span<State> chunk) {
    if (guess.narrow) {
      windows<narrow_window> narrow(chunk.size());
      auto const* const all = narrow.merge(comm, chunk, problem, what);
      guess.narrow = std::all_of(all, all + chunk.size(), [](auto const& one) { return one.fits(); });
      if (guess.narrow)
        return void(std::transform(all, all + chunk.size(), chunk.begin(),
                                   [](auto const& one) { return one.template state<State>(); }));
    }
    windows<sum_window> wide_enough(chunk.size());
    auto const* const all = wide_enough.merge(comm, chunk, problem, what);
    guess.narrow = std::all_of(all, all + chunk.size(),
                               [](auto const& one) { return narrow_window::fits(window_header::of(one.header)); });
    std::vector<State> wide;
    for (std::size_t i = 0; i < chunk.size(); ++i)
      if (!all[i].fits()) wide.push_back(chunk[i]);
    if (!wide.empty()) merge_whole(comm, std::span<State>(wide), nullptr, what);
    auto next_wide = wide.begin();
    for (std::size_t i = 0; i < chunk.size(); ++i)
      chunk[i] = all[i].fits() ? all[i].template state<State>() : *next_wide++;
  });
}

template <class State>
void merge_exact(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                 char const* what) {
  window_guess wide;
  merge_exact(comm, states, problem, what, wide);
}

namespace {

/// The sum of two doubles, rounded once.
template <class Result> Result sum_of_two(std::uint64_t a, std::uint64_t b) {
  double const both[] = {from_bits<double>(a), from_bits<double>(b)};
  return isobit::detail::sum<Result>(serial(), vector_view<double const>(both, 2));
}

}  // namespace

template <class Result, real T>
Result sum(communicator const& comm, driver_ref const& driver, unchecked_view<T> const& unchecked, char const* what) {
  require_agreement(comm, what, {{"number of sums", 1}});
  std::exception_ptr problem;
  std::uint64_t number = 0;  // the bits of the local sum, if it is a double
  // Made where it stays: copying words just written takes as long as summing ten numbers.
  sum_window const mine = [&] {
    try {
      vector_view<T const> const values = unchecked.checked();
      summation::integer_sum short_sum;
      if (summation::short_sum(values, short_sum)) {
        number = sum_window::double_of(short_sum);
        return sum_window::of(short_sum);
      }
      auto const window = sum_window::of(isobit::detail::exact_sum(driver, values));
      number = window.as_double();
      return window;
    } catch (...) {
      problem = std::current_exception();
      return failed_window<sum_window>(comm.rank());
    }
  }();
  sum_window all;
  if (merge_sums(comm, number, mine, all)) return sum_of_two<Result>(number, all.header);
  rethrow(comm, problem, failed_rank(all), what);
  if (all.fits()) return all.template round<Result>();
  // Wide numbers: rare enough to compute the local part again.
  exact state;
  try {
    state = isobit::detail::exact_sum(driver, unchecked.checked());
  } catch (...) {
    problem = std::current_exception();
  }
  merge_whole(comm, std::span<exact>(&state, 1), problem, what);
  return state.template round<Result>();
}

#define ISOBIT_INSTANTIATE_SUM(T)                                                                           \
  template float sum<float>(communicator const&, driver_ref const&, unchecked_view<T> const&, char const*); \
  template double sum<double>(communicator const&, driver_ref const&, unchecked_view<T> const&, char const*);
ISOBIT_INSTANTIATE_SUM(double)
ISOBIT_INSTANTIATE_SUM(float)
ISOBIT_INSTANTIATE_SUM(float16)
ISOBIT_INSTANTIATE_SUM(bfloat16)

#define ISOBIT_INSTANTIATE(State)                                                                           \
  template void merge_exact(communicator const&, std::span<State>, std::exception_ptr const&, char const*); \
  template void merge_exact(communicator const&, std::span<State>, std::exception_ptr const&, char const*,  \
                            window_guess&);                                                                 \
  template void merge_whole(communicator const&, std::span<State>, std::exception_ptr const&, char const*);
ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
