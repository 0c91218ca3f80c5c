#include "cuttle/fit/measured_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cuttle/campaign/read_campaign.h"
#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/fit.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;

class MeasuredData : public ::testing::Test {
 protected:
  std::vector<ObservationGroup> read(const std::string& csv, const MeasuredSpec& measured,
                                     double offset = 0) {
    write_text(folder_.path() / "data.csv", csv);
    DataSpec data;
    data.file = "data.csv";
    data.time_offset = offset;
    data.columns = {measured};
    return read_series({data}, folder_.path(), {"t", "s", 0, 2}, recorded_);
  }

  std::string complaint(const std::string& csv, const MeasuredSpec& measured) {
    try {
      read(csv, measured);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  static MeasuredSpec column(const std::string& name) {
    MeasuredSpec measured;
    measured.column = name, measured.simulated = "tip.x";
    return measured;
  }

  TemporaryFolder folder_;
  std::vector<Column> recorded_ = {{"tip.x", "m", "", "tip"}, {"bend", "1/m", "", "bend"}};
};

TEST_F(MeasuredData, is_in_si_and_without_gaps) {
  const auto groups = read("t [ms],x [mm],y\n0,1,5\n500,,6\n1000,3,\n", column("x"), 0.25);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].x, (std::vector<double>{0.25, 1.25}));
  EXPECT_EQ(groups[0].y, (std::vector<double>{1e-3, 3e-3}));
  EXPECT_EQ(groups[0].unit, "m");
  EXPECT_TRUE(groups[0].sigma.empty());
}

TEST_F(MeasuredData, scale_and_sigma_go_together) {
  MeasuredSpec measured = column("u");
  measured.scale = -2, measured.offset = 0.1, measured.sigma_column = "s";
  measured.origin.fields["scale"] = {};
  // volts are no unit of the simulated column: the factor turns them into metres
  const auto groups = read("t,u [V],s [V]\n0,1,0.5\n1,2,0.25\n", measured);
  EXPECT_EQ(groups[0].y, (std::vector<double>{-1.9, -3.9}));
  EXPECT_EQ(groups[0].sigma, (std::vector<double>{1, 0.5}));
}

TEST_F(MeasuredData, wrong_units_are_named_with_their_place) {
  const std::string text = complaint("# test 3\nt [s],x [kg]\n0,1\n1,2\n", column("x"));
  EXPECT_THAT(text, HasSubstr("data.csv:2:7: error: x: the unit is [kg], but the simulated tip.x "
                              "is in [m]"));
  EXPECT_THAT(text, HasSubstr("hint: "));
  EXPECT_THAT(complaint("t [m],x\n0,1\n", column("x")), HasSubstr("but the axis t is in [s]"));
  EXPECT_THAT(complaint("t,x [parsec]\n0,1\n", column("x")), HasSubstr("unknown unit '[parsec]'"));
}

TEST_F(MeasuredData, times_must_rise_and_be_reached) {
  EXPECT_THAT(
      complaint("t,x\n0,1\n1,2\n# pause\n0.5,3\n", column("x")),
      HasSubstr("data.csv:5: error: t: must increase from row to row, but 0.5 comes after 1"));
  EXPECT_THAT(complaint("t,x\n0,1\n0,2\n", column("x")),
              HasSubstr("data.csv:3: error: t: must increase"));
  EXPECT_THAT(complaint("t,x\n0,1\n,2\n", column("x")),
              HasSubstr("data.csv:3: error: t: must not be"));
  const std::string late = complaint("t,x\n0,1\n2,2\n2.5,3\n", column("x"));
  EXPECT_THAT(
      late, HasSubstr("data.csv:4: error: t: the model is run from t = 0 to 2 s, but this is 2.5"));
  EXPECT_THAT(late, HasSubstr("time_offset"));
}

TEST_F(MeasuredData, standard_deviations_must_be_there) {
  MeasuredSpec measured = column("x");
  measured.sigma_column = "s";
  EXPECT_THAT(complaint("t,x,s\n0,1,0.1\n1,2,\n", measured),
              HasSubstr("data.csv:3: error: s: must not be empty where there is a value"));
  EXPECT_THAT(complaint("t,x,s\n0,1,-1\n", measured), HasSubstr("must be > 0, got -1"));
  // but not where there is nothing to weigh
  EXPECT_EQ(complaint("t,x,s\n0,1,0.1\n1,,\n", measured), "");
}

TEST_F(MeasuredData, unknown_columns_and_empty_ones) {
  EXPECT_THAT(complaint("t,x1\n0,1\n", column("x2")), HasSubstr("no column 'x2' in the data file"));
  // x2 is not x1 with a slip: what there is, is listed
  EXPECT_THAT(complaint("t,x1\n0,1\n", column("x2")), HasSubstr("known columns: t, x1"));
  EXPECT_THAT(complaint("t,tilt\n0,1\n", column("titl")), HasSubstr("did you mean 'tilt'?"));
  EXPECT_THAT(complaint("t,x,y\n0,,1\n", column("x")), HasSubstr("contains only gaps"));
}

TEST_F(MeasuredData, files_stay_in_the_folder_of_the_study) {
  DataSpec data;
  data.columns = {column("x")};
  for (const char* name : {"../data.csv", "/etc/passwd", "none.csv"}) {
    data.file = name;
    EXPECT_THROW(read_series({data}, folder_.path(), {"t", "s", 0, 2}, recorded_), InputError)
        << name;
  }
  data.file = "../data.csv";
  try {
    read_series({data}, folder_.path(), {"t", "s", 0, 2}, recorded_);
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is outside the folder of the study file"));
  }
}

TEST_F(MeasuredData, two_files_of_one_column_have_names_of_their_own) {
  write_text(folder_.path() / "a.csv", "t,x\n0,1\n");
  write_text(folder_.path() / "b.csv", "t,x\n0,2\n");
  DataSpec a, b;
  a.file = "a.csv", b.file = "b.csv";
  a.columns = b.columns = {column("x")};
  const auto groups = read_series({a, b}, folder_.path(), {"t", "s", 0, 2}, recorded_);
  EXPECT_EQ(groups[0].name, "tip.x");
  EXPECT_EQ(groups[1].name, "tip.x (2)");
}

TEST_F(MeasuredData, a_study_of_a_curve_is_read_and_fitted) {
  write_text(folder_.path() / "data.csv", "x [mm],y\n0,1\n1000,3\n2000,5.01\n3000,6.99\n");
  const CampaignSpec spec = parse_campaign(
      "fit: {curve: {type: formula, file: data.csv, y: y, formula: a + b * x}}\n"
      "parameters: [{name: a, start: 0.5}, {name: b, range: [0, 10]}]\n",
      folder_.path() / "study.yaml");
  const FitResult result = solve_fit(curve_problem(spec));
  EXPECT_NEAR(result.parameters[1].value, 1.998, 1e-6);
  EXPECT_EQ(result.parameters[1].given.upper, 10);

  const auto problem_of = [&](const std::string& text) {
    return curve_problem(parse_campaign(text, folder_.path() / "study.yaml"));
  };
  // unknowns need a start where nobody can guess one, and must be those of the curve
  EXPECT_THROW(problem_of("fit: {curve: {type: formula, file: data.csv, y: y, formula: a * x}}\n"
                          "parameters: [{name: a}]\n"),
               InputError);
  EXPECT_THROW(problem_of("fit: {curve: {type: logistic, file: data.csv, y: y}}\n"
                          "parameters: [{name: t1, start: 2}]\n"),
               InputError);
  // five unknowns of four points
  EXPECT_THROW(problem_of("fit: {curve: {type: polynomial, degree: 4, file: data.csv, y: y}}\n"),
               InputError);
}

}  // namespace
}  // namespace cuttle
