#include "cuttle/io/run_id.h"

#include "cuttle/io/checksum.h"

namespace cuttle {
namespace {

std::uint32_t add(std::uint32_t sum, std::span<const double> numbers) {
  return checksum({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()}, sum);
}

}  // namespace

std::string run_id(const RunResult& result) {
  // what was recorded
  const Trajectory& trajectory = result.trajectory;
  std::uint32_t record = add(0, trajectory.axis());
  if (const std::size_t rows = trajectory.rows(); rows > 0) {
    record = add(record, trajectory.q(rows - 1));
    record = add(record, trajectory.v(rows - 1));
    for (std::size_t i = 0; i < trajectory.columns().size(); ++i)
      record = add(record, trajectory.column(i).last(1));
  }

  // what came out, and how long it took
  const double seconds = result.wall_seconds;
  std::uint32_t outcome = add(0, std::span(&seconds, 1));
  for (const Figure& figure : result.figures)
    outcome = add(checksum(figure.name, outcome), std::span(&figure.value, 1));
  outcome = checksum(result.status.message, outcome);
  return checksum_text(record) + checksum_text(outcome);
}

}  // namespace cuttle
