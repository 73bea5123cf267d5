# ISOBIT_TARBALL: a tarball of `make dist`; without it, the tree that this port lies in.
if(DEFINED ENV{ISOBIT_TARBALL})
  vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "$ENV{ISOBIT_TARBALL}")
else()
  get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
endif()

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options FEATURES mpi ISOBIT_BUILD_MPI)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${feature_options}
    -DISOBIT_BUILD_TESTS=OFF
    -DISOBIT_BUILD_TOOLS=OFF
    -DISOBIT_BUILD_EXAMPLES=OFF
    -DISOBIT_BUILD_BENCH=OFF
    -DISOBIT_BUILD_FUZZERS=OFF
    -DISOBIT_BUILD_FORTRAN=OFF
    -DISOBIT_BUILD_SQL=OFF
    -DISOBIT_PYTHON=OFF
    -DISOBIT_CUDA=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/isobit)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
