#pragma once

#include <isobit/version.h>

#if ISOBIT_VERSION_MAJOR == 0
#define ISOBIT_JOINED_VERSION(major, minor) v##major##_##minor
#else
#define ISOBIT_JOINED_VERSION(major, minor) v##major
#endif
#define ISOBIT_NAMESPACE_OF(major, minor) ISOBIT_JOINED_VERSION(major, minor)

/// For constrained members of classes that the library exports: compilers spell constraints differently in the names of
/// symbols, so these have none.
#define ISOBIT_NO_SYMBOL __attribute__((always_inline, visibility("hidden"))) inline

/// Opens namespace isobit with its inline version namespace, so that two releases can live in one process. Before 1.0
/// every minor version may change the interface, so each has a namespace of its own, as it has a soname: isobit::v0_2;
/// from then on every major version, isobit::v1.
#define ISOBIT_NAMESPACE_BEGIN \
  namespace isobit {           \
  inline namespace ISOBIT_NAMESPACE_OF(ISOBIT_VERSION_MAJOR, ISOBIT_VERSION_MINOR) {
#define ISOBIT_NAMESPACE_END \
  }                          \
  }
