#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "block.hpp"
#include "reader.hpp"

namespace isobit::tool {

/// The numbers of all inputs, block by block, each in two steps, so that the second can run on several threads.
class block_source {
public:
  virtual ~block_source() = default;
  /// Cuts off the next block; false at the end. One thread at a time.
  virtual bool cut(block& numbers) = 0;
  /// Makes its numbers. Any number of threads at a time, each with its own block.
  virtual void decode(block& numbers) const = 0;
  /// Both.
  bool next(block& numbers) {
    if (!cut(numbers)) return false;
    decode(numbers);
    return true;
  }
};

/// What has been read so far; complete once `cut` has returned false.
struct input_facts {
  bool all_single = true;  ///< every input holds floats
  bool is_complex = false;
  bool any = false;
  [[nodiscard]] bool holds_floats() const noexcept { return any && all_single; }
};

/// One or more files, one after another.
class file_sequence final : public block_source {
public:
  /// `columns` are those wanted of every table. Of several shares, each the source of another process, one is read:
  /// adjacent numbers of a file where they can be found without reading the rest, else every so-many-th block.
  file_sequence(std::vector<std::string> paths, std::vector<std::string> columns, input_options const& options,
                progress& watcher, share part = {});
  bool cut(block& numbers) override;
  void decode(block& numbers) const override;
  /// The block that the next `cut` will give, not decoded; null at the end. For knowing its type beforehand.
  [[nodiscard]] block const* peek();
  [[nodiscard]] input_facts const& facts() const noexcept { return facts_; }
  /// Whether the shares, one behind the other, are the whole sequence in its order; known once `cut` returned.
  [[nodiscard]] bool has_adjacent_shares() const noexcept { return paths_.size() == 1 && restricted_; }

private:
  bool open_next();
  bool cut_next(block& numbers);

  std::vector<std::string> paths_;
  std::vector<std::string> columns_;
  input_options const& options_;
  progress& watcher_;
  share part_;
  std::shared_ptr<reader> current_;
  bool restricted_ = false;  // the current file gives this share only
  std::size_t opened_ = 0;
  std::uint64_t ordinal_ = 0;
  input_facts facts_;
  std::unique_ptr<block> ahead_;
};

/// Two inputs side by side, as blocks of two columns. Throws `failure` where one ends first or their shapes differ.
class file_pair final : public block_source {
public:
  file_pair(std::string const& left, std::string const& right, input_options const& options, progress& watcher);
  bool cut(block& numbers) override;
  void decode(block&) const override {}  // what pairs up is known only once it is decoded
  [[nodiscard]] input_facts const& facts() const noexcept { return facts_; }

private:
  struct side {
    std::string name;
    std::unique_ptr<reader> numbers;
    block decoded;
    std::size_t used = 0;
    std::uint64_t total = 0;
    bool at_end = false;
  };
  void refill(side& which) const;

  side sides_[2];
  std::uint64_t ordinal_ = 0;
  input_facts facts_;
};

}  // namespace isobit::tool
