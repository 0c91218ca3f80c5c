#include "cuttle/io/byte_store.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace cuttle {

constexpr std::array<Choice<NumberType>, 5> kNumberTypes = {{
    {NumberType::f32, "f32", ""},
    {NumberType::f64, "f64", ""},
    {NumberType::i16, "i16", ""},
    {NumberType::u8, "u8", ""},
    {NumberType::u32, "u32", ""},
}};
constexpr std::span<const Choice<NumberType>> choices(NumberType) { return kNumberTypes; }
constexpr const char* json_name(NumberType) { return "NumberType"; }

namespace {

static_assert(std::endian::native == std::endian::little, "files are little endian");

template <class Number>
constexpr NumberType number_type();
template <>
constexpr NumberType number_type<float>() {
  return NumberType::f32;
}
template <>
constexpr NumberType number_type<double>() {
  return NumberType::f64;
}
template <>
constexpr NumberType number_type<std::uint32_t>() {
  return NumberType::u32;
}

/// Smallest and largest finite value of every width-th number.
std::pair<double, double> finite_range(std::span<const float> values, std::size_t first,
                                       std::size_t width) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t i = first; i < values.size(); i += width)
    if (std::isfinite(values[i])) {
      low = std::min(low, double(values[i]));
      high = std::max(high, double(values[i]));
    }
  return low <= high ? std::pair(low, high) : std::pair(0.0, 0.0);
}

}  // namespace

void json_members(JsonMembers& m, const ArrayReference& reference) {
  m.object("ArrayReference", "Numbers of the blob; value = bias + scale * stored, per component.");
  m("type", reference.type);
  m("offset", reference.offset);
  m("length", reference.length);
  m.optional("scale", !reference.scale.empty(), reference.scale);
  m.optional("bias", !reference.bias.empty(), reference.bias);
}

ArrayReference::operator OrderedJson() const { return to_ordered_json(*this); }

ArrayReference ByteStore::append(NumberType type, const void* data, std::size_t size,
                                 std::size_t length) {
  bytes_.resize((bytes_.size() + 7) / 8 * 8, '\0');
  const std::size_t offset = bytes_.size();
  if (size > 0) bytes_.append(static_cast<const char*>(data), size);
  return {type, offset, length, {}, {}};
}

// each component uses the whole range of the integer; what is not finite sits at the lower end
template <class Integer>
ArrayReference ByteStore::add_scaled(NumberType type, std::span<const float> values, int width) {
  const double least = std::numeric_limits<Integer>::min();
  const double levels = double(std::numeric_limits<Integer>::max()) - least;
  std::vector<Integer> stored(values.size());
  std::vector<double> scale, bias;
  const auto step = std::size_t(width);
  for (std::size_t component = 0; component < step; ++component) {
    const auto [low, high] = finite_range(values, component, step);
    scale.push_back(high > low ? (high - low) / levels : 1);
    bias.push_back(low - scale.back() * least);
    for (std::size_t i = component; i < values.size(); i += step) {
      const double x = std::isfinite(values[i]) ? (values[i] - bias.back()) / scale.back() : least;
      stored[i] = Integer(std::lround(std::clamp(x, least, least + levels)));
    }
  }
  ArrayReference reference =
      append(type, stored.data(), stored.size() * sizeof(Integer), stored.size());
  reference.scale = std::move(scale);
  reference.bias = std::move(bias);
  return reference;
}

ArrayReference ByteStore::add(std::span<const float> values, NumberType type, int width) {
  if (type == NumberType::i16) return add_scaled<std::int16_t>(type, values, width);
  if (type == NumberType::u8) return add_scaled<std::uint8_t>(type, values, width);
  return append(NumberType::f32, values.data(), values.size_bytes(), values.size());
}

ArrayReference ByteStore::add(std::span<const double> values) {
  return append(NumberType::f64, values.data(), values.size_bytes(), values.size());
}

ArrayReference ByteStore::add(std::span<const std::uint32_t> values) {
  return append(NumberType::u32, values.data(), values.size_bytes(), values.size());
}

template <class Number>
std::vector<Number> read_array(const OrderedJson& reference, std::string_view bytes) {
  const auto offset = reference.at("offset").get<std::size_t>();
  const auto length = reference.at("length").get<std::size_t>();
  if (reference.at("type") != name_of(number_type<Number>()))
    throw std::runtime_error("array of another type");
  if (offset > bytes.size() || length > (bytes.size() - offset) / sizeof(Number))
    throw std::runtime_error("array beyond the end of the data");
  std::vector<Number> values(length);
  if (length > 0) std::memcpy(values.data(), bytes.data() + offset, length * sizeof(Number));
  return values;
}

template std::vector<float> read_array(const OrderedJson&, std::string_view);
template std::vector<double> read_array(const OrderedJson&, std::string_view);
template std::vector<std::uint32_t> read_array(const OrderedJson&, std::string_view);

}  // namespace cuttle
