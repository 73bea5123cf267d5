#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/exception.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "../../basics/failure.hpp"
#include "../../basics/printable.hpp"
#include "../../output/number.hpp"
#include "../column_choice.hpp"
#include "../element_value.hpp"
#include "../module.hpp"

namespace isobit::tool {
namespace {

/// How many rows are read at a time; an Arrow file has batches of its own.
constexpr std::int64_t batch_rows = std::int64_t{1} << 15;

[[noreturn]] void refuse(std::string const& name, std::string const& why) {
  throw failure(exit_code::bad_data, name + ": " + why);
}

template <class T> T taken(arrow::Result<T> result, std::string const& name) {
  if (!result.ok()) refuse(name, "cannot be read: " + printable(result.status().message()));
  return std::move(result).ValueUnsafe();
}

/// Why a column is none of numbers; empty where it is one.
std::string problem_with(arrow::DataType const& type) {
  switch (type.id()) {
  case arrow::Type::BOOL:
  case arrow::Type::INT8:
  case arrow::Type::INT16:
  case arrow::Type::INT32:
  case arrow::Type::INT64:
  case arrow::Type::UINT8:
  case arrow::Type::UINT16:
  case arrow::Type::UINT32:
  case arrow::Type::UINT64:
  case arrow::Type::HALF_FLOAT:
  case arrow::Type::FLOAT:
  case arrow::Type::DOUBLE:
    return {};
  default:
    return "its type is " + type.ToString();
  }
}

bool holds_floats(arrow::DataType const& type) {
  return type.id() == arrow::Type::HALF_FLOAT || type.id() == arrow::Type::FLOAT;
}

/// Batches of the chosen columns of a file, one after the other.
class batch_source {
public:
  virtual ~batch_source() = default;
  virtual std::shared_ptr<arrow::Schema> schema() = 0;
  /// To be called once, with the places of the columns in the schema.
  virtual void choose(std::vector<int> const& columns) = 0;
  /// Null at the end.
  virtual std::shared_ptr<arrow::RecordBatch> next() = 0;
};

class parquet_source final : public batch_source {
public:
  parquet_source(std::string name, std::shared_ptr<arrow::io::RandomAccessFile> file) : name_(std::move(name)) {
    parquet::ArrowReaderProperties properties;
    properties.set_batch_size(batch_rows);
    properties.set_pre_buffer(false);  // all of it would be held until the end
    parquet::arrow::FileReaderBuilder builder;
    require(builder.Open(std::move(file)));
    builder.properties(properties);
    require(builder.Build(&file_));
  }

  std::shared_ptr<arrow::Schema> schema() override {
    std::shared_ptr<arrow::Schema> result;
    require(file_->GetSchema(&result));
    return result;
  }

  void choose(std::vector<int> const& columns) override {
    std::vector<int> row_groups, leaves;
    for (int i = 0; i < file_->num_row_groups(); ++i) row_groups.push_back(i);
    // Columns within columns are counted, too.
    auto const& manifest = file_->manifest();
    for (int const column : columns)
      leaves.push_back(manifest.schema_fields[static_cast<std::size_t>(column)].column_index);
    batches_ = taken(file_->GetRecordBatchReader(row_groups, leaves), name_);
  }

  std::shared_ptr<arrow::RecordBatch> next() override { return taken(batches_->Next(), name_); }

private:
  void require(arrow::Status const& status) const {
    if (!status.ok()) refuse(name_, "cannot be read: " + printable(status.message()));
  }

  std::string name_;
  std::unique_ptr<parquet::arrow::FileReader> file_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

class ipc_source final : public batch_source {
public:
  ipc_source(std::string name, std::shared_ptr<arrow::io::RandomAccessFile> file)
      : name_(std::move(name)), file_(std::move(file)) {
    schema_ = taken(arrow::ipc::RecordBatchFileReader::Open(file_), name_)->schema();
  }

  std::shared_ptr<arrow::Schema> schema() override { return schema_; }

  void choose(std::vector<int> const& columns) override {
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.included_fields = columns;
    batches_ = taken(arrow::ipc::RecordBatchFileReader::Open(file_, options), name_);
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (next_ == batches_->num_record_batches()) return nullptr;
    return taken(batches_->ReadRecordBatch(next_++), name_);
  }

private:
  std::string name_;
  std::shared_ptr<arrow::io::RandomAccessFile> file_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> batches_;
  int next_ = 0;
};

/// use(row, x) for every row, of which the number is x. Null rows have some number.
template <class Use> void for_each_number(arrow::Array const& column, Use use) {
  auto const with = [&]<class Array>(Array const& array) {
    for (std::int64_t r = 0; r < array.length(); ++r) use(r, array.Value(r));
  };
  switch (column.type_id()) {
  case arrow::Type::BOOL:
    return with(static_cast<arrow::BooleanArray const&>(column));
  case arrow::Type::INT8:
    return with(static_cast<arrow::Int8Array const&>(column));
  case arrow::Type::INT16:
    return with(static_cast<arrow::Int16Array const&>(column));
  case arrow::Type::INT32:
    return with(static_cast<arrow::Int32Array const&>(column));
  case arrow::Type::INT64:
    return with(static_cast<arrow::Int64Array const&>(column));
  case arrow::Type::UINT8:
    return with(static_cast<arrow::UInt8Array const&>(column));
  case arrow::Type::UINT16:
    return with(static_cast<arrow::UInt16Array const&>(column));
  case arrow::Type::UINT32:
    return with(static_cast<arrow::UInt32Array const&>(column));
  case arrow::Type::UINT64:
    return with(static_cast<arrow::UInt64Array const&>(column));
  case arrow::Type::HALF_FLOAT: {
    auto const& halves = static_cast<arrow::HalfFloatArray const&>(column);
    auto const* const bits = halves.raw_values();
    for (std::int64_t r = 0; r < halves.length(); ++r) {
      std::uint16_t raw = 0;
      std::memcpy(&raw, bits + r, sizeof raw);
      use(r, widen(float16{raw}));
    }
    return;
  }
  case arrow::Type::FLOAT:
    return with(static_cast<arrow::FloatArray const&>(column));
  default:
    return with(static_cast<arrow::DoubleArray const&>(column));
  }
}

/// A value as text; nothing where it is null.
std::optional<std::string> text_at(arrow::Array const& column, std::int64_t row, std::string const& name) {
  if (column.IsNull(row)) return {};
  if (column.type_id() == arrow::Type::STRING)
    return std::string(static_cast<arrow::StringArray const&>(column).GetView(row));
  auto scalar = taken(column.GetScalar(row), name);
  if (column.type_id() == arrow::Type::DICTIONARY) {
    scalar = taken(static_cast<arrow::DictionaryScalar const&>(*scalar).GetEncodedValue(), name);
    if (!scalar->is_valid) return {};
  }
  if (scalar->type->id() == arrow::Type::DOUBLE)
    return decimal({static_cast<arrow::DoubleScalar const&>(*scalar).value, false});
  if (scalar->type->id() == arrow::Type::FLOAT)
    return decimal({static_cast<double>(static_cast<arrow::FloatScalar const&>(*scalar).value), true});
  return scalar->ToString();
}

class arrow_table final : public table_reader {
public:
  arrow_table(std::string const& path, table_wish const& wish, input_options const& options, progress& watcher)
      : name_(path), watcher_(watcher), skips_missing_(options.numbers.skips_missing) {
    std::shared_ptr<arrow::io::RandomAccessFile> const file = taken(arrow::io::ReadableFile::Open(path), name_);
    auto const magic = taken(file->ReadAt(0, 4), name_)->ToString();
    if (magic == "PAR1")
      source_ = std::make_unique<parquet_source>(name_, file);
    else
      source_ = std::make_unique<ipc_source>(name_, file);
    auto const schema = source_->schema();
    names_ = schema->field_names();
    for (auto const& key : wish.keys) chosen_key(*schema, key);
    for (auto const& value : wish.values) chosen_value(*schema, value);
    if (wish.all_values) choose_all(*schema);
    // Asked for in ascending order and once each, whatever the wish.
    for (auto const* const list : {&values_, &keys_}) places_.insert(places_.end(), list->begin(), list->end());
    std::sort(places_.begin(), places_.end());
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    source_->choose(places_);
  }

  bool cut(chunk& piece) override {
    auto batch = source_->next();
    if (batch == nullptr) return false;
    piece.offset = taken_;
    taken_ += static_cast<std::uint64_t>(batch->num_rows());
    for (auto const& column : batch->columns())
      for (auto const& buffer : column->data()->buffers)
        if (buffer != nullptr) watcher_.advance(static_cast<std::uint64_t>(buffer->size()));
    piece.elsewhere = std::move(batch);
    return true;
  }

  void decode(chunk& piece, table_rows& rows) const override {
    auto const batch = std::static_pointer_cast<arrow::RecordBatch>(std::exchange(piece.elsewhere, nullptr));
    rows.clear(values_.size());
    rows.rows = static_cast<std::size_t>(batch->num_rows());
    for (std::size_t c = 0; c < values_.size(); ++c)
      take(*batch->column(column_of(values_[c])), names_[static_cast<std::size_t>(values_[c])], piece, rows.columns[c]);
    for (std::int64_t r = 0; r < batch->num_rows(); ++r) {
      for (int const key : keys_) rows.keys.add_part(text_at(*batch->column(column_of(key)), r, name_));
      rows.keys.end_row();
    }
  }

private:
  int place_of(std::string const& column) const { return static_cast<int>(place_of_column(names_, column, name_)); }
  void chosen_key(arrow::Schema const& schema, std::string const& column) {
    int const place = place_of(column);
    auto const& type = *schema.field(place)->type();
    if (arrow::is_nested(type.id()))
      refuse(name_, "column " + shown(column) + " cannot be a key: its type is " + type.ToString());
    keys_.push_back(place);
    description_.keys.push_back(names_[static_cast<std::size_t>(place)]);
  }
  void chosen_value(arrow::Schema const& schema, std::string const& column) {
    int const place = place_of(column);
    auto const& field = *schema.field(place);
    if (auto const why = problem_with(*field.type()); !why.empty())
      refuse(name_, "column " + shown(field.name()) + " cannot be used: " + why);
    add_value(place, field);
  }
  void choose_all(arrow::Schema const& schema) {
    for (int place = 0; place < schema.num_fields(); ++place) {
      if (std::find(keys_.begin(), keys_.end(), place) != keys_.end()) continue;
      auto const& field = *schema.field(place);
      if (auto const why = problem_with(*field.type()); why.empty())
        add_value(place, field);
      else
        description_.others.push_back({field.name(), why});
    }
  }
  void add_value(int place, arrow::Field const& field) {
    values_.push_back(place);
    description_.columns.push_back({field.name(), holds_floats(*field.type())});
  }
  /// Where a column of the file is in its batches.
  [[nodiscard]] int column_of(int place) const {
    return static_cast<int>(std::lower_bound(places_.begin(), places_.end(), place) - places_.begin());
  }

  void take(arrow::Array const& column, std::string const& name, chunk const& piece, table_rows::column& to) const {
    auto const place = [&](std::int64_t row) {
      return "row " + std::to_string(piece.offset + static_cast<std::uint64_t>(row)) + " (from 0) of " + shown(name);
    };
    for_each_number(column, [&]<class T>(std::int64_t row, T x) {
      if (column.IsNull(row)) {
        if (!skips_missing_) refuse(name_, place(row) + " is null (--skip-na would leave it out and count it)");
        return to.push(0, entry::missing);
      }
      if constexpr (std::integral<T> && !std::same_as<T, bool>)
        if (!is_double(x)) refuse(name_, place(row) + " is " + std::to_string(x) + ", which no f64 is");
      double const value = static_cast<double>(x);
      to.push(value, skips_missing_ && std::isnan(value) ? entry::missing : entry::number);
    });
  }

  std::string name_;
  progress& watcher_;
  bool skips_missing_;
  std::unique_ptr<batch_source> source_;
  std::vector<std::string> names_;
  std::vector<int> values_;
  std::vector<int> keys_;
  std::vector<int> places_;  // of all of these, sorted
  std::uint64_t taken_ = 0;
};

}  // namespace
}  // namespace isobit::tool

extern "C" isobit::tool::open_table_function isobit_open_arrow;

isobit::tool::table_reader* isobit_open_arrow(std::string const& path, isobit::tool::table_wish const& wish,
                                              isobit::tool::input_options const& options,
                                              isobit::tool::progress& watcher) {
  try {
    return new isobit::tool::arrow_table(path, wish, options, watcher);
  } catch (parquet::ParquetException const& problem) {
    throw isobit::tool::failure(isobit::tool::exit_code::bad_data,
                                path + ": cannot be read: " + isobit::tool::printable(problem.what()));
  }
}
