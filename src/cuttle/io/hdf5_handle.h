#pragma once
// What reading and writing HDF5 share: owned identifiers and quiet errors.

#include <hdf5.h>

#include <string>
#include <utility>

namespace cuttle {

/// A call into the library failed; `what` says at which part of the file.
struct Hdf5Error {
  std::string what;
};

/// Owns one identifier of the library.
class Handle {
 public:
  Handle(hid_t id, herr_t (*closer)(hid_t), const std::string& what) : id_(id), close_(closer) {
    if (id < 0) throw Hdf5Error{what};
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The library prints its error stack by itself; we say it in one line instead.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

inline void check(herr_t outcome, const std::string& what) {
  if (outcome < 0) throw Hdf5Error{what};
}

/// Strings of one length, with zeros at their ends: nothing in a file has a length that is known
/// only when it is read.
inline Handle string_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "string type");
  check(H5Tset_size(type, length > 0 ? length : 1), "string type");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "string type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "string type");
  return type;
}

}  // namespace cuttle
