#pragma once

#include "calls.hpp"

namespace isobit::test {

/// Each compares all routines of a level, under all names, with isobit's own functions.
void check_level1(random_source& random);
void check_level2(random_source& random);
void check_level3(random_source& random);
void check_structured(random_source& random);
void check_extensions(random_source& random);
void check_lapack(random_source& random);
/// Compares results in every floating-point environment.
void check_environment();
/// Reads the exceptions that were raised.
void check_exceptions();

}  // namespace isobit::test
