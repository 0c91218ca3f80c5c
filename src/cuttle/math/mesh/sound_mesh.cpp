#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle {
namespace {

using Place = std::function<std::string(const Vector3&)>;

bool by_place(const Vector3& a, const Vector3& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// Points that have the same coordinates become one; those of no face are left out.
void join_points(TriangleMesh& mesh) {
  std::vector<int> order(mesh.points.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    return by_place(mesh.points[size_t(i)], mesh.points[size_t(j)]);
  });
  std::vector<int> first(order.size());
  for (size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && mesh.points[size_t(order[k])] == mesh.points[size_t(order[k - 1])];
    first[size_t(order[k])] = same ? first[size_t(order[k - 1])] : order[k];
  }
  std::vector<int> number(order.size(), -1);
  std::vector<Vector3> points;
  for (std::array<int, 3>& face : mesh.faces)
    for (int& corner : face) {
      int& mine = number[size_t(first[size_t(corner)])];
      if (mine < 0) {
        mine = int(points.size());
        points.push_back(mesh.points[size_t(first[size_t(corner)])]);
      }
      corner = mine;
    }
  mesh.points = std::move(points);
}

/// Faces on both sides of every edge, whichever way they run.
struct Neighbours {
  struct Half {
    int low, high, face;
    bool forward;  // the face runs from low to high
  };
  std::vector<Half> halves;

  explicit Neighbours(const TriangleMesh& mesh) {
    for (size_t f = 0; f < mesh.faces.size(); ++f)
      for (size_t k = 0; k < 3; ++k) {
        const int a = mesh.faces[f][k], b = mesh.faces[f][(k + 1) % 3];
        halves.push_back({std::min(a, b), std::max(a, b), int(f), a < b});
      }
    std::sort(halves.begin(), halves.end(), [](const Half& l, const Half& r) {
      return std::tuple(l.low, l.high, l.face) < std::tuple(r.low, r.high, r.face);
    });
  }
  size_t end_of(size_t i) const {
    size_t end = i;
    while (end < halves.size() && halves[end].low == halves[i].low &&
           halves[end].high == halves[i].high)
      ++end;
    return end;
  }
};

bool report_open_edges(const TriangleMesh& mesh, const Neighbours& sides, const Place& place,
                       MeshReport& report) {
  int open = 0, crowded = 0;
  Vector3 first_open = Vector3::Zero(), first_crowded = Vector3::Zero();
  for (size_t i = 0; i < sides.halves.size();) {
    const size_t end = sides.end_of(i);
    const Vector3 middle = 0.5 * (mesh.points[size_t(sides.halves[i].low)] +
                                  mesh.points[size_t(sides.halves[i].high)]);
    if (end - i == 1 && open++ == 0) first_open = middle;
    if (end - i > 2 && crowded++ == 0) first_crowded = middle;
    i = end;
  }
  if (open > 0)
    report.errors.push_back(
        fmt::format("the surface is not closed: {} of its edges {} one triangle only, the first "
                    "about {}",
                    open, open == 1 ? "has" : "have", place(first_open)));
  if (crowded > 0)
    report.errors.push_back(fmt::format("{} {} more than two triangles, the first about {}",
                                        crowded, crowded == 1 ? "edge has" : "edges have",
                                        place(first_crowded)));
  return open + crowded == 0;
}

using Pieces = std::vector<std::vector<int>>;  // faces that hang together

/// Turns faces until neighbours agree; false: they cannot, as on a Moebius strip.
bool agree(TriangleMesh& mesh, const Neighbours& sides, int& turned, Pieces& pieces) {
  std::vector<std::array<std::pair<int, bool>, 3>> next(mesh.faces.size());
  std::vector<int> count(mesh.faces.size(), 0);
  for (size_t i = 0; i < sides.halves.size(); i += 2) {
    const auto &a = sides.halves[i], &b = sides.halves[i + 1];
    const bool alike = a.forward != b.forward;
    next[size_t(a.face)][size_t(count[size_t(a.face)]++)] = {b.face, alike};
    next[size_t(b.face)][size_t(count[size_t(b.face)]++)] = {a.face, alike};
  }
  std::vector<int> side(mesh.faces.size(), 0);  // 1: as it is, -1: to be turned
  for (size_t start = 0; start < side.size(); ++start) {
    if (side[start] != 0) continue;
    std::vector<int>& piece = pieces.emplace_back(1, int(start));
    side[start] = 1;
    int against = 0;
    for (size_t k = 0; k < piece.size(); ++k)
      for (const auto& [face, alike] : next[size_t(piece[k])]) {
        const int wanted = alike ? side[size_t(piece[k])] : -side[size_t(piece[k])];
        if (side[size_t(face)] == 0) {
          side[size_t(face)] = wanted;
          against += wanted < 0 ? 1 : 0;
          piece.push_back(face);
        } else if (side[size_t(face)] != wanted) {
          return false;
        }
      }
    if (2 * against > int(piece.size()))  // the majority is right
      for (const int face : piece) side[size_t(face)] = -side[size_t(face)];
  }
  for (size_t f = 0; f < side.size(); ++f) {
    if (side[f] > 0) continue;
    std::swap(mesh.faces[f][1], mesh.faces[f][2]);
    ++turned;
  }
  return true;
}

/// Turns pieces that look inwards, but for cavities: those lie within the box of another piece.
void turn_outwards(TriangleMesh& mesh, const Pieces& pieces, MeshReport& report) {
  std::vector<Eigen::AlignedBox3d> boxes(pieces.size());
  std::vector<double> volumes(pieces.size(), 0);
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (const int f : pieces[i])
      for (const int corner : mesh.faces[size_t(f)]) boxes[i].extend(mesh.points[size_t(corner)]);
    const Vector3 middle = boxes[i].center();
    for (const int f : pieces[i]) {
      const auto& [a, b, c] = mesh.faces[size_t(f)];
      const Vector3 u = mesh.points[size_t(a)] - middle, v = mesh.points[size_t(b)] - middle;
      volumes[i] += u.cross(v).dot(mesh.points[size_t(c)] - middle) / 6;
    }
  }
  // a cavity looks the other way than what is around it
  const double sign = std::accumulate(volumes.begin(), volumes.end(), 0.0) < 0 ? -1 : 1;
  size_t turned = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    bool inwards = sign < 0;
    if (sign * volumes[i] < 0) {
      bool cavity = false;
      for (size_t j = 0; j < pieces.size() && !cavity; ++j)
        cavity = j != i && boxes[j].contains(boxes[i]);
      if (!cavity) inwards = !inwards;
    }
    if (!inwards) continue;
    ++turned;
    for (const int f : pieces[i]) std::swap(mesh.faces[size_t(f)][1], mesh.faces[size_t(f)][2]);
  }
  if (turned == pieces.size())
    report.notes.emplace_back("its triangles looked inwards; they were turned");
  else if (turned > 0)
    report.notes.push_back(fmt::format("{} of its {} separate pieces looked inwards and {} turned",
                                       turned, pieces.size(), turned == 1 ? "was" : "were"));
}

/// False: there is a number that is none.
bool all_finite(const TriangleMesh& mesh, MeshReport& report) {
  const auto bad =
      std::ranges::find_if(mesh.points, [](const Vector3& x) { return !x.allFinite(); });
  if (bad == mesh.points.end()) return true;
  report.errors.push_back(fmt::format("point {} is not finite", bad - mesh.points.begin() + 1));
  return false;
}

void drop_lines(TriangleMesh& mesh, MeshReport& report) {
  const size_t before = mesh.faces.size();
  std::erase_if(mesh.faces, [](const std::array<int, 3>& f) {
    return f[0] == f[1] || f[1] == f[2] || f[2] == f[0];
  });
  if (const size_t dropped = before - mesh.faces.size(); dropped > 0)
    report.notes.push_back(fmt::format("{} {} of two equal corners and {} left out", dropped,
                                       dropped == 1 ? "triangle is" : "triangles are",
                                       dropped == 1 ? "is" : "are"));
}

}  // namespace

TriangleMesh sound_mesh(TriangleMesh mesh, const Place& place, MeshReport& report) {
  if (!all_finite(mesh, report)) return {};
  join_points(mesh);
  drop_lines(mesh, report);
  if (mesh.faces.size() < 4) {
    report.errors.push_back(fmt::format("{} triangles enclose nothing", mesh.faces.size()));
    return {};
  }
  const Neighbours sides(mesh);
  if (!report_open_edges(mesh, sides, place, report)) return {};
  int turned = 0;
  Pieces pieces;
  if (!agree(mesh, sides, turned, pieces)) {
    report.errors.emplace_back(
        "the surface has one side only: its triangles cannot agree on an outside");
    return {};
  }
  if (turned > 0)
    report.notes.push_back(fmt::format("{} of {} triangles {} turned to agree with {} neighbours",
                                       turned, mesh.faces.size(), turned == 1 ? "was" : "were",
                                       turned == 1 ? "its" : "their"));
  turn_outwards(mesh, pieces, report);
  const double size = box_of(mesh).diagonal().norm();
  if (!(volume_moments(mesh).volume > 1e-12 * size * size * size)) {
    report.errors.emplace_back("it encloses no volume");
    return {};
  }
  const SelfCuts cuts = self_cuts(mesh);
  if (cuts.count > 0)
    report.notes.push_back(fmt::format("it cuts itself at {} {}, the first about {}", cuts.count,
                                       cuts.count == 1 ? "place" : "places", place(cuts.first)));
  if (!cuts.complete)
    report.notes.emplace_back(
        "too many of its triangles are near each other to look for all places where it cuts "
        "itself");
  return mesh;
}

}  // namespace cuttle
