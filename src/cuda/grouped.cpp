#include <isobit/cuda/grouped.hpp>

#include <optional>
#include <string>

#include "cuda/distinct_keys.hpp"
#include "cuda/groups.hpp"
#include "cuda/kept_memory.hpp"
#include "cuda/passing_memory.hpp"
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

template <class T> void require_span(place const& here, std::span<T> elements, char const* what) {
  if (!elements.empty()) here.require_device_memory(elements.data(), what);
}

/// What must be true of every call's arguments. Returns where it runs.
template <class T, class Key>
place checked(on_stream const& on, std::span<Key const> keys, std::span<T const> values, std::span<T> sums) {
  require(keys.size() == values.size(), "sums of groups need as many values as keys, numbers or samples");
  place const here(on);
  require_span(here, keys, "the keys, numbers or samples");
  require_span(here, values, "the values");
  require_span(here, sums, "the sums");
  require(!isobit::detail::overlap<T>(values, sums),
          "the sums would overwrite values that are still to be read; give them an array of their own");
  require(sums.size() < ~std::uint32_t{0}, "more than 2^32 groups");
  require(values.size() < std::size_t{1} << 40, "more than 2^40 values");
  return here;
}

/// The memory of a call, all zero but for the states.
class group_memory {
public:
  group_memory(place const& here, std::size_t groups)
      : groups_(groups), memory_(sizeof_words() + groups * sizeof(descent), here.device(), here.stream()) {
    clear(here);
  }
  /// Between the parts of complex numbers.
  void clear(place const& here) const {
    check(cudaMemsetAsync(memory_.data(), 0, sizeof_words(), here.stream()), "clearing the memory of groups");
  }
  [[nodiscard]] group_control* control() const noexcept { return reinterpret_cast<group_control*>(words()); }
  [[nodiscard]] group_words* words_of_groups() const noexcept { return words() + first_group; }
  [[nodiscard]] descent* states() const noexcept { return reinterpret_cast<descent*>(words_of_groups() + groups_); }

private:
  static constexpr std::size_t first_group = 2;
  static_assert(sizeof(group_control) <= first_group * sizeof(group_words));
  [[nodiscard]] group_words* words() const noexcept { return static_cast<group_words*>(memory_.data()); }
  [[nodiscard]] std::size_t sizeof_words() const noexcept { return (first_group + groups_) * sizeof(group_words); }

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

/// The sums of one part of each value: of real numbers there is one, of complex ones there are two.
template <class T, class Number>
void start_part(place const& here, group_memory const& memory, zeros how, std::span<Number const> numbers,
                T const* values, T* sums, std::size_t groups, int stride, bool leaves_out_negative = false) {
  start_groups<T, Number>(here, {.number = numbers.data(),
                                 .values = values,
                                 .sums = sums,
                                 .size = static_cast<long long>(numbers.size()),
                                 .groups = static_cast<std::uint32_t>(groups),
                                 .stride = stride,
                                 .leaves_out_negative = leaves_out_negative,
                                 .signed_zeros = how == zeros::with_sign,
                                 .control = memory.control(),
                                 .words = memory.words_of_groups(),
                                 .states = memory.states()});
}

template <class T, class Key>
void start_parts(place const& here, group_memory const& memory, zeros how, std::span<Key const> numbers,
                 std::span<T const> values, std::span<T> sums) {
  start_part(here, memory, how, numbers, values.data(), sums.data(), sums.size(), 1);
}
template <class T, class Key>
void start_parts(place const& here, group_memory const& memory, zeros how, std::span<Key const> numbers,
                 std::span<std::complex<T> const> values, std::span<std::complex<T>> sums) {
  auto const* const part = reinterpret_cast<T const*>(values.data());
  auto* const sum = reinterpret_cast<T*>(sums.data());
  start_part(here, memory, how, numbers, part, sum, sums.size(), 2);
  memory.clear(here);
  start_part(here, memory, how, numbers, part + 1, sum + 1, sums.size(), 2);
}

}  // namespace

template <class T, class Key>
void sum_groups(on_stream const& on, zeros how, std::span<Key const> numbers, std::span<T const> values,
                std::span<T> sums, reported how_ended) {
  auto const here = checked(on, numbers, values, sums);
  require_report(here, how_ended);
  group_memory const memory(here, sums.size());
  start_parts(here, memory, how, numbers, values, sums);
  report(here, memory.control(), how_ended);
}

template <class T>
void histogram(on_stream const& on, std::span<T const> samples, std::span<T const> edges, std::span<T const> weights,
               std::span<T> sums, reported how_ended) {
  require(!sums.empty() && edges.size() == sums.size() + 1, "a histogram needs bins, and one edge more than bins");
  require(sums.size() < std::size_t{1} << 31, "more than 2^31 bins");
  auto const here = checked(on, samples, weights, sums);
  require_span(here, edges, "the edges");
  require(!isobit::detail::overlap<T>(samples, sums) && !isobit::detail::overlap<T>(edges, sums),
          "the sums would overwrite samples or edges; give them an array of their own");
  require_report(here, how_ended);
  group_memory const memory(here, sums.size());
  passing_memory const bins((samples.size() + 1) * sizeof(std::int32_t), here.stream());
  auto* const numbers = bins.as<std::int32_t>();
  start_binning(here, samples.data(), static_cast<long long>(samples.size()), edges.data(),
                static_cast<long long>(edges.size()), numbers, memory.control());
  start_part(here, memory, zeros::with_sign, std::span<std::int32_t const>(numbers, samples.size()), weights.data(),
             sums.data(), sums.size(), 1, true);
  report(here, memory.control(), how_ended);
}

namespace {

/// place(count) says where the distinct keys and their sums go, in device memory.
template <class T, class Key, class Place>
std::size_t sum_each_key(place const& here, std::span<Key const> keys, std::span<T const> values, Place place_for) {
  if (keys.empty()) return 0;
  distinct_keys<Key> const found(here, keys);
  auto const [distinct, sums] = place_for(found.count());
  group_memory const memory(here, found.count());
  start_part(here, memory, zeros::with_sign, std::span(found.numbers(), keys.size()), values.data(), sums,
             found.count(), 1);
  found.copy_to(here, distinct);
  return found.count();
}

template <class Key, class T> struct key_sums {
  Key* distinct;
  T* sums;
};

}  // namespace

template <class T, class Key>
std::size_t sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values,
                       std::span<Key> distinct, std::span<T> sums) {
  auto const here = checked(on, keys, values, sums);
  require_span(here, distinct, "the distinct keys");
  require(!isobit::detail::overlap<Key>(keys, distinct), "the distinct keys would overwrite keys; give them an array "
                                                         "of their own");
  return sum_each_key(here, keys, values, [&](std::size_t count) {
    if (count > distinct.size() || count > sums.size())
      refuse("there are " + std::to_string(count) + " distinct keys, and no room for so many");
    return key_sums<Key, T>{distinct.data(), sums.data()};
  });
}

template <class T, class Key>
std::vector<group_sum<Key, T>> sum_by_key(on_stream const& on, std::span<Key const> keys, std::span<T const> values) {
  auto const here = checked(on, keys, values, std::span<T>());
  std::optional<passing_memory> memory;
  key_sums<Key, T> on_device{};
  std::size_t const count = sum_each_key(here, keys, values, [&](std::size_t groups) {
    memory.emplace(groups * (sizeof(std::uint64_t) + sizeof(T)), here.stream());
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
