#include "cuttle/contact/contact_preconditioner.h"

#include "cuttle/contact/contact_side.h"

namespace cuttle {

void ContactPreconditioner::prepare(const Model& model, const Workspace& ws, double gamma) {
  gamma_ = gamma;
  columns_.clear();
  stiffness_.clear();
  damping_.clear();
  for (const Contact& c : ws.contact.contacts) {
    if (!c.closed()) continue;
    const ContactRule& rule = model.contact.rules[size_t(c.rule)];
    const Matrix3 axes = contact_axes(c.n);
    const bool sticks = rule.rough() && !c.sliding;
    for (int axis = 0; axis < (sticks ? 3 : 1); ++axis) {
      const double k = axis == 0 ? c.stiffness : c.bristle_stiffness;
      const double d = axis == 0 ? c.damping : c.bristle_damping;
      if (!(gamma * k + d > 0)) continue;
      add_contact_row(model, c, axes, axis, ws, columns_);
      stiffness_.push_back(k);
      damping_.push_back(d);
    }
  }
  for (size_t i = 0; i < model.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const StepWork& step = ws.steps[size_t(c.body)][size_t(c.step)];
    if (!(gamma * step.K + step.D > 0)) continue;
    columns_.add_coordinate(model, ws, c.body, c.v, 1);
    stiffness_.push_back(step.K);
    damping_.push_back(step.D);
  }
  const int rows = columns_.count();
  if (rows == 0) return;
  S_.setZero(rows, rows);
  columns_.for_each_product([&](int i, int j, double part) {
    S_(i, j) += part;
    if (i != j) S_(j, i) += part;
  });
  for (int i = 0; i < rows; ++i)
    S_(i, i) += 1 / (gamma * (damping_[size_t(i)] + gamma * stiffness_[size_t(i)]));
  lu_.compute(S_);
}

void ContactPreconditioner::add_stiff_force(const VectorX& r_q, const VectorX& r_v,
                                            VectorX& f) const {
  for (int i = 0; i < columns_.count(); ++i) {
    const double k = stiffness_[size_t(i)], d = damping_[size_t(i)];
    const double force =
        gamma_ * ((d + gamma_ * k) * columns_.rate(i, r_v) + k * columns_.rate(i, r_q));
    columns_.add_row(i, force, f);
  }
}

void ContactPreconditioner::stiffen(VectorX& y) {
  if (columns_.count() == 0) return;
  rates_.resize(columns_.count());
  for (int i = 0; i < columns_.count(); ++i) rates_[i] = columns_.rate(i, y);
  lu_.solve(rates_, force_);
  for (int i = 0; i < columns_.count(); ++i) columns_.add_column(i, -force_[i], y);
}

Matrix3 contact_axes(const Vector3& n) {
  Eigen::Index smallest = 0;
  n.cwiseAbs().minCoeff(&smallest);
  Matrix3 axes;
  axes.col(0) = n;
  axes.col(1) = n.cross(Vector3(Vector3::Unit(smallest))).normalized();
  axes.col(2) = n.cross(Vector3(axes.col(1)));
  return axes;
}

void add_contact_row(const Model& model, const Contact& c, const Matrix3& axes, int axis,
                     const Workspace& ws, TreeColumns& columns) {
  const Vector3 force = axes.col(axis);
  const bool spread = axis == 0 && c.panel >= 0;
  std::array<TreeColumns::Push, 4> pushes;
  int count = 0;
  for (size_t s = 0; s < 2; ++s) {
    const ContactSide& side = c.sides[s];
    for (size_t k = 0; k < size_t(side.points); ++k) {
      const PanelSum::End end = spread ? ws.contact.panels[size_t(c.panel)].row[s][k]
                                       : share_of(side, k, s == 0 ? Vector3(-force) : force);
      const Matrix3& R = ws.bodies[size_t(side.body)].X_WB.R;
      TreeColumns::Push& push = pushes[size_t(count++)];
      push.body = side.body;
      push.point = side.point[k];
      push.wrench.head<3>() = R.transpose() * end.moment;
      push.wrench.tail<3>() = R.transpose() * end.force;
    }
  }
  columns.add(model, ws, std::span(pushes).first(size_t(count)));
}

}  // namespace cuttle
