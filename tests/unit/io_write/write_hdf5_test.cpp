#include "cuttle/io/write_hdf5.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuttle/io/manifest.h"
#include "cuttle/io/read_results.h"
#include "cuttle/io/replace_file.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

// reads back through the plain C library, as a stranger would
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  ~Hdf5Reader() { H5Fclose(file_); }
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;
  bool open() const { return file_ >= 0; }

  std::vector<double> numbers(const char* name, std::vector<hsize_t>* shape = nullptr) const {
    const hid_t dataset = H5Dopen2(file_, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(dataset);
    std::vector<hsize_t> extent(H5Sget_simple_extent_ndims(space));
    H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    std::vector<double> data(H5Sget_simple_extent_npoints(space));
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data.data());
    H5Sclose(space);
    H5Dclose(dataset);
    if (shape != nullptr) *shape = extent;
    return data;
  }

  std::vector<std::string> texts(const char* object, const char* name) const {
    const hid_t attribute = H5Aopen_by_name(file_, object, name, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Aget_space(attribute);
    const hid_t type = H5Aget_type(attribute);
    std::string bytes(H5Sget_simple_extent_npoints(space) * H5Tget_size(type), '\0');
    EXPECT_FALSE(H5Tis_variable_str(type)) << name;
    H5Aread(attribute, type, bytes.data());
    const auto list = cut(bytes, H5Tget_size(type));
    H5Tclose(type);
    H5Sclose(space);
    H5Aclose(attribute);
    return list;
  }

  std::vector<std::string> list(const char* name) const {
    const hid_t dataset = H5Dopen2(file_, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(dataset);
    const hid_t type = H5Dget_type(dataset);
    std::string bytes(H5Sget_simple_extent_npoints(space) * H5Tget_size(type), '\0');
    EXPECT_FALSE(H5Tis_variable_str(type)) << name;
    H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
    const auto list = cut(bytes, H5Tget_size(type));
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(dataset);
    return list;
  }

  bool has_date(const char* name) const {
    H5O_info_t info;
    H5Oget_info_by_name2(file_, name, &info, H5O_INFO_TIME, H5P_DEFAULT);
    return info.ctime != 0 || info.mtime != 0;
  }

  double number(const char* object, const char* name) const {
    const hid_t attribute = H5Aopen_by_name(file_, object, name, H5P_DEFAULT, H5P_DEFAULT);
    double value = 0;
    H5Aread(attribute, H5T_NATIVE_DOUBLE, &value);
    H5Aclose(attribute);
    return value;
  }

 private:
  static std::vector<std::string> cut(const std::string& bytes, std::size_t length) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < bytes.size(); i += length)
      list.emplace_back(bytes.substr(i, length).c_str());
    return list;
  }

  hid_t file_;
};

using Texts = std::vector<std::string>;

TEST(WriteHdf5, everything_comes_back) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "result.h5";
  const RunResult result = sample_result();
  write_hdf5({result, Scene(), "arm", "name: arm\n"}, path);
  const Hdf5Reader file(path);
  ASSERT_TRUE(file.open());

  const auto column = [&](const char* name) {
    const auto x = result.trajectory.column(name);
    return std::vector<double>(x.begin(), x.end());
  };
  EXPECT_EQ(file.numbers("/series/t"), column("t"));
  EXPECT_EQ(file.numbers("/series/tip.x"), column("tip.x"));
  EXPECT_EQ(file.texts("/series/tip.x", "unit"), Texts{"m"});
  EXPECT_EQ(file.texts("/series/tip.x", "doc"), Texts{"tip, along x"});
  EXPECT_EQ(file.texts("/series", "axis"), Texts{"t"});

  // states: row after row, so that q(row, i) is h5py's q[row, i]
  std::vector<hsize_t> shape;
  const auto q = file.numbers("/state/q", &shape);
  EXPECT_EQ(shape, (std::vector<hsize_t>{5, 3}));
  EXPECT_EQ(q[2 * 3 + 1], result.trajectory.q(2)[1]);
  EXPECT_EQ(file.list("/state/q_names"), (Texts{"q1", "q2", "q3"}));
  file.numbers("/state/v", &shape);
  EXPECT_EQ(shape, (std::vector<hsize_t>{5, 1}));

  EXPECT_EQ(file.numbers("/figures/tip_final"), std::vector<double>{1 / 3.0});
  EXPECT_TRUE(std::isnan(file.numbers("/figures/f1")[0]));
  EXPECT_EQ(file.texts("/figures/f1", "unit"), Texts{"Hz"});
  EXPECT_EQ(file.numbers("/expect/pass"), (std::vector<double>{1, 0}));
  EXPECT_EQ(file.numbers("/expect/reference"), (std::vector<double>{0.33, 2}));
  EXPECT_EQ(file.number("/solver", "evaluations"), 850);
  EXPECT_EQ(file.number("/", "energy_residual"), 1.5e-9);
  EXPECT_EQ(file.texts("/", "status"), Texts{"ok"});
  EXPECT_EQ(file.list("/model/source"), Texts{"name: arm\n"});
  EXPECT_EQ(file.texts("/", "run"), Texts{run_id(result)});
}

TEST(WriteHdf5, contacts_and_connections_only_where_there_are_any) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "result.h5";
  RunResult result = sample_result();
  write_hdf5({result, Scene(), "arm", ""}, path);
  EXPECT_TRUE(read_results(path).result.trajectory.contact_names().empty());
  const auto has = [&](const char* name) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool found = H5Lexists(file, name, H5P_DEFAULT) > 0;
    H5Fclose(file);
    return found;
  };
  EXPECT_FALSE(has("/state/contacts"));
  EXPECT_FALSE(has("/state/closed"));

  result.trajectory = Trajectory({"t", "s", "", ""}, {}, {"q1"}, {"v1"});
  result.trajectory.add_contacts({"ball", "arm"});
  result.trajectory.add_connections({"dock"});
  std::array<double, 2 * kContactNumbers> contacts;
  for (int row = 0; row < 3; ++row) {
    for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i] = row + 0.01 * double(i);
    result.trajectory.append(row, {}, std::array{0.0}, std::array{0.0}, contacts,
                             std::array{double(row % 2)});
  }
  write_hdf5({result, Scene(), "arm", ""}, path);
  {
    const Hdf5Reader file(path);
    std::vector<hsize_t> shape;
    const auto numbers = file.numbers("/state/contacts", &shape);
    EXPECT_EQ(shape, (std::vector<hsize_t>{3, 2, 7}));
    EXPECT_DOUBLE_EQ(numbers[(2 * 2 + 1) * 7 + 5], 2.12);  // fz of the arm in the last row
    EXPECT_EQ(file.texts("/state/contacts", "numbers")[6], "state");
    EXPECT_EQ(file.numbers("/state/closed"), (std::vector<double>{0, 1, 0}));
  }
  const Trajectory back = read_results(path).result.trajectory;
  EXPECT_EQ(back.contact_names(), (Texts{"ball", "arm"}));
  EXPECT_EQ(back.connection_names(), Texts{"dock"});
  EXPECT_TRUE(std::ranges::equal(back.contact_data(), result.trajectory.contact_data()));
  EXPECT_TRUE(std::ranges::equal(back.closed_data(), result.trajectory.closed_data()));
}

TEST(WriteHdf5, a_model_text_may_be_long) {
  const TemporaryFolder folder;
  const std::string text(3 << 20, 'x');
  write_hdf5({sample_result(), Scene(), "arm", text}, folder.path() / "result.h5");
  EXPECT_EQ(Hdf5Reader(folder.path() / "result.h5").list("/model/source")[0].size(), text.size());
}

// 64 kB of names were too many for an attribute: results of more than 4096 coordinates were lost
TEST(WriteHdf5, twenty_thousand_coordinates_come_back) {
  constexpr std::size_t kCoordinates = 20000;
  const TemporaryFolder folder;
  Texts q_names, v_names;
  std::vector<double> q, v;
  for (std::size_t i = 0; i < kCoordinates; ++i) {
    q_names.push_back("body_" + std::to_string(i / 7) + ".coordinate_" + std::to_string(i % 7));
    v_names.push_back(q_names.back() + "_rate");
    q.push_back(1.0 / double(i + 1));
    v.push_back(-double(i));
  }
  RunResult result;
  result.trajectory = Trajectory({"t", "s", "", ""}, {}, q_names, v_names);
  for (int row = 0; row < 3; ++row) result.trajectory.append(row, {}, q, v);
  const auto path = folder.path() / "result.h5";
  write_hdf5({result, Scene(), "many", ""}, path);
  const Trajectory back = read_results(path).result.trajectory;
  EXPECT_EQ(back.q_names(), q_names);
  EXPECT_EQ(back.v_names(), v_names);
  EXPECT_TRUE(std::ranges::equal(back.q_data(), result.trajectory.q_data()));
  EXPECT_TRUE(std::ranges::equal(back.v_data(), result.trajectory.v_data()));
  EXPECT_EQ(Hdf5Reader(path).list("/state/v_names")[kCoordinates - 1], v_names.back());
}

// a name, and all that is made of it, may be longer than attributes once could be
TEST(WriteHdf5, texts_of_any_length_come_back) {
  const TemporaryFolder folder;
  const std::string word(100'000, 'w');
  RunResult result = sample_result();
  result.trajectory = Trajectory({"t", "s", "", ""}, {{word, "m", word, word}}, {word}, {});
  result.trajectory.append(0, std::array{1.0}, std::array{2.0}, {});
  result.figures.push_back({word + "/final", 1, word});
  result.warnings = {"", "short", word};
  result.status.message = word;
  const auto path = folder.path() / "result.h5";
  write_hdf5({result, Scene(), word, word}, path);
  const StoredResult back = read_results(path);
  EXPECT_EQ(back.result.trajectory.columns()[0].doc, word);
  EXPECT_EQ(back.result.trajectory.q_names(), Texts{word});
  EXPECT_EQ(back.result.figures.back().unit, word);
  EXPECT_EQ(back.result.warnings, result.warnings);
  EXPECT_EQ(back.result.status.message, word);
  EXPECT_EQ(back.model_text, word);
  EXPECT_EQ(run_id(back.result), run_id(result));
}

TEST(WriteHdf5, an_empty_result_is_a_readable_file) {
  const TemporaryFolder folder;
  RunResult result;
  result.trajectory = Trajectory({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  write_hdf5({result, Scene(), "", ""}, folder.path() / "result.h5");
  EXPECT_TRUE(Hdf5Reader(folder.path() / "result.h5").numbers("/series/x").empty());
}

TEST(WriteHdf5, equal_runs_give_equal_files) {
  const TemporaryFolder folder;
  write_hdf5({sample_result(), Scene(), "arm", "text"}, folder.path() / "a.h5");
  write_hdf5({sample_result(), Scene(), "arm", "text"}, folder.path() / "b.h5");
  EXPECT_TRUE(text_of(folder.path() / "a.h5") == text_of(folder.path() / "b.h5"));
  for (const char* object : {"/", "/series", "/series/t"})
    EXPECT_FALSE(Hdf5Reader(folder.path() / "a.h5").has_date(object)) << object;
}

TEST(WriteHdf5, failure_is_one_line_and_leaves_nothing) {
  const TemporaryFolder folder;
  RunResult result = sample_result();
  result.figures.push_back(result.figures[0]);  // two data sets of one name cannot be
  try {
    write_hdf5({result, Scene(), "arm", ""}, folder.path() / "result.h5");
    FAIL() << "must throw";
  } catch (const OutputError& e) {
    EXPECT_NE(std::string(e.what()).find("result.h5: error: cannot write: HDF5 failed at 'tip_f"),
              std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace cuttle
