// What is written comes back; what is packed stays within half a step; damage is noticed.

#include "cuttle/io/scene_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "cuttle/io/base64.h"
#include "cuttle/io/byte_store.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/study/run.h"
#include "unit/io_write/sample_scene.h"

namespace cuttle {
namespace {

Scene arm_scene() {
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/hybrid_arm.yaml",
                                                {"study.duration=0.2", "study.output_step=0.1"}));
  return make_scene(scenario, run(scenario).trajectory);
}

std::string in_base64(std::string_view bytes) {
  std::string text = "before";
  append_base64(bytes, text);
  EXPECT_EQ(text.size(), 6 + base64_size(bytes.size()));
  return text.substr(6);
}

TEST(Base64, known_texts) {
  // RFC 4648, section 10
  EXPECT_EQ(in_base64(""), "");
  EXPECT_EQ(in_base64("f"), "Zg==");
  EXPECT_EQ(in_base64("fo"), "Zm8=");
  EXPECT_EQ(in_base64("foo"), "Zm9v");
  EXPECT_EQ(in_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(in_base64("\xff\xfe\xfd"), "//79");
}

TEST(ByteStore, small_integers_keep_each_component_within_half_a_step) {
  std::vector<float> values;
  for (int i = 0; i < 50; ++i) {
    values.push_back(float(1e-3 * std::sin(0.3 * i)));  // two components of very different size
    values.push_back(float(1e4 + 50 * i));
  }
  values[6] = std::numeric_limits<float>::quiet_NaN();
  ByteStore store;
  store.add(std::vector<double>{1});  // something before it
  const OrderedJson json = store.add(values, NumberType::i16, 2);
  EXPECT_EQ(json.at("offset").get<int>() % 8, 0);
  const auto* stored =
      reinterpret_cast<const std::int16_t*>(store.bytes().data() + json.at("offset").get<int>());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 6) continue;
    const double scale = json.at("scale").at(i % 2), bias = json.at("bias").at(i % 2);
    EXPECT_LE(std::abs(bias + scale * stored[i] - values[i]), 0.51 * scale) << i;
  }
  EXPECT_NEAR(json.at("scale").at(0).get<double>(), 2e-3 / 65535, 1e-9);
}

TEST(ByteStore, references_out_of_the_data_are_refused) {
  ByteStore store;
  OrderedJson json = store.add(std::vector<double>{1, 2, 3});
  EXPECT_EQ(read_array<double>(json, store.bytes()), (std::vector<double>{1, 2, 3}));
  EXPECT_THROW(read_array<float>(json, store.bytes()), std::runtime_error);
  json["length"] = 4;
  EXPECT_THROW(read_array<double>(json, store.bytes()), std::runtime_error);
  json["length"] = 1;
  json["offset"] = std::numeric_limits<std::size_t>::max() - 3;
  EXPECT_THROW(read_array<double>(json, store.bytes()), std::runtime_error);
}

TEST(SceneFile, everything_comes_back) {
  const Scene scene = arm_scene();
  const EncodedScene encoded = encode_scene(scene, ScenePacking::full);
  const Scene back = decode_scene(encoded);
  for (const NamedChannel& named : kSceneChannels)
    EXPECT_EQ((back.*named.channel).data, (scene.*named.channel).data) << named.name;
  EXPECT_EQ(back.axis, scene.axis);
  ASSERT_EQ(back.rods.size(), scene.rods.size());
  EXPECT_EQ(back.rods[1].half_y, scene.rods[1].half_y);
  ASSERT_EQ(back.solids.size(), scene.solids.size());
  EXPECT_LT((back.solids[0].pose.R - scene.solids[0].pose.R).norm(), 1e-14);
  EXPECT_EQ(back.meshes[0].triangles, scene.meshes[0].triangles);
  // nothing is lost on a second way, but the last digits of rotations
  const auto without_rotations = [](const std::string& header) {
    OrderedJson json = OrderedJson::parse(header);
    for (OrderedJson& solid : json["solids"]) solid.erase("rotation");
    return json;
  };
  EXPECT_EQ(without_rotations(encode_scene(back, ScenePacking::full).header),
            without_rotations(encoded.header));
}

TEST(SceneFile, contacts_obstacles_and_connections_come_back) {
  const Scene scene = touching_scene();
  const Scene back = decode_scene(encode_scene(scene, ScenePacking::full));
  ASSERT_EQ(back.obstacles.size(), 2u);
  EXPECT_TRUE(back.obstacles[0].plane());
  EXPECT_EQ(back.obstacles[0].pose.p, Vector3(0, 0, -0.3));
  EXPECT_EQ(back.obstacles[1].name, "post");
  EXPECT_EQ(back.arrows[0].kind, ArrowKind::force);
  EXPECT_EQ(back.arrows[1].kind, ArrowKind::contact);
  ASSERT_EQ(back.connections.size(), 1u);
  EXPECT_EQ(back.connections[0].kind, "revolute");
  EXPECT_EQ(back.connections[0].axes, scene.connections[0].axes);
  EXPECT_EQ(back.contact_state.data, scene.contact_state.data);
  EXPECT_EQ(back.connection_closed.data, scene.connection_closed.data);

  // a state without its arrow, an obstacle without its mesh
  for (const auto& [list, key] : {std::pair("arrows", "kind"), std::pair("obstacles", "mesh")}) {
    EncodedScene encoded = encode_scene(scene, ScenePacking::full);
    OrderedJson json = OrderedJson::parse(encoded.header);
    json[list][1][key] = std::string(list) == "arrows" ? OrderedJson("force") : OrderedJson(7);
    encoded.header = json.dump();
    EXPECT_THROW(decode_scene(encoded), std::runtime_error) << list;
  }
}

TEST(SceneFile, a_file_from_before_contacts_is_read) {
  const Scene scene = arm_scene();
  EncodedScene encoded = encode_scene(scene, ScenePacking::full);
  OrderedJson json = OrderedJson::parse(encoded.header);
  for (const char* name : {"shells", "obstacles", "connections"}) json.erase(name);
  for (const char* name :
       {"contact_state", "connection_position", "connection_rotation", "connection_closed"})
    json["channels"].erase(name);
  encoded.header = json.dump();
  const Scene back = decode_scene(encoded);
  EXPECT_EQ(back.section_position.data, scene.section_position.data);
  EXPECT_TRUE(back.obstacles.empty());
}

TEST(SceneFile, damage_is_noticed) {
  const EncodedScene good = encode_scene(arm_scene(), ScenePacking::full);
  const auto with = [&](auto change) {
    OrderedJson json = OrderedJson::parse(good.header);
    change(json);
    return EncodedScene{json.dump(), good.data};
  };
  EXPECT_THROW(decode_scene({"not json", good.data}), std::exception);
  EXPECT_THROW(decode_scene({good.header, good.data.substr(0, 100)}), std::runtime_error);
  EXPECT_THROW(decode_scene(with([](OrderedJson& j) { j["format"] = "other"; })),
               std::runtime_error);
  EXPECT_THROW(decode_scene(with([](OrderedJson& j) { j["solids"][0]["mesh"] = 99; })),
               std::runtime_error);
  EXPECT_THROW(decode_scene(with([](OrderedJson& j) { j["rods"][0]["first"] = 1 << 30; })),
               std::runtime_error);
  EXPECT_THROW(
      decode_scene(with([](OrderedJson& j) { j["channels"]["body_position"]["width"] = 1; })),
      std::runtime_error);
  EXPECT_THROW(decode_scene(with([](OrderedJson& j) { j["channels"].erase("speed"); })),
               std::exception);
}

TEST(SceneFile, the_last_frame_holds_all_channels) {
  const Scene scene = arm_scene();
  const std::string bytes = last_frame(scene);
  std::size_t numbers = 0;
  for (const NamedChannel& named : kSceneChannels) numbers += (scene.*named.channel).frame_size();
  EXPECT_EQ(bytes.size(), 4 * numbers);
  float first = 0;
  std::memcpy(&first, bytes.data(), 4);
  EXPECT_EQ(first, *scene.body_position.frame(scene.frames() - 1));
}

}  // namespace
}  // namespace cuttle
