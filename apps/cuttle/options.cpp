#include "options.h"

#include <CLI/CLI.hpp>

namespace cuttle::cli {

Options::Added& Options::Added::type(const char* name) {
  option_.type_name(name);
  return *this;
}

Options::Added& Options::Added::required() {
  option_.required();
  return *this;
}

Options::Added& Options::Added::range(int low, int high) {
  option_.check(CLI::Range(low, high));
  return *this;
}

Options::Added& Options::Added::range(double low, double high) {
  option_.check(CLI::Range(low, high));
  return *this;
}

Options::Added& Options::Added::repeated() {
  option_.expected(1)->take_all()->allow_extra_args(false);
  return *this;
}

Options::Added& Options::Added::excludes(const Added& other) {
  option_.excludes(&other.option_);
  return *this;
}

namespace {

// the shell's "$DIR" of a variable that is not set
std::string complain_of_nothing(const std::string& text) { return text.empty() ? "is empty" : ""; }

}  // namespace

Options::Added Options::add(const char* names, std::string& value, const std::string& doc) {
  return Added(*app_.add_option(names, value, doc)->check(complain_of_nothing));
}

Options::Added Options::add(const char* names, std::filesystem::path& value,
                            const std::string& doc) {
  return Added(*app_.add_option(names, value, doc)->check(complain_of_nothing));
}

Options::Added Options::add(const char* names, std::vector<std::string>& values,
                            const std::string& doc) {
  return Added(*app_.add_option(names, values, doc));
}

Options::Added Options::add(const char* names, int& value, const std::string& doc) {
  return Added(*app_.add_option(names, value, doc));
}

Options::Added Options::add(const char* names, std::optional<int>& value, const std::string& doc) {
  return Added(*app_.add_option(names, value, doc));
}

Options::Added Options::add(const char* names, std::optional<double>& value,
                            const std::string& doc) {
  return Added(*app_.add_option(names, value, doc));
}

Options::Added Options::flag(const char* names, bool& value, const std::string& doc) {
  return Added(*app_.add_flag(names, value, doc));
}

}  // namespace cuttle::cli
