#pragma once
// A glTF 2.0 file in the making: a JSON text, and the numbers that its accessors point at.

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace cuttle {

class GltfDocument {
 public:
  using Json = nlohmann::ordered_json;

  /// `generator` names the program that writes the file.
  explicit GltfDocument(const std::string& generator);

  /// Adds an element to a list such as "nodes"; returns its number there.
  int add(const std::string& list, Json element);
  Json& at(const std::string& list, int index) { return json_[list][std::size_t(index)]; }
  Json& operator[](const std::string& key) { return json_[key]; }

  // Accessors; each returns its number.
  /// Three floats per vertex.
  int add_vertices(std::span<const float> values);
  int add_triangles(std::span<const std::uint32_t> triangles, std::size_t vertices);
  /// The joint that a vertex follows, and the weights to it: one joint has it all.
  int add_joints(std::span<const int> joint_of_vertex);
  int add_weights(std::size_t vertices);
  /// Keys of an animation: times (width 1), translations (3) or rotations (4).
  int add_keys(std::span<const float> values, int width);

  /// Writes the binary form, .glb.
  void write(const std::filesystem::path& path);

 private:
  int add_view(std::string_view bytes, int target);
  int add_accessor(Json accessor, std::span<const float> bounded, int width);

  Json json_;
  std::string shapes_;  // little endian; vertices and triangles, a view each
  std::string keys_;    // all keys, one view behind the shapes
  int keys_view_ = -1;
};

}  // namespace cuttle
