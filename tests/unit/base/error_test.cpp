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
  // any two short words are near to each other
  EXPECT_EQ(nearest("a", {"b", "ab", "c"}), "");
  EXPECT_EQ(nearest("ab", {"cb", "a"}), "");
  EXPECT_EQ(nearest("ti", {"ab", "tip"}), "tip");
  EXPECT_EQ(suggest("q", {"a", "b"}, "bodies"), "known bodies: a, b");
}

/// What a copy says about a field.
Diagnostic said_by_copy(int k, const std::string& message, const std::string& field = "radius") {
  Origin origin{"bodies[0]", {"f", 3, 1}, {}};
  origin.copy = {k, 4};
  return origin.error(field, message);
}

std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> list;
  for (const Diagnostic& d : diagnostics.list()) list.push_back(to_string(d));
  return list;
}

TEST(DiagnosticsCollector, TellsOnceWhatCopiesHaveInCommon) {
  Diagnostics all, some, one;
  for (int k = 1; k <= 4; ++k) all.add(said_by_copy(k, "is -" + std::to_string(k) + "e-3 m"));
  EXPECT_EQ(texts(all), std::vector<std::string>{
                            "f:3:1: error: bodies[0].radius: is -1e-3 m (in all 4 copies)"});
  for (int k = 2; k <= 4; ++k) some.add(said_by_copy(k, "bad"));
  EXPECT_EQ(texts(some), std::vector<std::string>{"f:3:1: error: bodies[0].radius: bad (in copy 2 "
                                                  "of 4, and in 2 others)"});
  one.add(said_by_copy(3, "bad"));
  one.add(said_by_copy(3, "bad"));
  EXPECT_EQ(texts(one),
            std::vector<std::string>{"f:3:1: error: bodies[0].radius: bad (in copy 3 of 4)"});
}

TEST(DiagnosticsCollector, KeepsTheMistakesOfOneCopyApart) {
  Diagnostics diagnostics;
  for (int k = 1; k <= 2; ++k)
    for (const char* message :
         {"coordinate 1 is driven twice", "coordinate 2 is driven twice", "is too large"})
      diagnostics.add(said_by_copy(k, message));
  diagnostics.add(said_by_copy(1, "is too large", "length"));
  EXPECT_EQ(texts(diagnostics),
            (std::vector<std::string>{
                "f:3:1: error: bodies[0].radius: coordinate 1 is driven twice (in copy 1 of 4, and "
                "in another one)",
                "f:3:1: error: bodies[0].radius: coordinate 2 is driven twice (in copy 1 of 4, and "
                "in another one)",
                "f:3:1: error: bodies[0].radius: is too large (in copy 1 of 4, and in another one)",
                "f:3:1: error: bodies[0].length: is too large (in copy 1 of 4)"}));
}

TEST(WarningText, HasPlaceAndPathButNoHint) {
  const Origin origin{"bodies[2]", {"f", 3, 1}, {}};
  EXPECT_EQ(warning_text(origin.warning("rod", "is thin")), "f:3:1: bodies[2].rod: is thin");
  EXPECT_EQ(warning_text(Origin{}.warning("", "is thin")), "is thin");
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
