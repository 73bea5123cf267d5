#pragma once

/// Correctly rounded elementary functions, and the drivers that arrays of them run on.
#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/error.hpp>
#include <isobit/math/complex.hpp>
#include <isobit/math/functions.hpp>
#include <isobit/math/interval.hpp>
