include(isobit_options)

# isobit_add_instruction_sets(arithmetic/instruction_sets.def)
#
# Compiles the kernels (every */target/*.cpp) once for each instruction set in the list that this machine may have, into a
# namespace of its own.
function(isobit_add_instruction_sets list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^ISOBIT_INSTRUCTION_SET")
  file(GLOB kernels CONFIGURE_DEPENDS */target/*.cpp)
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^ISOBIT_INSTRUCTION_SET\\(([a-z0-9_]+), ([a-z0-9_]+), ([0-9]+), .*, \"(.*)\"\\)$" found "${line}")
    isobit_add_kernels(${CMAKE_MATCH_1} MACHINE ${CMAKE_MATCH_2} BYTES ${CMAKE_MATCH_3} FLAGS "${CMAKE_MATCH_4}" SOURCES ${kernels})
    if(TARGET isobit_kernel_${CMAKE_MATCH_1})
      set_property(GLOBAL APPEND PROPERTY isobit_instruction_sets ${CMAKE_MATCH_1})
    endif()
  endforeach()
endfunction()

# isobit_add_variant(avx512_halves linalg/target/gemm.cpp): some kernels once more, for a variant of the list.
function(isobit_add_variant name)
  file(STRINGS arithmetic/instruction_sets.def line REGEX "^ISOBIT_VARIANT\\(${name},")
  string(REGEX MATCH "^ISOBIT_VARIANT\\(([a-z0-9_]+), ([a-z0-9_]+), ([0-9]+), \"(.*)\"\\)$" found "${line}")
  isobit_add_kernels(${name} MACHINE ${CMAKE_MATCH_2} BYTES ${CMAKE_MATCH_3} FLAGS "${CMAKE_MATCH_4}" SOURCES ${ARGN})
endfunction()

# isobit_add_kernels(avx2 MACHINE x86_64 BYTES 32 FLAGS "-mavx2 -mfma" SOURCES ...): nothing on other machines.
function(isobit_add_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MACHINE;BYTES;FLAGS" "SOURCES")
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" machine)
  string(REGEX REPLACE "^amd64$" "x86_64" machine "${machine}")
  string(REGEX REPLACE "^arm64$" "aarch64" machine "${machine}")
  if(NOT arg_MACHINE STREQUAL any AND NOT arg_MACHINE STREQUAL machine)
    return()
  endif()
  separate_arguments(flags UNIX_COMMAND "${arg_FLAGS}")
  if(arg_FLAGS MATCHES avx512)
    # gcc 12 warns of its own _mm512_undefined_epi32.
    list(APPEND flags $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
  isobit_add_objects(isobit_kernel_${name} ${arg_SOURCES})
  target_compile_definitions(isobit_kernel_${name} PRIVATE ISOBIT_TARGET=${name} ISOBIT_VECTOR_BYTES=${arg_BYTES})
  target_compile_options(isobit_kernel_${name} PRIVATE ${flags})
endfunction()

# isobit_add_objects(name sources...)
#
# Compiled once and linked into both libraries. No LTO: it would carry code across instruction sets and across reads of
# the exception flags.
function(isobit_add_objects name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE isobit_warnings isobit_arithmetic Threads::Threads)
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    INTERPROCEDURAL_OPTIMIZATION OFF)
  set_property(GLOBAL APPEND PROPERTY isobit_objects $<TARGET_OBJECTS:${name}>)
endfunction()

# isobit_add_library(static): isobit::static, of all objects. A project that includes this one builds only what it uses.
function(isobit_add_library kind)
  get_property(objects GLOBAL PROPERTY isobit_objects)
  string(TOUPPER ${kind} type)
  add_library(isobit_${kind} ${type} ${objects})
  add_library(isobit::${kind} ALIAS isobit_${kind})
  target_include_directories(isobit_${kind} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(isobit_${kind} PUBLIC cxx_std_20)
  target_link_libraries(isobit_${kind} PUBLIC Threads::Threads)
  set_target_properties(isobit_${kind} PROPERTIES
    OUTPUT_NAME isobit
    EXPORT_NAME ${kind}
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
  if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(isobit_${kind} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
