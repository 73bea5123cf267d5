# isobit::mpi: the reductions over MPI, for the MPI that is found. A library for one MPI does not work with another.
find_package(MPI COMPONENTS C)
if(NOT MPI_C_FOUND)
  message(STATUS "No MPI: leaving out isobit::mpi")
  return()
endif()

file(GLOB mpi_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/driver/mpi/*.cpp)
add_library(isobit_mpi STATIC ${mpi_sources})
add_library(isobit::mpi ALIAS isobit_mpi)
target_include_directories(isobit_mpi PRIVATE ${PROJECT_SOURCE_DIR}/src)
# The C interface of MPI only: its old C++ one is in the way.
target_compile_definitions(isobit_mpi PUBLIC OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_link_libraries(isobit_mpi PUBLIC isobit::isobit MPI::MPI_C PRIVATE isobit_warnings isobit_arithmetic)
set_target_properties(isobit_mpi PROPERTIES
  EXPORT_NAME mpi
  POSITION_INDEPENDENT_CODE ON
  INTERPROCEDURAL_OPTIMIZATION OFF)
