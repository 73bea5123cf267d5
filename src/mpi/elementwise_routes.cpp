#include "mpi/elementwise_routes.hpp"

#include <algorithm>
#include <concepts>
#include <memory>
#include <utility>
#include <vector>

#include <isobit/column/sum_columns.hpp>
#include <isobit/driver/serial.hpp>

#include "column/exchange.hpp"
#include "mpi/limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {

using columns::copied_share, columns::large_exchange, columns::small_exchange;

template <class T> MPI_Datatype type_of() { return std::same_as<T, double> ? MPI_DOUBLE : MPI_FLOAT; }

std::size_t index(int rank) noexcept { return static_cast<std::size_t>(rank); }

/// The local step: ranks have a core each.
template <class T> void sum_rows(T const* first, std::size_t rows, std::size_t stride, std::span<T> out) {
  auto const signed_of = [](std::size_t size) { return static_cast<std::ptrdiff_t>(size); };
  matrix_view<T const> const all(first, signed_of(rows), signed_of(out.size()), signed_of(stride), 1);
  isobit::detail::sum_columns<T>(serial(), all, out);
}

template <class T> std::unique_ptr<T[]> room_for(std::size_t count) {
  return std::make_unique_for_overwrite<T[]>(std::max<std::size_t>(count, 1));  // MPICH minds null
}

/// Throws on every rank if one has a problem.
void agree(communicator const& comm, int rank, int ranks, std::exception_ptr const& problem, char const* what) {
  int const mine = problem ? ranks - rank : 0;
  int lowest_failed = 0;
  check(MPI_Allreduce(&mine, &lowest_failed, 1, MPI_INT, MPI_MAX, comm.handle()), "MPI_Allreduce");
  rethrow(comm, problem, lowest_failed == 0 ? -1 : ranks - lowest_failed, what);
}

template <class T> void reduce_at_once(element_reduction<T> const& call, std::exception_ptr const& problem) {
  T rows[small_exchange / sizeof(T)];
  std::size_t const stride = call.sent() + 1;  // whether a rank has a problem, then its numbers
  T* const mine = rows + index(call.rank) * stride;
  mine[0] = problem ? T(1) : T(0);
  if (problem)
    std::fill_n(mine + 1, call.sent(), T(0));
  else
    std::ranges::copy(call.in, mine + 1);
  check(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, rows, static_cast<int>(stride), type_of<T>(),
                      call.comm.handle()),
        "MPI_Allgather");
  int failed = 0;
  while (failed < call.ranks && rows[index(failed) * stride] == T(0)) ++failed;
  rethrow(call.comm, problem, failed < call.ranks ? failed : -1, call.what);
  if (!call.wants_results()) return;
  std::size_t const skipped = call.form == exchange::scatter ? index(call.rank) * call.count : 0;
  sum_rows<T>(rows + 1 + skipped, call.contributors(call.rank), stride, call.out);
}

template <class T> class gathering {
public:
  static std::size_t chunk(element_reduction<T> const& call) {
    if (call.form != exchange::scatter) return columns::gathered_at_once(call.count, sizeof(T), index(call.ranks));
    return std::max<std::size_t>(large_exchange / sizeof(T) / index(call.ranks), 1);
  }

  gathering(element_reduction<T> const& call, std::size_t most)
      : call_(call), rows_(room_for<T>(call.wants_results() ? most * index(call.ranks) : 0)),
        packed_(room_for<T>(call.form == exchange::scatter && most < call.count ? most * index(call.ranks) : 0)) {}

  void run(std::size_t first, std::size_t count) {
    int const n = static_cast<int>(count);
    MPI_Datatype const type = type_of<T>();
    MPI_Comm const comm = call_.comm.handle();
    if (call_.form == exchange::scatter)
      check(MPI_Alltoall(blocks(first, count), n, type, rows_.get(), n, type, comm), "MPI_Alltoall");
    else if (call_.form == exchange::to_root)
      check(MPI_Gather(&call_.in[first], n, type, rows_.get(), n, type, call_.root, comm), "MPI_Gather");
    else
      check(MPI_Allgather(&call_.in[first], n, type, rows_.get(), n, type, comm), "MPI_Allgather");
    if (call_.wants_results())
      sum_rows<T>(rows_.get(), call_.contributors(call_.rank), count, call_.out.subspan(first, count));
  }

private:
  /// What goes to each rank, side by side.
  T const* blocks(std::size_t first, std::size_t count) {
    if (count == call_.count) return call_.in.data();
    for (std::size_t to = 0; to < index(call_.ranks); ++to)
      std::copy_n(&call_.in[to * call_.count + first], count, &packed_[to * count]);
    return packed_.get();
  }

  element_reduction<T> const& call_;
  std::unique_ptr<T[]> rows_, packed_;
};

template <class T> class transposition {
public:
  static std::size_t chunk(element_reduction<T> const& call) {
    return std::max(large_exchange / sizeof(T), index(call.ranks));
  }

  transposition(element_reduction<T> const& call, std::size_t most)
      : call_(call), counts_(index(call.ranks)), firsts_(counts_), row_counts_(counts_), row_firsts_(counts_) {
    std::size_t const row = most / index(call.ranks) + 1;
    rows_ = room_for<T>(row * index(call.ranks));
    sums_ = room_for<T>(is_scan() ? row * index(call.ranks) : row);
  }

  void run(std::size_t first, std::size_t count) {
    lay_out(count);
    auto const mine = static_cast<std::size_t>(row_counts_[0]);
    MPI_Datatype const type = type_of<T>();
    MPI_Comm const comm = call_.comm.handle();
    T* const out = call_.wants_results() ? &call_.out[first] : nullptr;
    check(MPI_Alltoallv(&call_.in[first], counts_.data(), firsts_.data(), type, rows_.get(), row_counts_.data(),
                        row_firsts_.data(), type, comm),
          "MPI_Alltoallv");
    // A scan has other results for every rank.
    for (int to = 0; to < (is_scan() ? call_.ranks : 1); ++to)
      sum_rows<T>(rows_.get(), call_.contributors(to), mine, {&sums_[index(to) * mine], mine});
    if (is_scan())
      check(MPI_Alltoallv(sums_.get(), row_counts_.data(), row_firsts_.data(), type, out, counts_.data(),
                          firsts_.data(), type, comm),
            "MPI_Alltoallv");
    else if (call_.form == exchange::to_root)
      check(MPI_Gatherv(sums_.get(), row_counts_[0], type, out, counts_.data(), firsts_.data(), type, call_.root, comm),
            "MPI_Gatherv");
    else
      check(MPI_Allgatherv(sums_.get(), row_counts_[0], type, out, counts_.data(), firsts_.data(), type, comm),
            "MPI_Allgatherv");
  }

private:
  [[nodiscard]] bool is_scan() const noexcept { return call_.form == exchange::scan || call_.form == exchange::exscan; }

  /// `count` columns cut into a block for each rank, and the rows of this rank's block.
  void lay_out(std::size_t count) {
    auto const blocks = columns::blocks_of(count, index(call_.ranks));
    auto const mine = static_cast<int>(blocks[index(call_.rank)]);
    int first = 0;
    for (int rank = 0; rank < call_.ranks; ++rank) {
      counts_[index(rank)] = static_cast<int>(blocks[index(rank)]);
      firsts_[index(rank)] = std::exchange(first, first + counts_[index(rank)]);
      row_counts_[index(rank)] = mine;
      row_firsts_[index(rank)] = rank * mine;
    }
  }

  element_reduction<T> const& call_;
  std::unique_ptr<T[]> rows_, sums_;
  std::vector<int> counts_, firsts_, row_counts_, row_firsts_;
};

template <class T> class limb_reduction {
  using wire = limbs<exact>;

public:
  static std::size_t chunk(element_reduction<T> const& call) {
    return std::max<std::size_t>(large_exchange / sizeof(wire) / call.blocks(), 1);
  }

  limb_reduction(element_reduction<T> const& call, std::size_t most)
      : call_(call), mine_(room_for<wire>(most * call.blocks())), sums_(room_for<wire>(most)) {}

  void run(std::size_t first, std::size_t count) {
    for (std::size_t block = 0; block < call_.blocks(); ++block)
      summation::to_limbs<T>(call_.in.subspan(block * call_.count + first, count).data(), count, &mine_[block * count]);
    sum_up(static_cast<int>(count * wire::words));
    if (!call_.wants_results()) return;
    auto const out = call_.out.subspan(first, count);
    if (call_.contributors(call_.rank) == 0)
      std::ranges::fill(out, T(0));
    else
      summation::round_limbs<T>(sums_.get(), count, out.data());
  }

private:
  void sum_up(int n) {
    MPI_Comm const comm = call_.comm.handle();
    void const* const mine = mine_.get();
    void* const sums = sums_.get();
    switch (call_.form) {
    case exchange::all:
      return check(MPI_Allreduce(mine, sums, n, MPI_INT64_T, MPI_SUM, comm), "MPI_Allreduce");
    case exchange::to_root:
      return check(MPI_Reduce(mine, sums, n, MPI_INT64_T, MPI_SUM, call_.root, comm), "MPI_Reduce");
    case exchange::scatter:
      return check(MPI_Reduce_scatter_block(mine, sums, n, MPI_INT64_T, MPI_SUM, comm), "MPI_Reduce_scatter_block");
    case exchange::scan:
      return check(MPI_Scan(mine, sums, n, MPI_INT64_T, MPI_SUM, comm), "MPI_Scan");
    case exchange::exscan:
      return check(MPI_Exscan(mine, sums, n, MPI_INT64_T, MPI_SUM, comm), "MPI_Exscan");
    }
  }

  element_reduction<T> const& call_;
  std::unique_ptr<wire[]> mine_, sums_;
};

/// In chunks, once all ranks have the memory for it and no problem.
template <template <class> class Exchange, class T>
void reduce_in_chunks(element_reduction<T> const& call, std::exception_ptr problem) {
  std::size_t const most = std::min(Exchange<T>::chunk(call), call.count);
  std::unique_ptr<Exchange<T>> moving;
  try {
    moving = std::make_unique<Exchange<T>>(call, most);
  } catch (...) {
    if (!problem) problem = std::current_exception();
  }
  agree(call.comm, call.rank, call.ranks, problem, call.what);
  for (std::size_t first = 0; first < call.count; first += most) moving->run(first, std::min(most, call.count - first));
}

}  // namespace

template <class T> route choose_route(element_reduction<T> const& call) noexcept {
  if (bytes_at_once(call) <= small_exchange && (call.sent() + 1) * sizeof(T) <= copied_share) return route::at_once;
  if (call.ranks <= 2 || call.form == exchange::scatter) return route::gather;
  return columns::goes_as_accumulators(index(call.ranks), call.count) ? route::limbs : route::transpose;
}

template <class T> void reduce_by(route way, element_reduction<T> const& call, std::exception_ptr const& problem) {
  switch (way) {
  case route::at_once:
    return reduce_at_once(call, problem);
  case route::gather:
    return reduce_in_chunks<gathering>(call, problem);
  case route::transpose:
    return reduce_in_chunks<transposition>(call, problem);
  case route::limbs:
    return reduce_in_chunks<limb_reduction>(call, problem);
  }
}

template route choose_route(element_reduction<double> const&) noexcept;
template route choose_route(element_reduction<float> const&) noexcept;
template void reduce_by(route, element_reduction<double> const&, std::exception_ptr const&);
template void reduce_by(route, element_reduction<float> const&, std::exception_ptr const&);

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
