# isobit_read_version(header variable): the version is written once, in the header. Sets isobit_compatible_version too: that of
# all releases that can take each other's place, 0.2 or 1.
function(isobit_read_version header variable)
  set(version)
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    file(STRINGS ${header} line REGEX "^#define ISOBIT_VERSION_${part} [0-9]+$")
    if(NOT line)
      message(FATAL_ERROR "${header} does not define ISOBIT_VERSION_${part}")
    endif()
    string(REGEX REPLACE ".* " "" number "${line}")
    list(APPEND version ${number})
  endforeach()
  list(JOIN version . version)
  set(${variable} ${version} PARENT_SCOPE)
  # Before 1.0 every minor version is a release of its own: soname, inline namespace and version of the symbols.
  string(REGEX REPLACE "\\.[0-9]+$" "" compatible ${version})
  if(NOT compatible MATCHES "^0\\.")
    string(REGEX REPLACE "\\..*" "" compatible ${compatible})
  endif()
  set(isobit_compatible_version ${compatible} PARENT_SCOPE)
  # A release that only edits the header must not be built with the old number.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
endfunction()
