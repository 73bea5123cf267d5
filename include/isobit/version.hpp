#pragma once

/// The version, in one place: CMake reads it from here.
#define ISOBIT_VERSION_MAJOR 0
#define ISOBIT_VERSION_MINOR 1
#define ISOBIT_VERSION_PATCH 0

/// Opens namespace isobit with its inline version namespace, so that two releases can live in one process.
#define ISOBIT_NAMESPACE_BEGIN \
  namespace isobit {           \
  inline namespace v0 {
#define ISOBIT_NAMESPACE_END \
  }                          \
  }

/// Marks what the shared library exports; everything else is hidden.
#define ISOBIT_API __attribute__((visibility("default")))
