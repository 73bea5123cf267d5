# isobit_has_fortran: whether there is a Fortran compiler that can build the modules. It must make programs for this
# machine, and the sanitizers' runtimes would have to be linked by it, too.
include(GNUInstallDirs)
set(isobit_has_fortran FALSE)
# What a Fortran compiler writes is for itself alone: not among the headers.
set(isobit_fortran_modules ${CMAKE_INSTALL_LIBDIR}/fortran/isobit)
if(ISOBIT_BUILD_FORTRAN AND NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  include(CheckLanguage)
  check_language(Fortran)
  if(CMAKE_Fortran_COMPILER)
    enable_language(Fortran)
    # The header belongs to the Fortran compiler: whose C++ compiler is another one has no other way to it. gfortran tells
    # where it is; flang's is with LLVM's own.
    if(CMAKE_Fortran_COMPILER_ID STREQUAL "LLVMFlang")
      execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-resource-dir
                      OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      find_file(binding_header ISO_Fortran_binding.h NO_CACHE NO_DEFAULT_PATH
                HINTS ${resources}/include ${resources}/../../../include/flang)
    else()
      execute_process(COMMAND ${CMAKE_Fortran_COMPILER} -print-file-name=include/ISO_Fortran_binding.h
                      OUTPUT_VARIABLE binding_header OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
    if(EXISTS "${binding_header}")
      set(isobit_has_fortran TRUE)
      file(COPY ${binding_header} DESTINATION ${PROJECT_BINARY_DIR}/fortran_compiler)
    else()
      message(STATUS "The Fortran compiler has no ISO_Fortran_binding.h: leaving out isobit::fortran")
    endif()
  else()
    message(STATUS "No Fortran compiler: leaving out isobit::fortran")
  endif()
endif()

# isobit_add_fortran_library(name SOURCES ... LIBRARIES ... [FORTRAN_LIBRARIES ...] [FOLDER /name])
#
# Fortran modules and the C++ behind them in one static library. FORTRAN_LIBRARIES have options that C++ does not know.
# FOLDER: where the modules go, in that of all.
function(isobit_add_fortran_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "SOURCES;LIBRARIES;FORTRAN_LIBRARIES")
  set(modules ${arg_SOURCES})
  set(shim ${arg_SOURCES})
  list(FILTER modules INCLUDE REGEX "[.]f90$")
  list(FILTER shim INCLUDE REGEX "[.]cpp$")
  add_library(${name} STATIC ${modules})
  if(shim)
    add_library(${name}_shim OBJECT EXCLUDE_FROM_ALL ${shim})
    target_include_directories(${name}_shim PRIVATE ${PROJECT_SOURCE_DIR}/bindings/fortran/source)
    target_include_directories(${name}_shim SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/fortran_compiler)
    target_link_libraries(${name}_shim PRIVATE ${arg_LIBRARIES} isobit_warnings isobit_arithmetic)
    set_target_properties(${name}_shim PROPERTIES POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_shim>)
  endif()
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-std=f2018 -Wall -Wextra>
    $<$<AND:$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>,$<COMPILE_LANG_AND_ID:Fortran,GNU>>:-Werror>)
  set_target_properties(${name} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/modules${arg_FOLDER})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/modules${arg_FOLDER}>
                                            $<INSTALL_INTERFACE:${isobit_fortran_modules}${arg_FOLDER}>)
  target_link_libraries(${name} PUBLIC ${arg_LIBRARIES} ${arg_FORTRAN_LIBRARIES})
  if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
