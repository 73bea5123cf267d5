#pragma once

/// Linear algebra. docs/guide/linear_algebra.md
#include <isobit/linalg/factor.hpp>
#include <isobit/linalg/gemm.hpp>
#include <isobit/linalg/gemv.hpp>
#include <isobit/linalg/rotation.hpp>
#include <isobit/linalg/solve.hpp>
#include <isobit/linalg/standard.hpp>
#include <isobit/linalg/structured.hpp>
#include <isobit/linalg/triangular.hpp>
#include <isobit/linalg/updates.hpp>
#include <isobit/linalg/vector.hpp>
#include <isobit/linalg/view.hpp>
