#include "support/same_series.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "cuttle/math/so3.h"

namespace cuttle::testing {
namespace {

constexpr double kNothing = 1e-3;  // m, N, J, rad ...: smaller numbers are no part of any story

enum class Turns {
  scalar,
  count,   // of contacts
  radius,  // v / w, far away on a straight way: its inverse is what is known
  point,
  vector,
  quaternion,
  moment,       // about the world's origin, followed by the linear momentum
  from_origin,  // an energy that is zero at the world's origin
  world_axis,   // a component along an axis of the world, alone: nothing to turn back
  plane_point,
  plane_vector,
  plane_moment,  // about the plane's origin, after the linear momentum
  plane_from_origin
};

struct Rule {
  std::string_view doc;  // of the columns
  Turns turns;
};

// Every other column is a scalar. One that is none and not listed here fails the comparison.
constexpr Rule kRules[] = {
    {"position in the world", Turns::point},
    {"number of contact points", Turns::count},
    {"distance from the axis of its screw", Turns::radius},
    {"of these, the points with friction that stick or slide", Turns::count},
    {"unit quaternion in the world", Turns::quaternion},
    {"angular velocity, world axes", Turns::vector},
    {"velocity, world axes", Turns::vector},
    {"force of the body on its carrier", Turns::vector},
    {"moment of the body on its carrier, at its base", Turns::vector},
    {"force on the second body, world axes", Turns::vector},
    {"moment on the second body about its frame, world axes", Turns::vector},
    {"force on it, world axes", Turns::vector},
    {"force on the second side, world axes", Turns::vector},
    {"angular momentum about the world's origin, including that of added mass", Turns::moment},
    {"linear momentum, including that of added mass", Turns::vector},
    {"angular velocity about the world's z", Turns::world_axis},
    {"potential of gravity, zero at the world's origin", Turns::from_origin},
    {"potential of loads, cables and buoyancy", Turns::from_origin},
    {"sum of the energies", Turns::from_origin},
    {"work done on the robot since the start, dissipation included", Turns::from_origin},
    {"position of the node in the plane", Turns::plane_point},
    {"centre of mass in the plane", Turns::plane_point},
    {"momentum in the plane", Turns::plane_vector},
    {"angular momentum about the origin of the plane", Turns::plane_moment},
    {"potential of gravity, zero at the origin of the plane", Turns::plane_from_origin},
    {"sum of the three", Turns::plane_from_origin},
};

Turns turns_of(const Column& column) {
  for (const Rule& rule : kRules)
    if (rule.doc == column.doc) return rule.turns;
  return Turns::scalar;
}

std::size_t width(Turns turns) {
  switch (turns) {
    case Turns::point:
    case Turns::vector:
    case Turns::moment:
      return 3;
    case Turns::quaternion:
      return 4;
    case Turns::plane_point:
    case Turns::plane_vector:
      return 2;
    default:
      return 1;
  }
}

/// A few columns of a run, side by side.
class Reader {
 public:
  Reader(const Trajectory& run, std::vector<std::string> names) {
    for (const std::string& name : names) {
      if (!run.has(name)) throw std::runtime_error("the second run has no column " + name);
      columns_.push_back(run.column(name));
    }
  }
  VectorX at(std::size_t row) const {
    VectorX x(Eigen::Index(columns_.size()));
    for (std::size_t i = 0; i < columns_.size(); ++i) x[Eigen::Index(i)] = columns_[i][row];
    return x;
  }

 private:
  std::vector<std::span<const double>> columns_;
};

class Comparison {
 public:
  Comparison(const Trajectory& first, const Trajectory& second, const Elsewhere& elsewhere)
      : first_(first), second_(second), elsewhere_(elsewhere) {
    if (first.rows() != second.rows())
      throw std::runtime_error("the runs have " + std::to_string(first.rows()) + " and " +
                               std::to_string(second.rows()) + " rows");
  }

  std::vector<Difference> run() {
    std::vector<Difference> all = {axis()};
    const std::vector<Column>& columns = first_.columns();
    std::vector<std::string> units = {"axis"};
    for (std::size_t i = 0; i < columns.size();) {
      const Turns turns = turns_of(columns[i]);
      std::vector<std::string> names;
      for (std::size_t k = 0; k < width(turns); ++k) names.push_back(columns[i + k].name);
      if (compared(turns, columns[i].group)) {
        all.push_back(compare(names, turns, columns[i].group));
        units.push_back(turns == Turns::quaternion ? "quaternion"
                        : turns == Turns::radius   ? "1/m"
                                                   : columns[i].unit);
      }
      i += names.size();
    }
    // numbers of one unit are measured by the largest of them: a zero has no size of its own, nor
    // have units of which all numbers are zero but for round-off
    std::map<std::string, double> scale;
    for (std::size_t i = 0; i < all.size(); ++i)
      scale[units[i]] = std::max(scale[units[i]], all[i].scale);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].scale = std::max(scale[units[i]], kNothing);
      all[i].unit = units[i];
    }
    return all;
  }

 private:
  bool in_turned_plane(const std::string& group) const {
    return std::ranges::count(elsewhere_.net_probes, group) > 0;
  }
  bool compared(Turns turns, const std::string& group) const {
    if (turns == Turns::world_axis) return elsewhere_.X.R.isIdentity(0);
    if (turns == Turns::from_origin) return elsewhere_.X.p.isZero(0);
    if (turns == Turns::plane_from_origin)
      return elsewhere_.shift.isZero(0) || !in_turned_plane(group);
    return true;
  }

  Difference axis() const {
    Difference d{first_.axis_column().name, 0, 0};
    for (std::size_t row = 0; row < first_.rows(); ++row) {
      d.largest = std::max(d.largest, std::abs(first_.axis()[row] - second_.axis()[row]));
      d.scale = std::max(d.scale, std::abs(first_.axis()[row]));
    }
    return d;
  }

  Difference compare(const std::vector<std::string>& names, Turns turns,
                     const std::string& group) const {
    std::vector<std::string> read = names;
    if (turns == Turns::moment)
      for (const char* p : {".Px", ".Py", ".Pz"}) read.push_back(group + p);
    if (turns == Turns::plane_moment)
      for (const char* p : {".px", ".py"}) read.push_back(group + p);
    const Reader before(first_, names), after(second_, read);
    Difference d{names.front(), 0, 0};
    const std::vector<bool> undecided = just_touching(turns, group);
    for (std::size_t row = 0; row < first_.rows(); ++row) {
      if (!undecided.empty() && undecided[row]) continue;
      VectorX truth = before.at(row), back = turned_back(after.at(row), turns, group);
      if (turns == Turns::radius) {
        truth = truth.cwiseInverse().eval();
        back = back.cwiseInverse().eval();
      }
      double miss = (back - truth).norm();
      if (turns == Turns::quaternion) miss = std::min(miss, (back + truth).norm());
      if (!(miss <= d.largest)) d.largest = miss;  // also what is not a number
      d.scale = std::max(d.scale, truth.norm());
    }
    return d;
  }

  // shapes that are placed to touch, and do not push yet, do so or not by the last digit
  std::vector<bool> just_touching(Turns turns, const std::string& group) const {
    if (turns != Turns::count) return {};
    const auto normal = first_.column(group + ".normal"), other = second_.column(group + ".normal");
    const double little = 1e-6 * std::max(std::ranges::max(normal), kNothing);
    std::vector<bool> just(normal.size());
    for (std::size_t row = 0; row < just.size(); ++row)
      just[row] = normal[row] <= little && other[row] <= little;
    return just;
  }

  VectorX turned_back(const VectorX& x, Turns turns, const std::string& group) const {
    const Pose back = elsewhere_.X.inverse();
    const bool plane = in_turned_plane(group);
    const Eigen::Matrix2d R = Eigen::Rotation2Dd(plane ? -elsewhere_.angle : 0).toRotationMatrix();
    const Vector2 shift = plane ? elsewhere_.shift : Vector2(Vector2::Zero());
    switch (turns) {
      case Turns::point:
        return back * Vector3(x);
      case Turns::vector:
        return back.R * Vector3(x);
      case Turns::quaternion: {
        const Eigen::Quaterniond q(x[0], x[1], x[2], x[3]);
        return rotation_to_quaternion(Matrix3(back.R * q.toRotationMatrix()));
      }
      case Turns::moment:
        return back.R * Vector3(x.head<3>() - elsewhere_.X.p.cross(x.tail<3>()));
      case Turns::plane_point:
        return R * (Vector2(x) - shift);
      case Turns::plane_vector:
        return R * Vector2(x);
      case Turns::plane_moment:
        return VectorX::Constant(1, x[0] - (shift.x() * x[2] - shift.y() * x[1]));
      default:
        return x;
    }
  }

  const Trajectory& first_;
  const Trajectory& second_;
  const Elsewhere& elsewhere_;
};

}  // namespace

std::vector<Difference> differences(const Trajectory& first, const Trajectory& second,
                                    const Elsewhere& elsewhere) {
  return Comparison(first, second, elsewhere).run();
}

}  // namespace cuttle::testing
