#include "support/program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

namespace cuttle {

pid_t start_cuttle(const std::filesystem::path& folder, const std::string& arguments,
                   const std::string& environment) {
  const std::string command = "cd '" + folder.string() + "' && exec env " + environment + " '" +
                              cuttle_binary() + "' " + arguments + " >stdout.txt 2>stderr.txt";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  return child;
}

void wait_for_results(const std::filesystem::path& results) {
  for (int i = 0; i < 3000 && !std::filesystem::exists(results / ".cuttle-lock"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

ProgramEnd finish_cuttle(const std::filesystem::path& folder, pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          read_bytes(folder / "stdout.txt"), read_bytes(folder / "stderr.txt")};
}

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace cuttle
