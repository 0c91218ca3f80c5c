// Probes of connections and contacts.

#include <algorithm>

#include "cuttle/connection/connection_rows.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/probe_kind.h"

namespace cuttle {

namespace {

/// Whether a connection is closed, its gap [m] and tilt [rad], and what it does to its second body:
/// fx, fy, fz [N] and mx, my, mz [N m] about its frame, in world axes.
class ConnectionProbe final : public ProbeTarget {
 public:
  ConnectionProbe(const Draft& draft, const ProbeSpec& probe) {
    while (draft.model.connections[size_t(connection_)].name != probe.connection) ++connection_;
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"closed"}, "-", "1 while it is closed, 0 while it is open");
    list.add({"gap"}, "m", "largest distance by which the connection misses");
    list.add({"tilt"}, "rad", "largest angle by which the connection misses");
    list.add({"fx", "fy", "fz"}, "N", "force on the second body, world axes");
    list.add({"mx", "my", "mz"}, "N m", "moment on the second body about its frame, world axes");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    const auto index = size_t(connection_);
    const ConnectionMotion m = connection_motion(at.model, at.ws, at.model.connections[index],
                                                 at.x.connections[index], false);
    const int turns = m.rows.turns, slides = m.rows.count - turns;
    const auto largest = [&](int first, int count) {
      return count > 0 ? m.rows.gap.segment(first, count).cwiseAbs().maxCoeff() : 0.0;
    };
    const bool closed = at.x.connections[index].closed;
    row.put(closed ? 1 : 0);
    row.put(closed ? largest(turns, slides) : 0.0);
    row.put(closed ? largest(0, turns) : 0.0);
    Vector6 wrench = Vector6::Zero();
    if (closed) {
      int first = 0;
      for (size_t i = 0; i < index; ++i) first += at.model.connections[i].rows();
      for (int k = 0; k < m.rows.count; ++k)
        wrench += at.ws.lambda[first + k] * m.rows.C.row(k).transpose();
    }
    row.put_all(Vector3(m.b.X_WM.R * wrench.tail<3>()));
    row.put_all(Vector3(m.b.X_WM.R * wrench.head<3>()));
  }

 private:
  int connection_ = 0;
};

/// Numbers of places where a contact is closed, sticks and slides, its largest depth [m], the sums
/// of normal and tangential forces [N], and the force on its second side in world axes: fx, fy, fz
/// [N]. A pair whose members are on both sides has none. With a body or an obstacle: only its
/// places, and the force on it.
class ContactProbe final : public ProbeTarget {
 public:
  ContactProbe(const Draft& draft, const ProbeSpec& probe) : body_(draft.body_index(probe.of)) {
    while (draft.spec.contacts[size_t(rule_)].name != probe.contact) ++rule_;
    // obstacles are the last shapes, one each
    const auto& obstacles = draft.spec.obstacles;
    const size_t first = draft.model.contact.shapes.size() - obstacles.size();
    for (size_t i = 0; i < obstacles.size(); ++i)
      if (obstacles[i].name == probe.of) obstacle_ = int(first + i);
  }

  void add_columns(const Model&, ColumnList& list) const override {
    list.add({"count"}, "-", "places where it is closed");
    list.add({"sticking", "sliding"}, "-",
             "of these, the places with friction that stick or slide");
    list.add({"depth"}, "m", "largest depth");
    list.add({"normal"}, "N", "sum of the normal forces");
    list.add({"friction"}, "N", "sum of the sizes of the tangential forces");
    const bool one = body_ >= 0 || obstacle_ >= 0;
    list.add({"fx", "fy", "fz"}, "N",
             one ? "force on it, world axes" : "force on the second side, world axes");
  }

  void write(const Snapshot& at, RowWriter& row) const override {
    int count = 0, sticking = 0, sliding = 0;
    double depth = 0, normal = 0, friction = 0;
    Vector3 force = Vector3::Zero();
    for (const Contact& c : at.ws.contact.contacts) {
      if (c.rule != rule_ || !c.closed()) continue;
      const Share share = share_of(at.model.contact, c);
      if (!share.counts) continue;
      const bool rough = at.model.contact.rules[size_t(c.rule)].rough();
      ++count;
      sticking += rough && !c.sliding ? 1 : 0;
      sliding += rough && c.sliding ? 1 : 0;
      depth = std::max(depth, -c.gap);
      normal += c.normal;
      friction += c.tangential.norm();
      force += share.sign * c.force();
    }
    for (const double value :
         {double(count), double(sticking), double(sliding), depth, normal, friction})
      row.put(value);
    row.put_all(force);
  }

 private:
  /// Share of a contact's force that counts, and whether its place does.
  struct Share {
    bool counts = true;
    double sign = 0;  // of the force on b
  };

  Share share_of(const ContactModel& model, const Contact& c) const {
    const ContactShape &a = model.shapes[size_t(c.key.a)], &b = model.shapes[size_t(c.key.b)];
    bool at_a = false, at_b = false;
    if (body_ >= 0) {
      at_a = a.body == body_;
      at_b = b.body == body_;
    } else if (obstacle_ >= 0) {
      at_a = c.key.a == obstacle_;
      at_b = c.key.b == obstacle_;
    } else {
      // b is the second side, or a, or either
      at_b = ((a.side_a & b.side_b) >> rule_ & 1) != 0;
      at_a = ((b.side_a & a.side_b) >> rule_ & 1) != 0;
    }
    return {at_a || at_b, (at_b ? 1.0 : 0.0) - (at_a ? 1.0 : 0.0)};
  }

  int rule_ = 0;
  int body_;
  int obstacle_ = -1;  // its shape
};

}  // namespace

ProbeTargetPtr make_connection_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const ConnectionProbe>(draft, probe);
}

ProbeTargetPtr make_contact_probe(const Draft& draft, const ProbeSpec& probe) {
  return std::make_shared<const ContactProbe>(draft, probe);
}

}  // namespace cuttle
