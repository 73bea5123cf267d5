#pragma once

#include "exceptions.hpp"

/// What BLAS allows of vectors, and isobit's own functions do not.
namespace isobit::interpose::blas {

/// What is read of a vector: for an increment of 0 as many copies as there are elements.
template <class T> class reading {
public:
  reading(T const* data, index size, index increment) : data_(data), size_(size), increment_(increment) {
    if (increment != 0 || size < 2) return;
    copies_.assign(static_cast<std::size_t>(size), *data);
    data_ = copies_.data();
    increment_ = 1;
  }
  [[nodiscard]] vector_view<T const> view() const { return elements(data_, size_, increment_); }

private:
  std::vector<T> copies_;
  T const* data_;
  index size_, increment_;
};

/// y = operation(x, y), an increment of 0 of y meaning one element again and again. x may be null if it is not read.
template <class T, class Operation, class... Factors>
void update(char const* stem, index n, T const* x, index x_step, bool x_is_read, T* y, index y_step, bool y_is_read,
            Operation operation, Factors... factors) {
  if (y_step == 0 && n > 1) {
    for (index i = 0; i < n; ++i)
      update(stem, 1, x_is_read ? elements(x, n, x_step).data + i * x_step : x, 1, x_is_read, y, 1, y_is_read,
             operation, factors...);
    return;
  }
  auto const result = elements(y, n, y_step);
  auto const work = [&] {
    reading<T> const read(x, n, x_is_read ? x_step : 1);
    compute(
        stem, [&](auto vector) { operation(vector, result); }, read.view());
  };
  raising_into(
      result, y_is_read, [&] { compute(stem, work); }, elements(x, x_is_read ? n : 0, x_step), factors...);
}

/// x, y = operation(x, y), pair by pair; `x_last` says which a pair that is one element keeps.
template <class T, class Operation, class... Factors>
void update_pairs(char const* stem, index n, T* x, index x_step, T* y, index y_step, bool x_last, Operation operation,
                  Factors... factors) {
  if (n <= 0) return;
  auto const left = elements(x, n, x_step), right = elements(y, n, y_step);
  specials before, after;
  before.see(left);
  before.see(right);
  compute(stem, [&] {
    try {
      operation(left, right);
    } catch (error const&) {
      // Elements that are one, or may be: one after another, as BLAS's own loop.
      for (index i = 0; i < n; ++i) {
        T first = left.data[i * x_step], second = right.data[i * y_step];
        operation(elements(&first, 1, 1), elements(&second, 1, 1));
        if (!x_last) left.data[i * x_step] = first;
        right.data[i * y_step] = second;
        if (x_last) left.data[i * x_step] = first;
      }
    }
  });
  after.see(left);
  after.see(right);
  if (!after.any()) return;
  (before.see(factors), ...);
  before.raise(after);
}

}  // namespace isobit::interpose::blas
