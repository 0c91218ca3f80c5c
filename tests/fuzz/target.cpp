#include "fuzz/target.h"

#include "cuttle/base/error.h"

namespace cuttle::fuzz {

Verdict judge_exception(const std::string& file) {
  try {
    throw;
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics()) {
      // a line of the input, or another file as a whole
      const bool located = d.mark.line > 0 || (!d.mark.file.empty() && d.mark.file != file);
      if (!located || d.message.empty()) return {Verdict::Kind::unlocated, to_string(d)};
    }
    return {Verdict::Kind::refused, ""};
  } catch (const std::exception& error) {
    return {Verdict::Kind::unlocated, error.what()};
  } catch (...) {
    return {Verdict::Kind::unlocated, "an exception that is none"};
  }
}

}  // namespace cuttle::fuzz
