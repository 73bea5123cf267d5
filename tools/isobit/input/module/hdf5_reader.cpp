#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "../../basics/failure.hpp"
#include "../../basics/printable.hpp"
#include "../column_choice.hpp"
#include "../module.hpp"
#include "../netcdf_values.hpp"
#include "../shape.hpp"

namespace isobit::tool {
namespace {

/// How many elements are read at a time, unless a chunk of the file has more.
constexpr hsize_t slab_elements = hsize_t{1} << 18;

/// The library is not made for several threads: whoever calls it holds this.
std::mutex& hdf5_lock() {
  static std::mutex lock;
  return lock;
}

/// What the library hands out, to be given back.
class handle {
public:
  using closer = herr_t (*)(hid_t);
  handle(hid_t id, closer close) noexcept : id_(id), close_(close) {}
  handle(handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  ~handle() {
    if (id_ >= 0) close_(id_);
  }
  handle(handle const&) = delete;
  handle& operator=(handle const&) = delete;
  operator hid_t() const noexcept { return id_; }

private:
  hid_t id_;
  closer close_;
};

/// The cause of the last error, in the library's words.
std::string last_error() {
  std::string cause;
  auto const keep_first = [](unsigned, H5E_error2_t const* error, void* to) -> herr_t {
    auto& text = *static_cast<std::string*>(to);
    if (text.empty() && error->desc != nullptr) text = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &cause);
  return cause.empty() ? "" : ": " + cause;
}

bool holds_numbers(hid_t dataset) {
  handle const type(H5Dget_type(dataset), H5Tclose);
  H5T_class_t const kind = H5Tget_class(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM;
}

/// The names of all datasets of numbers in a file.
std::vector<std::string> datasets_of(hid_t file) {
  std::vector<std::string> names;
  auto const keep = [](hid_t root, char const* name, H5O_info_t const* info, void* to) -> herr_t {
    if (info->type != H5O_TYPE_DATASET) return 0;
    handle const dataset(H5Dopen2(root, name, H5P_DEFAULT), H5Dclose);
    if (dataset >= 0 && holds_numbers(dataset))
      static_cast<std::vector<std::string>*>(to)->push_back("/" + std::string(name));
    return 0;
  };
  H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, keep, &names, H5O_INFO_BASIC);
  return names;
}

/// The type that elements have in memory. Throws `failure` where they are no numbers that isobit knows.
element_type element_of(hid_t dataset, std::string const& name) {
  handle const type(H5Dget_type(dataset), H5Tclose);
  std::size_t const size = H5Tget_size(type);
  H5T_class_t kind = H5Tget_class(type);
  bool is_signed = true;
  if (kind == H5T_ENUM) {  // h5py's way to write booleans
    handle const base(H5Tget_super(type), H5Tclose);
    kind = H5Tget_class(base);
    is_signed = H5Tget_sign(base) == H5T_SGN_2;
  } else if (kind == H5T_INTEGER) {
    is_signed = H5Tget_sign(type) == H5T_SGN_2;
  }
  if (kind == H5T_INTEGER && size <= 8) return is_signed ? element_type::i64 : element_type::u64;
  if (kind == H5T_FLOAT && size <= 8) return size <= 4 ? element_type::f32 : element_type::f64;
  char const* const what = kind == H5T_COMPOUND  ? "records; save one field of them as a dataset"
                           : kind == H5T_STRING  ? "strings"
                           : kind == H5T_FLOAT   ? "numbers of more than 64 bits"
                           : kind == H5T_INTEGER ? "integers of more than 64 bits"
                                                 : "no numbers";
  throw failure(exit_code::bad_data, name + ": the dataset holds " + what);
}

hid_t memory_type(element_type type) {
  switch (type) {
  case element_type::f32:
    return H5T_NATIVE_FLOAT;
  case element_type::f64:
    return H5T_NATIVE_DOUBLE;
  case element_type::i64:
    return H5T_NATIVE_INT64;
  default:
    return H5T_NATIVE_UINT64;
  }
}

/// A dataset, slab by slab.
class hdf5_reader final : public reader {
public:
  hdf5_reader(std::string const& path, std::string const& part, input_options const& options, progress& watcher)
      : name_(path), watcher_(watcher) {
    std::lock_guard const lock(hdf5_lock());
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what is wrong is said here
    handle const file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (file < 0) refuse("cannot be opened as HDF5" + last_error());
    std::string const chosen = choose(file, part);
    dataset_.emplace(H5Dopen2(file, chosen.c_str(), H5P_DEFAULT), H5Dclose);
    if (*dataset_ < 0)
      refuse("there is no dataset " + shown(chosen) + "; there are " + list_of_names(datasets_of(file)));
    name_ += ":" + chosen;
    type_ = element_of(*dataset_, name_);
    space_.emplace(H5Dget_space(*dataset_), H5Sclose);
    find_shape();
    values_.emplace(netcdf_values::layout{.name = name_, .type = type_, .skips_missing = options.numbers.skips_missing},
                    [this](char const* name) { return attribute(name); });
    handle const stored(H5Dget_type(*dataset_), H5Tclose);
    stored_size_ = H5Tget_size(stored);
  }
  ~hdf5_reader() override {
    std::lock_guard const lock(hdf5_lock());
    space_.reset();
    dataset_.reset();
  }

  bool cut(chunk& piece) override {
    if (at_end_) return false;
    std::lock_guard const lock(hdf5_lock());
    std::vector<hsize_t> count(shape_.size());
    piece.count = 1;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
      count[i] = std::min(slab_[i], shape_[i] - start_[i]);
      piece.count *= static_cast<std::size_t>(count[i]);
    }
    char* const to = piece.bytes.reserve(piece.count * size_of(type_));
    auto const memory_size = static_cast<hsize_t>(piece.count);
    handle const memory(H5Screate_simple(1, &memory_size, nullptr), H5Sclose);
    bool const is_selected = shape_.empty() || H5Sselect_hyperslab(*space_, H5S_SELECT_SET, start_.data(), nullptr,
                                                                   count.data(), nullptr) >= 0;
    if (!is_selected || H5Dread(*dataset_, memory_type(type_), memory, *space_, H5P_DEFAULT, to) < 0)
      throw failure(exit_code::bad_data, name_ + ": cannot be read" + last_error());
    piece.bytes.set_size(piece.count * size_of(type_));
    piece.offset = taken_;
    taken_ += piece.count;
    watcher_.advance(piece.count * stored_size_);
    step();
    return true;
  }

  void decode(chunk& piece, block& numbers) const override {
    values_->decode(piece.bytes.data(), piece.count, piece.offset, numbers);
  }

  [[nodiscard]] bool is_single() const noexcept override { return type_ == element_type::f32; }
  [[nodiscard]] std::string layout() const override {
    return shape_text(shape_) + (shape_.size() < 2 ? ""
                                 : is_in_c_order() ? " in C order"
                                                   : " in blocks of " + shape_text(slab_));
  }

private:
  [[noreturn]] void refuse(std::string const& why) const { throw failure(exit_code::bad_data, name_ + ": " + why); }

  std::string choose(hid_t file, std::string const& part) const {
    if (!part.empty()) return part;
    auto const names = datasets_of(file);
    if (names.size() == 1) return names[0];
    if (names.empty()) refuse("holds no datasets of numbers");
    throw failure(exit_code::usage, name_ + ": holds several datasets; say which, as in " + name_ + ":" + names[0] +
                                        "; there are " + list_of_names(names));
  }

  /// What is read at a time: whole chunks of the file, as many as are not too many elements.
  void find_shape() {
    int const rank = H5Sget_simple_extent_ndims(*space_);
    if (rank > 0) {
      shape_.resize(static_cast<std::size_t>(rank));
      H5Sget_simple_extent_dims(*space_, shape_.data(), nullptr);
    }
    start_.assign(shape_.size(), 0);
    slab_.assign(shape_.size(), 1);
    handle const made(H5Dget_create_plist(*dataset_), H5Pclose);
    if (H5Pget_layout(made) == H5D_CHUNKED) H5Pget_chunk(made, rank, slab_.data());
    hsize_t elements = 1;
    for (std::size_t i = 0; i < shape_.size(); ++i) {
      slab_[i] = std::clamp<hsize_t>(slab_[i], 1, std::max<hsize_t>(shape_[i], 1));
      elements *= slab_[i];
    }
    for (std::size_t i = shape_.size(); i-- > 0 && elements <= slab_elements / 2;) {
      hsize_t const others = elements / slab_[i];
      hsize_t const times = slab_elements / elements;
      slab_[i] = std::min(shape_[i], slab_[i] * times);
      elements = others * std::max<hsize_t>(slab_[i], 1);
      if (slab_[i] < shape_[i]) break;
    }
    at_end_ = std::find(shape_.begin(), shape_.end(), hsize_t{0}) != shape_.end() ||
              H5Sget_simple_extent_type(*space_) == H5S_NULL;
  }

  /// Whether elements come in the order in which an array has them: slabs are whole behind their first long side.
  [[nodiscard]] bool is_in_c_order() const {
    std::size_t i = 0;
    while (i < slab_.size() && slab_[i] == 1) ++i;
    for (++i; i < slab_.size(); ++i)
      if (slab_[i] != shape_[i]) return false;
    return true;
  }

  void step() {
    for (std::size_t i = shape_.size(); i-- > 0;) {
      start_[i] += slab_[i];
      if (start_[i] < shape_[i]) return;
      start_[i] = 0;
    }
    at_end_ = true;
  }

  /// The numbers of an attribute; none where there is no such attribute, or it holds none.
  std::vector<attribute_number> attribute(char const* name) const {
    if (H5Aexists(*dataset_, name) <= 0) return {};
    handle const found(H5Aopen(*dataset_, name, H5P_DEFAULT), H5Aclose);
    handle const type(H5Aget_type(found), H5Tclose);
    H5T_class_t const kind = H5Tget_class(type);
    if (kind == H5T_FLOAT) return numbers_of<double>(found, H5T_NATIVE_DOUBLE);
    if (kind != H5T_INTEGER) return {};
    return H5Tget_sign(type) == H5T_SGN_2 ? numbers_of<std::int64_t>(found, H5T_NATIVE_INT64)
                                          : numbers_of<std::uint64_t>(found, H5T_NATIVE_UINT64);
  }

  template <class T> static std::vector<attribute_number> numbers_of(hid_t attribute, hid_t type) {
    handle const space(H5Aget_space(attribute), H5Sclose);
    std::vector<T> values(static_cast<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0)));
    if (values.empty() || H5Aread(attribute, type, values.data()) < 0) return {};
    return {values.begin(), values.end()};
  }

  std::string name_;
  progress& watcher_;
  std::optional<handle> dataset_;
  std::optional<handle> space_;
  element_type type_ = element_type::f64;
  std::size_t stored_size_ = 0;
  std::vector<hsize_t> shape_;
  std::vector<hsize_t> slab_;
  std::vector<hsize_t> start_;
  std::optional<netcdf_values> values_;
  std::uint64_t taken_ = 0;
  bool at_end_ = false;
};

}  // namespace

}  // namespace isobit::tool

extern "C" isobit::tool::open_reader_function isobit_open_hdf5;

isobit::tool::reader* isobit_open_hdf5(std::string const& path, std::string const& part,
                                       isobit::tool::input_options const& options, isobit::tool::progress& watcher) {
  return new isobit::tool::hdf5_reader(path, part, options, watcher);
}
