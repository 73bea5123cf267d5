#pragma once

/// Reductions on an NVIDIA GPU, with the bits of the CPU. Link isobit::cuda.

#include <isobit/cuda/functions.hpp>
#include <isobit/cuda/stream.hpp>
#include <isobit/cuda/sum.hpp>
