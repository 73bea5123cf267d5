#pragma once

/// Reductions, functions, matrix products and sparse systems on an NVIDIA GPU, with the bits of the CPU. Link
/// isobit::cuda.

#include <isobit/cuda/accumulator.hpp>
#include <isobit/cuda/binned.hpp>
#include <isobit/cuda/device_array.hpp>
#include <isobit/cuda/dot.hpp>
#include <isobit/cuda/functions.hpp>
#include <isobit/cuda/gemm.hpp>
#include <isobit/cuda/grouped.hpp>
#include <isobit/cuda/matrix_sums.hpp>
#include <isobit/cuda/moments.hpp>
#include <isobit/cuda/norm.hpp>
#include <isobit/cuda/rows.hpp>
#include <isobit/cuda/scan.hpp>
#include <isobit/cuda/segmented_sum.hpp>
#include <isobit/cuda/solver.hpp>
#include <isobit/cuda/sparse.hpp>
#include <isobit/cuda/stream.hpp>
#include <isobit/cuda/sum.hpp>
#include <isobit/cuda/workspace.hpp>
