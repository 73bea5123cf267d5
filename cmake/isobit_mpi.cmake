# isobit::mpi: the reductions over MPI, for the MPI that is found. A library for one MPI does not work with another.
find_package(MPI COMPONENTS C)
if(NOT MPI_C_FOUND)
  message(STATUS "No MPI: leaving out isobit::mpi")
  return()
endif()

# The C interface of MPI only: its old C++ one is in the way.
set(mpi_definitions OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

file(GLOB mpi_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/mpi/*.cpp)
add_library(isobit_mpi_objects OBJECT EXCLUDE_FROM_ALL ${mpi_sources})
target_include_directories(isobit_mpi_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(isobit_mpi_objects PRIVATE ${mpi_definitions})
target_link_libraries(isobit_mpi_objects PRIVATE MPI::MPI_C isobit_warnings isobit_arithmetic)
set_target_properties(isobit_mpi_objects PROPERTIES POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
isobit_precompile(isobit_mpi_objects)

add_library(isobit_mpi STATIC $<TARGET_OBJECTS:isobit_mpi_objects>)
add_library(isobit::mpi ALIAS isobit_mpi)
target_compile_definitions(isobit_mpi PUBLIC ${mpi_definitions})
# Installed, it goes with the library that the user chooses, static or shared.
target_link_libraries(isobit_mpi PUBLIC $<BUILD_INTERFACE:isobit::isobit> $<INSTALL_INTERFACE:isobit::isobit> MPI::MPI_C)
set_target_properties(isobit_mpi PROPERTIES EXPORT_NAME mpi LINKER_LANGUAGE CXX)
if(NOT PROJECT_IS_TOP_LEVEL)
  set_target_properties(isobit_mpi PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

# What tests start ranks with. Open MPI refuses root, and more ranks than cores, unless told, and polls less if asked to;
# ob1 is what it uses within one machine, and to look for networks first takes two thirds of the time of a start; and a
# job of which a rank failed waits a second or two for those that it killed. Other MPIs do not read these variables. MPIs
# leak at exit, so nobody looks for leaks.
set(isobit_mpi_environment ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
    OMPI_MCA_pml=ob1 OMPI_MCA_odls_base_sigkill_timeout=0
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe CACHE INTERNAL "")
