#include "cuttle/io/gltf_document.h"

#include <algorithm>
#include <array>
#include <bit>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"

namespace cuttle {
namespace {

// numbers of the standard
constexpr int kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126;
constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;
constexpr std::uint32_t kMagic = 0x46546C67, kVersion = 2;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

static_assert(std::endian::native == std::endian::little, "glTF numbers are little endian");

template <class T>
std::string_view raw_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void pad(std::string& bytes, char with) { bytes.append((4 - bytes.size() % 4) % 4, with); }

void append_number(std::string& out, std::uint32_t value) {
  out += raw_bytes(std::span<const std::uint32_t>(&value, 1));
}

const char* accessor_type(int width) {
  switch (width) {
    case 1:
      return "SCALAR";
    case 3:
      return "VEC3";
    default:
      return "VEC4";
  }
}

}  // namespace

GltfDocument::GltfDocument(const std::string& generator) {
  json_["asset"] = {{"version", "2.0"}, {"generator", generator}};
}

int GltfDocument::add(const std::string& list, Json element) {
  json_[list].push_back(std::move(element));
  return int(json_[list].size()) - 1;
}

int GltfDocument::add_view(std::string_view bytes, int target) {
  pad(shapes_, 0);
  const int view = add("bufferViews", {{"buffer", 0},
                                       {"byteOffset", shapes_.size()},
                                       {"byteLength", bytes.size()},
                                       {"target", target}});
  shapes_ += bytes;
  return view;
}

// bounds are stated where the standard asks for them: positions and times
int GltfDocument::add_accessor(Json accessor, std::span<const float> bounded, int width) {
  if (!bounded.empty()) {
    std::vector<float> low(bounded.begin(), bounded.begin() + width), high = low;
    for (std::size_t i = 0; i < bounded.size(); ++i) {
      const std::size_t c = i % std::size_t(width);
      low[c] = std::min(low[c], bounded[i]);
      high[c] = std::max(high[c], bounded[i]);
    }
    accessor["min"] = low;
    accessor["max"] = high;
  }
  return add("accessors", std::move(accessor));
}

int GltfDocument::add_vertices(std::span<const float> values) {
  const int view = add_view(raw_bytes(values), kVertexBuffer);
  return add_accessor({{"bufferView", view},
                       {"componentType", kFloat},
                       {"count", values.size() / 3},
                       {"type", "VEC3"}},
                      values, 3);
}

int GltfDocument::add_triangles(std::span<const std::uint32_t> triangles, std::size_t vertices) {
  const std::vector<std::uint16_t> small(triangles.begin(), triangles.end());
  const bool fits = vertices < 0xFFFF;  // the largest number is reserved
  const int view = add_view(
      fits ? raw_bytes(std::span<const std::uint16_t>(small)) : raw_bytes(triangles), kIndexBuffer);
  return add_accessor({{"bufferView", view},
                       {"componentType", fits ? kUnsignedShort : kUnsignedInt},
                       {"count", triangles.size()},
                       {"type", "SCALAR"}},
                      {}, 1);
}

int GltfDocument::add_joints(std::span<const int> joint_of_vertex) {
  std::vector<std::uint16_t> joints;
  for (const int joint : joint_of_vertex) {
    expects(joint >= 0 && joint <= 0xFFFF, "a mesh has at most 65536 joints");
    joints.insert(joints.end(), {std::uint16_t(joint), 0, 0, 0});
  }
  const int view = add_view(raw_bytes(std::span<const std::uint16_t>(joints)), kVertexBuffer);
  return add_accessor({{"bufferView", view},
                       {"componentType", kUnsignedShort},
                       {"count", joint_of_vertex.size()},
                       {"type", "VEC4"}},
                      {}, 4);
}

int GltfDocument::add_weights(std::size_t vertices) {
  constexpr std::array<std::uint8_t, 4> kWhole = {255, 0, 0, 0};
  std::vector<std::uint8_t> weights;
  for (std::size_t i = 0; i < vertices; ++i)
    weights.insert(weights.end(), kWhole.begin(), kWhole.end());
  const int view = add_view(raw_bytes(std::span<const std::uint8_t>(weights)), kVertexBuffer);
  return add_accessor({{"bufferView", view},
                       {"componentType", kUnsignedByte},
                       {"normalized", true},
                       {"count", vertices},
                       {"type", "VEC4"}},
                      {}, 4);
}

int GltfDocument::add_keys(std::span<const float> values, int width) {
  if (keys_view_ < 0) keys_view_ = add("bufferViews", {{"buffer", 0}});
  const std::size_t offset = keys_.size();
  keys_ += raw_bytes(values);
  return add_accessor({{"bufferView", keys_view_},
                       {"byteOffset", offset},
                       {"componentType", kFloat},
                       {"count", values.size() / std::size_t(width)},
                       {"type", accessor_type(width)}},
                      width == 1 ? values : std::span<const float>(), width);
}

void GltfDocument::write(const std::filesystem::path& path) {
  pad(shapes_, 0);
  if (keys_view_ >= 0) {
    Json& view = at("bufferViews", keys_view_);
    view["byteOffset"] = shapes_.size();
    view["byteLength"] = keys_.size();
  }
  std::string binary = shapes_ + keys_;
  if (!binary.empty()) json_["buffers"] = Json::array({{{"byteLength", binary.size()}}});
  pad(binary, 0);

  // a name that is not UTF-8 must not cost the user the file
  std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
  pad(text, ' ');

  // header, JSON chunk, binary chunk
  constexpr std::size_t kHead = 12, kChunkHead = 8;
  const std::size_t total =
      kHead + kChunkHead + text.size() + (binary.empty() ? 0 : kChunkHead + binary.size());
  if (total > 0xFFFFFFFFu)
    throw OutputError(path, "the file would be larger than 4 GB; export fewer frames");
  std::string file;
  file.reserve(total);
  for (const std::uint32_t number : {kMagic, kVersion, std::uint32_t(total)})
    append_number(file, number);
  for (const auto& [chunk, kind] : {std::pair(&text, kJsonChunk), {&binary, kBinaryChunk}}) {
    if (chunk->empty()) continue;
    append_number(file, std::uint32_t(chunk->size()));
    append_number(file, kind);
    file += *chunk;
  }
  write_output(path, file);
}

}  // namespace cuttle
