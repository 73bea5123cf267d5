// Whatever the caller has set, the results are the same, and so is what the caller has set.
#include <gtest/gtest.h>

#include "column/inspect.hpp"
#include "column_data.hpp"
#include "support/check.hpp"
#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

using columns::operation;
using columns::rule;

constexpr rule all_methods[] = {rule::exact, rule::binned, rule::extended, rule::kahan,
                                rule::knuth, rule::order,  rule::shuffle};

template <class Constant> class caller_environment : public testing::Test {
public:
  static constexpr number_format tested = Constant::value;

  caller_environment() : random_(first_seed()) {
    column_source<tested> source(random_);
    for (int ranks : {2, 3, 5})
      for (int count : {1, 80}) {
        std::vector<std::vector<uint128>> columns;
        // Not the kinds that are not finite: their NaN hide much.
        for (int i = 0; i < count; ++i) columns.push_back(source.column(count == 1 ? 1 : i % 9, ranks));
        rows_.push_back(row_memory::of<tested>(columns, ranks, random_));
      }
  }

  /// body(how, what, rows) for everything.
  template <class Body> void for_each(Body body) {
    for (auto const& memory : rows_)
      for (rule how : all_methods)
        for (operation what : {operation::sum, operation::product})
          body(columns::recipe{how, 3, 1}, what, memory.view());
  }

private:
  random_source random_;
  std::vector<row_memory> rows_;
};
TYPED_TEST_SUITE(caller_environment, format_types);

TYPED_TEST(caller_environment, has_no_influence_and_comes_back) {
  auto const standard = read_environment();
  this->for_each([&](columns::recipe const& how, operation what, columns::rows const& in) {
    columns::element const type{TestFixture::tested, false};
    auto const expected = reduced(how, what, type, in);
    auto const facts = columns::inspect(what, type, in, expected.data());
    for (auto control : every_control_word())
      for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag, every_flag}) {
        std::vector<std::byte> result(expected.size());
        float_environment const before{control, flags};
        write_environment(before);
        columns::reduce(how, what, type, in, result.data());
        auto const after = read_environment();
        auto const again = columns::inspect(what, type, in, expected.data());
        auto const later = read_environment();
        write_environment(standard);
        ASSERT_EQ(result, expected) << "method " << int(how.how) << ", control " << std::hex << control;
        ASSERT_EQ(bits_of(facts.condition), bits_of(again.condition));
        ASSERT_TRUE(undisturbed(before, after)) << "method " << int(how.how) << ", control " << std::hex << control
                                                << ": flags " << flags << " became " << after.flags;
        ASSERT_TRUE(undisturbed(before, later)) << "inspect, control " << std::hex << control;
      }
  });
}

#if defined(__x86_64__)

/// A caller who wants to be told of every exception: nothing that happens in here is one.
TYPED_TEST(caller_environment, may_trap_exceptions) {
  auto const standard = read_environment();
  this->for_each([&](columns::recipe const& how, operation what, columns::rows const& in) {
    columns::element const type{TestFixture::tested, false};
    auto const expected = reduced(how, what, type, in);
    std::vector<std::byte> result(expected.size());
    write_environment({0, 0});
    columns::reduce(how, what, type, in, result.data());
    auto const facts = columns::inspect(what, type, in, result.data());
    auto const after = read_environment();
    write_environment(standard);
    ASSERT_EQ(result, expected) << "method " << int(how.how);
    ASSERT_TRUE(undisturbed(float_environment{0, 0}, after));
    ASSERT_FALSE(facts.has_nan);
  });
}

struct x87_state {
  std::uint16_t control, status;
  bool operator==(x87_state const&) const = default;
  static x87_state read() {
    x87_state state;
    asm volatile("fnstcw %0\n\tfnstsw %1" : "=m"(state.control), "=m"(state.status)::"memory");
    return state;
  }
};

TYPED_TEST(caller_environment, of_x87_has_no_influence_and_comes_back) {
  this->for_each([&](columns::recipe const& how, operation what, columns::rows const& in) {
    columns::element const type{TestFixture::tested, false};
    auto const expected = reduced(how, what, type, in);
    for (std::uint16_t control : {0x037f, 0x007f, 0x027f, 0x0f7f, 0x0b7f}) {
      std::vector<std::byte> result(expected.size());
      asm volatile("fnclex\n\tfldcw %0" ::"m"(control) : "memory");
      auto const before = x87_state::read();
      columns::reduce(how, what, type, in, result.data());
      auto const after = x87_state::read();
      std::uint16_t const standard = 0x037f;
      asm volatile("fnclex\n\tfldcw %0" ::"m"(standard) : "memory");
      ASSERT_EQ(result, expected) << "method " << int(how.how) << ", control " << std::hex << control;
      ASSERT_TRUE(after == before) << "method " << int(how.how) << ", control " << std::hex << control;
    }
  });
}

#endif

}  // namespace
}  // namespace isobit::test
