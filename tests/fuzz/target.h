#pragma once
// What is tried: makes inputs and judges what comes of them.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "fuzz/random.h"

namespace cuttle::fuzz {

struct Verdict {
  enum class Kind {
    refused,    // with a message that names the place
    passed,     // a good input, which was not run
    ran,        // a good input that was run, to whatever end
    unlocated,  // a message that names no place, or an exception of an unexpected kind
    wrong       // an end that is no end: a good status with numbers that are none
  };
  Kind kind = Kind::refused;
  std::string what;  // of unlocated and wrong

  bool finding() const { return kind == Kind::unlocated || kind == Kind::wrong; }
};

class Target {
 public:
  virtual ~Target() = default;
  virtual const char* name() const = 0;
  virtual const char* extension() const { return ".yaml"; }
  /// One input; everything that it needs is in the text.
  virtual std::string make(Random& random) const = 0;
  /// One that is made of several commands tells where each begins: begin_command of clock.h.
  virtual Verdict judge(const std::string& input) const = 0;
};

/// Where the files of the project are, and where ours go.
struct Places {
  std::filesystem::path models, studies, inputs;  // folders
  std::filesystem::path program;                  // cuttle
  std::filesystem::path scratch;
};

std::unique_ptr<Target> make_model_target(const Places& places);
std::unique_ptr<Target> make_study_target(const Places& places);
std::unique_ptr<Target> make_live_target(const Places& places);
std::unique_ptr<Target> make_result_target(const Places& places);

/// The verdict on an exception that is being handled. `file`: the input, which messages name.
Verdict judge_exception(const std::string& file);

}  // namespace cuttle::fuzz
