#pragma once

/// Sums, dot products and norms whose bits are the same everywhere.
///
///     std::vector<double> values = {1e308, 1.0, -1e308};
///     double s = isobit::sum(values);  // 1.0: the exact sum, rounded once

#include <isobit/accumulator/accumulator.hpp>
#include <isobit/accumulator/binned.hpp>
#include <isobit/accumulator/compensated.hpp>
#include <isobit/accumulator/exact.hpp>
#include <isobit/accumulator/extended.hpp>
#include <isobit/accumulator/prerounded.hpp>
#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/stream.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/error.hpp>
#include <isobit/fp/extract_vector.hpp>
#include <isobit/guarantee.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/operation/binned.hpp>
#include <isobit/operation/dot.hpp>
#include <isobit/operation/grouped.hpp>
#include <isobit/operation/moments.hpp>
#include <isobit/operation/norm.hpp>
#include <isobit/operation/reduce.hpp>
#include <isobit/operation/reduce_stream.hpp>
#include <isobit/operation/scan.hpp>
#include <isobit/operation/sum.hpp>
#include <isobit/plan/distribution.hpp>
#include <isobit/plan/fixed_tree.hpp>
#include <isobit/version.hpp>
