#include "source.hpp"

#include <algorithm>

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

/// More blocks than any file has: so ordinals are the same wherever the file before was left off.
constexpr std::uint64_t ordinals_a_file = std::uint64_t{1} << 40;

template <class T> void append(block const& from, std::size_t first, std::size_t count, buffer<T>& to) {
  T* const out = to.reserve(count);
  if (from.is_single)
    std::copy_n(from.values<float>(0).data() + first, count, out);
  else if constexpr (sizeof(T) == sizeof(double))
    std::copy_n(from.values<double>(0).data() + first, count, out);
  to.set_size(count);
}

std::vector<std::string> column_for(input_options const& options, std::size_t side) {
  if (options.columns.empty()) return {""};
  return {options.columns[std::min(side, options.columns.size() - 1)]};
}

}  // namespace

file_sequence::file_sequence(std::vector<std::string> paths, std::vector<std::string> columns,
                             input_options const& options, progress& watcher, share part)
    : paths_(std::move(paths)), columns_(std::move(columns)), options_(options), watcher_(watcher), part_(part) {}

bool file_sequence::open_next() {
  if (opened_ == paths_.size()) return false;
  ordinal_ = opened_ * ordinals_a_file;
  std::string const& path = paths_[opened_++];
  current_ = open_reader(path, columns_, options_, watcher_);
  if (facts_.any && facts_.is_complex != current_->is_complex())
    throw failure(exit_code::bad_data, path + ": complex and real inputs cannot be mixed");
  facts_.any = true;
  facts_.is_complex = current_->is_complex();
  facts_.all_single = facts_.all_single && current_->is_single();
  restricted_ = current_->restrict_to(part_);
  return true;
}

bool file_sequence::cut_next(block& numbers) {
  while (current_ != nullptr || open_next()) {
    if (!current_->cut(numbers.piece)) {
      current_.reset();
      continue;
    }
    numbers.ordinal = ordinal_++;
    numbers.maker = current_;
    if (restricted_ || numbers.ordinal % part_.count == part_.index) return true;
  }
  return false;
}

block const* file_sequence::peek() {
  if (ahead_ == nullptr)
    if (auto next = std::make_unique<block>(); cut(*next)) ahead_ = std::move(next);
  return ahead_.get();
}

bool file_sequence::cut(block& numbers) {
  if (ahead_ != nullptr) {
    numbers.ordinal = ahead_->ordinal;
    numbers.piece = std::move(ahead_->piece);
    numbers.maker = std::move(ahead_->maker);
    ahead_.reset();
    return true;
  }
  try {
    return cut_next(numbers);
  } catch (failure& problem) {
    problem.set_place(ordinal_);
    throw;
  }
}

void file_sequence::decode(block& numbers) const {
  try {
    numbers.maker->decode(numbers.piece, numbers);
  } catch (failure& problem) {
    problem.set_place(numbers.ordinal);
    throw;
  }
}

file_pair::file_pair(std::string const& left, std::string const& right, input_options const& options,
                     progress& watcher) {
  std::string const* const paths[2] = {&left, &right};
  for (std::size_t i = 0; i < 2; ++i) {
    sides_[i].name = *paths[i];
    sides_[i].numbers = open_reader(*paths[i], column_for(options, i), options, watcher);
  }
  auto const& x = *sides_[0].numbers;
  auto const& y = *sides_[1].numbers;
  if (x.is_complex() || y.is_complex())
    throw failure(exit_code::bad_data,
                  (x.is_complex() ? left : right) + ": the command has no complex dot product; the library has");
  if (!x.layout().empty() && !y.layout().empty() && x.layout() != y.layout())
    throw failure(exit_code::bad_data,
                  "the shapes differ: " + left + " is " + x.layout() + ", " + right + " is " + y.layout());
  facts_ = {x.is_single() && y.is_single(), false, true};
}

void file_pair::refill(side& which) const {
  while (!which.at_end && which.used == which.decoded.rows) {
    which.used = 0;
    which.decoded.clear(which.numbers->is_single(), 1);
    if (!which.numbers->cut(which.decoded.piece))
      which.at_end = true;
    else
      which.numbers->decode(which.decoded.piece, which.decoded);
    if (which.decoded.skipped.any())
      throw failure(exit_code::usage, which.name +
                                          ": has bad or missing numbers, and leaving them out would pair the others "
                                          "wrongly; put both columns into one table");
    which.total += which.decoded.rows;
  }
}

bool file_pair::cut(block& numbers) {
  numbers.ordinal = ordinal_++;
  numbers.clear(facts_.all_single, 2);
  for (auto& each : sides_) refill(each);
  auto& [x, y] = sides_;
  if (x.at_end && y.at_end) return false;
  if (x.at_end || y.at_end) {
    auto const& shorter = x.at_end ? x : y;
    throw failure(exit_code::bad_data, "the inputs differ in length: " + shorter.name + " ends after " +
                                           std::to_string(shorter.total) + " numbers, " + (x.at_end ? y : x).name +
                                           " goes on");
  }
  std::size_t const count = std::min(x.decoded.rows - x.used, y.decoded.rows - y.used);
  for (std::size_t i = 0; i < 2; ++i) {
    if (facts_.all_single)
      append(sides_[i].decoded, sides_[i].used, count, numbers.floats[i]);
    else
      append(sides_[i].decoded, sides_[i].used, count, numbers.doubles[i]);
    sides_[i].used += count;
  }
  numbers.rows = count;
  return true;
}

}  // namespace isobit::tool
