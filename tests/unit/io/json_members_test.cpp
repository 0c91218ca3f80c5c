#include "cuttle/io/json_members.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>

#include "cuttle/io/byte_store.h"

namespace cuttle {

enum class Shade { pale, dark };
constexpr std::array<Choice<Shade>, 2> kShades = {
    {{Shade::pale, "pale", ""}, {Shade::dark, "dark", ""}}};
constexpr std::span<const Choice<Shade>> choices(Shade) { return kShades; }
constexpr const char* json_name(Shade) { return "Shade"; }

struct Leaf {
  Shade shade = Shade::pale;
  std::optional<double> area;
};
void json_members(JsonMembers& m, const Leaf& leaf) {
  m.object("Leaf", "One of many.");
  m("shade", leaf.shade);
  m("area", leaf.area);
}

struct Sapling {
  std::string name;
  std::vector<Leaf> leaves;
  std::vector<double> rings;
  double age = 0;
  bool felled = false;
};
void json_members(JsonMembers& m, const Sapling& tree) {
  m.object("Sapling");
  m("kind", FixedText{"tree/1"});
  m("name", tree.name);
  m("top", Vector3(1, 2, 3));
  m("leaves", tree.leaves);
  m("rings", m.store().add(tree.rings));
  m("ages", or_null({tree.age}));
  m.optional("felled", tree.felled, tree.felled);
}

namespace {

TEST(JsonMembers, write_an_object_with_all_that_is_in_it) {
  Sapling tree{"oak", {{Shade::dark, {}}, {Shade::pale, 2.5}}, {1, 2}, 7, false};
  ByteStore store;
  EXPECT_EQ(
      to_ordered_json(tree, &store).dump(),
      R"({"kind":"tree/1","name":"oak","top":[1.0,2.0,3.0],"leaves":[{"shade":"dark","area":null},)"
      R"({"shade":"pale","area":2.5}],"rings":{"type":"f64","offset":0,"length":2},"ages":[7.0]})");
  EXPECT_EQ(store.bytes().size(), 2 * sizeof(double));
  tree.felled = true;
  tree.age = std::numeric_limits<double>::quiet_NaN();
  const OrderedJson json = OrderedJson::parse(to_ordered_json(tree, &store).dump());
  EXPECT_EQ(json.at("felled"), true);
  EXPECT_TRUE(json.at("ages").at(0).is_null());
}

TEST(JsonMembers, tell_the_type_behind_those_that_it_needs) {
  TypeScript types;
  ByteStore store;
  tell_type(Sapling{}, types, &store);
  tell_type(Leaf{}, types, &store);  // is known already
  EXPECT_EQ(types.text(), R"(export type Vec3 = [number, number, number];

export const shades = ["pale", "dark"] as const;
export type Shade = (typeof shades)[number];

/// One of many.
export interface Leaf {
  shade: Shade;
  area: number | null;
}

export const numberTypes = ["f32", "f64", "i16", "u8", "u32"] as const;
export type NumberType = (typeof numberTypes)[number];

/// Numbers of the blob; value = bias + scale * stored, per component.
export interface ArrayReference {
  type: NumberType;
  offset: number;
  length: number;
  scale?: number[];
  bias?: number[];
}

export interface Sapling {
  kind: "tree/1";
  name: string;
  top: Vec3;
  leaves: Leaf[];
  rings: ArrayReference;
  ages: (number | null)[];
  felled?: boolean;
}
)");
}

}  // namespace
}  // namespace cuttle
