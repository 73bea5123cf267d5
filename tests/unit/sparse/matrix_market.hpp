#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/sparse.hpp>

/// Matrix Market files as texts.
namespace isobit::test {

using namespace sparse::matrix_market;
using sparse::csr_matrix, sparse::index;

inline constexpr char real_general[] = "%%MatrixMarket matrix coordinate real general\n";

template <class T = double, class Index = std::int32_t> csr_matrix<T, Index> matrix_of(std::string const& text) {
  std::istringstream in(text);
  return read<T, Index>(in);
}
template <class T = double> dense_matrix<T> dense_of(std::string const& text) {
  std::istringstream in(text);
  return read_dense<T>(in);
}
template <class A> std::string text_of(A const& a, style const& how = {}) {
  std::ostringstream out;
  write(out, a, how);
  return out.str();
}
template <class T>
std::string array_text(index rows, index columns, std::vector<T> const& values, style const& how = {}) {
  std::ostringstream out;
  write<T>(out, column_major(values.data(), rows, columns), how);
  return out.str();
}

/// The message behind the place where all of them begin the same.
template <class Call> std::string message_of(Call call) {
  constexpr std::string_view start = "isobit::sparse::matrix_market: ", other = "isobit::sparse: matrix_market: ";
  try {
    static_cast<void>(call());
  } catch (error const& problem) {
    std::string const text = problem.what();
    if (text.starts_with(start)) {
      EXPECT_EQ(problem.code(), status::malformed_bytes) << text;
      return text.substr(start.size());
    }
    return text.starts_with(other) ? text.substr(other.size()) : text;
  }
  return "nothing was wrong";
}
inline std::string refusal_of(std::string const& text) {
  auto const sparse = message_of([&] { return matrix_of(text); });
  EXPECT_EQ(message_of([&] { return dense_of(text); }), sparse);
  return sparse;
}

}  // namespace isobit::test
