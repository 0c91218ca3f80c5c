#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/types.h"

namespace cuttle::testing {

/// Random test data that is the same on every machine: the standard fixes the bits of mt19937_64
/// but not the distributions, so these are written here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  double uniform(double low, double high) {
    const double unit = std::ldexp(static_cast<double>(bits_() >> 11), -53);
    return low + (high - low) * unit;
  }

  int integer(int low, int high) {
    return low + static_cast<int>(bits_() % static_cast<std::uint64_t>(high - low + 1));
  }

  /// Standard normal number by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(0, 1)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(0, 1));
  }

  /// Every component uniform in [-scale, scale].
  VectorX vector(int size, double scale = 1) {
    VectorX x(size);
    for (double& value : x) value = uniform(-scale, scale);
    return x;
  }

  Vector3 vector3(double scale = 1) { return vector(3, scale); }
  Vector6 vector6(double scale = 1) { return vector(6, scale); }

  /// Uniform on the sphere.
  Vector3 unit_vector() {
    Vector3 x;
    for (double& value : x) value = normal();
    return x.normalized();
  }

  /// Uniform over all rotations: a normalised quaternion of four normal numbers.
  Matrix3 rotation() {
    const double w = normal(), x = normal(), y = normal(), z = normal();
    return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
  }

  MatrixX matrix(int rows, int columns, double scale = 1) {
    MatrixX a(rows, columns);
    for (double& value : a.reshaped()) value = uniform(-scale, scale);
    return a;
  }

  /// Symmetric positive definite, eigenvalues evenly spaced in log from 1/condition to 1.
  MatrixX spd(int size, double condition = 100) {
    const MatrixX Q = orthonormal(matrix(size, size));
    VectorX eigenvalues = VectorX::Ones(size);
    for (int i = 1; i < size; ++i) {
      eigenvalues[i] = std::pow(condition, -static_cast<double>(i) / (size - 1));
    }
    const MatrixX A = Q * eigenvalues.asDiagonal() * Q.transpose();
    return 0.5 * (A + A.transpose());
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace cuttle::testing
