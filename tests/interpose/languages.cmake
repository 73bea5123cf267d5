# Programs in Fortran, by each of its three interfaces, and in Python.
if(isobit_mpi_is_mpich)
  find_program(ISOBIT_MPIFORT NAMES mpifort.mpich mpifort)
else()
  find_program(ISOBIT_MPIFORT NAMES mpifort.openmpi mpifort)
endif()
find_program(ISOBIT_GFORTRAN NAMES gfortran)

# A sanitizer's runtime would have to come first in programs that are not instrumented.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  return()
endif()

if(ISOBIT_MPIFORT AND ISOBIT_GFORTRAN)
  foreach(program with_mpif_h with_use_mpi with_mpi_f08)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/fortran/${program}.f90)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${program})
    add_custom_command(OUTPUT ${file} DEPENDS ${source} ${CMAKE_CURRENT_SOURCE_DIR}/fortran/reductions.inc
      COMMAND ${ISOBIT_MPIFORT} -O1 -fallow-argument-mismatch -w ${source} -o ${file})
    add_custom_target(interpose_${program} DEPENDS ${file})
    isobit_label_target(interpose_${program} interpose)
    isobit_run_preloaded(fortran.${program} RANKS 3 COMMAND ${file})
  endforeach()
else()
  message(STATUS "No Fortran for this MPI (mpifort, gfortran): leaving out interpose.fortran")
endif()

# Debian's mpi4py is built for its default MPI, which is not MPICH.
if(NOT isobit_mpi_is_mpich)
  execute_process(COMMAND /usr/bin/python3 -c "import mpi4py" RESULT_VARIABLE without_mpi4py ERROR_QUIET)
  if(without_mpi4py EQUAL 0)
    isobit_run_preloaded(mpi4py RANKS 3 COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/with_mpi4py.py)
    isobit_run_preloaded(python_lock RANKS 1 SETTINGS ISOBIT_MPI_RECV=record:${CMAKE_CURRENT_BINARY_DIR}/python_lock
                         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/python_lock.py)
    if(TARGET isobit_command)
      isobit_register_script(python_sites.sh ${CMAKE_CURRENT_SOURCE_DIR}/python_sites.py $<TARGET_FILE:isobit_command>
                             ${CMAKE_CURRENT_BINARY_DIR})
    endif()
  else()
    message(STATUS "No mpi4py for /usr/bin/python3: leaving out interpose.mpi4py, interpose.python_lock and interpose.python_sites")
  endif()
endif()
