#include "cuttle/io/value_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "cuttle/campaign/spec.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec.h"

namespace cuttle {
namespace {

// Goes through the types of all fields of a language, and looks for those that cannot be read,
// written or documented.
class TypeWalk : public Fields {
 public:
  void about(const char* section, const char*) override { section_ = section; }
  void visit(const FieldInfo& info, Value value) override { walk(info.name, *value.type); }
  void visit_list_or_inline(const char* name, Value list, const char*) override {
    walk(name, *list.type);
  }

  void walk_part(const Type& part) {
    if (!parts_.insert(&part).second) return;
    const std::string outer = section_;
    part.describe(FreshPart(part).value().at, *this);
    section_ = outer;
  }

  std::size_t parts() const { return parts_.size(); }

 private:
  void walk(const std::string& field, const Type& type) {
    const ValueRow* const row = find_value_row(type);
    const bool by_row = row && row->read && row->write && row->words;
    if (row && row->section) walk_part(*row->section);
    if (by_row || type.form == Form::word) return;
    if (type.form == Form::part) return walk_part(type);
    EXPECT_NE(type.form, Form::leaf) << section_ << ": " << field << " has no row";
    if (type.form == Form::leaf) return;
    EXPECT_TRUE(type.form != Form::list || type.refill)
        << section_ << ": " << field << " is an array";
    walk(field, *type.of);
  }

  std::set<const Type*> parts_;
  std::string section_;
};

TEST(ValueTable, EveryLeafOfTheLanguagesHasARow) {
  TypeWalk walk;
  walk.walk_part(kTypeOf<ScenarioSpec>);
  walk.walk_part(kTypeOf<CampaignSpec>);
  EXPECT_GT(walk.parts(), 70u);
}

// The type of one field, as the object that describes it sees it.
class TypeOfField : public Fields {
 public:
  explicit TypeOfField(std::string name) : name_(std::move(name)) {}
  void visit(const FieldInfo& info, Value value) override {
    if (info.name == name_) type = value.type;
  }
  void visit_list_or_inline(const char*, Value, const char*) override {}

  const Type* type = nullptr;

 private:
  std::string name_;
};

TEST(ValueTable, ATypeHasOneAddressInTheWholeProgram) {
  TypeOfField bodies("bodies"), gravity("gravity");
  ScenarioSpec scenario;
  scenario.describe(bodies);
  scenario.describe(gravity);
  EXPECT_EQ(bodies.type, &kTypeOf<std::vector<BodySpec>>);
  EXPECT_EQ(gravity.type, &kTypeOf<Vector3>);
  EXPECT_NE(&kTypeOf<double>, &kTypeOf<int>);
}

}  // namespace
}  // namespace cuttle
