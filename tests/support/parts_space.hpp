#pragma once

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/solver.hpp>

namespace isobit::test {

/// What the parts of a system exchange: they are threads that meet at a barrier, as ranks meet in a message.
struct meeting {
  explicit meeting(std::size_t count) : barrier(static_cast<std::ptrdiff_t>(count)), spaces(count), data(count) {}
  std::barrier<> barrier;
  std::vector<void const*> spaces;
  struct posted {
    void const* numbers = nullptr;
    solver::index const* offsets = nullptr;
    std::int64_t number = 0;
  };
  std::vector<posted> data;
};

/// A space of which this thread has one part.
template <class T> class parts_space final : public solver::space<T> {
public:
  /// A call of all parts. Rows: those owned, then the ghosts.
  parts_space(std::shared_ptr<meeting> with, std::size_t mine, std::vector<std::int64_t> rows, std::size_t owned,
              std::int64_t all_rows)
      : with_(std::move(with)), mine_(mine), rows_(std::move(rows)), owned_(owned), all_rows_(all_rows) {
    with_->spaces[mine_] = this;
    meet();
    for (std::size_t i = owned_; i < rows_.size(); ++i)
      for (std::size_t part = 0; part < with_->spaces.size(); ++part) {
        auto const& other = *static_cast<parts_space const*>(with_->spaces[part]);
        auto const end = other.rows_.begin() + static_cast<std::ptrdiff_t>(other.owned_);
        if (auto const at = std::find(other.rows_.begin(), end, rows_[i]); at != end)
          sources_.push_back({part, static_cast<std::size_t>(at - other.rows_.begin())});
      }
    if (sources_.size() != rows_.size() - owned_) std::terminate();  // a ghost without an owner, or with several
    meet();
  }

  [[nodiscard]] solver::index owned() const noexcept override { return static_cast<solver::index>(owned_); }
  [[nodiscard]] solver::index ghosts() const noexcept override {
    return static_cast<solver::index>(rows_.size() - owned_);
  }
  [[nodiscard]] std::span<std::int64_t const> rows() const noexcept override { return rows_; }
  [[nodiscard]] std::int64_t all_rows() const noexcept override { return all_rows_; }

  void update(std::span<T> x) const override {
    if (x.size() != rows_.size()) std::terminate();
    post({x.data(), nullptr, 0}, [&] {
      for (std::size_t k = 0; k < sources_.size(); ++k)
        x[owned_ + k] = static_cast<T const*>(with_->data[sources_[k].part].numbers)[sources_[k].place];
    });
  }
  void update(std::span<solver::index const> offsets, std::span<T> x) const override {
    if (offsets.size() != rows_.size() + 1) std::terminate();
    post({x.data(), offsets.data(), 0}, [&] {
      for (std::size_t k = 0; k < sources_.size(); ++k) {
        auto const& from = with_->data[sources_[k].part];
        auto const place = sources_[k].place;
        auto const count = offsets[owned_ + k + 1] - offsets[owned_ + k];
        if (from.offsets[place + 1] - from.offsets[place] != count) std::terminate();
        std::copy_n(static_cast<T const*>(from.numbers) + from.offsets[place], count, x.begin() + offsets[owned_ + k]);
      }
    });
  }
  void dots(std::span<solver::factors<T> const> of, std::span<T> results) const override {
    post({of.data(), nullptr, 0}, [&] {
      for (std::size_t k = 0; k < of.size(); ++k) {
        exact_products sum;
        for (auto const& one : with_->data) {
          auto const& other = static_cast<solver::factors<T> const*>(one.numbers)[k];
          sum.add(other.x, other.y);
        }
        results[k] = sum.round();
      }
    });
  }
  [[nodiscard]] std::int64_t largest(std::int64_t number) const override {
    std::int64_t most = number;
    post({nullptr, nullptr, number}, [&] {
      for (auto const& one : with_->data) most = std::max(most, one.number);
    });
    return most;
  }
  [[nodiscard]] std::unique_ptr<solver::space<T>> of_rows(std::span<std::int64_t const> owned,
                                                          std::span<std::int64_t const> ghosts,
                                                          std::int64_t all_rows) const override {
    std::vector<std::int64_t> rows(owned.begin(), owned.end());
    rows.insert(rows.end(), ghosts.begin(), ghosts.end());
    return std::make_unique<parts_space>(with_, mine_, std::move(rows), owned.size(), all_rows);
  }

private:
  struct source {
    std::size_t part, place;
  };
  /// Of conj(x) and y.
  struct exact_products {
    using real = linalg::real_of<T>;
    detail::product_state<real> parts[2];
    void add(std::span<T const> x, std::span<T const> y) {
      if constexpr (linalg::is_complex<T>) {
        auto const both = detail::exact_complex_dot<real>(serial(), conjugated(vector_view<T const>(x)), y);
        parts[0].merge(both.real), parts[1].merge(both.imaginary);
      } else {
        parts[0].merge(isobit::exact_dot(x, y));
      }
    }
    [[nodiscard]] T round() const {
      if constexpr (linalg::is_complex<T>)
        return {parts[0].template round<real>(), parts[1].template round<real>()};
      else
        return parts[0].template round<T>();
    }
  };
  void meet() const { with_->barrier.arrive_and_wait(); }
  template <class Read> void post(meeting::posted what, Read read) const {
    with_->data[mine_] = what;
    meet();
    read();
    meet();
  }

  std::shared_ptr<meeting> with_;
  std::size_t mine_;
  std::vector<std::int64_t> rows_;
  std::size_t owned_;
  std::int64_t all_rows_;
  std::vector<source> sources_;  // of the ghosts
};

/// Some rows of a matrix, as a part has them.
template <class T> struct matrix_part {
  std::vector<std::int64_t> rows;  // those owned, then the ghosts
  std::size_t owned;
  sparse::csr_matrix<T> a;
};

/// The part of a matrix whose rows have owner[row] == mine, in the order of `order`.
template <class T>
matrix_part<T> part_of(sparse::csr_matrix<T> const& whole, std::vector<std::size_t> const& owner,
                       std::vector<std::int64_t> const& order, std::size_t mine) {
  matrix_part<T> part;
  for (auto const row : order)
    if (owner[static_cast<std::size_t>(row)] == mine) part.rows.push_back(row);
  part.owned = part.rows.size();
  for (std::size_t i = 0; i < part.owned; ++i) {
    auto const row = static_cast<std::size_t>(part.rows[i]);
    for (auto k = static_cast<std::size_t>(whole.offsets[row]); k < static_cast<std::size_t>(whole.offsets[row + 1]);
         ++k) {
      auto at = std::find(part.rows.begin(), part.rows.end(), whole.indices[k]);
      if (at == part.rows.end()) at = part.rows.insert(at, whole.indices[k]);
      part.a.indices.push_back(static_cast<std::int32_t>(at - part.rows.begin()));
      part.a.values.push_back(whole.values[k]);
    }
    part.a.offsets.push_back(static_cast<std::int32_t>(part.a.indices.size()));
  }
  part.a.rows = static_cast<solver::index>(part.owned);
  part.a.columns = static_cast<solver::index>(part.rows.size());
  return part;
}

/// body(part, space) on a thread for each part.
template <class T, class Body>
void for_each_part_of(sparse::csr_matrix<T> const& whole, std::vector<std::size_t> const& owner,
                      std::vector<std::int64_t> const& order, std::size_t parts, Body body) {
  auto const with = std::make_shared<meeting>(parts);
  std::vector<std::thread> all;
  for (std::size_t mine = 0; mine < parts; ++mine)
    all.emplace_back([&, mine] {
      auto const part = part_of(whole, owner, order, mine);
      parts_space<T> const where(with, mine, part.rows, part.owned, whole.rows);
      body(part, where);
    });
  for (auto& one : all) one.join();
}

}  // namespace isobit::test
