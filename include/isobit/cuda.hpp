#pragma once

/// Reductions and functions on an NVIDIA GPU, with the bits of the CPU. Link isobit::cuda.

#include <isobit/cuda/accumulator.hpp>
#include <isobit/cuda/dot.hpp>
#include <isobit/cuda/functions.hpp>
#include <isobit/cuda/grouped.hpp>
#include <isobit/cuda/moments.hpp>
#include <isobit/cuda/norm.hpp>
#include <isobit/cuda/rows.hpp>
#include <isobit/cuda/stream.hpp>
#include <isobit/cuda/sum.hpp>
#include <isobit/cuda/workspace.hpp>
