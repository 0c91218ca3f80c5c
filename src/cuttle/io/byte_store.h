#pragma once
// Arrays of numbers in one block of bytes, and the JSON that says where they are.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cuttle/io/json_members.h"

namespace cuttle {

/// How numbers are stored. Small integers come with one scale and bias per component:
/// value = bias + scale * stored.
enum class NumberType { f32, f64, i16, u8, u32 };

/// Where an array is, as JSON gives it.
struct ArrayReference {
  NumberType type = NumberType::f32;
  std::size_t offset = 0;           // [bytes]
  std::size_t length = 0;           // [numbers]
  std::vector<double> scale, bias;  // of small integers, one per component

  operator OrderedJson() const;  // so that it is written wherever JSON is
};
void json_members(JsonMembers& m, const ArrayReference& reference);

/// Collects arrays; each starts at a multiple of 8 bytes (little endian).
class ByteStore {
 public:
  ArrayReference add(std::span<const float> values, NumberType type = NumberType::f32,
                     int width = 1);
  ArrayReference add(std::span<const double> values);
  ArrayReference add(std::span<const std::uint32_t> values);

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  ArrayReference append(NumberType type, const void* data, std::size_t size, std::size_t length);
  template <class Integer>
  ArrayReference add_scaled(NumberType type, std::span<const float> values, int width);

  std::string bytes_;
};

/// The array of a reference as numbers of another kind; throws std::runtime_error where the
/// reference leads out of the bytes or is not of that kind (f32, f64 and u32 only).
template <class Number>
std::vector<Number> read_array(const OrderedJson& reference, std::string_view bytes);

extern template std::vector<float> read_array(const OrderedJson&, std::string_view);
extern template std::vector<double> read_array(const OrderedJson&, std::string_view);
extern template std::vector<std::uint32_t> read_array(const OrderedJson&, std::string_view);

}  // namespace cuttle
