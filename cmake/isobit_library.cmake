include(GNUInstallDirs)

include(isobit_options)

# isobit_add_instruction_sets(arithmetic/instruction_sets.def)
#
# Compiles the kernels (every */target/*.cpp) once for each instruction set in the list that ISOBIT_INSTRUCTION_SETS asks for
# and this machine may have, into a namespace of its own; and writes down which, for arithmetic/for_each_set.hpp.
function(isobit_add_instruction_sets list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  isobit_wanted_sets(${list} wanted)
  file(GLOB kernels CONFIGURE_DEPENDS */target/*.cpp)
  foreach(set IN LISTS wanted)
    isobit_read_set(${list} ${set})
    isobit_add_kernels(${set} ${kernels})
    string(APPEND built "ISOBIT_SET(${set}, ${has})\n")
  endforeach()
  file(CONFIGURE OUTPUT generated/arithmetic/built_sets.def CONTENT "${built}" @ONLY)
  set_property(GLOBAL PROPERTY isobit_instruction_sets ${wanted})
endfunction()

# isobit_wanted_sets(list variable): the names of those to build, worst first.
function(isobit_wanted_sets list variable)
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
  string(REGEX REPLACE "^amd64$" "x86_64" processor "${processor}")
  string(REGEX REPLACE "^arm64$" "aarch64" processor "${processor}")
  file(STRINGS ${list} lines REGEX "^ISOBIT_INSTRUCTION_SET")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "\\(([a-z0-9_]+), (any|${processor})," found "${line}")
    if(found)
      list(APPEND possible ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(wanted ${ISOBIT_INSTRUCTION_SETS})
  if(wanted STREQUAL all OR (wanted STREQUAL native AND CMAKE_CROSSCOMPILING))
    set(wanted ${possible})
  elseif(wanted STREQUAL native)
    foreach(set IN LISTS possible)
      isobit_read_set(${list} ${set})
      file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/runs_here.cpp
           "#define HAS(feature) __builtin_cpu_supports(feature)\nint main() { return (${has}) ? 0 : 1; }\n")
      try_run(lacks_${set} compiled ${CMAKE_CURRENT_BINARY_DIR}/runs_here ${CMAKE_CURRENT_BINARY_DIR}/runs_here.cpp)
      if(lacks_${set} EQUAL 0)
        set(wanted scalar ${set})
      endif()
    endforeach()
  endif()
  list(REMOVE_DUPLICATES wanted)
  foreach(set IN LISTS wanted)
    if(NOT set IN_LIST possible)
      message(FATAL_ERROR "ISOBIT_INSTRUCTION_SETS: '${set}' is none of this machine's: all, native, or of: ${possible}")
    endif()
  endforeach()
  if(NOT scalar IN_LIST wanted)
    message(FATAL_ERROR "ISOBIT_INSTRUCTION_SETS must contain scalar, which every machine can run")
  endif()
  list(JOIN wanted "|" wanted)
  list(FILTER possible INCLUDE REGEX "^(${wanted})$")
  set(${variable} ${possible} PARENT_SCOPE)
endfunction()

# isobit_read_set(list avx2): sets `has` to what the list says.
macro(isobit_read_set list name)
  file(STRINGS ${list} line REGEX "^ISOBIT_INSTRUCTION_SET\\(${name},")
  string(REGEX MATCH "^.*, [a-z0-9_]+, [0-9]+, (.*), \".*\"\\)$" found "${line}")
  set(has "${CMAKE_MATCH_1}")
endmacro()

# isobit_add_variant(avx512_halves avx512 linalg/target/gemm.cpp): some kernels once more, for a variant of a set, where that
# is built.
function(isobit_add_variant name of)
  get_property(sets GLOBAL PROPERTY isobit_instruction_sets)
  if(of IN_LIST sets)
    isobit_add_kernels(${name} ${ARGN})
    target_compile_definitions(isobit_objects PRIVATE ISOBIT_HAS_${name})
    set_property(GLOBAL APPEND PROPERTY isobit_variants ${name})
  endif()
endfunction()

# isobit_add_kernels(avx2 sources...): of the library.
function(isobit_add_kernels name)
  isobit_add_objects(isobit_kernel_${name} ${ARGN})
  isobit_compile_for(isobit_kernel_${name} ${name})
endfunction()

# isobit_compile_for(target avx2): as arithmetic/instruction_sets.def says for an instruction set or a variant of one.
function(isobit_compile_for target name)
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/arithmetic/instruction_sets.def line REGEX "^ISOBIT_(INSTRUCTION_SET|VARIANT)\\(${name},")
  string(REGEX MATCH ", ([0-9]+), .*\"([^\"]*)\"\\)$" found "${line}")
  set(bytes ${CMAKE_MATCH_1})
  separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_2}")
  if(flags MATCHES avx512)
    # gcc 12 warns of its own _mm512_undefined_epi32.
    list(APPEND flags $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
  target_compile_definitions(${target} PRIVATE ISOBIT_TARGET=${name} ISOBIT_VECTOR_BYTES=${bytes})
  # Where a loop begins in its line of the instruction cache is up to a tenth of a sum's time: not left to the linker.
  target_compile_options(${target} PRIVATE ${flags} -falign-functions=64)
endfunction()

# isobit_add_objects(name sources...)
#
# Compiled once and linked into both libraries. No LTO: it would carry code across instruction sets and across reads of
# the exception flags.
function(isobit_add_objects name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
                                             ${PROJECT_BINARY_DIR}/src/generated)
  target_link_libraries(${name} PRIVATE isobit_warnings isobit_arithmetic Threads::Threads)
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    INTERPROCEDURAL_OPTIMIZATION OFF)
  isobit_precompile(${name})
  set_property(GLOBAL APPEND PROPERTY isobit_objects $<TARGET_OBJECTS:${name}>)
endfunction()

# isobit_add_library(static): isobit::static, of all objects. A project that includes this one builds only what it uses.
function(isobit_add_library kind)
  get_property(objects GLOBAL PROPERTY isobit_objects)
  string(TOUPPER ${kind} type)
  add_library(isobit_${kind} ${type} ${objects})
  add_library(isobit::${kind} ALIAS isobit_${kind})
  target_include_directories(isobit_${kind} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(isobit_${kind} PUBLIC cxx_std_20)
  target_link_libraries(isobit_${kind} PUBLIC Threads::Threads)
  set_target_properties(isobit_${kind} PROPERTIES
    OUTPUT_NAME isobit
    EXPORT_NAME ${kind}
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${isobit_compatible_version})
  if(kind STREQUAL shared)
    isobit_export_public_names(isobit_shared)
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(isobit_${kind} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# isobit_export_public_names(target): of what is marked ISOBIT_API and comes along, only isobit's own names leave the library,
# with the version of the interface attached. Linkers of other formats than ELF do without.
function(isobit_export_public_names target)
  string(REPLACE . _ name v${isobit_compatible_version})
  string(LENGTH ${name} length)
  set(namespace 6isobit${length}${name})  # as it begins mangled names
  set(exports ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
  configure_file(${PROJECT_SOURCE_DIR}/src/exports.map.in ${exports} @ONLY)
  include(CheckLinkerFlag)
  check_linker_flag(CXX LINKER:--version-script=${exports} isobit_linker_knows_version_scripts)
  if(isobit_linker_knows_version_scripts)
    target_link_options(${target} PRIVATE LINKER:--version-script=${exports})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports})
  endif()
endfunction()
