#pragma once
// Where along its axis a panel of a rod touches another shape.

#include <limits>

#include "cuttle/contact/contact_side.h"
#include "cuttle/contact/panel.h"
#include "cuttle/core/model.h"

namespace cuttle {

/// Whether the panel is the second shape of a key: its `feature` says so between two panels.
bool second_is_panel(const ContactModel&, const ContactKey&);

/// A place of the panel's axis, and what is across the gap.
struct PanelPlace {
  double length = 0;                 // [m] of the rod that it stands for
  double gap = 0, gap_rate = 0;      // [m], [m/s]
  double u = 0, t = 0;               // on the panel, and on the other if it is one
  Vector3 n = Vector3::UnitZ();      // from the other to the panel
  Vector3 p = Vector3::Zero();       // on the axis
  Vector3 x = Vector3::Zero();       // between the surfaces
  std::array<ContactSide, 2> sides;  // the panel, the other
};

class PanelPair {
 public:
  /// Looks for places nearer than `reach`.
  PanelPair(const Model&, const Workspace&, const ContactKey&, double reach);

  /// The side of the contact that the panel is.
  size_t mine() const { return size_t(mine_); }
  double least_gap() const { return gap_; }
  /// Between two rods each gives half.
  double share() const { return other_shape_.is_panel() ? 0.5 : 1; }
  double length() const { return share() * panel_.shape().length; }

  PanelPlace nearest_place() const { return place(least_, length()); }

  /// The places where the gap is below zero, by Gauss's rule, and caps.
  template <class Visit>
  void for_each_place(const Visit& visit) const {
    for (int i = 0; i < count_; ++i) {
      const auto [from, to] = pieces_[size_t(i)];
      for (size_t k = 0; k < 4; ++k)
        visit(
            place(from + kGaussPlaces[k] * (to - from), kGaussWeights[k] * (to - from) * length()));
    }
    for (const size_t end : {size_t(0), size_t(1)})
      if (touches_at_[end]) visit(place(double(end), share() * panel_.shape().radius[end]));
  }

  /// How its normal turns with the axis.
  Matrix3 curvature(const PanelPlace&) const;
  /// The material of both sides at a place that moves with them.
  std::array<ContactSide, 2> sides_at(const PanelPlace&, const Vector3& x) const;

 private:
  // Gauss's rule with four points on 0 .. 1: exact for a parabola of gaps and a spring
  static constexpr std::array<double, 4> kGaussPlaces = {0.069431844202973712, 0.33000947820757187,
                                                         0.66999052179242813, 0.93056815579702629};
  static constexpr std::array<double, 4> kGaussWeights = {0.17392742256872693, 0.32607257743127307,
                                                          0.32607257743127307, 0.17392742256872693};

  bool is_beyond(double reach) const;
  void look(const PanelGap& gap, double from, double to);
  void look_at_end(const PanelGap& gap, size_t end);
  void look_at_obstacle();
  void look_at_rod();
  Vector3 out_of(double u, double t) const;
  PanelPlace place(double u, double length) const;

  const Workspace& ws_;
  int mine_;
  const ContactShape &shape_, &other_shape_;
  Panel panel_;
  const PlacedShape& other_;
  Panel other_panel_;
  std::array<ClippedPanel::Piece, 27> pieces_;  // of nine stretches
  int count_ = 0;
  double least_ = 0, gap_ = std::numeric_limits<double>::infinity();
  std::array<bool, 2> touches_at_ = {false, false};
};

}  // namespace cuttle
