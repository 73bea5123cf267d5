#pragma once

#include <vector>

#include <isobit/cuda/workspace.hpp>
#include <isobit/view/vector_view.hpp>

#include "cuda/device_vector.hpp"
#include "support/check.hpp"

namespace isobit::test {

/// Numbers of every kind, one array of each after another.
template <class T> std::vector<T> mixed_numbers(random_source& random, std::size_t size_of_each) {
  std::vector<T> all;
  if constexpr (sizeof(T) == 2) {
    for (std::size_t i = 0; i < 40 * size_of_each; ++i) {
      T x{static_cast<std::uint16_t>(random.next())};
      if (is_nonfinite(x) && !random.one_in(200)) x.bits &= 0x3fff;
      all.push_back(random.one_in(9) ? T{static_cast<std::uint16_t>(x.bits & 0x8000)} : x);
    }
  } else {
    for (auto const& kind : data_classes<T>()) {
      auto const some = make_data(kind, random, size_of_each);
      all.insert(all.end(), some.begin(), some.end());
    }
  }
  return all;
}

/// Many views of the same numbers, on the GPU and on the host: short ones mostly, with strides, at any alignment.
template <class T> class many_inputs {
public:
  explicit many_inputs(std::uint64_t seed, std::size_t size_of_each = 20000)
      : random_(seed), host_(mixed_numbers<T>(random_, size_of_each)), device_(host_) {}

  struct input {
    vector_view<T const> host, device;
  };
  input next() {
    std::ptrdiff_t const limit = static_cast<std::ptrdiff_t>(host_.size());
    std::ptrdiff_t const stride = random_.one_in(4) ? random_.between(-3, 3) : 1;
    std::ptrdiff_t const step = stride == 0 ? 1 : stride;
    int const longest = random_.one_in(50) ? 30000 : random_.one_in(4) ? 3000 : 70;
    return part(random_.below(static_cast<std::uint64_t>(limit)), random_.between(0, longest), step);
  }
  /// Another input of the same size.
  input next_like(input const& other) {
    bool const aligned = random_.coin();
    std::ptrdiff_t const stride = aligned ? other.host.stride : 1;
    auto const offset = aligned
                            ? static_cast<std::uint64_t>(other.host.data - host_.data()) % 16 + random_.below(100) * 16
                            : random_.below(host_.size());
    auto result = part(offset, other.host.size, stride);
    if (result.host.size == other.host.size) return result;
    return {other.host, other.device};
  }
  random_source& random() { return random_; }

private:
  input part(std::uint64_t offset, std::ptrdiff_t size, std::ptrdiff_t stride) {
    auto const limit = static_cast<std::ptrdiff_t>(host_.size()), first = static_cast<std::ptrdiff_t>(offset);
    std::ptrdiff_t const room = stride > 0 ? (limit - 1 - first) / stride : first / -stride;
    size = std::min(size, room);
    if (size <= 0) return {};
    return {{host_.data() + first, size, stride}, {device_.data() + first, size, stride}};
  }

  random_source random_;
  std::vector<T> host_;
  device_vector<T> device_;
};

/// Results of many calls in device memory, fetched all at once.
template <class Result> class many_results {
public:
  explicit many_results(std::size_t count) : device_(std::vector<Result>(count, Result(-77))), host_(count) {}
  Result* at(std::size_t i) { return device_.data() + i; }
  std::vector<Result> const& fetch() {
    cudaMemcpy(host_.data(), device_.data(), host_.size() * sizeof(Result), cudaMemcpyDeviceToHost);
    return host_;
  }

private:
  device_vector<Result> device_;
  std::vector<Result> host_;
};

}  // namespace isobit::test
