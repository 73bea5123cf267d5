#pragma once

#include <string>

#include <gtest/gtest.h>

#include "sum/blocks.hpp"

namespace isobit::test {

/// Calls body(machine) with the kernels of every instruction set of this machine, with its exception flags and as on a
/// machine without them.
template <class Body> void for_each_machine(Body body) {
  for (auto set : available_instruction_sets()) {
    for (bool flags_work : {true, false}) {
      if (flags_work && !exception_flags_work()) continue;
      SCOPED_TRACE(std::string(name(set)) + (flags_work ? "" : " without flags"));
      body(summation::machine{summation::kernels_for(set), summation::kernels_for(set), summation::block_size,
                              flags_work});
    }
  }
}

}  // namespace isobit::test
