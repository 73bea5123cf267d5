#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include "errors.hpp"
#include "number.hpp"

/// The handles of MPI that stand for floating-point numbers.
namespace conformance {

struct named_type {
  std::string name;
  MPI_Datatype handle;
  element meaning;
};

inline element element_of_size(MPI_Datatype handle, bool is_complex, number_format wide_format) {
  int size = 0;
  MPI_Type_size(handle, &size);
  if (is_complex) size /= 2;
  return {size == 4 ? number_format::binary32 : size == 8 ? number_format::binary64 : wide_format, is_complex};
}

/// Whether the MPI has a sum of the type at all; errors are returned.
inline bool can_add(MPI_Datatype handle) {
  alignas(16) char in[32] = {}, inout[32] = {};
  error_noted = false;
  return MPI_Reduce_local(in, inout, 1, handle, MPI_SUM) == MPI_SUCCESS && !error_noted;
}

/// Open MPI 4.1 takes the 16 bytes of a Fortran number for a long double, and adds nonsense.
inline bool adds_binary128(MPI_Datatype handle) {
  __float128 in[2] = {1, 1}, inout[2] = {2, 2};
  return MPI_Reduce_local(in, inout, 1, handle, MPI_SUM) == MPI_SUCCESS && inout[0] == 3;
}

/// All that this MPI reduces; `left_out` names the others. Errors must be returned, not fatal.
inline std::vector<named_type> all_types(bool is_native, std::string& left_out) {
  std::vector<named_type> types;
  auto const add = [&](char const* name, MPI_Datatype handle, bool is_complex, number_format wide_format) {
    if (handle == MPI_DATATYPE_NULL || !can_add(handle)) {
      left_out += std::string(" ") + name;
      return;
    }
    element const meaning = element_of_size(handle, is_complex, wide_format);
    if (is_native && meaning.format == number_format::binary128 && !adds_binary128(handle))
      left_out += std::string(" ") + name;
    else
      types.push_back({name, handle, meaning});
  };
  auto const c = number_format::x87;
  auto const fortran = number_format::binary128;
  add("MPI_FLOAT", MPI_FLOAT, false, c);
  add("MPI_DOUBLE", MPI_DOUBLE, false, c);
  add("MPI_LONG_DOUBLE", MPI_LONG_DOUBLE, false, c);
  add("MPI_C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX, true, c);
  add("MPI_C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX, true, c);
  add("MPI_C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX, true, c);
  add("MPI_CXX_FLOAT_COMPLEX", MPI_CXX_FLOAT_COMPLEX, true, c);
  add("MPI_CXX_DOUBLE_COMPLEX", MPI_CXX_DOUBLE_COMPLEX, true, c);
  add("MPI_CXX_LONG_DOUBLE_COMPLEX", MPI_CXX_LONG_DOUBLE_COMPLEX, true, c);
  add("MPI_REAL", MPI_REAL, false, fortran);
  add("MPI_DOUBLE_PRECISION", MPI_DOUBLE_PRECISION, false, fortran);
  add("MPI_COMPLEX", MPI_COMPLEX, true, fortran);
  add("MPI_DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX, true, fortran);
  add("MPI_REAL4", MPI_REAL4, false, fortran);
  add("MPI_REAL8", MPI_REAL8, false, fortran);
  add("MPI_REAL16", MPI_REAL16, false, fortran);
  add("MPI_COMPLEX8", MPI_COMPLEX8, true, fortran);
  add("MPI_COMPLEX16", MPI_COMPLEX16, true, fortran);
  add("MPI_COMPLEX32", MPI_COMPLEX32, true, fortran);
  for (std::size_t i = 0, predefined = types.size(); i < predefined; ++i) {
    MPI_Datatype copy = MPI_DATATYPE_NULL;
    if (MPI_Type_dup(types[i].handle, &copy) != MPI_SUCCESS) continue;
    if (can_add(copy))
      types.push_back({"dup of " + types[i].name, copy, types[i].meaning});
    else
      left_out += " dup of " + types[i].name;
  }
  struct {
    char const* name;
    int digits, range;
  } const kinds[] = {{"f90 of 4 bytes", 6, 37}, {"f90 of 8 bytes", 15, 307}, {"f90 of 10 bytes", 18, 4931}};
  for (auto const& kind : kinds) {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    if (MPI_Type_create_f90_real(kind.digits, kind.range, &handle) == MPI_SUCCESS)
      add((std::string("real ") + kind.name).c_str(), handle, false, c);
    if (MPI_Type_create_f90_complex(kind.digits, kind.range, &handle) == MPI_SUCCESS)
      add((std::string("complex ") + kind.name).c_str(), handle, true, c);
  }
  return types;
}

}  // namespace conformance
