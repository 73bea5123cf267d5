# isobit_warnings: what everything in this project is compiled with, and nothing that a user inherits. Not -Wpedantic,
# because the sources use __int128; the public headers do not, and their tests are pedantic.
add_library(isobit_warnings INTERFACE)
target_compile_options(isobit_warnings INTERFACE
  -Wall -Wextra $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow> -Wundef $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  # gcc 12 finds an overlap inside its own std::string, and tells of changes of its ABI long ago.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict> $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-psabi>
  $<$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>:-Werror>)

# isobit_arithmetic: floating-point means what the source says, whatever flags the enclosing project sets; and a square root
# is an instruction, not a call of libm's for the sake of errno.
add_library(isobit_arithmetic INTERFACE)
target_compile_options(isobit_arithmetic INTERFACE -fno-fast-math -fno-unsafe-math-optimizations -fno-associative-math
  -fno-reciprocal-math -fno-finite-math-only -fsigned-zeros -fno-math-errno -ffp-contract=off -fno-lto)

# isobit_precompile(target): the standard headers that most sources include, read once for all sources of the target.
# Reading them takes half of the time of most sources; -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON does without.
function(isobit_precompile target)
  set(headers algorithm array atomic bit cmath complex concepts cstdint functional limits memory mutex optional
      span string string_view type_traits utility vector ${ARGN})
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
  # gcc 12 forgets that a precompiled std::string is the system's, and warns of what cannot happen there.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# isobit_compile_in_batches(target size): so many sources at once, which takes half the time from nothing and more after an
# edit. Names that are local to a file must then differ.
function(isobit_compile_in_batches target size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  # gcc takes what is included by a batch for headers, in which no type may be local to a file.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
