#pragma once

/// Correctly rounded elementary functions.
#include <isobit/math/functions.hpp>
