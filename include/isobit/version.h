#ifndef ISOBIT_VERSION_H
#define ISOBIT_VERSION_H

/** The version, in one place: CMake reads it from here. */
#define ISOBIT_VERSION_MAJOR 0
#define ISOBIT_VERSION_MINOR 2
#define ISOBIT_VERSION_PATCH 0

/** Marks what the shared library exports; everything else is hidden. */
#define ISOBIT_API __attribute__((visibility("default")))

#endif
