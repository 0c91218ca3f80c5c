#pragma once
// The program under test, started as a shell would.

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace cuttle {

struct ProgramEnd {
  int code = -1;  // exit status, -n after signal n
  std::string out, err;
};

/// Where it is.
std::string cuttle_binary();

/// Starts `env ENVIRONMENT cuttle ARGUMENTS` in a folder; its output goes to files there.
pid_t start_cuttle(const std::filesystem::path& folder, const std::string& arguments,
                   const std::string& environment = "");

/// Waits until it holds its results folder, so that signals reach it in its study; half a minute at
/// most.
void wait_for_results(const std::filesystem::path& results);

/// Waits for its end.
ProgramEnd finish_cuttle(const std::filesystem::path& folder, pid_t child);

/// All bytes of a file; empty if there is none.
std::string read_bytes(const std::filesystem::path& file);

bool contains(const std::string& text, const std::string& part);

}  // namespace cuttle
