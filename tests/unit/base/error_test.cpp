#include "cuttle/base/error.h"

#include <gtest/gtest.h>

#include "cuttle/base/status.h"

namespace cuttle {
namespace {

TEST(InputErrorText, IsOneLinePerErrorWithHintAndClosingLine) {
  const InputError one(Diagnostic{{"a.yaml", 41, 13}, "rod.radius", "must be > 0 m, got -1", ""});
  EXPECT_STREQ(one.what(),
               "a.yaml:41:13: error: rod.radius: must be > 0 m, got -1\n"
               "1 error; nothing was run.");
  const InputError two({{{"a.yaml", 1, 0}, "", "bad", "try this"}, {{}, "", "worse", ""}});
  EXPECT_STREQ(two.what(),
               "a.yaml:1: error: bad\n  hint: try this\nerror: worse\n2 errors; nothing was run.");
}

TEST(DiagnosticsCollector, ThrowsAllInTheOrderOfTheFile) {
  Diagnostics diagnostics;
  EXPECT_NO_THROW(diagnostics.throw_if_any());
  diagnostics.add({"f", 9, 1}, "b", "second");
  diagnostics.add({"f", 9, 1}, "c", "third");
  diagnostics.add({"f", 2, 7}, "a", "first");
  try {
    diagnostics.throw_if_any();
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 3u);
    EXPECT_EQ(error.diagnostics()[0].message, "first");
    EXPECT_EQ(error.diagnostics()[1].message, "second");
    EXPECT_EQ(error.diagnostics()[2].message, "third");
  }
}

TEST(OriginOfAPart, PointsAtTheFieldOrElseAtThePart) {
  const Origin origin{"bodies[2].rod", {"f", 3, 1}, {{"length", {"f", 4, 9}}}};
  EXPECT_TRUE(origin.given("length"));
  EXPECT_FALSE(origin.given("radius"));
  EXPECT_EQ(to_string(origin.error("length", "x")), "f:4:9: error: bodies[2].rod.length: x");
  EXPECT_EQ(to_string(origin.error("radius", "x")), "f:3:1: error: bodies[2].rod.radius: x");
  EXPECT_EQ(to_string(origin.error("", "x")), "f:3:1: error: bodies[2].rod: x");
}

TEST(EditDistance, CountsTheFourEdits) {
  EXPECT_EQ(edit_distance("density", "density"), 0);
  EXPECT_EQ(edit_distance("denisty", "density"), 1);  // neighbours swapped
  EXPECT_EQ(edit_distance("densit", "density"), 1);
  EXPECT_EQ(edit_distance("dennsity", "density"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
}

TEST(Suggestion, NamesTheNearestOrListsAll) {
  EXPECT_EQ(suggest("radus", {"length", "radius"}, "fields"), "did you mean 'radius'?");
  EXPECT_EQ(suggest("zzzzzz", {"length", "radius"}, "fields"), "known fields: length, radius");
  EXPECT_EQ(suggest("x", {}, "cables"), "there are no cables in this file");
  EXPECT_EQ(nearest(std::string(1000, 'x'), {"x"}), "");
  EXPECT_EQ(nearest("Sin", {"min", "sin"}), "sin");
  EXPECT_EQ(nearest("E", {"e"}), "e");
}

TEST(StatusText, TellsTimeAndKind) {
  EXPECT_TRUE(Status::good().ok());
  EXPECT_EQ(to_string(Status::good()), "ok");
  const Status bad = Status::fail(Status::Code::not_finite, "arm, station 7", 0.25);
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(to_string(bad), "t = 0.25: not finite: arm, station 7");
}

TEST(ContractDeathTest, NamesThePlace) {
  expects(true, "fine");
  EXPECT_DEATH(expects(false, "sizes agree"), "error_test.cpp:[0-9]+: bug in cuttle: sizes agree");
}

}  // namespace
}  // namespace cuttle
