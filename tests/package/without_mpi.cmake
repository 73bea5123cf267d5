# cmake -DSOURCE=folder -DFOLDER=folder -P without_mpi.cmake: a build without MPI installs no header that needs one.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/build -DISOBIT_BUILD_MPI=OFF -DISOBIT_BUILD_TESTS=OFF
                        -DISOBIT_BUILD_TOOLS=OFF -DISOBIT_BUILD_EXAMPLES=OFF -DISOBIT_BUILD_BENCH=OFF
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${FOLDER}/build --component headers --prefix ${FOLDER}/prefix
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE headers ${FOLDER}/prefix/*.hpp)
if(NOT headers)
  message(FATAL_ERROR "no headers at all in ${FOLDER}/prefix")
endif()
foreach(header IN LISTS headers)
  file(STRINGS ${header} needs_mpi REGEX "#include <(mpi\\.h|isobit/mpi)")
  if(needs_mpi)
    message(FATAL_ERROR "installed without MPI: ${header}")
  endif()
endforeach()
