#pragma once

#include "symbols.hpp"

/// Of how many bits integers are. Names that end so say that they have 64. Under BLAS's own names they mostly have 32,
/// but in some libraries 64: then a program that was made for such a library passes 64.
namespace isobit::interpose::blas {

/// Whether the real library decides what the integers of this routine are.
bool has_open_integers(routine const& which);

/// Whether integers have 64 bits in the library of a function of the real BLAS or LAPACK.
bool has_wide_integers(void* function);

/// From now on this routine, and its name, has 64-bit integers, as the library of that function.
void take_wide_integers(routine& which, void const* function);

/// A function of the library for which `take_wide_integers` was called last, or null.
void const* wide_library();

}  // namespace isobit::interpose::blas
