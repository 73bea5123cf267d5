// Where the elements lie in memory (alignment, stride, direction) does not show, and nothing outside them is touched.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include <gtest/gtest.h>

#include "support/results.hpp"
#include "support/shapes.hpp"

namespace isobit::test {
namespace {

template <class T> class layout : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(layout, element_types);

TYPED_TEST(layout, alignment_does_not_show) {
  for_each_pair<TypeParam>(3, 3000, [](auto x, auto y, auto&) {
    auto const expected = all_results(serial(), x, y);
    std::vector<TypeParam> left(x.size() + 16), right(x.size() + 16);
    for (std::size_t offset = 0; offset < 16; ++offset) {
      std::ranges::copy(x, left.begin() + static_cast<std::ptrdiff_t>(offset));
      std::ranges::copy(y, right.begin() + static_cast<std::ptrdiff_t>(15 - offset));
      std::span<TypeParam const> const a(left.data() + offset, x.size()), b(right.data() + 15 - offset, y.size());
      ASSERT_TRUE(same_results(expected, all_results(serial(), a, b))) << "offset " << offset;
    }
  });
}

TYPED_TEST(layout, stride_and_direction_do_not_show) {
  for_each_pair<TypeParam>(4, 5000, [](auto x, auto y, auto& random) {
    auto const expected = all_results(serial(), x, y);
    for (std::ptrdiff_t stride : {1, 2, 5, -1, -2, -7}) {
      strided_copy<TypeParam> const a(x, stride, random), b(y, random.between(1, 3), random);
      ASSERT_TRUE(same_results(expected, all_results(serial(), a.view(), b.view()))) << "stride " << stride;
      ASSERT_TRUE(same_results(expected, all_results(threads(3), a.view(), b.view()))) << "stride " << stride;
    }
  });
}

/// Memory with pages before and after it that may not be touched.
template <class T> class fenced {
public:
  explicit fenced(std::size_t capacity) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    size_ = (capacity * sizeof(T) + page_ - 1) / page_ * page_;
    base_ = static_cast<std::byte*>(mmap(nullptr, size_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (base_ == MAP_FAILED || mprotect(base_ + page_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  ~fenced() { munmap(base_, size_ + 2 * page_); }
  fenced(fenced const&) = delete;
  fenced& operator=(fenced const&) = delete;

  std::span<T const> at_start(std::span<T const> values) { return put(base_ + page_, values); }
  std::span<T const> at_end(std::span<T const> values) {
    return put(base_ + page_ + size_ - values.size_bytes(), values);
  }

private:
  std::span<T const> put(std::byte* where, std::span<T const> values) {
    if (!values.empty()) std::memcpy(where, values.data(), values.size_bytes());
    return {reinterpret_cast<T const*>(where), values.size()};
  }
  std::size_t page_, size_;
  std::byte* base_;
};

TYPED_TEST(layout, nothing_outside_the_elements_is_touched) {
  fenced<TypeParam> left(70000), right(70000);
  random_source random(first_seed());
  auto const expect_inside = [&](auto const& kind, std::size_t size) {
    auto const x = make_data(kind, random, size);
    auto const y = make_data(data_classes<TypeParam>()[2], random, size);
    auto const expected = all_results(serial(), x, y);
    std::span<TypeParam const> const a(x), b(y);
    ASSERT_TRUE(same_results(expected, all_results(serial(), left.at_start(a), right.at_start(b))))
        << kind.name << size;
    ASSERT_TRUE(same_results(expected, all_results(serial(), left.at_end(a), right.at_end(b)))) << kind.name << size;
  };
  for (std::size_t kind : {2u, 4u, 8u, 10u, 18u, 21u}) {
    auto const& chosen = data_classes<TypeParam>()[kind];
    for (std::size_t size = 0; size < 200; ++size) expect_inside(chosen, size);
    for (std::size_t size : {4095u, 4096u, 4097u, 4103u, 8191u, 8193u, 65535u, 65536u, 65537u, 65551u})
      expect_inside(chosen, size);
  }
}

}  // namespace
}  // namespace isobit::test
