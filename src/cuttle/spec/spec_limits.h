#pragma once
// How much a model file may ask for. What is beyond would not end, or not fit into memory.

namespace cuttle {

inline constexpr double kMaxRows = 1e7;     // of a result
inline constexpr double kMaxNumbers = 2e8;  // of a result: rows times what one row records
inline constexpr double kMaxTicks = 1e9;    // steps of fixed length, samples of a clock
inline constexpr double kMaxCorners = 1e7;  // of a pulse train

inline constexpr double kNetStep = 1e-3;  // [s] of nets, where study.step is 0

}  // namespace cuttle
