#pragma once

// What the examples of reductions and functions take for granted.

#include <cstddef>
#include <execution>
#include <span>
#include <string>
#include <vector>

#include <isobit/driver/kept_driver.hpp>
#include <isobit/execution.hpp>
#include <isobit/isobit.hpp>
#include <isobit/math.hpp>

inline std::vector<double> values, x, y, in, out, bases, exponents, monday, tuesday, wednesday, totals, results,
    amounts;
inline std::span<double const> first_half, second_half, mine;
inline std::vector<std::string> accounts;
inline std::size_t n, offset, everybodys;
inline int ranks, rank;
inline double largest;
inline void print(std::string const&, double) {}

struct matrix {
  friend matrix operator*(matrix const& a, matrix const&) { return a; }
};
inline std::vector<matrix> matrices;
inline constexpr auto multiply = [](double a, double b) { return a * b; };

inline constexpr auto read_some = [](std::span<double>) { return std::size_t{0}; };
struct table_rows {};
inline bool read_lines(table_rows&) { return false; }
inline void parse_lines(table_rows&) {}
inline auto const rows = isobit::block_stream_of<table_rows>(read_lines, parse_lines);
struct sums_of_columns {
  void add(table_rows const&) {}
  void merge(sums_of_columns const&) {}
};
struct {
  void parallel_for(std::size_t parts, isobit::task_ref body) {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
} inline pool;
