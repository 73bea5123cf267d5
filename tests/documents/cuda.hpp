#pragma once

// What the examples on a GPU take for granted.

#include <vector>

#include <isobit/cuda.hpp>
#include <isobit/isobit.hpp>

inline double const* device_pointer;
inline double* device_result;
inline std::ptrdiff_t count;
inline int const *places, *keys;
inline int* distinct;
inline double const *samples, *edges, *weights;
inline double* sums;
inline std::size_t size, groups;
inline std::uint64_t* refused;
inline isobit::cuda::stream_handle stream;
inline isobit::cuda::workspace memory;
inline isobit::vector_view<double const> values, x, y;
inline std::vector<double> others;
inline float *device_logits, *device_probabilities;
inline isobit::matrix_view<float> normalised, hidden;
inline isobit::vector_view<float const> weights, biases;

struct step {
  double* total;
  isobit::vector_view<double const> values;
};
inline std::vector<step> steps;
