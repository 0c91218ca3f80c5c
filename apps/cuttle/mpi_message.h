#pragma once
// Tasks and outcomes as bytes. All processes of a job are copies of one program, so numbers travel
// as they are in memory.

#include <cstring>
#include <string>
#include <utility>

#include "cuttle/campaign/outcome.h"

namespace cuttle::cli {

class MessageWriter {
 public:
  template <class Number>
  void number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class Number>
  void numbers(const Number* data, std::size_t count) {
    number(count);
    bytes_.append(reinterpret_cast<const char*>(data), count * sizeof(Number));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class MessageReader {
 public:
  explicit MessageReader(const std::string& bytes) : rest_(bytes.data()) {}
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, rest_, sizeof value);
    rest_ += sizeof value;
    return value;
  }
  template <class Numbers>
  Numbers numbers() {
    Numbers values(number<std::size_t>(), {});
    const std::size_t size = values.size() * sizeof(values[0]);
    if (size > 0) std::memcpy(values.data(), rest_, size);
    rest_ += size;
    return values;
  }

 private:
  const char* rest_;
};

inline std::string task_message(const ParameterPoint& point, Want want) {
  MessageWriter writer;
  writer.number(want);
  writer.numbers(point.data(), point.size());
  return writer.take();
}

inline std::pair<ParameterPoint, Want> read_task(const std::string& bytes) {
  MessageReader reader(bytes);
  const Want want = reader.number<Want>();
  return {reader.numbers<ParameterPoint>(), want};
}

inline std::string outcome_message(const Outcome& outcome) {
  MessageWriter writer;
  writer.number(outcome.kind);
  writer.number(outcome.seconds);
  writer.numbers(outcome.reason.data(), outcome.reason.size());
  writer.number(outcome.warnings.size());
  for (const std::string& warning : outcome.warnings)
    writer.numbers(warning.data(), warning.size());
  writer.numbers(outcome.values.data(), outcome.values.size());
  writer.number(outcome.slopes.rows());
  writer.numbers(outcome.slopes.data(), std::size_t(outcome.slopes.size()));
  return writer.take();
}

inline Outcome read_outcome(const std::string& bytes) {
  MessageReader reader(bytes);
  Outcome outcome;
  outcome.kind = reader.number<Outcome::Kind>();
  outcome.seconds = reader.number<double>();
  outcome.reason = reader.numbers<std::string>();
  outcome.warnings.resize(reader.number<std::size_t>());
  for (std::string& warning : outcome.warnings) warning = reader.numbers<std::string>();
  outcome.values = reader.numbers<std::vector<double>>();
  const auto rows = reader.number<Eigen::Index>();
  const auto slopes = reader.numbers<std::vector<double>>();
  if (rows > 0)
    outcome.slopes =
        Eigen::Map<const MatrixX>(slopes.data(), rows, Eigen::Index(slopes.size()) / rows);
  return outcome;
}

}  // namespace cuttle::cli
