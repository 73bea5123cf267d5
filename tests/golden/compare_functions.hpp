#pragma once

#include <fstream>

#include "function_hashes.hpp"

namespace isobit::golden {

/// Compares hashes of the first `count` results of every function of doubles and floats with MPFR's, which the file
/// holds in the same order; 0 where all agree, the status of a program. evaluate(f, x) and evaluate(f, x, y) return the
/// results of f, a test::unary_function or test::binary_function.
template <class Evaluate> int compare_functions(std::string const& path, std::size_t count, Evaluate const& evaluate) {
  std::ifstream file(path);
  if (!file) {
    std::printf("cannot read %s\n", path.c_str());
    return 1;
  }
  std::size_t passed = 0, failed = 0;
  std::string expected;
  auto const next = [&] {
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    return bool(file);
  };
  auto const check = [&](std::string const& line) {
    bool const same = next() && (expected == line || expected.starts_with(line + " "));
    ++(same ? passed : failed);
    if (!same) std::printf("expected %s\ngot      %s\n", expected.c_str(), line.c_str());
  };
  auto const check_unary = [&]<class T>(test::unary_function const& f, T) {
    check(
        hash_line<T>(f.name, false, f.low, f.high, count, [&](auto const& x, auto const&) { return evaluate(f, x); }));
  };
  auto const check_binary = [&]<class T>(test::binary_function const& f, T) {
    check(hash_line<T>(f.name, true, f.low, f.high, count,
                       [&](auto const& x, auto const& y) { return evaluate(f, x, y); }));
  };
  for (auto const& f : test::unary_functions) check_unary(f, 0.0), check_unary(f, 0.0F);
  for (auto const& f : test::binary_functions) check_binary(f, 0.0), check_binary(f, 0.0F);
  if (next()) {
    std::printf("the file has more functions than this program: %s\n", expected.c_str());
    ++failed;
  }
  std::printf("%zu hashes of %zu results agree, %zu do not\n", passed, count, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace isobit::golden
