// Linear algebra for C with matrices that are stored in part: what is refused, and what need not be there.
#include <cstdint>
#include <vector>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

template <class T> class c_linalg_structured_arguments : public testing::Test {};
TYPED_TEST_SUITE(c_linalg_structured_arguments, c_types);

TYPED_TEST(c_linalg_structured_arguments, bad_arguments_are_refused_and_nothing_is_written) {
  using T = TypeParam;
  using f = functions<T>;
  std::vector<T> const a(40, T(2)), untouched(40, T(7));
  std::vector<T> c = untouched;
  T const one = 1;
  auto const rows = ISOBIT_ROW_MAJOR;
  auto const lower = ISOBIT_LOWER;
  auto const plain = ISOBIT_NO_TRANSPOSE;
  auto const kept = ISOBIT_STORED_DIAGONAL;
  auto const no_layout = static_cast<isobit_layout>(1);
  auto const no_half = static_cast<isobit_triangle>(-1);
  auto const no_side = static_cast<isobit_side>(1);
  auto const no_transpose = static_cast<isobit_transpose>(1);
  auto const no_diagonal = static_cast<isobit_diagonal>(1);
  auto const refused = [&](isobit_status status, char const* what) {
    EXPECT_EQ(status, ISOBIT_INVALID_ARGUMENT) << what;
    EXPECT_EQ(c, untouched) << what;
    c = untouched;
  };
  auto const symm = [&](isobit_side side, isobit_triangle half, T const* left, index lda) {
    return f::symm(rows, side, half, 3, 2, argument(one), left, lda, a.data(), 2, argument(one), c.data(), 2, 0);
  };
  refused(symm(no_side, lower, a.data(), 3), "symm: side");
  refused(symm(ISOBIT_LEFT, no_half, a.data(), 3), "symm: half");
  refused(symm(ISOBIT_LEFT, lower, a.data(), 2), "symm: lda");
  refused(symm(ISOBIT_LEFT, lower, nullptr, 3), "symm: null");
  refused(symm(ISOBIT_LEFT, lower, c.data() + 1, 3), "symm: a is in c");
  auto const trmm = [&](isobit_transpose op, isobit_diagonal kind, T const* left) {
    return f::trmm(rows, ISOBIT_LEFT, lower, op, kind, 3, 2, argument(one), left, 3, c.data(), 2, 0);
  };
  refused(trmm(no_transpose, kept, a.data()), "trmm: transpose");
  refused(trmm(plain, no_diagonal, a.data()), "trmm: diagonal");
  refused(trmm(plain, kept, c.data()), "trmm: a is in b");
  auto const gbmv = [&](isobit_layout layout, index m, index below, index above, index lda, T const* left, T* y) {
    return f::gbmv(layout, plain, m, 3, below, above, argument(one), left, lda, a.data(), 1, argument(one), y, 1, 0);
  };
  refused(gbmv(no_layout, 3, 1, 1, 3, a.data(), c.data()), "gbmv: layout");
  refused(gbmv(rows, -1, 1, 1, 3, a.data(), c.data()), "gbmv: m");
  refused(gbmv(rows, 3, -1, 1, 3, a.data(), c.data()), "gbmv: below");
  refused(gbmv(rows, 3, 1, -1, 3, a.data(), c.data()), "gbmv: above");
  refused(gbmv(rows, 3, 1, 1, 2, a.data(), c.data()), "gbmv: lda");
  refused(gbmv(rows, 3, PTRDIFF_MAX, PTRDIFF_MAX, 2, a.data(), c.data()), "gbmv: too many diagonals");
  refused(gbmv(rows, 3, 1, 1, 3, nullptr, c.data()), "gbmv: null a");
  refused(gbmv(rows, 3, 1, 1, 3, a.data(), nullptr), "gbmv: null y");
  refused(gbmv(rows, 3, 1, 1, 3, c.data(), c.data() + 4), "gbmv: y is in a");
  refused(gbmv(rows, PTRDIFF_MAX / 2, 1, 1, 3, a.data(), c.data()), "gbmv: beyond memory");
  auto const spmv = [&](isobit_triangle half, index n, T const* left, index incx) {
    return f::spmv(rows, half, n, argument(one), left, a.data(), incx, argument(one), c.data(), 1, 0);
  };
  refused(spmv(no_half, 3, a.data(), 1), "spmv: half");
  refused(spmv(lower, -3, a.data(), 1), "spmv: n");
  refused(spmv(lower, 3, nullptr, 1), "spmv: null");
  refused(spmv(lower, 3, a.data(), 0), "spmv: incx");
  // Of which vectors there could be, but no halves.
  index const huge = index{1} << 40;
  refused(spmv(lower, huge, a.data(), 1), "spmv: beyond memory");
  refused(f::spr(rows, lower, huge, argument(one), a.data(), 1, c.data()), "spr: beyond memory");
  refused(f::sbmv(rows, lower, 3, 2, argument(one), a.data(), 2, a.data(), 1, argument(one), c.data(), 1, 0), "sbmv");
  refused(f::symv(rows, lower, 3, argument(one), a.data(), 2, a.data(), 1, argument(one), c.data(), 1, 0), "symv");
  refused(f::trmv(rows, lower, plain, kept, 3, a.data(), 2, c.data(), 1, 0), "trmv");
  refused(f::tbmv(rows, lower, plain, kept, 3, 1, a.data(), 1, c.data(), 1, 0), "tbmv");
  refused(f::tbsv(rows, lower, plain, kept, 3, 1, a.data(), 2, c.data(), 0), "tbsv");
  refused(f::tpmv(rows, lower, plain, kept, 3, nullptr, c.data(), 1, 0), "tpmv");
  refused(f::tpsv(rows, lower, no_transpose, kept, 3, a.data(), c.data(), 1), "tpsv");
  refused(f::tpsv(rows, lower, plain, kept, 3, c.data(), c.data() + 2, 1), "tpsv: x is in a");
  refused(f::syr2k(rows, lower, plain, 3, 2, argument(one), a.data(), 2, a.data(), 1, argument(one), c.data(), 3, 0),
          "syr2k: ldb");
  refused(f::syr(rows, lower, 3, argument(one), a.data(), 1, c.data(), 2, 0), "syr: lda");
  refused(f::syr2(rows, lower, 3, argument(one), a.data(), 1, nullptr, 1, c.data(), 3, 0), "syr2: null");
  refused(f::spr(rows, lower, 3, argument(one), c.data(), 1, c.data()), "spr: x is in a");
  refused(f::spr(rows, lower, 3, argument(one), a.data(), 1, nullptr), "spr: null");
  refused(f::spr2(no_layout, lower, 3, argument(one), a.data(), 1, a.data(), 1, c.data()), "spr2: layout");
  refused(f::spr2(rows, lower, -1, argument(one), a.data(), 1, a.data(), 1, c.data()), "spr2: n");
  refused(f::hpr(rows, no_half, 3, 1, a.data(), 1, c.data()), "hpr: half");
  refused(f::hpr2(rows, lower, 3, argument(one), a.data(), 1, a.data(), 0, c.data()), "hpr2: incy");
}

// As BLAS has it: with alpha = 0 there is nothing to read, so there need not be anything.
TYPED_TEST(c_linalg_structured_arguments, what_is_not_read_may_be_null) {
  using T = TypeParam;
  using f = functions<T>;
  T const zero = 0, two = 2, one = 1;
  std::vector<T> const before = {1, 2, 3, 4}, doubled = {2, 4, 6, 8};
  auto c = before;
  auto const becomes = [&](isobit_status status, std::vector<T> const& expected, char const* what) {
    EXPECT_EQ(status, ISOBIT_OK) << what << ": " << isobit_last_error();
    EXPECT_EQ(c, expected) << what;
    c = before;
  };
  for (auto const layout : layouts)
    for (auto const half : halves)
      for (auto const side : sides) {
        becomes(
            f::symm(layout, side, half, 2, 2, argument(zero), nullptr, 2, nullptr, 2, argument(two), c.data(), 2, 0),
            doubled, "symm");
        becomes(
            f::hemm(layout, side, half, 2, 2, argument(zero), nullptr, 2, nullptr, 2, argument(two), c.data(), 2, 0),
            doubled, "hemm");
        becomes(f::trmm(layout, side, half, ISOBIT_TRANSPOSE, ISOBIT_STORED_DIAGONAL, 2, 2, argument(zero), nullptr, 2,
                        c.data(), 2, 0),
                std::vector<T>(4), "trmm");
        becomes(f::symv(layout, half, 4, argument(zero), nullptr, 4, nullptr, -1, argument(two), c.data(), 1, 0),
                doubled, "symv");
        becomes(f::hbmv(layout, half, 4, 2, argument(zero), nullptr, 3, nullptr, 1, argument(two), c.data(), 1, 0),
                doubled, "hbmv");
        becomes(f::spmv(layout, half, 4, argument(zero), nullptr, nullptr, 1, argument(two), c.data(), 1, 0), doubled,
                "spmv");
        for (auto const op : transposes)
          becomes(
              f::gbmv(layout, op, 4, 4, 1, 1, argument(zero), nullptr, 3, nullptr, 1, argument(two), c.data(), 1, 0),
              doubled, "gbmv");
        becomes(f::syr2k(layout, half, ISOBIT_NO_TRANSPOSE, 2, 3, argument(zero), nullptr, 3, nullptr, 3, argument(one),
                         c.data(), 2, 0),
                before, "syr2k");
        becomes(f::her2k(layout, half, ISOBIT_NO_TRANSPOSE, 2, 3, argument(zero), nullptr, 3, nullptr, 3, 1, c.data(),
                         2, 0),
                before, "her2k");
        becomes(f::syr(layout, half, 2, argument(zero), nullptr, 1, c.data(), 2, 0), before, "syr");
        becomes(f::her(layout, half, 2, 0, nullptr, 1, c.data(), 2, 0), before, "her");
        becomes(f::her2(layout, half, 2, argument(zero), nullptr, 1, nullptr, 1, c.data(), 2, 0), before, "her2");
        becomes(f::spr(layout, half, 2, argument(zero), nullptr, 1, c.data()), before, "spr");
        becomes(f::hpr(layout, half, 2, 0, nullptr, 1, c.data()), before, "hpr");
        becomes(f::spr2(layout, half, 2, argument(zero), nullptr, 1, nullptr, 1, c.data()), before, "spr2");
        becomes(f::hpr2(layout, half, 2, argument(zero), nullptr, 1, nullptr, 1, c.data()), before, "hpr2");
        // Still to be right.
        EXPECT_EQ(f::sbmv(layout, half, 4, 2, argument(zero), nullptr, 2, nullptr, 1, argument(two), c.data(), 1, 0),
                  ISOBIT_INVALID_ARGUMENT);
        EXPECT_EQ(f::spmv(layout, half, 4, argument(zero), nullptr, nullptr, 0, argument(two), c.data(), 1, 0),
                  ISOBIT_INVALID_ARGUMENT);
        EXPECT_EQ(c, before);
      }
  EXPECT_EQ(
      f::spmv(ISOBIT_ROW_MAJOR, ISOBIT_LOWER, 0, argument(one), nullptr, nullptr, 1, argument(one), nullptr, 1, 0),
      ISOBIT_OK)
      << "empty";
}

}  // namespace
}  // namespace isobit::test
