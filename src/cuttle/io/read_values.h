#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/io/read_csv.h"
#include "cuttle/io/yaml.h"
#include "cuttle/part/table_file.h"
#include "cuttle/spec/describe.h"
#include "cuttle/spec/spec.h"
#include "cuttle/spec/spec_forms.h"

namespace cuttle {

/// A data file that was read, and a text that changes when it does.
struct DataFileUse {
  std::string name;       // as it is written in the file that uses it
  std::string digest;     // empty: it could not be read
  std::string text = {};  // all of it
};

/// What all parts of one reading share.
struct ReadContext {
  std::filesystem::path folder;  // of the model file: data files are looked for here
  Diagnostics& diagnostics;
  std::string owner = "model file";          // who names the data files, for messages
  std::vector<DataFileUse>* used = nullptr;  // gets the data files, where somebody wants to know
  const std::vector<DataFileUse>* kept =
      nullptr;  // where given, the only data files that there are
};

/// A value in the file, what is known of its field, and where problems go.
struct Slot {
  const YamlNode& node;
  std::string path;
  const FieldInfo& info;
  ReadContext& context;

  void error(const std::string& message, const std::string& hint = "") const {
    context.diagnostics.add(node.mark, path, message, hint);
  }
  /// Item i of a list.
  Slot item(std::size_t i) const {
    return {node.items[i], path + "[" + std::to_string(i) + "]", info, context};
  }
  Origin origin() const { return {path, node.mark, {}}; }
};

// Readers of single values: they convert units, check the range of the field, report what is
// wrong, and return false then, leaving the value alone.

/// Reports a number whose unit is not one of these ("N m|N"); what is no number is somebody else's
/// matter.
bool check_unit(const Slot& slot, const std::string& units);

bool read_value(const Slot& slot, double& value);
bool read_value(const Slot& slot, int& value);
bool read_value(const Slot& slot, std::string& value);
bool read_value(const Slot& slot, Vector3& value);
bool read_value(const Slot& slot, Matrix3& value);  // a rotation in any of its forms
bool read_value(const Slot& slot, Matrix6& value);
bool read_value(const Slot& slot, std::vector<double>& value);  // a number is a list of one
bool read_value(const Slot& slot, std::array<double, 2>& value);
bool read_value(const Slot& slot, std::array<double, 3>& value);
bool read_value(const Slot& slot, std::array<double, 4>& value);
bool read_value(const Slot& slot, std::array<double, 9>& value);
bool read_value(const Slot& slot, std::vector<std::array<double, 2>>& value);
bool read_value(const Slot& slot, LimitList& value);  // a pair is a list of one
bool read_value(const Slot& slot, std::vector<std::vector<double>>& value);  // rows, to columns
bool read_value(const Slot& slot, BodyPlaceSpec& value);
bool read_value(const Slot& slot, FunctionSpec& value);
bool read_value(const Slot& slot, FormulaText& value);
bool read_value(const Slot& slot, SignalSpec& value);
bool read_value(const Slot& slot, RestSpec& value);  // a formula that knows t is a signal
bool read_value(const Slot& slot, SignalList& value);
bool read_value(const Slot& slot, std::vector<SignalSpec>& value);  // a signal is a list of one
bool read_value(const Slot& slot, std::array<SignalSpec, 3>& value);
bool read_value(const Slot& slot, ToleranceSpec& value);
bool read_value(const Slot& slot, MaterialUse& value);
bool read_value(const Slot& slot, std::array<ContactSideSpec, 2>& value);
bool read_value(const Slot& slot, JointInitialSpec& value);
bool read_value(const Slot& slot, ModeSpec& value);    // and the CSV table of its basis
bool read_value(const Slot& slot, FigureSpec& value);  // and its CSV data
bool read_value(const Slot& slot, bool& value);
bool read_value(const Slot& slot, CoefficientSpec& value);
bool read_value(const Slot& slot, WaterPlaceSpec& value);
bool read_value(const Slot& slot, std::array<std::string, 3>& value);  // formulas
bool read_value(const Slot& slot, std::vector<CurrentKnot>& value);
bool read_value(const Slot& slot, CurrentSpec& value);
bool read_value(const Slot& slot, NetPlaceSpec& value);
bool read_value(const Slot& slot, std::vector<NetPlaceSpec>& value);  // a place is a list of one
bool read_value(const Slot& slot, std::array<NetPlaceSpec, 2>& value);
bool read_value(const Slot& slot, std::vector<std::string>& value);  // a text is a list of one
bool read_value(const Slot& slot, std::array<SignalSpec, 2>& value);
bool read_value(const Slot& slot, std::map<std::string, double>& value);
bool read_value(const Slot& slot, ArcSpec& value);
bool read_value(const Slot& slot, ProfileSpec& value);  // and the points of its CSV file

bool read_value(const Slot& slot, MeshSpec& value);  // and its file

/// Checks the table of a part that has been read, or reads it from its file.
bool read_table_file(const Slot& slot, const TableFile& value);

/// A number in the given units (as in FieldInfo::unit), checked to be finite and in range.
std::optional<double> read_number(const Slot& slot, const std::string& units);

/// A number with a unit as it is written, or an expression; false if the text is neither.
bool read_expression(const Slot& slot, std::string& text);

/// "must be > 0 m", "must be in (-1, 0.5]".
std::string range_text(const FieldInfo& info);

/// Letters, digits, _ and -, not beginning with a digit or -.
bool is_identifier(const std::string& text);

/// Reads a CSV file named in a model or study file: the only way in for data. It must lie in the
/// folder of that file, also when symbolic links are followed, and be a plain file of at most
/// kCsvSizeLimit; or it is one of those that the context keeps. nullopt: reported.
std::optional<CsvTable> read_data_file(const Slot& slot, const std::string& name,
                                       CsvOptions options = {});

/// The same checks, but only the digest. nullopt: reported.
std::optional<DataFileUse> digest_data_file(const Slot& slot, const std::string& name);

/// Two columns of a CSV table as knots, which must rise; an empty time column means the first.
/// False: reported.
bool take_columns(const Slot& slot, const CsvTable& table, const std::string& time_column,
                  const std::string& column, std::vector<double>& times,
                  std::vector<double>& values);

/// One column of a CSV table in SI. False: reported.
bool take_column(const Slot& slot, const CsvTable& table, const std::string& name,
                 std::vector<double>& values);

/// Reports times that do not rise.
bool check_times(const Slot& slot, const std::vector<double>& times);

}  // namespace cuttle
