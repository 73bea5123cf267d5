// isobit_last_error says what was wrong: with the last call that failed, of this thread.
#include <isobit/isobit.h>
#include <isobit/linalg.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <gtest/gtest.h>

#include "c/guard.hpp"

namespace isobit::test {
namespace {

std::string last_error() { return isobit_last_error(); }

isobit_status sum_of_null() {
  double result = 0;
  return isobit_sum_f64(nullptr, 3, &result);
}

TEST(last_error, is_empty_where_nothing_failed) {
  std::thread([] { EXPECT_EQ(last_error(), ""); }).join();
}

TEST(last_error, says_more_than_the_status) {
  EXPECT_EQ(sum_of_null(), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(last_error(), "isobit: invalid argument: a null pointer for an array that is not empty");
  double const x[] = {1, 2};
  EXPECT_EQ(isobit_sum_f64(x, 2, nullptr), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(last_error(), "isobit: invalid argument: a null pointer for a result or a state");
  double result = 0;
  EXPECT_EQ(isobit_sum_strided_f64(x, 2, 0, 1, &result), ISOBIT_INVALID_ARGUMENT);
  EXPECT_EQ(last_error(), "isobit: invalid argument: a stride of zero");
}

TEST(last_error, of_bytes_that_are_no_state) {
  isobit_exact* state = nullptr;
  EXPECT_EQ(isobit_exact_deserialise("nonsense", 8, &state), ISOBIT_MALFORMED_BYTES);
  EXPECT_NE(last_error().find("isobit"), std::string::npos);
}

TEST(last_error, of_a_buffer_too_small) {
  isobit_exact* state = nullptr;
  ASSERT_EQ(isobit_exact_create(&state), ISOBIT_OK);
  ASSERT_EQ(isobit_exact_add(state, 1.0), ISOBIT_OK);
  std::size_t size = 0;
  char byte = 0;
  EXPECT_EQ(isobit_exact_serialise(state, &byte, 1, &size), ISOBIT_OUT_OF_RANGE);
  EXPECT_EQ(last_error(), "isobit_exact_serialise: room for 1 bytes, and the state has " + std::to_string(size));
  isobit_exact_destroy(state);
}

TEST(last_error, of_a_matrix_without_an_inverse) {
  double a[] = {1, 1, 1, 1};
  ptrdiff_t pivots[2] = {}, info = 0;
  EXPECT_EQ(isobit_dlu(ISOBIT_COLUMN_MAJOR, 2, 2, a, 2, pivots, 1, &info), ISOBIT_SINGULAR);
  EXPECT_EQ(last_error(), "isobit: singular: no pivot in column 2");
}

TEST(last_error, of_whatever_is_thrown) {
  using c_interface::guard;
  EXPECT_EQ(guard([] { throw std::bad_alloc(); }), ISOBIT_OUT_OF_MEMORY);
  EXPECT_EQ(last_error(), "isobit: out of memory");
  EXPECT_EQ(guard([] { throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)); }),
            ISOBIT_OUT_OF_MEMORY);
  EXPECT_EQ(last_error(), std::make_error_code(std::errc::resource_unavailable_try_again).message());
  EXPECT_EQ(guard([] { throw error(status::communication, "isobit: no MPI"); }), ISOBIT_COMMUNICATION);
  EXPECT_EQ(last_error(), "isobit: no MPI");
  EXPECT_EQ(guard([] { throw std::logic_error("a defect"); }), ISOBIT_INTERNAL);
  EXPECT_EQ(last_error(), "a defect");
  EXPECT_EQ(guard([] { throw 1; }), ISOBIT_INTERNAL);
  EXPECT_EQ(last_error(), "isobit: an exception of an unknown type");
}

TEST(last_error, of_an_instruction_set_that_is_not_there) {
#ifndef __x86_64__
  GTEST_SKIP() << "under an emulator a program cannot start itself";
#endif
  auto const call = [] {
    setenv("ISOBIT_FORCE_ISA", "abacus", 1);
    char const* name = nullptr;
    bool const refused = isobit_instruction_set(&name) == ISOBIT_UNSUPPORTED;
    std::exit(refused && last_error().starts_with("isobit: ISOBIT_FORCE_ISA=abacus") ? 0 : 1);
  };
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(call(), testing::ExitedWithCode(0), "");
}

TEST(last_error, outlives_success) {
  EXPECT_EQ(sum_of_null(), ISOBIT_INVALID_ARGUMENT);
  double const x = 1;
  double result = 0;
  EXPECT_EQ(isobit_sum_f64(&x, 1, &result), ISOBIT_OK);
  EXPECT_NE(last_error(), "");
}

TEST(last_error, is_of_this_thread) {
  EXPECT_EQ(sum_of_null(), ISOBIT_INVALID_ARGUMENT);
  auto const before = last_error();
  std::thread([] {
    EXPECT_EQ(isobit_instruction_set(nullptr), ISOBIT_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "isobit: invalid argument: a null pointer for a result or a state");
  }).join();
  EXPECT_EQ(last_error(), before);
}

TEST(last_error, loses_the_end_of_a_long_message) {
  EXPECT_EQ(c_interface::guard([] { throw std::runtime_error(std::string(2000, 'x')); }), ISOBIT_INTERNAL);
  EXPECT_EQ(last_error(), std::string(511, 'x'));
}

}  // namespace
}  // namespace isobit::test
