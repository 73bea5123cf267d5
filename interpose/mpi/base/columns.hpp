#pragma once

#include "column/columns.hpp"
#include "column/inspect.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

// What the library says of the columns of a reduction, and how each becomes one number.
using columns::column_facts, columns::distance, columns::distance_between, columns::element, columns::hash_of,
    columns::inspect, columns::number_format, columns::operation, columns::passing_columns, columns::recipe,
    columns::rows, columns::rule, columns::size_of;

}  // namespace interpose
ISOBIT_NAMESPACE_END
