#pragma once

// What the examples on a GPU take for granted.

#include <cstdint>
#include <vector>

#include <isobit/cuda.hpp>
#include <isobit/isobit.hpp>
#include <isobit/sparse.hpp>

inline double const* device_pointer;
inline double* device_result;
inline std::int32_t const* device_offsets;
inline double const *a, *b;
inline double* c;
inline std::ptrdiff_t count, m, n, k;
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
inline isobit::vector_view<float const> gains, biases;

inline std::ptrdiff_t rows, columns, entries;
inline std::span<int const> i, j;  // in device memory, as are the following
inline std::span<double const> contributions, vector_b, vector_x;
inline std::span<double> result;
inline int const *offsets, *indices;
inline double const* entry_values;
inline isobit::sparse::csr_matrix<double> host_matrix;
inline isobit::cuda::sparse::csr_view<double> matrix;

struct step {
  double* total;
  isobit::vector_view<double const> values;
};
inline std::vector<step> steps;
