include(isobit_options)

# isobit_add_kernel_target(avx2 FLAGS -mavx2 -mfma)
#
# Compiles the kernels once more, for this instruction set and into a namespace of its own, and tells the dispatcher.
function(isobit_add_kernel_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FLAGS")
  file(GLOB functions CONFIGURE_DEPENDS math/target/*.cpp linalg/target/*.cpp)
  isobit_add_kernels(${name} SOURCES kernel/target.cpp ${functions} FLAGS ${arg_FLAGS})
  string(TOUPPER ${name} macro)
  set_property(SOURCE kernel/dispatch.cpp APPEND PROPERTY COMPILE_DEFINITIONS ISOBIT_HAVE_${macro}=1)
  set_property(GLOBAL APPEND PROPERTY isobit_instruction_sets ${name})
endfunction()

# isobit_add_kernels(avx512_halves SOURCES linalg/target/gemm.cpp FLAGS -mavx512f ...): some kernels once more, without a table
# of their own.
function(isobit_add_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS")
  isobit_add_objects(isobit_kernel_${name} ${arg_SOURCES})
  target_compile_definitions(isobit_kernel_${name} PRIVATE ISOBIT_TARGET=${name})
  target_compile_options(isobit_kernel_${name} PRIVATE ${arg_FLAGS})
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
