#pragma once

/// Sparse matrices. docs/guide/sparse_matrices.md
#include <isobit/sparse/assemble.hpp>
#include <isobit/sparse/assembler.hpp>
#include <isobit/sparse/convert.hpp>
#include <isobit/sparse/csr.hpp>
#include <isobit/sparse/layouts.hpp>
#include <isobit/sparse/matrix_market.hpp>
#include <isobit/sparse/multiply.hpp>
#include <isobit/sparse/multiply_transposed.hpp>
#include <isobit/sparse/permute.hpp>
#include <isobit/sparse/product.hpp>
#include <isobit/sparse/scale.hpp>
#include <isobit/sparse/transpose.hpp>
