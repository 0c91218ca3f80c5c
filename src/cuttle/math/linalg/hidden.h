#pragma once
// Dense decompositions of matrices of any size, each compiled once, in this folder: what Eigen has
// of them are templates that cost seconds in every file that names one. A decomposition keeps its
// memory: to compute again for the same size allocates nothing.

#include <memory>

#include "cuttle/math/types.h"

namespace cuttle {

using VectorXc = Eigen::VectorXcd;
using MatrixXc = Eigen::MatrixXcd;

/// A member whose type only the .cpp knows.
template <class T>
using Hidden = std::unique_ptr<T, void (*)(const T*)>;

template <class T, class... Arguments>
Hidden<T> make_hidden(Arguments&&... arguments) {
  return Hidden<T>(new T{std::forward<Arguments>(arguments)...}, [](const T* it) { delete it; });
}

}  // namespace cuttle
