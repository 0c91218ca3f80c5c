#pragma once
// The robot: checked once by build(), immutable, shared by threads.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/core/actor.h"
#include "cuttle/core/body.h"
#include "cuttle/core/connection.h"
#include "cuttle/core/contact.h"
#include "cuttle/core/input_law.h"
#include "cuttle/core/joint.h"
#include "cuttle/core/joint_contact.h"
#include "cuttle/core/state.h"

namespace cuttle {

/// A body behind its joint. Bodies are numbered so that a parent comes before its children.
struct Body {
  std::string name;
  int parent = -1;                           // body, or -1 for the world
  int parent_point = 0;                      // point of the parent that carries the joint
  Pose X_PJ;                                 // fixed side of the joint in that point's frame
  std::string joint_kind;                    // as the user named it
  std::vector<JointStep> steps;              // the joint, from the parent to the body
  int q = 0, v = 0;                          // first own coordinate in State::q, State::v
  std::shared_ptr<const BodyFamily> family;  // shared: copies of a part share their data

  int n() const { return family->n(); }
};

/// An entry of Input::u.
struct InputInfo {
  std::string name;  // e.g. "cables.c1.tension"
  std::string unit;
};

struct Model {
  std::string name;
  Vector3 gravity = Vector3(0, 0, -9.81);  // [m/s^2]
  std::vector<Body> bodies;
  std::vector<std::shared_ptr<const Actor>> actors;
  std::vector<Connection> connections;
  ContactModel contact;
  std::vector<JointContact> joint_contacts;
  std::vector<InputInfo> inputs;
  std::shared_ptr<const InputLaw> law;  // of entries that follow the state; null: there are none
  std::vector<std::string> q_names, v_names;
  VectorX q_scale, v_scale;  // (nq), (nv) sizes that absolute tolerances refer to
  int nq = 0, nv = 0;

  int nu() const { return int(inputs.size()); }
  /// Shapes may touch, or parts of joints do.
  bool touches() const { return !contact.empty() || !joint_contacts.empty(); }
  int find_body(std::string_view body_name) const;  // -1 when there is none
};

/// Numbers the coordinates, sizes the state and the scales. The last step of building a model.
void finish_layout(Model&);

/// All joints and strains at rest, springs at ease, unit quaternions, t = 0.
State rest_state(const Model&);

/// q' = N(q) v and q ⊕ d over all joints and strains.
void position_rate(const Model&, const VectorX& q, const VectorX& v, VectorX& q_dot);
void retract(const Model&, const VectorX& q, const VectorX& d, VectorX& out);

/// d with N(q) d = r: a small change of coordinates as a displacement (lengths of quaternions do
/// not count).
void displacement(const Model&, const VectorX& q, const VectorX& r, VectorX& d);

/// Unit quaternions; prescribed coordinates take their exact value and velocity.
void normalize(const Model&, const Input&, VectorX& q, VectorX& v);

/// Sets the entries of prescribed coordinates to zero: they have no equation of their own.
void clear_prescribed(const Model&, VectorX& residual);

/// d with q = retract(model, q0, d): logarithms of rotations and motions, differences elsewhere.
void difference(const Model&, const VectorX& q0, const VectorX& q, Eigen::Ref<VectorX> d);

}  // namespace cuttle
