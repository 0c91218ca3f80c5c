#pragma once
// What a command offers on the command line. CLI11 stands behind it, in options.cpp alone: it costs
// five seconds in every file that includes it.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cuttle::cli {

class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  /// Says what it holds, for the help, and who must not be left out.
  class Added {
   public:
    explicit Added(CLI::Option& option) : option_(option) {}
    Added& type(const char* name);
    Added& required();
    Added& range(int low, int high);
    Added& range(double low, double high);
    /// It may stand there several times, with one value each.
    Added& repeated();
    /// The two do not stand together.
    Added& excludes(const Added& other);

   private:
    CLI::Option& option_;
  };

  // Names are "-o,--output", or "model" for one that stands by itself.
  Added add(const char* names, std::string& value, const std::string& doc);
  Added add(const char* names, std::filesystem::path& value, const std::string& doc);
  Added add(const char* names, std::vector<std::string>& values, const std::string& doc);
  Added add(const char* names, int& value, const std::string& doc);
  Added add(const char* names, std::optional<int>& value, const std::string& doc);
  Added add(const char* names, std::optional<double>& value, const std::string& doc);
  Added flag(const char* names, bool& value, const std::string& doc);

 private:
  CLI::App& app_;
};

}  // namespace cuttle::cli
