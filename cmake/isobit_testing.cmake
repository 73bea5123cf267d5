include(isobit_googletest)
include(isobit_mpfr)

# The exit status of a test that this machine cannot run (an instruction set it lacks).
set(isobit_skipped 77)

# Where published data lie that the tree does not have, such as worst cases of functions: beside it. Tests skip
# without them.
set(isobit_test_data ${PROJECT_SOURCE_DIR}/../shared/data)

# What every test program has: the library, its internals, GoogleTest and the main function that knows how to skip.
file(GLOB support_sources CONFIGURE_DEPENDS support/*.cpp)
add_library(isobit_test_support STATIC EXCLUDE_FROM_ALL ${support_sources})
target_include_directories(isobit_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src
                                                      ${PROJECT_BINARY_DIR}/src/generated)
target_link_libraries(isobit_test_support PUBLIC isobit_static GTest::gtest PRIVATE isobit_warnings isobit_arithmetic)
# What is tested is optimised to the full; optimising the tests too would take minutes. Read once for all of them:
# the headers that take as long as the rest of most.
target_compile_options(isobit_test_support PRIVATE $<$<CONFIG:Release>:-Og>)
target_precompile_headers(isobit_test_support PRIVATE <gtest/gtest.h> <isobit/isobit.hpp>)

# isobit_add_test_program(target LABEL label SOURCES unit/sum/sum_test.cpp...)
#
# One program of many sources. Left out: those that include an mpfr header where MPFR is not found. Sets
# `<target>_sources` to what the program has.
function(isobit_add_test_program target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES")
  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    file(STRINGS ${source} uses_mpfr REGEX "#include.*mpfr")
    if(NOT uses_mpfr)
      list(APPEND sources ${source})
    elseif(TARGET isobit_mpfr)
      list(APPEND sources ${source})
      set(libraries isobit_mpfr)
    else()
      message(STATUS "No MPFR: leaving out ${source}")
    endif()
  endforeach()
  set(${target}_sources ${sources} PARENT_SCOPE)
  if(NOT sources)
    return()
  endif()
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE isobit_test_support isobit_warnings isobit_arithmetic ${libraries})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  target_precompile_headers(${target} REUSE_FROM isobit_test_support)
  # These have helpers of different names, and instantiate the same templates.
  if(ISOBIT_UNITY AND target MATCHES "^unit_(c|column|driver|integer|method|sum|tree|view)_")
    isobit_compile_in_batches(${target} 5)
  endif()
  isobit_label_target(${target} ${arg_LABEL})
endfunction()

# isobit_register_source(unit/sum/sum_test.cpp PROGRAM target LABEL label [NAME name] [EVERY_INSTRUCTION_SET])
#
# The test `unit.sum.sum`, or NAME: the suites of one source of a program. EVERY_INSTRUCTION_SET adds a run for each that
# this build has.
function(isobit_register_source source)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EVERY_INSTRUCTION_SET" "PROGRAM;LABEL;NAME" "")
  set(name ${arg_NAME})
  if(NOT name)
    isobit_name_of_test(name ${source})
  endif()
  set(command ${arg_PROGRAM})
  file(STRINGS ${source} tests REGEX "^ *(TYPED_)?TEST(_[FP])?[(]")
  if(tests)
    list(TRANSFORM tests REPLACE "^[^(]*[(]([A-Za-z0-9_]+).*" "\\1")
    list(REMOVE_DUPLICATES tests)
    set(filter)
    foreach(suite IN LISTS tests)
      get_property(owner GLOBAL PROPERTY isobit_suite_${arg_PROGRAM}_${suite})
      if(owner AND NOT owner STREQUAL source)
        message(FATAL_ERROR "The test suite ${suite} stands in ${owner} and in ${source}: give one another name")
      endif()
      set_property(GLOBAL PROPERTY isobit_suite_${arg_PROGRAM}_${suite} ${source})
      list(APPEND filter ${suite}.* ${suite}/* */${suite}.* */${suite}/*)
    endforeach()
    list(JOIN filter ":" filter)
    list(APPEND command --gtest_filter=${filter})
  endif()
  isobit_register_test(${name} LABEL "${arg_LABEL}" COMMAND ${command})
  if(arg_EVERY_INSTRUCTION_SET)
    isobit_register_for_each_set(${name} LABEL "${arg_LABEL}" COMMAND ${command})
  endif()
endfunction()

# unit/sum/sum_test.cpp: unit.sum.sum
function(isobit_name_of_test variable source)
  string(REGEX REPLACE "_test\\.c(pp)?$" "" name ${source})
  string(REPLACE "/" "." name ${name})
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# isobit_register_test(name LABEL unit COMMAND program [arguments...] [ENVIRONMENT NAME=value...])
function(isobit_register_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "COMMAND;ENVIRONMENT")
  add_test(NAME ${name} COMMAND ${arg_COMMAND} COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABEL}" ENVIRONMENT "${arg_ENVIRONMENT}" SKIP_RETURN_CODE ${isobit_skipped} TIMEOUT 1200)
endfunction()

# isobit_register_for_each_set(name LABEL property COMMAND program [arguments...] [ENVIRONMENT NAME=value...])
#
# The test `name.<set>` for each instruction set that this build has, of matrices for tiles (amx), too. Their label
# `forced_set` is for builds that need not run them all.
function(isobit_register_for_each_set name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "COMMAND;ENVIRONMENT")
  get_property(sets GLOBAL PROPERTY isobit_instruction_sets)
  get_property(variants GLOBAL PROPERTY isobit_variants)
  if(avx512_vnni IN_LIST variants AND name MATCHES "linalg_(gemm|residues)|golden.matrices")
    list(APPEND sets amx)
  endif()
  foreach(set IN LISTS sets)
    isobit_register_test(${name}.${set} LABEL "${arg_LABEL};forced_set" COMMAND ${arg_COMMAND}
                         ENVIRONMENT ISOBIT_FORCE_ISA=${set} ${arg_ENVIRONMENT})
  endforeach()
endfunction()

# isobit_label_target(target golden): the target `tests_golden` builds every test program of that label.
function(isobit_label_target target label)
  if(NOT TARGET tests_${label})
    add_custom_target(tests_${label})
  endif()
  add_dependencies(tests_${label} ${target})
endfunction()

# isobit_add_compile_fail(dot_of_float_and_double.cpp MESSAGE "same element type")
#
# The source must be refused with that message, and be accepted once CORRECTED is defined: so it is refused for the
# right reason.
function(isobit_add_compile_fail source)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MESSAGE" "")
  cmake_path(GET source STEM name)
  isobit_compiler_command(command)
  add_test(NAME compile_fail.${name}
           COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${command}" -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/${source}
                   "-DMESSAGE=${arg_MESSAGE}" -P ${PROJECT_SOURCE_DIR}/cmake/isobit_compile_fail.cmake)
  set_tests_properties(compile_fail.${name} PROPERTIES LABELS compile_fail)
endfunction()

# isobit_add_header_test(isobit/sum/sum.hpp [FOREIGN folder...])
#
# The header compiles alone. One that mentions __FAST_MATH__ holds arithmetic, and must refuse -ffast-math. FOREIGN: where
# the headers of others lie.
function(isobit_add_header_test header)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOREIGN")
  isobit_compiler_command(command)
  foreach(folder IN LISTS arg_FOREIGN)
    list(APPEND command -isystem ${folder})
  endforeach()
  list(APPEND command -Wall -Wextra -Wpedantic -Werror -include ${header} -x c++ /dev/null)
  add_test(NAME header.${header} COMMAND ${command})
  set_tests_properties(header.${header} PROPERTIES LABELS header)
  file(STRINGS ${PROJECT_SOURCE_DIR}/include/${header} refuses REGEX "__FAST_MATH__")
  if(refuses)
    add_test(NAME header.${header}.fast_math COMMAND ${command} -ffast-math)
    set_tests_properties(header.${header}.fast_math PROPERTIES
      LABELS header PASS_REGULAR_EXPRESSION "error: (#error )?\"?isobit")
  endif()
endfunction()

# isobit_add_c_header_test(isobit/math.h [FOREIGN folder...])
#
# The header compiles alone as C99 and as C++98, its plain names included.
function(isobit_add_c_header_test header)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOREIGN")
  list(TRANSFORM arg_FOREIGN PREPEND -isystem)
  set(arguments -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -DISOBIT_PLAIN_NAMES -I${PROJECT_SOURCE_DIR}/include
      ${arg_FOREIGN} -include ${header})
  add_test(NAME header.${header}.c COMMAND ${CMAKE_C_COMPILER} -std=c99 ${arguments} -x c /dev/null)
  # C++98 has no long long, which <stdint.h> needs all the same.
  add_test(NAME header.${header}.cpp98 COMMAND ${CMAKE_CXX_COMPILER} -std=c++98 ${arguments} -Wno-long-long -x c++ /dev/null)
  set_tests_properties(header.${header}.c header.${header}.cpp98 PROPERTIES LABELS header)
endfunction()

# isobit_compiler_command(variable): the compiler, ready to check the syntax of a user's source.
function(isobit_compiler_command variable)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  set(${variable} ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 -fsyntax-only -I${PROJECT_SOURCE_DIR}/include PARENT_SCOPE)
endfunction()

# isobit_add_fuzzer(fuzz/exact_fuzz.cpp [LIBRARIES target...])
#
# A libFuzzer program where the compiler instruments for it. Everywhere else a program that replays the kept corpus,
# fuzz/corpus/<name>, so that what was once found is tested in every build.
function(isobit_add_fuzzer source)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  cmake_path(GET source STEM target)
  string(REGEX REPLACE "_fuzz$" "" name ${target})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})

  add_executable(${target} EXCLUDE_FROM_ALL ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE isobit_static isobit_warnings ${arg_LIBRARIES})
  isobit_label_target(${target} fuzz)
  if(CMAKE_CXX_FLAGS MATCHES "fuzzer-no-link")
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    # Not into the kept corpus: what a run finds new stays in the build folder.
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/corpus/${name})
    # What is found is a failure: by default the exit code would be that of a skipped test.
    set(arguments -max_total_time=${ISOBIT_FUZZ_SECONDS} -rss_limit_mb=2048 -timeout=20 -print_final_stats=1
                  -error_exitcode=1 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/ ${CMAKE_CURRENT_BINARY_DIR}/corpus/${name})
  else()
    target_sources(${target} PRIVATE fuzz/replay/main.cpp)
    set(arguments)
  endif()
  isobit_register_test(fuzz.${name} LABEL fuzz COMMAND ${target} ${arguments} ${corpus})
endfunction()

# isobit_add_kernel_copy(name avx2 sources...): objects that are compiled as the kernels of that instruction set are.
function(isobit_add_kernel_copy name set)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(${name} PRIVATE $<TARGET_PROPERTY:isobit_kernel_${set},COMPILE_DEFINITIONS>)
  target_compile_options(${name} PRIVATE $<TARGET_PROPERTY:isobit_kernel_${set},COMPILE_OPTIONS>)
  target_link_libraries(${name} PRIVATE isobit_warnings isobit_arithmetic)
endfunction()
