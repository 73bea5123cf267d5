#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support.hpp"

/// Errors of one rank that all ranks hear of.
namespace isobit::test {

inline MPI_Comm const world = MPI_COMM_WORLD;

/// What body() throws, as text.
template <class Body> std::string text_of(Body body) {
  try {
    body();
  } catch (std::exception const& problem) {
    return problem.what();
  }
  return "nothing was thrown";
}

inline bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }
#define EXPECT_SAYS(text, problem) EXPECT_PRED2(contains, std::string(problem), std::string(text))

inline bool on_rank(int rank) { return rank_in(world) == rank; }

/// A driver that cannot start its threads.
struct broken_driver {
  [[nodiscard]] std::size_t parts(std::size_t) const { return 2; }
  template <class Body> void run(std::size_t, Body&&) const { throw std::runtime_error("no threads today"); }
};

}  // namespace isobit::test
