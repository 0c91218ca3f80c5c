#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuttle/study/run.h"
#include "terminal.h"

namespace cuttle::cli {

/// What a run did, for people: wall time, energy residual, figures beside their truth.
std::string run_summary(const RunResult& result, const std::string& name, const std::string& title,
                        const Paint& paint);

// Parts of it, for the summaries of other commands.
std::string summary_title(const std::string& name, const std::string& title, const Paint& paint);
std::string summary_line(const std::string& label, const std::string& text);
/// Figures, then expectations with their verdicts; a figure that is expected stands there only.
std::string figures_text(std::span<const Figure> figures, const std::vector<ExpectResult>& expect,
                         const Paint& paint);

}  // namespace cuttle::cli
