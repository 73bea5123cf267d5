#pragma once

/// Solvers of sparse linear systems. docs/guide/solvers.md
#include <isobit/solver/csr_map.hpp>
#include <isobit/solver/local_space.hpp>
#include <isobit/solver/methods.hpp>
#include <isobit/solver/preconditioners.hpp>
#include <isobit/solver/refine.hpp>
#include <isobit/solver/report.hpp>
#include <isobit/solver/space.hpp>
#include <isobit/sparse.hpp>
