include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/isobit)

# Headers that need an MPI come with the library that does.
if(NOT TARGET isobit_mpi)
  set(without_mpi PATTERN mpi EXCLUDE PATTERN mpi.hpp EXCLUDE PATTERN mpi.h EXCLUDE)
endif()
# math.cuh needs the functions' own headers, and isobit::cuda_device.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/isobit TYPE INCLUDE COMPONENT headers ${without_mpi}
        PATTERN math.cuh EXCLUDE)
install(TARGETS isobit_static isobit_shared EXPORT isobit_targets)
install(EXPORT isobit_targets FILE isobitTargets.cmake NAMESPACE isobit:: DESTINATION ${package_folder})

# What is for one MPI is a component, to be installed beside what another build has installed.
if(TARGET isobit_mpi)
  install(TARGETS isobit_mpi isobit_mpi_shared EXPORT isobit_mpi_targets COMPONENT mpi)
  install(EXPORT isobit_mpi_targets FILE isobitMpiTargets.cmake NAMESPACE isobit::
          DESTINATION ${package_folder}${isobit_mpi_folder} COMPONENT mpi)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/isobit_mpi_name.cmake DESTINATION ${package_folder} COMPONENT mpi)
endif()

if(TARGET isobit_fortran)
  install(TARGETS isobit_fortran EXPORT isobit_fortran_targets)
  install(EXPORT isobit_fortran_targets FILE isobitFortranTargets.cmake NAMESPACE isobit:: DESTINATION ${package_folder})
  if(isobit_mpi_folder)
    set(of_one_mpi REGEX "${isobit_mpi_folder}$" EXCLUDE)
  endif()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/bindings/fortran/modules/ DESTINATION ${isobit_fortran_modules}
          FILES_MATCHING PATTERN *.mod ${of_one_mpi})
endif()
if(TARGET isobit_fortran_mpi)
  if(isobit_mpi_folder)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/bindings/fortran/modules${isobit_mpi_folder}
            DESTINATION ${isobit_fortran_modules} COMPONENT mpi FILES_MATCHING PATTERN *.mod)
  endif()
  install(TARGETS isobit_fortran_mpi EXPORT isobit_fortran_mpi_targets COMPONENT mpi)
  install(EXPORT isobit_fortran_mpi_targets FILE isobitFortranMpiTargets.cmake NAMESPACE isobit::
          DESTINATION ${package_folder}${isobit_mpi_folder} COMPONENT mpi)
endif()

# Only where it was built and is asked for: cmake --install build --component cuda
if(TARGET isobit_cuda)
  install(TARGETS isobit_cuda EXPORT isobit_cuda_targets COMPONENT cuda EXCLUDE_FROM_ALL)
  install(EXPORT isobit_cuda_targets FILE isobitCudaTargets.cmake NAMESPACE isobit:: DESTINATION ${package_folder}
          COMPONENT cuda EXCLUDE_FROM_ALL)
endif()

# As isobit_compatible_version says: 0.2 until 1.0, then the major version alone.
set(compatibility SameMajorVersion)
if(isobit_compatible_version MATCHES "[.]")
  set(compatibility SameMinorVersion)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/isobitConfig.cmake.in ${PROJECT_BINARY_DIR}/isobitConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isobitConfigVersion.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/isobitConfig.cmake ${PROJECT_BINARY_DIR}/isobitConfigVersion.cmake
        DESTINATION ${package_folder})

# The .pc file finds its prefix from where it lies, so that an installed tree can be moved.
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name isobit isobit-mpi isobit-fortran isobit-fortran-mpi)
  string(REPLACE - _ target ${name})
  if(TARGET ${target} OR name STREQUAL isobit)
    set(file ${name}.pc)
    set(component)
    if(name MATCHES mpi)
      set(file ${name}${isobit_mpi_suffix}.pc)
      set(component COMPONENT mpi)
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${component})
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
