#include "cuttle/io/read_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/shortened.h"
#include "cuttle/signal/units.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// a file that is wrong everywhere is not reported line by line to its end
constexpr std::size_t kMaxErrors = 10;

struct CsvCell {
  std::string text;
  int column;  // of its first character in the line, from 1
  bool quoted = false;
};

struct Record {
  int line;  // where it begins, from 1
  std::vector<CsvCell> fields;
};

// cuts the text into records of fields, as RFC 4180 says; skips empty lines and `#` lines
class Scanner {
 public:
  Scanner(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  std::optional<Record> next() {
    while (!text_.empty() && (text_[0] == '#' || is_blank_line())) skip_line();
    if (text_.empty()) return std::nullopt;
    Record record{line_, {}};
    column_ = 1;
    do record.fields.push_back(next_field());
    while (take(','));
    take('\r');
    if (take('\n')) ++line_;
    return record;
  }

 private:
  bool is_blank_line() const {
    const auto i = text_.find_first_not_of(" \t\r");
    return i == std::string_view::npos || text_[i] == '\n';
  }

  void skip_line() {
    const auto end = text_.find('\n');
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    ++line_;
  }

  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    ++column_;
    return true;
  }

  CsvCell next_field() {
    while (take(' ') || take('\t')) {
    }
    CsvCell field{"", column_};
    field.quoted = take('"');
    if (field.quoted) {
      field.text = rest_of_quoted(field.column);
      return field;
    }
    const auto end = std::min(text_.find_first_of(",\r\n"), text_.size());
    field.text = text_.substr(0, end);
    text_.remove_prefix(end);
    column_ += static_cast<int>(end);
    while (!field.text.empty() && (field.text.back() == ' ' || field.text.back() == '\t'))
      field.text.pop_back();
    return field;
  }

  // up to the closing quote; a doubled quote stands for one
  std::string rest_of_quoted(int first_column) {
    const int first_line = line_;
    std::string text;
    while (!text_.empty()) {
      if (!take('"')) {
        text += text_[0];
        const bool line_ends = text_[0] == '\n';
        take(text_[0]);
        if (line_ends) ++line_, column_ = 1;
      } else if (take('"')) {
        text += '"';
      } else {
        expect_end_of_field();
        return text;
      }
    }
    throw InputError(Diagnostic{{file_, first_line, first_column},
                                "",
                                "this quoted field is never closed",
                                "a field that begins with \" must end with \""});
  }

  void expect_end_of_field() {
    while (take(' ') || take('\t')) {
    }
    if (text_.empty() || text_.find_first_of(",\r\n") == 0) return;
    throw InputError(Diagnostic{{file_, line_, column_},
                                "",
                                "text after the closing quote of a field",
                                "a quote inside a quoted field is written twice"});
  }

  std::string_view text_;
  std::string file_;
  int line_ = 1;
  int column_ = 1;
};

// a decimal number, without regard to the locale
std::optional<double> to_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// `tip.x [m]` is the name tip.x and the unit m
void read_heading(const std::string& text, CsvTable& table) {
  const auto open = text.rfind(" [");
  const bool has_unit = open != std::string::npos && text.ends_with(']');
  table.names.push_back(has_unit ? text.substr(0, open) : text);
  table.units.push_back(has_unit ? text.substr(open + 2, text.size() - open - 3) : "");
}

void read_header(const Record& record, const std::string& file, CsvTable& table) {
  Diagnostics errors;
  const bool all_numbers = std::ranges::all_of(
      record.fields, [](const CsvCell& f) { return to_number(f.text).has_value(); });
  if (all_numbers)
    errors.add({file, record.line, 1}, "", "the first line must name the columns, got numbers",
               "for example: t [s],tip.x [m]");
  for (const CsvCell& field : record.fields) {
    if (all_numbers) break;
    const Mark mark{file, record.line, field.column};
    read_heading(field.text, table);
    table.headings.push_back(mark);
    const std::string& name = table.names.back();
    if (name.empty()) {
      errors.add(mark, "", "a column has no name", "each field of the first line names a column");
    } else if (std::ranges::count(table.names, name) > 1) {
      errors.add(mark, "", fmt::format("two columns have the name '{}'", shortened(name)),
                 "column names must differ");
    }
  }
  errors.throw_if_any();
  table.columns.resize(table.names.size());
}

constexpr const char* kSeparators = "columns are separated by commas, decimals by a point";

/// A file whose lines are cut by something else than commas is wrong as a whole, which is told
/// once.
void check_separator(const Record& header, const std::string& file) {
  if (header.fields.size() > 1 || header.fields.front().quoted) return;
  const std::string& text = header.fields.front().text;
  for (const auto& [sign, name] : {std::pair(';', "semicolons"), {'\t', "tabs"}})
    if (text.find(sign) != std::string::npos)
      throw InputError(Diagnostic{{file, header.line, 1},
                                  "",
                                  fmt::format("this file looks separated by {}", name),
                                  kSeparators});
}

std::string hint_for_number(const CsvCell& field) {
  if (field.text.empty()) return "leave no field empty";
  if (field.text.find_first_of(";\t") != std::string::npos) return kSeparators;
  return "every line after the first holds plain decimal numbers, such as 1.5e-3";
}

void read_record(const Record& record, const std::string& file, CsvOptions options, CsvTable& table,
                 Diagnostics& errors) {
  if (record.fields.size() != table.names.size()) {
    errors.add({file, record.line, 1}, "",
               fmt::format("this line has {} field{}, the header has {}", record.fields.size(),
                           record.fields.size() == 1 ? "" : "s", table.names.size()),
               "every line must have one number per column; columns are separated by commas");
    return;
  }
  table.lines.push_back(record.line);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const CsvCell& field = record.fields[i];
    if (options.gaps && field.text.empty()) {
      table.columns[i].push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const auto value = to_number(field.text);
    if (value && std::isfinite(*value)) {
      table.columns[i].push_back(*value);
      continue;
    }
    errors.add({file, record.line, field.column}, table.names[i],
               fmt::format("must be a finite number, got '{}'", shortened(field.text)),
               hint_for_number(field));
  }
}

}  // namespace

std::optional<std::size_t> CsvTable::find(std::string_view name) const {
  const auto it = std::ranges::find(names, name);
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

std::string unit_in_parentheses(std::string_view heading) {
  const auto open = heading.rfind('(');
  if (open == std::string_view::npos || !heading.ends_with(')')) return "";
  const std::string unit(heading.substr(open + 1, heading.size() - open - 2));
  return parse_unit(unit) ? unit : "";
}

std::string first_of_rows(std::size_t count) {
  return count < 2 ? "" : fmt::format(" (the first of {} such rows)", count);
}

std::optional<Diagnostic> not_rising(const CsvTable& table, std::size_t column) {
  const std::vector<double>& x = table.columns[column];
  std::optional<Diagnostic> first;
  std::size_t count = 0;
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) continue;
    if (!(x[i] > last) && ++count == 1)
      first = Diagnostic{
          {table.headings[column].file, table.lines[i], 0},
          table.names[column],
          fmt::format("must increase from row to row, but {} comes after {}", x[i], last),
          "sort the rows; put repeated runs into separate files"};
    last = x[i];
  }
  if (first) first->message += first_of_rows(count);
  return first;
}

CsvTable parse_csv(std::string_view text, const std::string& file, CsvOptions options) {
  Scanner scanner(text, file);
  const auto header = scanner.next();
  if (!header)
    throw InputError(Diagnostic{{file, 0, 0},
                                "",
                                "the file is empty",
                                "the first line names the columns, for example: t [s],tip.x [m]"});
  CsvTable table;
  check_separator(*header, file);
  read_header(*header, file, table);

  Diagnostics errors;
  while (const auto record = scanner.next()) {
    read_record(*record, file, options, table, errors);
    if (errors.size() >= kMaxErrors) break;
  }
  errors.throw_if_any();
  if (table.rows() == 0)
    throw InputError(Diagnostic{{file, header->line, 1},
                                "",
                                "the file has no rows",
                                "give one line of numbers per sample after the header"});
  return table;
}

std::string read_csv_text(const fs::path& path) {
  return read_plain_file(path, {kCsvSizeLimit, "keep the columns you need and fewer samples"});
}

CsvTable read_csv(const fs::path& path, CsvOptions options) {
  return parse_csv(read_csv_text(path), path.string(), options);
}

}  // namespace cuttle
