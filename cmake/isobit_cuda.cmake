# isobit::cuda: the reductions on NVIDIA GPUs, where isobit_nvcc has found the language.
if(NOT CMAKE_CUDA_COMPILER_LOADED)
  return()
endif()

# isobit::cuda_device: what CUDA sources need that include isobit/cuda/math.cuh, and those here. Floating-point means
# what the source says: nvcc would contract products and sums. Not installed, as the functions' own headers are in src/.
add_library(isobit_cuda_device INTERFACE)
add_library(isobit::cuda_device ALIAS isobit_cuda_device)
target_compile_options(isobit_cuda_device INTERFACE
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false --ftz=false --prec-div=true --prec-sqrt=true --expt-relaxed-constexpr>)
target_compile_definitions(isobit_cuda_device INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:ISOBIT_CUDA_DEVICE_FUNCTIONS>)
target_include_directories(isobit_cuda_device INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)

# isobit_cuda_options: the same, for which GPUs, and which warnings.
add_library(isobit_cuda_options INTERFACE)
target_link_libraries(isobit_cuda_options INTERFACE isobit_cuda_device)
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
  --extended-lambda --diag-suppress=554 -Xcompiler=-Wall,-Wextra,-ffp-contract=off,-fno-fast-math
  $<$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>:-Werror=all-warnings>
  $<$<BOOL:${ISOBIT_WARNINGS_AS_ERRORS}>:-Xcompiler=-Werror>>)

file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/*.cu ${PROJECT_SOURCE_DIR}/src/cuda/*/*.cu
     ${PROJECT_SOURCE_DIR}/src/cuda/*.cpp ${PROJECT_SOURCE_DIR}/src/cuda/*/*.cpp)
add_library(isobit_cuda STATIC EXCLUDE_FROM_ALL ${cuda_sources})
add_library(isobit::cuda ALIAS isobit_cuda)
target_link_libraries(isobit_cuda
  PUBLIC $<BUILD_INTERFACE:isobit::isobit> $<INSTALL_INTERFACE:isobit::isobit> CUDA::cudart_static
  PRIVATE $<BUILD_INTERFACE:isobit_cuda_options>)
# Whether the tensor cores of Hopper can be used as its own instructions do.
if("90a" IN_LIST ISOBIT_CUDA_ARCHITECTURES)
  target_compile_definitions(isobit_cuda PRIVATE ISOBIT_CUDA_HOPPER)
endif()
set_target_properties(isobit_cuda PROPERTIES
  EXPORT_NAME cuda CUDA_STANDARD 20 POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
