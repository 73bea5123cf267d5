# isobit::cuda: the reductions on NVIDIA GPUs, where nvcc is found. ISOBIT_CUDA=ON insists on it.
if(ISOBIT_CUDA STREQUAL OFF)
  return()
endif()
include(CheckLanguage)
if(NOT CMAKE_CUDA_COMPILER)
  find_program(isobit_nvcc nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(isobit_nvcc AND NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(CMAKE_CUDA_COMPILER ${isobit_nvcc})
  endif()
endif()
# Which GPUs is said per target, below; CMake need not guess.
set(CMAKE_CUDA_ARCHITECTURES OFF)
if(CMAKE_CUDA_COMPILER)
  check_language(CUDA)
endif()
if(NOT CMAKE_CUDA_COMPILER)
  if(ISOBIT_CUDA STREQUAL ON)
    message(FATAL_ERROR "ISOBIT_CUDA=ON, but no nvcc works here; name one by -DCMAKE_CUDA_COMPILER=, or leave ISOBIT_CUDA at AUTO")
  endif()
  message(STATUS "No nvcc: leaving out isobit::cuda")
  return()
endif()
enable_language(CUDA)
# CMake 3.25 does not know that nvcc can.
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
find_package(CUDAToolkit REQUIRED)

# isobit_cuda_options: floating-point means what the source says, here too: nvcc would contract products and sums.
add_library(isobit_cuda_options INTERFACE)
foreach(architecture IN LISTS ISOBIT_CUDA_ARCHITECTURES)
  if(architecture MATCHES "^(.*)-virtual$")
    set(code compute_${CMAKE_MATCH_1})
    set(architecture ${CMAKE_MATCH_1})
  else()
    set(code sm_${architecture})
  endif()
  target_compile_options(isobit_cuda_options INTERFACE
    $<$<COMPILE_LANGUAGE:CUDA>:--generate-code=arch=compute_${architecture},code=${code}>)
endforeach()
# nvcc overlooks the constraint of a conversion that a class would not use (554).
target_compile_options(isobit_cuda_options INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:
  --fmad=false --expt-relaxed-constexpr --extended-lambda --diag-suppress=554 -Xcompiler=-Wall,-Wextra,-ffp-contract=off,-fno-fast-math
  $<$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>:-Werror=all-warnings> $<$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>:-Xcompiler=-Werror>>)
target_include_directories(isobit_cuda_options INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)

file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/*.cu ${PROJECT_SOURCE_DIR}/src/cuda/*/*.cu
     ${PROJECT_SOURCE_DIR}/src/cuda/*.cpp)
add_library(isobit_cuda STATIC EXCLUDE_FROM_ALL ${cuda_sources})
add_library(isobit::cuda ALIAS isobit_cuda)
target_link_libraries(isobit_cuda
  PUBLIC $<BUILD_INTERFACE:isobit::isobit> $<INSTALL_INTERFACE:isobit::isobit> CUDA::cudart_static
  PRIVATE $<BUILD_INTERFACE:isobit_cuda_options>)
set_target_properties(isobit_cuda PROPERTIES
  EXPORT_NAME cuda CUDA_STANDARD 20 POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)

# For isobit/cuda/math.cuh, which has the functions' own headers in it.
target_include_directories(isobit_cuda INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)

# Here and not in tests/ and bench/: CMake knows CUDA in this folder only.
if(ISOBIT_BUILD_TESTS)
  add_library(isobit_cuda_test_kernels STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/cuda/device_functions.cu)
  target_include_directories(isobit_cuda_test_kernels PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(isobit_cuda_test_kernels PUBLIC isobit_cuda PRIVATE isobit_cuda_options)
  set_target_properties(isobit_cuda_test_kernels PROPERTIES CUDA_STANDARD 20 LINKER_LANGUAGE CXX)
endif()
if(ISOBIT_BUILD_BENCH)
  add_executable(isobit_bench_cuda_functions EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/cuda/functions.cu)
  target_link_libraries(isobit_bench_cuda_functions PRIVATE isobit_cuda isobit_cuda_options)
  set_target_properties(isobit_bench_cuda_functions PROPERTIES
    CUDA_STANDARD 20 LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
endif()
