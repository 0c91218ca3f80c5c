#include "cuttle/compile/part_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "cuttle/io/read_scenario.h"
#include "cuttle/io/schema.h"
#include "cuttle/io/write_part.h"
#include "cuttle/spec/describe.h"

namespace cuttle::testing {
namespace {

class PartRows : public ::testing::TestWithParam<const PartKind*> {};

TEST_P(PartRows, HaveWordsAndATypeOfTheirOwn) {
  const PartKind& kind = *GetParam();
  EXPECT_FALSE(std::string(kind.list).empty());
  EXPECT_FALSE(std::string(kind.word).empty());
  EXPECT_FALSE(std::string(kind.doc).empty());
  EXPECT_EQ(find_part_kind(kind.list), &kind);
  EXPECT_EQ(find_part_kind(*kind.type->type->of), &kind);
  for (const PartKind* other : part_table()) {
    if (other == &kind) continue;
    EXPECT_NE(other->type, kind.type);
    EXPECT_NE(other->turn, kind.turn) << other->list << " and " << kind.list;
    EXPECT_STRNE(other->word, kind.word);
  }
}

TEST_P(PartRows, AreListsOfTheModelFile) {
  const PartKind& kind = *GetParam();
  const auto model = sections_of(kTypeOf<ScenarioSpec>).front();
  EXPECT_TRUE(std::ranges::any_of(
      model.fields, [&](const FieldDoc& field) { return field.info.name == kind.list; }));
  // a list that is empty is read, and is not there when it is written
  const std::string head = "bodies:\n  - {name: a, rigid: {mass: 1, inertia: [1, 1, 1]}}\n";
  ScenarioSpec spec = parse_scenario(head + kind.list + ": []\n", "model.yaml");
  EXPECT_EQ(spec.size(*kind.type), 0u);
  EXPECT_FALSE(write_part(value_of(spec)).find(kind.list));
  // an item is read by the fields of its type: an unknown key is told
  try {
    parse_scenario(head + kind.list + ":\n  - {no_such_field: 1}\n", "model.yaml");
    ADD_FAILURE() << "an unknown key was read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no_such_field"), std::string::npos);
  }
}

TEST_P(PartRows, HaveTheirFieldsInTheReference) {
  const Type& part = *GetParam()->type->type->of;
  class Names final : public Fields {
   public:
    void visit(const FieldInfo& info, Value) override { names.insert(info.name); }
    void visit_list_or_inline(const char* name, Value, const char*) override { names.insert(name); }
    std::set<std::string> names;
  } fields;
  const FreshPart fresh(part);
  part.describe(fresh.value().at, fields);
  EXPECT_TRUE(fields.names.contains("name"));
  std::set<std::string> documented;
  const std::vector<SectionDoc> sections = sections_of(part);
  for (const FieldDoc& field : sections.front().fields) documented.insert(field.info.name);
  EXPECT_EQ(documented, fields.names);
}

INSTANTIATE_TEST_SUITE_P(PartTable, PartRows,
                         ::testing::ValuesIn(part_table().begin(), part_table().end()),
                         [](const auto& row) { return std::string(row.param->list); });

TEST(ProbeTable, FieldsAndOrdersAreUnique) {
  std::set<std::string> fields;
  std::set<int> orders;
  for (const ProbeKind* kind : probe_table()) {
    EXPECT_TRUE(fields.insert(kind->field).second) << kind->field;
    EXPECT_TRUE(orders.insert(kind->order).second) << kind->field;
    EXPECT_TRUE((kind->list != nullptr) != (kind->only != nullptr)) << kind->field;
    EXPECT_NE(kind->make, nullptr) << kind->field;
  }
}

/// A part of this test alone.
struct PebbleSpec {
  std::string name;
  std::string body;
  SignalSpec weight;
  Origin origin;

  void describe(Fields& v) {
    v.about("pebble", "lies on a body");
    v.field("name", name).identifier().doc("name");
    v.field("body", body).refers_to("bodies").required().doc("where it lies");
    v.field("weight", weight).unit("N").doc("a signal");
  }
};

void roll(PebbleSpec& pebble, const PartCopy& copy) { pebble.weight.constant += copy.index.k; }

constexpr PartKind kPebbles{.list = "pebbles",
                            .word = "pebble",
                            .doc = "of a test",
                            .type = &kListOf<PebbleSpec>,
                            .turn = 1,
                            .default_name = "pebble",
                            .adapt_copy = adapt_part<PebbleSpec, roll>};

TEST(PartKind, MadeByHandIsNamedCheckedAndRepeated) {
  ScenarioSpec spec;
  spec.of<PebbleSpec>() = {
      {"", "arm", 1.0, {}}, {"other", "hub", 1.0, {}}, {"other", "hub", 2.0, {}}};
  name_parts(kPebbles, spec);
  EXPECT_EQ(spec.names(kListOf<PebbleSpec>),
            (std::vector<std::string>{"pebble_1", "other", "other"}));
  Diagnostics diagnostics;
  check_names(kPebbles, spec, diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics.list()[0].message, "another pebble has the name 'other'");

  RepeatGroup group;
  group.root.name = "arm";
  group.root.repeat.emplace().count = 2;
  group.copied["bodies"] = {"arm"};
  join_group(kPebbles, spec, group);
  EXPECT_TRUE(group.has("pebbles", "pebble_1"));
  EXPECT_FALSE(group.has("pebbles", "other"));
  repeat_parts(kPebbles, spec, group);
  const std::vector<PebbleSpec>& pebbles = spec.of<PebbleSpec>();
  ASSERT_EQ(pebbles.size(), 4u);
  EXPECT_EQ(pebbles[1].name, "pebble_1_2");
  EXPECT_EQ(pebbles[1].body, "arm_2");
  EXPECT_EQ(pebbles[1].weight.constant, 3);
  EXPECT_EQ(pebbles[1].weight.copy.k, 2);
  EXPECT_EQ(pebbles[3].body, "hub");
}

TEST(PartLists, CopiesAreTheirOwn) {
  ScenarioSpec spec;
  spec.of<PebbleSpec>().push_back({"a", "arm", 1.0, {}});
  ScenarioSpec other = spec;
  other.of<PebbleSpec>()[0].name = "b";
  EXPECT_EQ(spec.of<PebbleSpec>()[0].name, "a");
  const ScenarioSpec moved = std::move(other);
  EXPECT_EQ(moved.of<PebbleSpec>()[0].name, "b");
  EXPECT_TRUE(ScenarioSpec().of<PebbleSpec>().empty());
  EXPECT_EQ(std::as_const(spec).find(kListOf<ProbeSpec>), nullptr);
}

}  // namespace
}  // namespace cuttle::testing
