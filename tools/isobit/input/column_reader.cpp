#include <algorithm>

#include "reader.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

/// One or two columns of a table as numbers. A row in which one of them is missing is left out as a whole.
class column_reader final : public reader {
public:
  explicit column_reader(std::unique_ptr<table_reader> table) : table_(std::move(table)) {
    auto const& columns = table_->description().columns;
    single_ = std::all_of(columns.begin(), columns.end(), [](auto const& each) { return each.is_single; });
  }

  bool cut(chunk& piece) override { return table_->cut(piece); }

  void decode(chunk& piece, block& numbers) const override {
    table_rows rows;
    table_->decode(piece, rows);
    numbers.clear(single_, rows.columns.size());
    if (single_)
      take<float>(rows, numbers);
    else
      take<double>(rows, numbers);
    numbers.skipped.bad += rows.bad_rows;
  }

  [[nodiscard]] bool is_single() const noexcept override { return single_; }

private:
  template <class T> static void take(table_rows& rows, block& numbers) {
    for (std::size_t r = 0; r < rows.rows; ++r) {
      bool is_missing = false, is_bad = false;
      for (auto const& column : rows.columns) {
        is_missing = is_missing || column.entries.span()[r] == entry::missing;
        is_bad = is_bad || column.entries.span()[r] == entry::bad;
      }
      if (is_missing || is_bad) {
        ++(is_bad ? numbers.skipped.bad : numbers.skipped.missing);
        continue;
      }
      for (std::size_t c = 0; c < rows.columns.size(); ++c)
        numbers.column<T>(c).push(static_cast<T>(rows.columns[c].values.data()[r]));
      ++numbers.rows;
    }
  }

  std::unique_ptr<table_reader> table_;
  bool single_;
};

}  // namespace

std::unique_ptr<reader> make_column_reader(std::unique_ptr<table_reader> table) {
  return std::make_unique<column_reader>(std::move(table));
}

}  // namespace isobit::tool
