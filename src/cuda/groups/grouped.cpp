#include <isobit/cuda/grouped.hpp>

#include <algorithm>
#include <optional>
#include <string>

#include "cuda/groups/distinct_keys.hpp"
#include "cuda/groups/groups.hpp"
#include "cuda/kept_memory.hpp"
#include "view/overlap.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

[[noreturn]] void refuse(std::string const& message) {
  throw error(status::invalid_argument, "isobit::cuda: " + message);
}
void require(bool condition, char const* message) {
  if (!condition) refuse(message);
}

/// What kernels can number, with room for the words of each.
constexpr std::size_t most_groups = std::size_t{1} << 30;

/// Whatever their types.
template <class A, class B> bool overlap(std::span<A> a, std::span<B> b) {
  return isobit::detail::overlap<std::byte>(std::as_bytes(a), std::as_bytes(b));
}

/// What must be true of every call's arguments. Returns where it runs.
template <class T, class Key>
place checked(on_stream const& on, std::span<Key const> keys, std::span<T const> values, std::span<T> sums) {
  require(keys.size() == values.size(), "sums of groups need as many values as keys, numbers or samples");
  place const here(on);
  here.require_array(keys, "the keys, numbers or samples");
  here.require_array(values, "the values");
  here.require_array(sums, "the sums");
  require(!overlap(values, sums) && !overlap(keys, sums),
          "the sums would overwrite what is still to be read; give them an array of their own");
  require(sums.size() < most_groups, "2^30 groups or more");
  require(values.size() < std::size_t{1} << 40, "more than 2^40 values");
  return here;
}

/// The memory of a call for sums of T, all zero but for the states.
template <class T> class group_memory {
public:
  group_memory(place const& here, std::size_t groups)
      : groups_(groups), memory_(cleared_bytes() + groups * sizeof(descent), here.device(), here.stream()) {
    clear(here);
  }
  /// Between the parts of complex numbers.
  void clear(place const& here) const {
    check(cudaMemsetAsync(memory_.data(), 0, cleared_bytes(), here.stream()), "clearing the memory of groups");
  }
  [[nodiscard]] group_control* control() const noexcept { return at<group_control>(0); }
  [[nodiscard]] group_words<T>* words() const noexcept { return at<group_words<T>>(first_words); }
  [[nodiscard]] std::uint32_t* flags() const noexcept { return at<std::uint32_t>(first_words + bytes_of_words()); }
  [[nodiscard]] descent* states() const noexcept { return at<descent>(cleared_bytes()); }

private:
  static constexpr std::size_t first_words = 64;
  static_assert(sizeof(group_control) <= first_words);
  template <class What> [[nodiscard]] What* at(std::size_t byte) const noexcept {
    return reinterpret_cast<What*>(static_cast<char*>(memory_.data()) + byte);
  }
  [[nodiscard]] std::size_t bytes_of_words() const noexcept { return groups_ * sizeof(group_words<T>); }
  [[nodiscard]] std::size_t cleared_bytes() const noexcept {
    std::size_t const bytes_of_flags = (groups_ + 7) / 8 * 8 * sizeof(std::uint32_t);  // so that states are aligned
    return first_words + (bytes_of_words() + 31) / 32 * 32 + bytes_of_flags;
  }

  std::size_t groups_;
  kept_memory memory_;
};

/// Tells whoever called what was refused.
void report(place const& here, group_control const* control, reported how) {
  auto const* const refused = &control->refused;
  if (!how.waits) {
    check(cudaMemcpyAsync(how.refused, refused, sizeof *refused, cudaMemcpyDeviceToDevice, here.stream()),
          "copying a word");
    return;
  }
  std::uint64_t why = 0;
  here.fetch(&why, refused, sizeof why);
  require((why & group_control::edges_in_disorder) == 0, "the edges of a histogram do not ascend; sort them");
  require(why == 0, "a number is not that of a group: it is negative, or not below the number of sums");
}
void require_report(place const& here, reported how) {
  if (!how.waits) here.require_device_memory(how.refused, "the word for what is refused");
}

/// The task of adding one part of each value: of real numbers there is one, of complex ones there are two.
template <class T, class Number>
group_task<T, Number> task_of(group_memory<T> const& memory, zeros how, std::span<Number const> numbers,
                              T const* values, T* sums, std::size_t groups, int stride = 1) {
  return {.number = numbers.data(),
          .values = values,
          .sums = sums,
          .size = static_cast<long long>(numbers.size()),
          .groups = static_cast<std::uint32_t>(groups),
          .first = 0,
          .stride = stride,
          .leaves_out_negative = false,
          .signed_zeros = how == zeros::with_sign,
          .control = memory.control(),
          .words = memory.words(),
          .flags = memory.flags(),
          .states = memory.states(),
          .present = nullptr};
}

template <class T, class Key>
void start_parts(place const& here, group_memory<T> const& memory, zeros how, std::span<Key const> numbers,
                 std::span<T const> values, std::span<T> sums) {
  start_groups(here, task_of(memory, how, numbers, values.data(), sums.data(), sums.size()));
}
template <class T, class Key>
void start_parts(place const& here, group_memory<T> const& memory, zeros how, std::span<Key const> numbers,
                 std::span<std::complex<T> const> values, std::span<std::complex<T>> sums) {
  auto const* const part = reinterpret_cast<T const*>(values.data());
  auto* const sum = reinterpret_cast<T*>(sums.data());
  start_groups(here, task_of(memory, how, numbers, part, sum, sums.size(), 2));
  memory.clear(here);
  start_groups(here, task_of(memory, how, numbers, part + 1, sum + 1, sums.size(), 2));
}

}  // namespace

template <class T, class Key>
void sum_groups(on_stream const& on, zeros how, std::span<Key const> numbers, std::span<T const> values,
                std::span<T> sums, reported how_ended) {
  auto const here = checked(on, numbers, values, sums);
  require_report(here, how_ended);
  group_memory<isobit::detail::real_of<std::span<T>>> const memory(here, sums.size());
  start_parts(here, memory, how, numbers, values, sums);
  report(here, memory.control(), how_ended);
}

template <class T>
void histogram(on_stream const& on, std::span<T const> samples, std::span<T const> edges, std::span<T const> weights,
               std::span<T> sums, reported how_ended) {
  require(!sums.empty() && edges.size() == sums.size() + 1, "a histogram needs bins, and one edge more than bins");
  auto const here = checked(on, samples, weights, sums);
  here.require_array(edges, "the edges");
  require(!overlap(edges, sums), "the sums would overwrite edges; give them an array of their own");
  require_report(here, how_ended);
  group_memory<T> const memory(here, sums.size());
  kept_memory const bins((samples.size() + 1) * sizeof(std::int32_t), here.device(), here.stream());
  auto* const numbers = bins.as<std::int32_t>();
  start_binning(here, samples.data(), static_cast<long long>(samples.size()), edges.data(),
                static_cast<long long>(edges.size()), numbers, memory.control());
  auto task = task_of(memory, zeros::with_sign, std::span<std::int32_t const>(numbers, samples.size()), weights.data(),
                      sums.data(), sums.size());
  task.leaves_out_negative = true;
  start_groups(here, task);
  report(here, memory.control(), how_ended);
}

namespace {

template <class Key, class T> struct key_sums {
  Key* distinct;
  T* sums;
};

/// Keys that are close together: a group for each that there could be, and no sort.
template <class T, class Key, class Place>
std::size_t sum_close_keys(place const& here, std::span<Key const> keys, std::span<T const> values,
                           key_range<Key> range, Place place_for) {
  std::size_t const groups = range.extent + 1;
  group_memory<T> const memory(here, groups);
  kept_memory const sums(groups * sizeof(T), here.device(), here.stream()),
      present(groups, here.device(), here.stream());
  auto task = task_of(memory, zeros::with_sign, keys, values.data(), sums.as<T>(), groups);
  task.first = range.least;
  task.present = present.as<unsigned char>();
  start_groups(here, task);
  present_groups const found(here, task.present, groups);
  key_sums<Key, T> const to = place_for(found.count());
  found.copy_to(here, range.least, task.sums, to.distinct, to.sums);
  return found.count();
}

/// Any keys.
template <class T, class Key, class Place>
std::size_t sum_sorted_keys(place const& here, std::span<Key const> keys, std::span<T const> values,
                            key_range<Key> range, Place place_for) {
  distinct_keys<Key> const found(here, keys, range);
  require(found.count() < most_groups, "2^30 distinct keys or more");
  key_sums<Key, T> const to = place_for(found.count());
  group_memory<T> const memory(here, found.count());
  start_groups(here, task_of(memory, zeros::with_sign, std::span(found.numbers(), keys.size()), values.data(), to.sums,
                             found.count()));
  found.copy_to(here, to.distinct);
  return found.count();
}

/// place_for(count) says where the distinct keys and their sums go, in device memory.
template <class T, class Key, class Place>
std::size_t sum_each_key(place const& here, std::span<Key const> keys, std::span<T const> values, Place place_for) {
  if (keys.empty()) return 0;
  auto const range = range_of(here, keys);
  constexpr std::size_t few = 4096, values_a_group = 4;  // which are worth the memory of groups without any
  bool const close = range.extent < std::min(std::max(few, keys.size() / values_a_group), most_groups - 1);
  return close ? sum_close_keys(here, keys, values, range, place_for)
               : sum_sorted_keys(here, keys, values, range, place_for);
}

}  // namespace

template <class T, class Key>
std::size_t sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values,
                       std::span<Key> distinct, std::span<T> sums) {
  auto const here = checked(on, keys, values, sums);
  here.require_array(distinct, "the distinct keys");
  require(!overlap(keys, distinct) && !overlap(values, distinct) && !overlap(sums, distinct),
          "the distinct keys would overwrite other numbers; give them an array of their own");
  return sum_each_key(here, keys, values, [&](std::size_t count) {
    if (count > distinct.size() || count > sums.size())
      refuse("there are " + std::to_string(count) + " distinct keys, and no room for so many");
    return key_sums<Key, T>{distinct.data(), sums.data()};
  });
}

template <class T, class Key>
std::vector<group_sum<Key, T>> sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values) {
  auto const here = checked(on, keys, values, std::span<T>());
  std::optional<kept_memory> memory;
  key_sums<Key, T> on_device{};
  std::size_t const count = sum_each_key(here, keys, values, [&](std::size_t groups) {
    memory.emplace(groups * (sizeof(std::uint64_t) + sizeof(T)), here.device(), here.stream());
    on_device = {memory->as<Key>(), reinterpret_cast<T*>(memory->as<std::uint64_t>() + groups)};
    return on_device;
  });
  std::vector<group_sum<Key, T>> result(count);
  if (count == 0) return result;
  std::vector<Key> distinct(count);
  std::vector<T> sums(count);
  here.fetch(distinct.data(), on_device.distinct, count * sizeof(Key));
  here.fetch(sums.data(), on_device.sums, count * sizeof(T));
  for (std::size_t i = 0; i < count; ++i) result[i] = {distinct[i], sums[i]};
  return result;
}

#define ISOBIT_INSTANTIATE_GROUPS(T, Key) \
  template void sum_groups(on_stream const&, zeros, std::span<Key const>, std::span<T const>, std::span<T>, reported);
#define ISOBIT_INSTANTIATE(T, Key)                                                                            \
  ISOBIT_INSTANTIATE_GROUPS(T, Key)                                                                           \
  ISOBIT_INSTANTIATE_GROUPS(std::complex<T>, Key)                                                             \
  template std::size_t sum_by_key(on_stream const&, std::span<Key const>, std::span<T const>, std::span<Key>, \
                                  std::span<T>);                                                              \
  template std::vector<group_sum<Key, T>> sum_by_key(on_stream const&, std::span<Key const>, std::span<T const>);
ISOBIT_INSTANTIATE(double, std::int32_t)
ISOBIT_INSTANTIATE(double, std::int64_t)
ISOBIT_INSTANTIATE(float, std::int32_t)
ISOBIT_INSTANTIATE(float, std::int64_t)
template void histogram(on_stream const&, std::span<double const>, std::span<double const>, std::span<double const>,
                        std::span<double>, reported);
template void histogram(on_stream const&, std::span<float const>, std::span<float const>, std::span<float const>,
                        std::span<float>, reported);

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
