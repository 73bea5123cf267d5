#pragma once

#include <complex>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <isobit/mpi/fields.hpp>
#include <isobit/mpi/local.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// Exact states on their way. Whole accumulators travel, since a second exchange could not stay in the background.
template <class State> class ISOBIT_API pending_states {
public:
  pending_states(communicator const& comm, std::span<State const> states, std::exception_ptr problem, char const* what);
  pending_states(pending_states const&) = delete;
  pending_states& operator=(pending_states const&) = delete;
  ~pending_states();
  [[nodiscard]] bool ready();
  /// Waits. Throws what went wrong on a rank.
  [[nodiscard]] std::vector<State> wait();

private:
  struct buffers;
  communicator comm_;
  char const* what_;
  std::exception_ptr problem_;
  std::size_t count_;
  std::unique_ptr<buffers> buffers_;
  MPI_Request request_;
};

extern template class pending_states<exact>;
extern template class pending_states<exact_product>;

}  // namespace detail

/// A result that is being computed while the program does something else. Every rank calls `get` (or destroys the
/// request) sometime; in which order does not matter. Not finishing one before MPI_Finalize is an error, as in MPI.
template <class Value> class request {
public:
  /// What is pending, and how it becomes a value.
  template <class State, class Finish>
  request(std::unique_ptr<detail::pending_states<State>> pending, Finish finish)
      : pending_(std::make_unique<model<State, Finish>>(std::move(pending), finish)) {}

  /// Whether `get` would not have to wait; helps MPI along.
  [[nodiscard]] bool ready() { return !pending_ || pending_->ready(); }
  /// The result. Once; throws `error` the second time, and where a rank could not do its part.
  [[nodiscard]] Value get() {
    if (!pending_) throw error(status::invalid_argument, "isobit::mpi::request: the result was already taken");
    return std::exchange(pending_, nullptr)->get();
  }

private:
  struct interface {
    virtual ~interface() = default;
    virtual bool ready() = 0;
    virtual Value get() = 0;
  };
  template <class State, class Finish> struct model final : interface {
    model(std::unique_ptr<detail::pending_states<State>> states_, Finish finish_)
        : states(std::move(states_)), finish(finish_) {}
    bool ready() override { return states->ready(); }
    Value get() override { return finish(std::span<State const>(states->wait())); }
    std::unique_ptr<detail::pending_states<State>> states;
    Finish finish;
  };
  std::unique_ptr<interface> pending_;
};

namespace detail {

/// `count` states on their way that fill(states) makes; finish(states) makes the value of them.
template <class Value, class State, class Fill, class Finish>
request<Value> start(MPI_Comm comm, std::size_t count, Fill fill, Finish finish) {
  communicator const ranks(comm, "isum");
  require_agreement(ranks, "isum", {{"number of sums", count}});
  std::vector<State> states(count);
  std::exception_ptr problem;
  try {
    fill(states);
  } catch (...) {
    problem = std::current_exception();
  }
  return {std::make_unique<pending_states<State>>(ranks, std::span<State const>(states), problem, "isum"), finish};
}

}  // namespace detail

/// `sum` without waiting for the other ranks: the local part is done on return, the values are no longer needed, and
/// the reduction goes on in the background. The same bits as `sum`.
///
///     auto energy = isobit::mpi::isum(mine, comm);
///     advance_particles();
///     double e = energy.get();
template <class Result = void, detail::viewable Values>
[[nodiscard]] auto isum(Values const& values, MPI_Comm comm, driver_ref const& on = serial()) {
  using T = detail::result_of<Result, detail::real_of<Values>>;
  constexpr auto parts = detail::parts_of<Values>;
  using value = std::conditional_t<parts == 2, std::complex<T>, T>;
  return detail::start<value, exact>(
      comm, parts, [&](auto& states) { detail::local_sums(on, values, states.data()); },
      [](std::span<exact const> states) -> value {
        return detail::number_of<parts>(states.data(), [](exact const& state) { return state.template round<T>(); });
      });
}

/// Several fields at once.
template <field_number T>
[[nodiscard]] request<std::vector<T>> isum(std::vector<field<T>> const& fields, MPI_Comm comm,
                                           driver_ref const& on = serial()) {
  return detail::start<std::vector<T>, exact_product>(
      comm, fields.size(), [&](auto& states) { detail::local_sums(on, std::span(fields), states); },
      [](std::span<exact_product const> states) { return detail::rounded<T>(states); });
}
[[nodiscard]] inline auto isum(std::initializer_list<field<double>> fields, MPI_Comm comm,
                               driver_ref const& on = serial()) {
  return isum(std::vector<field<double>>(fields), comm, on);
}
[[nodiscard]] inline auto isum(std::initializer_list<field<float>> fields, MPI_Comm comm,
                               driver_ref const& on = serial()) {
  return isum(std::vector<field<float>>(fields), comm, on);
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
