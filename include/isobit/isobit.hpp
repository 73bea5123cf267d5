#pragma once

/// Sums, dot products and norms whose bits are the same everywhere.
///
///     std::vector<double> values = {1e308, 1.0, -1e308};
///     double s = isobit::sum(values);  // 1.0: the exact sum, rounded once

#include <isobit/arithmetic/augmented.hpp>
#include <isobit/column/sum_columns.hpp>
#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/stream.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/error.hpp>
#include <isobit/guarantee.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/method/accumulator.hpp>
#include <isobit/method/binned.hpp>
#include <isobit/method/binned_operations.hpp>
#include <isobit/method/compensated.hpp>
#include <isobit/method/extended.hpp>
#include <isobit/method/extract_vector.hpp>
#include <isobit/method/prerounded.hpp>
#include <isobit/method/reduce.hpp>
#include <isobit/method/reduce_stream.hpp>
#include <isobit/sum/dot.hpp>
#include <isobit/sum/exact.hpp>
#include <isobit/sum/grouped.hpp>
#include <isobit/sum/moments.hpp>
#include <isobit/sum/norm.hpp>
#include <isobit/sum/scan.hpp>
#include <isobit/sum/sum.hpp>
#include <isobit/tree/distribution.hpp>
#include <isobit/tree/fixed_tree.hpp>
#include <isobit/version.hpp>
