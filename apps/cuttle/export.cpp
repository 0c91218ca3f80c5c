#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/io/read_results.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/write_gltf.h"
#include "cuttle/io/write_vtk.h"
#include "results_folder.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

// one row per format; a path is made from the results folder and the name of the model
struct ExportRow {
  const char* name;
  const char* doc;
  bool folder;         // of several files
  std::size_t frames;  // at most, if the user does not say
  fs::path (*default_path)(const fs::path& results, const std::string& stem);
  void (*write)(const Scene& scene, const fs::path& path, const std::string& stem,
                std::size_t frames);
};

constexpr std::array kFormats = {
    ExportRow{
        "gltf", "one animated file for Blender and web pages", false, 1000,
        [](const fs::path& results, const std::string& stem) { return results / (stem + ".glb"); },
        [](const Scene& scene, const fs::path& path, const std::string&, std::size_t frames) {
          write_gltf(scene, path, frames);
        }},
    ExportRow{"vtk", "a folder of files for ParaView", true, 200,
              [](const fs::path& results, const std::string&) { return results / "vtk"; },
              write_vtk},
};

const ExportRow& find_format(const std::string& name) {
  std::vector<std::string> names;
  for (const ExportRow& row : kFormats) {
    if (name == row.name) return row;
    names.push_back(row.name);
  }
  refuse("--to", fmt::format("unknown format '{}'", printable(name)),
         suggest(name, names, "formats"));
}

std::string formats_doc() {
  std::string text = "format:";
  for (const ExportRow& row : kFormats) text += fmt::format(" {} ({}),", row.name, row.doc);
  text.pop_back();
  return text;
}

std::string frames_doc() {
  std::string limits;
  for (const ExportRow& row : kFormats)
    limits += fmt::format("{}{} {}", limits.empty() ? "" : ", ", row.name, row.frames);
  return fmt::format("largest number of frames, spread evenly [{}]", limits);
}

class ExportVerb : public Verb {
 public:
  explicit ExportVerb(Options& options) {
    options.add("results", results_, "folder with the results of a run").type("DIR").required();
    options.add("--to", format_, formats_doc()).type("FORMAT").required();
    options
        .add("-o,--output", output_,
             "where to write [gltf: DIR/<model>.glb, vtk: the folder DIR/vtk]")
        .type("PATH");
    options.add("--frames", frames_, frames_doc()).type("N").range(1, 1000000);
  }

  int execute() override {
    const ExportRow& format = find_format(format_);
    check_results(results_);
    const Scene scene = read_scene(results_ / "result.h5");
    const std::string stem = default_results_folder(scene.name).filename().string();
    const fs::path path = output_.empty() ? format.default_path(results_, stem) : output_;
    std::error_code error;
    // a link in the results folder is replaced: it may lead anywhere
    if (output_.empty() && fs::is_symlink(fs::symlink_status(path, error))) fs::remove(path, error);
    if (!format.folder) check_output(path);
    remove_left_overs(fs::absolute(format.folder ? path : output_place(path).path).parent_path());
    std::FILE* const messages = messages_beside(path);
    format.write(scene, path, stem, frames_ > 0 ? std::size_t(frames_) : format.frames);
    fmt::print(messages, "  {:<12}{}\n", format.name, path.string());
    return kExitOk;
  }

 private:
  fs::path results_, output_;
  std::string format_;
  int frames_ = 0;  // 0: as the format has it
};

}  // namespace

std::unique_ptr<Verb> make_export(Options& options) {
  return std::make_unique<ExportVerb>(options);
}

}  // namespace cuttle::cli
