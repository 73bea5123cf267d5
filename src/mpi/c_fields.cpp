#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <isobit/mpi/elementwise.hpp>
#include <isobit/mpi/fields.hpp>
#include <isobit/mpi/grouped.hpp>
#include <isobit/mpi/request.hpp>

#include "mpi/c_arguments.hpp"

using namespace isobit;
using namespace isobit::c_interface;

struct isobit_mpi_request {
  std::variant<mpi::request<double>, mpi::request<float>, mpi::request<std::vector<double>>,
               mpi::request<std::vector<float>>>
      pending;
};

namespace isobit::c_interface {
namespace {

/// A list at null is one of fields at null, which the call refuses on all ranks.
template <class T, class Field> std::vector<mpi::field<T>> fields_of(Field const* fields, std::size_t count) {
  if (fields == nullptr) return {count, mpi::field<T>(std::span<T const>(static_cast<T const*>(nullptr), 1))};
  std::vector<mpi::field<T>> result;
  for (Field const& one : std::span(fields, count)) {
    mpi::field<T> next(std::span(one.values, one.count));
    if (one.weights != nullptr) next = next.weighted_by(std::span(one.weights, one.count));
    if (one.mask != nullptr) next = next.where(std::span(one.mask, one.count));
    result.push_back(next);
  }
  return result;
}

/// Hands out what all ranks have begun; that there is nowhere to put it is found out only now.
template <class Pending> void start(Pending pending, isobit_mpi_request** request) {
  require_pointers(request);
  *request = new isobit_mpi_request{std::move(pending)};
}

/// What get() waits for, where the request has such numbers.
template <class T> void take_result(isobit_mpi_request& request, T* results) {
  if (auto* const one = std::get_if<mpi::request<T>>(&request.pending)) {
    *results = one->get();
  } else if (auto* const many = std::get_if<mpi::request<std::vector<T>>>(&request.pending)) {
    std::ranges::copy(many->get(), results);
  } else {
    throw error(status::invalid_argument,
                "isobit: invalid argument: a request for floats asked for doubles, or for doubles asked for floats");
  }
}

/// As many elements in as out.
template <class T, class Call> isobit_status elementwise(T const* in, T* out, std::size_t count, Call call) noexcept {
  return guard([&] { call(std::span(in, count), std::span(out, count)); });
}

template <class T> void hand_out_groups(auto const& groups, std::size_t capacity, std::int64_t* keys, T* sums) {
  if (capacity == 0) return;
  if (capacity < groups.size())
    throw error(status::out_of_range, "isobit_mpi_sum_by_key: room for " + std::to_string(capacity) +
                                          " keys, and there are " + std::to_string(groups.size()));
  require_array(keys, groups.size());
  require_array(sums, groups.size());
  for (auto const& [key, sum] : groups) *keys++ = key, *sums++ = sum;
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

#define ISOBIT_ENTRY(suffix, T)                                                                                       \
  isobit_status isobit_mpi_sum_fields_##suffix(isobit_mpi_field_##suffix const* fields, size_t field_count,           \
                                               MPI_Comm comm, int root, size_t threads, T* results) {                 \
    return on_rank(threads, [&](driver_ref const& driver) {                                                           \
      auto const all = fields_of<T>(fields, field_count);                                                             \
      deliver(                                                                                                        \
          root, [&](auto to) { return mpi::sum(all, comm, to, driver); },                                             \
          [&](std::vector<T> const& sums) {                                                                           \
            require_array(results, sums.size());                                                                      \
            std::ranges::copy(sums, results);                                                                         \
          });                                                                                                         \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_isum_fields_##suffix(isobit_mpi_field_##suffix const* fields, size_t field_count,          \
                                                MPI_Comm comm, size_t threads, isobit_mpi_request** request) {        \
    return on_rank(threads, [&](driver_ref const& driver) {                                                           \
      start(mpi::isum(fields_of<T>(fields, field_count), comm, driver), request);                                     \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_isum_##suffix(T const* values, size_t count, MPI_Comm comm, size_t threads,                \
                                         isobit_mpi_request** request) {                                              \
    return on_rank(threads, [&](driver_ref const& driver) {                                                           \
      start(mpi::isum(std::span(values, count), comm, driver), request);                                              \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_request_get_##suffix(isobit_mpi_request* request, T* results) {                            \
    return guard([&] {                                                                                                \
      require_pointers(request, results);                                                                             \
      take_result(*request, results);                                                                                 \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_allreduce_##suffix(T const* in, T* out, size_t count, MPI_Comm comm) {                     \
    return elementwise(in, out, count, [&](auto from, auto to) { mpi::allreduce(from, to, comm); });                  \
  }                                                                                                                   \
  isobit_status isobit_mpi_reduce_##suffix(T const* in, T* out, size_t count, int root, MPI_Comm comm) {              \
    return elementwise(in, out, count, [&](auto from, auto to) { mpi::reduce(from, to, comm, mpi::root{root}); });    \
  }                                                                                                                   \
  isobit_status isobit_mpi_reduce_scatter_##suffix(T const* in, T* out, size_t count, MPI_Comm comm) {                \
    return guard([&] {                                                                                                \
      auto const ranks = static_cast<std::size_t>(mpi::detail::communicator(comm, "reduce_scatter").size());          \
      mpi::reduce_scatter(std::span(in, count* ranks), std::span(out, count), comm);                                  \
    });                                                                                                               \
  }                                                                                                                   \
  isobit_status isobit_mpi_scan_##suffix(T const* in, T* out, size_t count, MPI_Comm comm) {                          \
    return elementwise(in, out, count, [&](auto from, auto to) { mpi::scan(from, to, comm); });                       \
  }                                                                                                                   \
  isobit_status isobit_mpi_exscan_##suffix(T const* in, T* out, size_t count, MPI_Comm comm) {                        \
    return elementwise(in, out, count, [&](auto from, auto to) { mpi::exscan(from, to, comm); });                     \
  }                                                                                                                   \
  isobit_status isobit_mpi_sum_by_key_##suffix(int64_t const* keys, T const* values, size_t count, MPI_Comm comm,     \
                                               int root, size_t capacity, int64_t* found_keys, T* sums,               \
                                               size_t* groups) {                                                      \
    return guard([&] {                                                                                                \
      deliver(                                                                                                        \
          root, [&](auto to) { return mpi::sum_by_key(std::span(keys, count), std::span(values, count), comm, to); }, \
          [&](auto const& all) {                                                                                      \
            require_pointers(groups);                                                                                 \
            *groups = all.size();                                                                                     \
            hand_out_groups(all, capacity, found_keys, sums);                                                         \
          });                                                                                                         \
    });                                                                                                               \
  }
ISOBIT_ENTRY(f64, double)
ISOBIT_ENTRY(f32, float)
#undef ISOBIT_ENTRY

isobit_status isobit_mpi_request_ready(isobit_mpi_request* request, int* ready) {
  return guard([&] {
    require_pointers(request, ready);
    *ready = std::visit([](auto& one) { return one.ready(); }, request->pending) ? 1 : 0;
  });
}

void isobit_mpi_request_destroy(isobit_mpi_request* request) { delete request; }

}  // extern "C"
