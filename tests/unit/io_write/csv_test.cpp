#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cuttle/base/error.h"
#include "cuttle/io/read_csv.h"
#include "cuttle/io/write_csv.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

// the message of the error, empty if the text is fine
std::string complaint(const std::string& text) {
  try {
    parse_csv(text, "data.csv");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

std::string file_complaint(const std::filesystem::path& path) {
  try {
    read_csv(path);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(WriteCsv, text_is_as_documented) {
  Trajectory trajectory({"t", "s", "", ""}, {{"tip.x", "m", "", ""}, {"n", "-", "", ""}}, {}, {});
  trajectory.append(0, std::array{0.1, 1e300}, {}, {});
  trajectory.append(0.5, std::array{-1 / 3.0, 2.0}, {}, {});
  EXPECT_EQ(csv_text(trajectory),
            "t [s],tip.x [m],n [-]\n"
            "0,0.1,1e+300\n"
            "0.5,-0.3333333333333333,2\n");
}

TEST(WriteCsv, every_bit_and_every_name_comes_back) {
  const TemporaryFolder folder;
  const Trajectory written = sample_result().trajectory;
  write_csv(written, folder.path() / "series.csv");
  const CsvTable read = read_csv(folder.path() / "series.csv");
  ASSERT_EQ(read.names, (std::vector<std::string>{"t", "tip.x", "a \"b\", c"}));
  EXPECT_EQ(read.units, (std::vector<std::string>{"s", "m", "N m"}));
  ASSERT_EQ(read.rows(), written.rows());
  for (const std::string& name : read.names)
    for (std::size_t i = 0; i < read.rows(); ++i)
      EXPECT_EQ(read.columns[*read.find(name)][i], written.column(name)[i]) << name;
}

TEST(ReadCsv, takes_comments_blanks_crlf_quotes_and_a_byte_order_mark) {
  const CsvTable table = parse_csv(
      "\xEF\xBB\xBF# digitised from figure 3\r\n\r\n"
      "time [s], \"tip, \"\"z\"\" [mm]\",plain\r\n"
      " 0 ,+1.5e-3,\"7\"\r\n# more\n1,-2, 8",
      "data.csv");
  EXPECT_EQ(table.names, (std::vector<std::string>{"time", "tip, \"z\"", "plain"}));
  EXPECT_EQ(table.units, (std::vector<std::string>{"s", "mm", ""}));
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1}));
  EXPECT_EQ(table.columns[1], (std::vector<double>{1.5e-3, -2}));
  EXPECT_EQ(table.columns[2], (std::vector<double>{7, 8}));
  EXPECT_FALSE(table.find("z").has_value());
}

TEST(ReadCsv, ragged_rows_and_non_numbers_are_all_reported) {
  EXPECT_EQ(complaint("t,x\n0,1\n1\n2,nan\n# skip\n 3, 4 mm\n4,5,6\n"),
            "data.csv:3:1: error: this line has 1 field, the header has 2\n"
            "  hint: every line must have one number per column; columns are separated by commas\n"
            "data.csv:4:3: error: x: must be a finite number, got 'nan'\n"
            "  hint: every line after the first holds plain decimal numbers, such as 1.5e-3\n"
            "data.csv:6:5: error: x: must be a finite number, got '4 mm'\n"
            "  hint: every line after the first holds plain decimal numbers, such as 1.5e-3\n"
            "data.csv:7:1: error: this line has 3 fields, the header has 2\n"
            "  hint: every line must have one number per column; columns are separated by commas\n"
            "4 errors; nothing was run.");
}

TEST(ReadCsv, numbers_must_be_whole_and_finite) {
  for (const char* bad : {"", "1e999", "-inf", "0x10", "1.5.2", "1,5", "1e", "--1", "1 2"})
    EXPECT_NE(complaint(std::string("x,y\n0,") + bad + "\n"), "") << bad;
  for (const char* good : {"1", "-1", "+1", ".5", "5.", "1e5", "1E-5", "-0"})
    EXPECT_EQ(complaint(std::string("x,y\n0,") + good + "\n"), "") << good;
}

TEST(ReadCsv, gaps_are_nan_where_they_are_allowed) {
  const CsvTable table =
      parse_csv("t [s],x,y\n# a pause\n0,,1\n1, 2 ,\"\"\n", "data.csv", {.gaps = true});
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1}));
  EXPECT_TRUE(std::isnan(table.columns[1][0]));
  EXPECT_EQ(table.columns[1][1], 2);
  EXPECT_EQ(table.columns[2][0], 1);
  EXPECT_TRUE(std::isnan(table.columns[2][1]));
  EXPECT_EQ(table.lines, (std::vector<int>{3, 4}));
  EXPECT_EQ(to_string(table.headings[1]), "data.csv:1:7");
  // words are no gaps
  EXPECT_THROW(parse_csv("t,x\n0,nan\n", "data.csv", {.gaps = true}), InputError);
}

TEST(ReadCsv, header_must_name_the_columns) {
  EXPECT_NE(complaint("1,2\n3,4\n").find("data.csv:1:1: error: the first line must name"),
            std::string::npos);
  EXPECT_NE(complaint("t,x,t\n").find("data.csv:1:5: error: two columns have the name 't'"),
            std::string::npos);
  EXPECT_NE(complaint("t,,x\n").find("data.csv:1:3: error: a column has no name"),
            std::string::npos);
}

TEST(ReadCsv, empty_files_and_open_quotes) {
  EXPECT_NE(complaint("").find("data.csv: error: the file is empty"), std::string::npos);
  EXPECT_NE(complaint("# only a comment\n\n").find("the file is empty"), std::string::npos);
  EXPECT_NE(complaint("t,x\n").find("data.csv:1:1: error: the file has no rows"),
            std::string::npos);
  EXPECT_NE(complaint("t,\"x\n0,1\n").find("data.csv:1:3: error: this quoted field is never"),
            std::string::npos);
  EXPECT_NE(complaint("t,x\n0,\"1\"2\n").find("data.csv:2:6: error: text after the closing quote"),
            std::string::npos);
}

TEST(ReadCsv, counts_the_lines_inside_of_a_quoted_name) {
  EXPECT_NE(
      complaint("t,\"tip\nheight\",x\n0,1,2\n0,1,oops\n").find("data.csv:4:5: error: x: must"),
      std::string::npos);
}

TEST(ReadCsv, stops_complaining_in_a_file_that_is_wrong_everywhere) {
  std::string text = "t,x\n";
  for (int i = 0; i < 1000; ++i) text += "a,b\n";
  EXPECT_LT(complaint(text).size(), 3000u);
}

TEST(ReadCsv, missing_folder_and_huge_files) {
  const TemporaryFolder folder;
  EXPECT_NE(file_complaint(folder.path() / "none.csv").find("there is no such file"),
            std::string::npos);
  EXPECT_NE(file_complaint(folder.path()).find("is not a regular file"), std::string::npos);
  EXPECT_NE(file_complaint("/dev/zero").find("is not a regular file"), std::string::npos);

  // a sparse file: large, but it costs nothing
  write_text(folder.path() / "huge.csv", "t,x\n");
  std::filesystem::resize_file(folder.path() / "huge.csv", kCsvSizeLimit + 1);
  EXPECT_NE(
      file_complaint(folder.path() / "huge.csv").find("the file has 64.0 MB, the limit is 64 MB"),
      std::string::npos);
}

}  // namespace
}  // namespace cuttle
