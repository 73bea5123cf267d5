#include "table_source.hpp"

#include "../basics/failure.hpp"

namespace isobit::tool {
namespace {

std::vector<std::string> names_of(std::vector<table_column> const& columns) {
  std::vector<std::string> names;
  for (auto const& each : columns) names.push_back(each.name);
  return names;
}

}  // namespace

table_source::table_source(std::vector<std::string> paths, table_wish wish, input_options const& options,
                           progress& watcher)
    : paths_(std::move(paths)), wish_(std::move(wish)), options_(options), watcher_(watcher) {
  open_next();  // what columns there are must be known before the first row
}

bool table_source::open_next() {
  if (opened_ == paths_.size()) return false;
  std::string const& path = paths_[opened_];
  current_ = open_table(path, wish_, options_, watcher_);
  auto const& found = current_->description();
  if (opened_++ == 0) {
    description_ = found;
    return true;
  }
  auto& columns = description_.columns;
  if (wish_.all_values && names_of(found.columns) != names_of(columns))
    throw failure(exit_code::bad_data, path + ": its columns of numbers are not those of " + paths_.front() +
                                           "; say which are wanted, with --column");
  for (std::size_t c = 0; c < columns.size(); ++c)
    columns[c].is_single = columns[c].is_single && found.columns[c].is_single;
  return true;
}

bool table_source::cut(table_rows& rows) {
  rows.ordinal = ordinal_++;
  do
    if (current_->cut(rows.piece)) {
      rows.maker = current_;
      return true;
    }
  while (open_next());
  return false;
}

void table_source::decode(table_rows& rows) const { rows.maker->decode(rows.piece, rows); }

}  // namespace isobit::tool
