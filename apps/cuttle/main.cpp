#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

// one row per command
struct VerbRow {
  const char* name;
  const char* summary;
  std::unique_ptr<Verb> (*make)(Options& options);
};

constexpr std::array kVerbs = {
    VerbRow{"run", "run the study of a model file and write its results", make_run},
    VerbRow{"report", "rewrite the report page of a results folder", make_report},
    VerbRow{"view", "show a model live in the browser", make_view},
    VerbRow{"shot", "make a picture or a video of the results", make_shot},
    VerbRow{"export", "write results for Blender, web pages or ParaView", make_export},
    VerbRow{"sweep", "run a model many times with different parameters", make_sweep},
    VerbRow{"optimize", "find the parameters that make a model optimal", make_optimize},
    VerbRow{"fit", "find the parameters that make a model agree with data", make_fit},
    VerbRow{"check", "check a model file and summarise what it describes", make_check},
    VerbRow{"schema", "print the reference of the model language", make_schema},
};

constexpr const char* kFooter =
    "Exit status: 0 ok, 1 an expectation failed, 2 bad input (nothing written),\n"
    "3 numerical failure (results so far are kept), or output that could not be written,\n"
    "130 interrupted (results so far are kept).";

// a user's text in it must not steer the terminal
void print_error(const std::string& text) {
  std::string clean;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    clean += (begin > 0 ? "\n" : "") + printable(text.substr(begin, end - begin));
    begin = end + 1;
  }
  // where it cannot be told, the exit status tells
  std::fputs((colour_errors(clean, Paint(stderr)) + "\n").c_str(), stderr);
}

int execute(Verb& verb) {
  try {
    return verb.execute();
  } catch (const InputError& e) {
    print_error(e.what());
    return kExitBadInput;
  } catch (const OutputError& e) {
    print_error(e.what());
    return kExitNumericalFailure;
  } catch (const std::bad_alloc&) {
    print_error(
        "cuttle: error: there is not enough memory\n  hint: use a smaller model, or record less");
    return kExitNumericalFailure;
  } catch (const std::exception& e) {
    print_error(fmt::format("cuttle: error: {}", e.what()));
    return kExitNumericalFailure;
  }
}

// what was printed must have arrived: a full disk or a reader that is gone is an error
int told(int code) {
  errno = 0;
  const bool lost = !std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  const std::string reason = errno != 0 ? std::strerror(errno) : "output error";
  if (lost && code != kExitNumericalFailure)
    print_error(fmt::format("cuttle: error: cannot write to the standard output: {}", reason));
  if (code == kExitOk && (lost || std::ferror(stderr) != 0)) return kExitNumericalFailure;
  return code;
}

// the first word is a command; a misspelt one deserves better than "required"
bool is_known_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const VerbRow& row : kVerbs) {
    if (word == row.name) return true;
    names.push_back(row.name);
  }
  print_error(
      fmt::format("cuttle: error: unknown command '{}'\n  hint: {}", printable(word),
                  word == "help" ? "see 'cuttle --help'" : suggest(word, names, "commands")));
  return false;
}

// An option that a command does not have, with what was probably meant; else what CLI11 says.
std::string unexpected(const CLI::App& app, const std::string& otherwise) {
  for (const CLI::App* verb : app.get_subcommands()) {
    std::vector<std::string> names;
    for (const CLI::Option* option : verb->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& word : verb->remaining())
      if (word.starts_with("-"))
        return fmt::format("unknown option '{}' of {}\n  hint: {}", printable(word),
                           verb->get_name(),
                           suggest(word.substr(0, word.find('=')), names, "options"));
  }
  return fmt::format("{}\n  hint: see 'cuttle --help'", otherwise);
}

int main_program(int argc, char** argv) {
  if (argc > 1 && argv[1][0] != '-' && !is_known_verb(argv[1])) return kExitBadInput;
  CLI::App app("cuttle simulates hybrid rigid-soft robots.", "cuttle");
  app.set_version_flag("--version", "cuttle " CUTTLE_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);

  std::vector<std::unique_ptr<Verb>> verbs;
  std::vector<CLI::App*> parts;
  for (const VerbRow& row : kVerbs) {
    parts.push_back(app.add_subcommand(row.name, row.summary));
    Options options(*parts.back());
    verbs.push_back(row.make(options));
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ExtrasError& e) {
    print_error(fmt::format("cuttle: error: {}", unexpected(app, e.what())));
    return kExitBadInput;
  } catch (const CLI::ParseError& e) {
    print_error(fmt::format("cuttle: error: {}\n  hint: see 'cuttle --help'", e.what()));
    return kExitBadInput;
  }
  for (std::size_t i = 0; i < verbs.size(); ++i)
    if (parts[i]->parsed()) return execute(*verbs[i]);
  return kExitBadInput;
}

}  // namespace
}  // namespace cuttle::cli

int main(int argc, char** argv) {
  // a reader that is gone, and a file that may not grow, are told by what we write to them
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return cuttle::cli::told(cuttle::cli::main_program(argc, argv));
}
