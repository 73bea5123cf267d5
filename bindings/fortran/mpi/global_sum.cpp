#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include <mpi.h>

#include <isobit/driver/serial.hpp>

#include "accumulator.hpp"
#include "array.hpp"
#include "local_sum.hpp"
#include "mpi/without_exceptions.hpp"

namespace isobit::fortran {
namespace {

/// Why a communicator cannot be used here, before anything is sent.
int refuse_communicator(MPI_Comm comm) noexcept {
  if (mpi::detail::was_accepted(comm)) return ISOBIT_OK;
  int answer = 0;
  MPI_Initialized(&answer);
  if (answer == 0) return refuse(ISOBIT_COMMUNICATION, "isobit: MPI is not initialised; call MPI_Init first");
  MPI_Finalized(&answer);
  if (answer != 0) return refuse(ISOBIT_COMMUNICATION, "isobit: MPI was finalised; call this before MPI_Finalize");
  if (comm == MPI_COMM_NULL)
    return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: MPI_COMM_NULL; only ranks of a communicator make the call");
  MPI_Comm_test_inter(comm, &answer);
  if (answer != 0)
    return refuse(ISOBIT_INVALID_ARGUMENT,
                  "isobit: an intercommunicator; make one of its two groups with MPI_Intercomm_merge");
  return ISOBIT_OK;
}

/// What a rank is told that has no result because of another.
int refuse_for(int failed) noexcept {
  char message[120];
  std::snprintf(message, sizeof message, "isobit: rank %d could not do its part, so there is no result; it says why",
                failed);
  return refuse(ISOBIT_COMMUNICATION, message);
}

/// Merges the states of all ranks, one by one, on all ranks. A rank whose own part failed with `local` takes part, with
/// as many states, which may lie nowhere.
template <class State> int merge(MPI_Comm comm, std::span<State> states, int local) noexcept {
  int failed = -1;
  int const status = attempt([&] {
    mpi::detail::communicator const ranks(comm, "sum");
    mpi::detail::window_guess guess;
    failed = mpi::detail::merge_unless_failed(ranks, states, local != ISOBIT_OK, "sum", guess);
  });
  if (status != ISOBIT_OK) return status;
  if (local != ISOBIT_OK) return local;
  return failed >= 0 ? refuse_for(failed) : ISOBIT_OK;
}

/// Merges the states of all ranks that fill(states) sets to this rank's, and keeps those that result: keep(states). A
/// rank without memory for its states takes part, too.
template <class State, class Fill, class Keep>
int merge_many(MPI_Comm comm, std::size_t count, int local, Fill fill, Keep keep) noexcept {
  std::unique_ptr<State[]> const room(new (std::nothrow) State[count]);
  std::span<State> const states(room.get(), count);
  if (local == ISOBIT_OK)
    local = room == nullptr ? refuse(ISOBIT_OUT_OF_MEMORY, "isobit: out of memory") : perform([&] { fill(states); });
  int const status = merge(comm, states, local);
  if (status == ISOBIT_OK) keep(states);
  return status;
}

/// The sum of one contiguous or strided array over all ranks, without accumulators where it is short.
template <class T> int sum_of_run(MPI_Comm comm, vector_view<T const> const& values, void* result) noexcept {
  int failed = -1;
  std::exception_ptr problem;
  int const status = attempt([&] {
    mpi::detail::communicator const ranks(comm, "sum");
    T sum{};
    failed = mpi::detail::sum_unless_failed(ranks, serial(), mpi::detail::unchecked(values), "sum", problem, sum);
    if (failed < 0) std::memcpy(result, &sum, sizeof sum);
  });
  if (status != ISOBIT_OK) return status;
  if (problem != nullptr) return attempt([&] { std::rethrow_exception(problem); });
  return failed >= 0 ? refuse_for(failed) : ISOBIT_OK;
}

/// Whether x is one run that can be summed here; then `status` is that of its sum. Else the other way tells all ranks.
bool sum_if_run(MPI_Comm comm, kind k, array const& x, void* result, int& status) noexcept {
  if (check_environment() != ISOBIT_OK) return false;
  return for_kind(k, [&]<class T>(type<T>, bool) {
    vector_view<T const> view;
    if (!view_of(x, view)) return false;
    status = sum_of_run(comm, view, result);
    return true;
  });
}

template <class State> void store(kind k, std::span<State const> states, void* results) noexcept {
  for_kind(k, [&]<class T>(type<T>, bool) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      T const value = states[i].template round<T>();
      std::memcpy(static_cast<char*>(results) + i * sizeof value, &value, sizeof value);
    }
  });
}

/// Field `index` of an array whose last dimension counts the fields; of an array for all fields, all of it.
array field_of(array const& all, int rank_of_fields, std::ptrdiff_t index) noexcept {
  if (all.rank < rank_of_fields) return all;
  int const last = rank_of_fields - 1;
  return all.without(last).starting_at(all.base + index * all.stride[array::at(last)]);
}

constexpr char const* uncounted_fields = "isobit: fields need a dimension that counts them";

/// How many fields there are; none in an array that does not say.
std::size_t fields_in(array const& all) noexcept {
  return all.rank < 1 || !all.has_size() ? 0 : static_cast<std::size_t>(all.extent[array::at(all.rank - 1)]);
}

/// A mask or weights for fields: of the fields' shape, of one field's, or one value.
struct companion {
  array values;
  bool given = false;

  int check(CFI_cdesc_t const* descriptor, array const& fields, char const* otherwise) noexcept {
    if (descriptor == nullptr) return ISOBIT_OK;
    values = array(*descriptor), given = true;
    if (values.rank == 0) {
      values.spread_over(fields);
      return ISOBIT_OK;
    }
    bool const fits = values.has_size() &&
                      (values.same_shape(fields) || values.same_shape(fields.without(fields.rank - 1))) &&
                      (values.base != nullptr || fields.count() == 0);
    return fits ? ISOBIT_OK : refuse(ISOBIT_INVALID_ARGUMENT, otherwise);
  }
};

/// The sum of each field over all ranks, in one reduction; a rank whose own part failed with `local` takes part. State:
/// as of local_sum.
template <class State>
int merge_fields(MPI_Comm comm, kind k, array const& fields, companion const& with, companion const& where, int local,
                 void* results) noexcept {
  int const rank = fields.rank;
  std::size_t const count = fields_in(fields);
  auto const sum_fields_here = [&](std::span<State> states) {
    for (std::size_t f = 0; f < count; ++f) {
      auto const index = static_cast<std::ptrdiff_t>(f);
      array const mask = field_of(where.values, rank, index), weights = field_of(with.values, rank, index);
      states[f] = local_sum<State>(k, field_of(fields, rank, index), with.given ? &weights : nullptr,
                                   where.given ? &mask : nullptr);
    }
  };
  return merge_many<State>(comm, count, local, sum_fields_here,
                           [&](std::span<State const> states) { store(k, states, results); });
}

/// One field without a mask, if it is a run, goes without accumulators: both ways may meet in one call.
int sum_fields(MPI_Comm comm, kind k, array const& fields, companion const& with, companion const& where, int local,
               void* results) noexcept {
  if (with.given) return merge_fields<exact_product>(comm, k, fields, with, where, local, results);
  if (local == ISOBIT_OK && !where.given && fields_in(fields) == 1) {
    int status = ISOBIT_OK;
    if (sum_if_run(comm, k, field_of(fields, fields.rank, 0), results, status)) return status;
  }
  return merge_fields<exact>(comm, k, fields, with, where, local, results);
}

/// The sum of integers here, perhaps each times its factor, modulo 2^64.
template <class I> std::uint64_t integer_sum(array const& x, array const* factors) noexcept {
  traversal<2> const together({x, factors != nullptr ? *factors : x});
  std::uint64_t sum = 0;
  together.for_each_run([&](auto where) {
    for (std::ptrdiff_t i = 0; i < together.run_length(); ++i) {
      I value = 0, factor = 1;
      std::memcpy(&value, where[0], sizeof value);
      if (factors != nullptr) std::memcpy(&factor, where[1], sizeof factor);
      sum += static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(factor);
      for (std::size_t k = 0; k < 2; ++k) where[k] += together.run_stride(k);
    }
  });
  return sum;
}

/// The sum of each field of integers over all ranks, modulo what I holds, as integers overflow. Messages of one size,
/// with how many ranks failed: none needs memory, and one that failed need not know how many fields the others have.
template <class I>
int sum_integers(MPI_Comm comm, array const& fields, companion const& with, int local, void* results) noexcept {
  std::size_t const count = fields_in(fields);
  constexpr std::size_t at_a_time = 31;
  std::uint64_t failures = 0;
  int const status = attempt([&] {
    mpi::detail::communicator const ranks(comm, "sum");
    mpi::detail::require_agreement(ranks, "sum", {{"number of sums", count}});
    for (std::size_t first = 0; failures == 0 && (first == 0 || first < count); first += at_a_time) {
      std::size_t const some = std::min(at_a_time, count - first);
      std::uint64_t sums[1 + at_a_time] = {local != ISOBIT_OK ? 1u : 0u};
      for (std::size_t f = 0; f < some && local == ISOBIT_OK; ++f) {
        auto const index = static_cast<std::ptrdiff_t>(first + f);
        array const factors = with.given ? field_of(with.values, fields.rank, index) : array();
        sums[1 + f] = integer_sum<I>(field_of(fields, fields.rank, index), with.given ? &factors : nullptr);
      }
      mpi::detail::check(MPI_Allreduce(MPI_IN_PLACE, sums, 1 + at_a_time, MPI_UINT64_T, MPI_SUM, comm),
                         "MPI_Allreduce");
      failures = sums[0];
      for (std::size_t f = 0; f < some && failures == 0; ++f) {
        auto const sum = static_cast<I>(sums[1 + f]);
        std::memcpy(static_cast<char*>(results) + (first + f) * sizeof sum, &sum, sizeof sum);
      }
    }
  });
  if (status != ISOBIT_OK) return status;
  if (local != ISOBIT_OK) return local;
  return failures != 0 ? refuse(ISOBIT_COMMUNICATION,
                                "isobit: another rank could not do its part, so there is no result; it says why")
                       : ISOBIT_OK;
}

}  // namespace
}  // namespace isobit::fortran

using namespace isobit;
using namespace isobit::fortran;

extern "C" {

/// The sum of all ranks' x, perhaps each number times its weight, where the mask is true.
int isobit_fortran_global_sum(int k, CFI_cdesc_t const* x, CFI_cdesc_t const* mask, CFI_cdesc_t const* weights,
                              int fortran_comm, void* result) {
  MPI_Comm const comm = MPI_Comm_f2c(fortran_comm);
  if (int const status = refuse_communicator(comm); status != ISOBIT_OK) return status;
  arguments checked(x);
  array chosen, factors;
  array const* const where = checked.with(mask, chosen, mask_differs);
  array const* const with = checked.with(weights, factors, weights_differ);
  bool const is_complex = kind(k) == kind::complex32 || kind(k) == kind::complex64;
  if (checked.status == ISOBIT_OK && where == nullptr && with == nullptr && !is_complex) {
    int status = ISOBIT_OK;
    if (sum_if_run(comm, kind(k), checked.x, result, status)) return status;
  }
  if (weights != nullptr) {
    exact_product state;
    int local = checked.status;
    if (local == ISOBIT_OK) local = perform([&] { state = local_sum<exact_product>(kind(k), checked.x, with, where); });
    int const status = merge(comm, std::span<exact_product>(&state, 1), local);
    if (status == ISOBIT_OK) store(kind(k), std::span<exact_product const>(&state, 1), result);
    return status;
  }
  std::array<exact, 2> states;
  std::span<exact> const parts(states.data(), is_complex ? 2 : 1);
  int local = checked.status;
  if (local == ISOBIT_OK)
    local = perform([&] {
      for (std::size_t part = 0; part < parts.size(); ++part) {
        array const numbers = checked.x.starting_at(checked.x.base + part * checked.x.element / parts.size());
        parts[part] = local_sum<exact>(kind(k), numbers, nullptr, where);
      }
    });
  int const status = merge(comm, parts, local);
  if (status == ISOBIT_OK) store(kind(k), std::span<exact const>(parts), result);
  return status;
}

/// The sums of all ranks' fields, which the last dimension of x counts, in one reduction.
int isobit_fortran_global_sums(int k, CFI_cdesc_t const* x, CFI_cdesc_t const* mask, CFI_cdesc_t const* weights,
                               int fortran_comm, void* results) {
  MPI_Comm const comm = MPI_Comm_f2c(fortran_comm);
  if (int const status = refuse_communicator(comm); status != ISOBIT_OK) return status;
  arguments const checked(x);
  companion where, with;
  int local = checked.status;
  if (local == ISOBIT_OK && checked.x.rank < 1) local = refuse(ISOBIT_INVALID_ARGUMENT, uncounted_fields);
  if (local == ISOBIT_OK) local = where.check(mask, checked.x, mask_differs);
  if (local == ISOBIT_OK) local = with.check(weights, checked.x, weights_differ);
  return sum_fields(comm, kind(k), checked.x, with, where, local, results);
}

/// The sums, as many as there are fields or one, over all ranks' x (times y): of every index, while there are pairs of
/// bounds, those from one to the other, counted from 1; more pairs than indices are not looked at.
int isobit_fortran_global_sum_of_range(int k, int of_fields, CFI_cdesc_t const* x, CFI_cdesc_t const* y,
                                       int const* range, int pairs, int fortran_comm, void* results) {
  MPI_Comm const comm = MPI_Comm_f2c(fortran_comm);
  if (int const status = refuse_communicator(comm); status != ISOBIT_OK) return status;
  arguments const checked(x);
  companion with, where;
  array fields = checked.x;
  int local = checked.status;
  if (local == ISOBIT_OK && of_fields != 0 && fields.rank < 1)
    local = refuse(ISOBIT_INVALID_ARGUMENT, uncounted_fields);
  if (local == ISOBIT_OK) local = with.check(y, fields, sides_differ);
  pairs = std::min(pairs, fields.rank - (of_fields != 0 ? 1 : 0));
  for (int d = 0; d < pairs && local == ISOBIT_OK; ++d) {
    if (range[2 * d + 1] >= range[2 * d] && (range[2 * d] < 1 || range[2 * d + 1] > fields.extent[array::at(d)]))
      local = refuse(ISOBIT_INVALID_ARGUMENT, "isobit: indxRange leaves the array");
    else
      fields.cut(d, range[2 * d], range[2 * d + 1]), with.values.cut(d, range[2 * d], range[2 * d + 1]);
  }
  if (of_fields == 0) fields.append_one(), with.values.append_one();
  if (kind(k) == kind::int32) return sum_integers<std::int32_t>(comm, fields, with, local, results);
  if (kind(k) == kind::int64) return sum_integers<std::int64_t>(comm, fields, with, local, results);
  return sum_fields(comm, kind(k), fields, with, where, local, results);
}

/// Merges the accumulators of all ranks, in place, in one reduction.
int isobit_fortran_global_merge(plain_accumulator* accumulators, std::int64_t count, int fortran_comm) {
  MPI_Comm const comm = MPI_Comm_f2c(fortran_comm);
  if (int const status = refuse_communicator(comm); status != ISOBIT_OK) return status;
  return merge_many<exact_product>(
      comm, static_cast<std::size_t>(count), ISOBIT_OK,
      [&](std::span<exact_product> states) {
        for (std::size_t i = 0; i < states.size(); ++i) states[i] = accumulators[i].value();
      },
      [&](std::span<exact_product const> merged) {
        for (std::size_t i = 0; i < merged.size(); ++i) accumulators[i].assign(merged[i]);
      });
}

}  // extern "C"
