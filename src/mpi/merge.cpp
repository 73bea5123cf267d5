#include <isobit/mpi/merge.hpp>

#include <algorithm>
#include <concepts>
#include <string>
#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/sum/sum.hpp>

#include "mpi/limbs.hpp"
#include "mpi/merge_windows.hpp"
#include "mpi/window_of_few.hpp"
#include "mpi/window_operation.hpp"
#include "mpi/without_exceptions.hpp"

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

/// body(chunk) for the chunks of a span, until it returns a rank that failed: that rank, or -1. At least once, so that
/// a failed rank can say so.
template <class T, class Body> int for_each_chunk(std::span<T> all, std::size_t size, Body body) {
  std::size_t done = 0;
  do {
    auto const chunk = all.subspan(done, std::min(size, all.size() - done));
    if (int const failed = body(chunk); failed >= 0) return failed;
    done += chunk.size();
  } while (done < all.size());
  return -1;
}

/// Room for so many, without allocation where they are few: a rank without memory between two messages would leave the
/// others waiting. docs/guide/mpi.md#when-something-is-wrong
template <class T> class room {
public:
  explicit room(std::size_t count) : many_(count > few ? count : 0), first_(count > few ? many_.data() : few_) {}
  room(room const&) = delete;
  room& operator=(room const&) = delete;
  [[nodiscard]] T* data() noexcept { return first_; }

private:
  static constexpr std::size_t few = 4;
  T few_[few];
  std::vector<T> many_;
  T* first_;
};

template <class State> int merge_limbs(communicator const& comm, std::span<State> states, bool failed) {
  using wire = limbs<State>;
  return for_each_chunk(states, chunk_size / wire::words, [&](std::span<State> chunk) {
    std::size_t const count = std::max<std::size_t>(chunk.size(), 1);
    room<wire> mine(count), all(count);
    write_limbs(std::span<State const>(chunk), failed, mine.data());
    check(MPI_Allreduce(mine.data(), all.data(), static_cast<int>(count) * wire::words, MPI_INT64_T, MPI_SUM,
                        comm.handle()),
          "MPI_Allreduce");
    if (all.data()->failures != 0) return comm.size();
    std::transform(all.data(), all.data() + chunk.size(), chunk.begin(), [](wire const& one) { return one.state(); });
    return -1;
  });
}

/// This rank's windows and those of all merged, of so many states.
template <class Window> class windows {
public:
  /// One even for no states, for the failure it may have to tell of.
  explicit windows(std::size_t states) : count_(std::max<std::size_t>(states, 1)), mine_(count_), all_(count_) {}

  template <class State> Window const* merge(communicator const& comm, std::span<State> states, bool failed) {
    Window *const mine = mine_.data(), *const all = all_.data();
    if (failed)
      mine[0] = failed_window<Window>(comm.rank());
    else
      std::ranges::transform(states, mine, [](State const& state) { return Window::of(state); });
    merge_windows(comm, mine, all, count_);
    return all;
  }

private:
  std::size_t count_;
  room<Window> mine_, all_;
};

/// Merges the states that no window holds, `count` of them.
template <class State>
int merge_wide(communicator const& comm, std::span<State> states, std::span<sum_window const> windows,
               std::size_t count) {
  room<State> wide(count);
  State* next = wide.data();
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!windows[i].fits()) *next++ = states[i];
  if (int const late = merge_limbs(comm, std::span<State>(wide.data(), count), false); late >= 0) return late;
  next = wide.data();
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!windows[i].fits()) states[i] = *next++;
  return -1;
}

}  // namespace

template <class State>
void merge_whole(communicator const& comm, std::span<State> states, std::exception_ptr const& problem,
                 char const* what) {
  rethrow(comm, problem, merge_limbs(comm, states, problem != nullptr), what);
}

template <class State>
int merge_unless_failed(communicator const& comm, std::span<State> states, bool failed, char const* what,
                        window_guess& guess) {
  require_agreement(comm, what, {{"number of sums", states.size()}});
  // All ranks see the same windows, so they agree on those that do not fit, and on the next guess.
  return for_each_chunk(states, chunk_size, [&](std::span<State> chunk) {
    if (guess.narrow) {
      windows<narrow_window> narrow(chunk.size());
      auto const* const all = narrow.merge(comm, chunk, failed);
      if (failed_rank(all[0]) >= 0) return failed_rank(all[0]);
      guess.narrow = std::all_of(all, all + chunk.size(), [](auto const& one) { return one.fits(); });
      if (guess.narrow) {
        std::transform(all, all + chunk.size(), chunk.begin(),
                       [](auto const& one) { return one.template state<State>(); });
        return -1;
      }
    }
    windows<sum_window> wide_enough(chunk.size());
    auto const* const all = wide_enough.merge(comm, chunk, failed);
    if (failed_rank(all[0]) >= 0) return failed_rank(all[0]);
    guess.narrow = std::all_of(all, all + chunk.size(),
                               [](auto const& one) { return narrow_window::fits(window_header::of(one.header)); });
    auto const count_wide = std::count_if(all, all + chunk.size(), [](auto const& one) { return !one.fits(); });
    if (count_wide > 0) {
      // A rank that sums its numbers a second time here, as `sum_unless_failed` does, may fail at that.
      std::span const windows_of_all(all, chunk.size());
      if (int const late = merge_wide(comm, chunk, windows_of_all, static_cast<std::size_t>(count_wide)); late >= 0)
        return late;
    }
    for (std::size_t i = 0; i < chunk.size(); ++i)
      if (all[i].fits()) chunk[i] = all[i].template state<State>();
    return -1;
  });
}

template <class State>
void merge_exact(communicator const& comm, std::span<State> states, std::exception_ptr const& problem, char const* what,
                 window_guess& guess) {
  rethrow(comm, problem, merge_unless_failed(comm, states, problem != nullptr, what, guess), what);
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

template <class Result, class T>
int sum_unless_failed(communicator const& comm, driver_ref const& driver, unchecked_view<T> const& unchecked,
                      char const* what, std::exception_ptr& problem, Result& result) {
  require_agreement(comm, what, {{"number of sums", 1}});
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
      if constexpr (std::same_as<T, double>)
        if (few_digits few; few.add(values)) return few.to_window();
      auto const window = sum_window::of(isobit::detail::exact_sum(driver, values));
      number = window.as_double();
      return window;
    } catch (...) {
      problem = std::current_exception();
      return failed_window<sum_window>(comm.rank());
    }
  }();
  sum_window all;
  if (merge_sums(comm, number, mine, all)) {
    result = sum_of_two<Result>(number, all.header);
    return -1;
  }
  if (int const failed = failed_rank(all); failed >= 0) return failed;
  if (all.fits()) {
    result = all.template round<Result>();
    return -1;
  }
  // Wide numbers: rare enough to compute the local part again.
  exact state;
  try {
    state = isobit::detail::exact_sum(driver, unchecked.checked());
  } catch (...) {
    problem = std::current_exception();
  }
  int const failed = merge_limbs(comm, std::span<exact>(&state, 1), problem != nullptr);
  if (failed < 0) result = state.template round<Result>();
  return failed;
}

template <class Result, class T>
Result sum(communicator const& comm, driver_ref const& driver, unchecked_view<T> const& values, char const* what) {
  std::exception_ptr problem;
  Result result{};
  if (int const failed = sum_unless_failed(comm, driver, values, what, problem, result); failed >= 0)
    rethrow(comm, problem, failed, what);
  return result;
}

template int sum_unless_failed(communicator const&, driver_ref const&, unchecked_view<float> const&, char const*,
                               std::exception_ptr&, float&);
template int sum_unless_failed(communicator const&, driver_ref const&, unchecked_view<double> const&, char const*,
                               std::exception_ptr&, double&);

#define ISOBIT_INSTANTIATE_SUM(T)                                                                           \
  template float sum<float>(communicator const&, driver_ref const&, unchecked_view<T> const&, char const*); \
  template double sum<double>(communicator const&, driver_ref const&, unchecked_view<T> const&, char const*);
ISOBIT_INSTANTIATE_SUM(double)
ISOBIT_INSTANTIATE_SUM(float)
ISOBIT_INSTANTIATE_SUM(float16)
ISOBIT_INSTANTIATE_SUM(bfloat16)

#define ISOBIT_INSTANTIATE(State)                                                                            \
  template int merge_unless_failed(communicator const&, std::span<State>, bool, char const*, window_guess&); \
  template void merge_exact(communicator const&, std::span<State>, std::exception_ptr const&, char const*);  \
  template void merge_exact(communicator const&, std::span<State>, std::exception_ptr const&, char const*,   \
                            window_guess&);                                                                  \
  template void merge_whole(communicator const&, std::span<State>, std::exception_ptr const&, char const*);
ISOBIT_INSTANTIATE(exact)
ISOBIT_INSTANTIATE(exact_product)

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
