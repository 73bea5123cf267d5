#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include <isobit/cuda/stream.hpp>
#include <isobit/sum/grouped.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The numbers of groups, and keys.
template <class K>
concept integer_key = std::same_as<K, std::int32_t> || std::same_as<K, std::int64_t>;
/// What can be summed by groups.
template <class T>
concept real_value = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept group_value = real_value<T> || std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>;

namespace detail {

/// Of all sums of groups: exact zeros are +0, or IEEE's.
enum class zeros { positive, with_sign };
/// Whoever calls waits and throws, or is told by a word in device memory.
struct reported {
  bool waits;
  std::uint64_t* refused = nullptr;
};

template <class T, class Key>
void sum_groups(on_stream const& on, zeros how, std::span<Key const> numbers, std::span<T const> values,
                std::span<T> sums, reported how_ended);
template <class T>
void histogram(on_stream const& on, std::span<T const> samples, std::span<T const> edges, std::span<T const> weights,
               std::span<T> sums, reported how_ended);
template <class T, class Key>
std::size_t sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values,
                       std::span<Key> distinct, std::span<T> sums);
template <class T, class Key>
std::vector<group_sum<Key, T>> sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values);

}  // namespace detail

/// `isobit::sparse::scatter_add` in device memory: result[i[k]] is the sum of all values[k], exactly, rounded once, and
/// +0 where there are none; no atomic operation's order shows. Waits for the stream. Throws `error`, and leaves the
/// result alone, where an index is outside of it, and as `sum` does. Takes about 70 bytes a group, in the order of the
/// stream.
///
///     isobit::cuda::scatter_add<double, int>({places, size}, {device_pointer, size}, {device_result, groups}, stream);
template <group_value T, integer_key Key = std::int32_t>
void scatter_add(std::span<Key const> i, std::span<T const> values, std::span<T> result, on_stream const& on = {}) {
  detail::sum_groups<T, Key>(on, detail::zeros::positive, i, values, result, {true});
}
/// The same without waiting, in a CUDA graph too. `refused`, in device memory, becomes 0, or another number where an
/// index was outside and the result is as it was.
///
///     isobit::cuda::scatter_add_to<double, int>({device_result, groups}, refused, {places, size},
///                                               {device_pointer, size}, stream);
template <group_value T, integer_key Key = std::int32_t>
void scatter_add_to(std::span<T> result, std::uint64_t* refused, std::span<Key const> i, std::span<T const> values,
                    on_stream const& on = {}) {
  detail::sum_groups<T, Key>(on, detail::zeros::positive, i, values, result, {false, refused});
}

/// numpy.bincount with weights: sums[b] is the `sum` of the weights whose number is b, so -0 where all of them are.
/// Otherwise as `scatter_add`.
///
///     isobit::cuda::bincount<double, int>({places, size}, {weights, size}, {sums, groups}, stream);
template <real_value T, integer_key Key = std::int32_t>
void bincount(std::span<Key const> numbers, std::span<T const> weights, std::span<T> sums, on_stream const& on = {}) {
  detail::sum_groups<T, Key>(on, detail::zeros::with_sign, numbers, weights, sums, {true});
}
/// The same without waiting; see `scatter_add_to`.
template <real_value T, integer_key Key = std::int32_t>
void bincount_to(std::span<T> sums, std::uint64_t* refused, std::span<Key const> numbers, std::span<T const> weights,
                 on_stream const& on = {}) {
  detail::sum_groups<T, Key>(on, detail::zeros::with_sign, numbers, weights, sums, {false, refused});
}

/// numpy.histogram with weights: sums[b] is the `sum` of the weights of the samples x with edges[b] <= x < edges[b +
/// 1]; the last bin has both its edges. Other samples, and NaN, are left out. Waits for the stream. Throws `error`, and
/// leaves the sums alone, where the edges do not ascend or are not one more than the sums, and as `sum` does.
///
///     isobit::cuda::histogram<double>({samples, size}, {edges, 11}, {weights, size}, {sums, 10}, stream);
template <real_value T>
void histogram(std::span<T const> samples, std::span<T const> edges, std::span<T const> weights, std::span<T> sums,
               on_stream const& on = {}) {
  detail::histogram<T>(on, samples, edges, weights, sums, {true});
}
/// The same without waiting; `refused` as for `scatter_add_to`, where edges do not ascend.
template <real_value T>
void histogram_to(std::span<T> sums, std::uint64_t* refused, std::span<T const> samples, std::span<T const> edges,
                  std::span<T const> weights, on_stream const& on = {}) {
  detail::histogram<T>(on, samples, edges, weights, sums, {false, refused});
}

/// `isobit::sum_by_key` of keys and values in device memory: the distinct keys, ascending, and the sum of the values of
/// each, exactly, rounded once. Keys are any integers. Waits for the stream, and returns to the host.
///
///     auto const found = isobit::cuda::sum_by_key<double, int>({keys, size}, {device_pointer, size}, stream);
template <real_value T, integer_key Key>
[[nodiscard]] std::vector<group_sum<Key, T>> sum_by_key(std::span<Key const> keys, std::span<T const> values,
                                                        on_stream const& on = {}) {
  return detail::sum_by_key<T, Key>(on, keys, values);
}
/// The same to device memory. Waits as well, since it has to know how many keys there are, which it returns. Throws
/// `error` where there are more than `distinct` or `sums` have room for, which then are as they were.
///
///     std::size_t const found = isobit::cuda::sum_by_key_to<double, int>({distinct, groups}, {sums, groups},
///                                                                        {keys, size}, {device_pointer, size});
template <real_value T, integer_key Key>
std::size_t sum_by_key_to(std::span<Key> distinct, std::span<T> sums, std::span<Key const> keys,
                          std::span<T const> values, on_stream const& on = {}) {
  return detail::sum_by_key<T, Key>(on, keys, values, distinct, sums);
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
