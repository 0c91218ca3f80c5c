#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace cuttle::cli {

/// results/<model name>; a name cannot lead out of `results`.
std::filesystem::path default_results_folder(const std::string& model_name);

/// Throws InputError if results cannot be written there. Tries it, and leaves no trace.
void check_writable(const std::filesystem::path& folder);

/// Throws InputError if a single file, which `-o` names, cannot be written there: before the work.
/// Devices and pipes can.
void check_output(const std::filesystem::path& file);

/// Where to tell about a file that is written there: the standard output, or the standard error if
/// the file itself is the standard output. To be asked before it is written.
std::FILE* messages_beside(const std::filesystem::path& file);

/// Throws InputError for the folder of a campaign, which holds no run.
void check_no_study(const std::filesystem::path& folder);

/// Throws InputError unless this is the folder of a run, and its files are all of that run.
void check_results(const std::filesystem::path& folder);

}  // namespace cuttle::cli
