#pragma once

/// Sparse matrices on a GPU.

#include <isobit/cuda/sparse_assemble.hpp>
#include <isobit/cuda/sparse_matrix.hpp>
#include <isobit/cuda/sparse_multiply.hpp>
