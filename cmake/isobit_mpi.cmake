# isobit::mpi: the reductions over MPI, for the MPI that is found. A library for one MPI does not work with another.

# Intel's compiler wrappers from PyPI learn where they are from I_MPI_ROOT only, and FindMPI asks them.
if(MPI_C_COMPILER AND NOT DEFINED ENV{I_MPI_ROOT})
  get_filename_component(wrapper ${MPI_C_COMPILER} PROGRAM)
  execute_process(COMMAND ${wrapper} -show OUTPUT_VARIABLE shown ERROR_QUIET)
  if(shown MATCHES I_MPI_SUBSTITUTE_INSTALLDIR)
    get_filename_component(root ${wrapper}/../.. ABSOLUTE)
    set(ENV{I_MPI_ROOT} ${root})
  endif()
endif()

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
set_target_properties(isobit_mpi_objects PROPERTIES
  POSITION_INDEPENDENT_CODE ON
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON
  INTERPROCEDURAL_OPTIMIZATION OFF)
isobit_precompile(isobit_mpi_objects)

# What is built for one MPI bears its name where several are to be installed side by side.
set(isobit_mpi_suffix "" CACHE INTERNAL "")
set(isobit_mpi_folder "" CACHE INTERNAL "")
if(ISOBIT_NAME_MPI)
  include(isobit_mpi_name)
  isobit_find_mpi_name(mpi_name)
  if(NOT mpi_name)
    message(FATAL_ERROR "ISOBIT_NAME_MPI: this is neither Open MPI, MPICH nor the ABI of the standard; leave it OFF")
  endif()
  set(isobit_mpi_suffix -${mpi_name} CACHE INTERNAL "")
  set(isobit_mpi_folder /${mpi_name} CACHE INTERNAL "")
endif()

# Each goes with the library of its kind. The static one shows its rooms to the command and the tests.
function(isobit_add_mpi_library name kind)
  string(TOUPPER ${kind} type)
  add_library(${name} ${type} $<TARGET_OBJECTS:isobit_mpi_objects>)
  target_compile_definitions(${name} PUBLIC ${mpi_definitions})
  target_link_libraries(${name} PUBLIC isobit_${kind} MPI::MPI_C)
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME isobit_mpi${isobit_mpi_suffix}
    EXPORT_NAME mpi_${kind}
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${isobit_compatible_version})
  if(kind STREQUAL shared)
    isobit_export_public_names(${name})
    # Beside the library that it needs, wherever both are; packages for the system's own folders leave it out.
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
isobit_add_mpi_library(isobit_mpi static)
isobit_add_mpi_library(isobit_mpi_shared shared)
# In the installed package, isobitConfig.cmake makes the same choice.
if(BUILD_SHARED_LIBS)
  add_library(isobit::mpi ALIAS isobit_mpi_shared)
else()
  add_library(isobit::mpi ALIAS isobit_mpi)
endif()

# What tests start ranks with. Open MPI refuses root, and more ranks than cores, unless told, and polls less if asked to;
# ob1 is what it uses within one machine, and to look for networks first takes two thirds of the time of a start; and a
# job of which a rank failed waits a second or two for those that it killed. Other MPIs do not read these variables. MPIs
# leak at exit, so nobody looks for leaks.
set(isobit_mpi_environment ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
    OMPI_MCA_pml=ob1 OMPI_MCA_odls_base_sigkill_timeout=0
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe CACHE INTERNAL "")
