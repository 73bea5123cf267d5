#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>

#include <isobit/mpi/communicator.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi {

namespace detail {

/// Which ranks' elements go into which result.
enum class exchange { all, to_root, scatter, scan, exscan };

/// `in` and `out` as numbers: a complex element is two. For `to_root`, `out` is looked at on the root only.
template <class T>
ISOBIT_API void reduce_elements(MPI_Comm comm, exchange form, std::span<T const> in, std::span<T> out, int root_rank,
                                char const* what);

extern template void reduce_elements(MPI_Comm, exchange, std::span<double const>, std::span<double>, int, char const*);
extern template void reduce_elements(MPI_Comm, exchange, std::span<float const>, std::span<float>, int, char const*);

template <class R>
concept numbers = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
    (std::same_as<std::remove_cv_t<std::ranges::range_value_t<R>>, double> ||
     std::same_as<std::remove_cv_t<std::ranges::range_value_t<R>>, float> ||
     complex_number<std::remove_cv_t<std::ranges::range_value_t<R>>>);

template <numbers In> auto reals_of(In& range) {
  using element = std::remove_reference_t<std::ranges::range_reference_t<In>>;
  using T = typename isobit::detail::real_part<std::remove_cv_t<element>>::type;
  using real = std::conditional_t<std::is_const_v<element>, T const, T>;
  return std::span<real>(reinterpret_cast<real*>(std::ranges::data(range)),
                         std::ranges::size(range) * (sizeof(element) / sizeof(T)));
}

template <class In, class Out>
inline constexpr bool same_elements = std::same_as<std::ranges::range_value_t<In>, std::ranges::range_value_t<Out>>;

template <numbers In, numbers Out>
void reduce_ranges(MPI_Comm comm, exchange form, In const& in, Out& out, int root_rank, char const* what) {
  static_assert(same_elements<In, Out>, "isobit::mpi: both sides must have the same element type");
  using T = typename isobit::detail::real_part<std::ranges::range_value_t<In>>::type;
  reduce_elements<T>(comm, form, reals_of(in), reals_of(out), root_rank, what);
}

}  // namespace detail

/// out[i] = the exact sum of all ranks' in[i], rounded once, on every rank: what MPI_Allreduce with MPI_SUM would give
/// if it did not round in between. Every rank passes as many elements, of float, double or complex; `out` may be `in`.
/// Throws `error`, on every rank, where `in` and `out` differ in size on one; and where they differ from rank to rank,
/// if ISOBIT_MPI_CHECK=1 asks to look, or in debug builds of isobit. Unasked, nobody looks: as with MPI_Allreduce, the
/// job then ends or waits. The numbers themselves travel, about twice as many as a rank has, and are summed where they
/// meet: docs/maths/mpi.md#elements.
///
///     isobit::mpi::allreduce(gradients, gradients, comm);
template <detail::numbers In, detail::numbers Out> void allreduce(In const& in, Out&& out, MPI_Comm comm) {
  detail::reduce_ranges(comm, detail::exchange::all, in, out, 0, "allreduce");
}

/// The same on one rank; `out` is not used on the others, and may be empty there.
template <detail::numbers In, detail::numbers Out> void reduce(In const& in, Out&& out, MPI_Comm comm, root to) {
  detail::reduce_ranges(comm, detail::exchange::to_root, in, out, to.rank, "reduce");
}

/// The sums in blocks of out.size() elements: rank r gets block r. `in` holds a block for every rank.
template <detail::numbers In, detail::numbers Out> void reduce_scatter(In const& in, Out&& out, MPI_Comm comm) {
  detail::reduce_ranges(comm, detail::exchange::scatter, in, out, 0, "reduce_scatter");
}

/// out[i] = the sum of in[i] of the ranks up to this one.
template <detail::numbers In, detail::numbers Out> void scan(In const& in, Out&& out, MPI_Comm comm) {
  detail::reduce_ranges(comm, detail::exchange::scan, in, out, 0, "scan");
}

/// out[i] = the sum of in[i] of the ranks before this one: +0 on rank 0.
template <detail::numbers In, detail::numbers Out> void exscan(In const& in, Out&& out, MPI_Comm comm) {
  detail::reduce_ranges(comm, detail::exchange::exscan, in, out, 0, "exscan");
}

}  // namespace mpi
ISOBIT_NAMESPACE_END
