#pragma once
// What a run records: columns of numbers computed from a state.

#include <span>
#include <variant>
#include <vector>

#include "cuttle/actuation/attachment.h"
#include "cuttle/actuation/cable.h"
#include "cuttle/actuation/muscle.h"
#include "cuttle/model/spec.h"
#include "cuttle/sim/probe_net.h"
#include "cuttle/sim/probe_shell.h"
#include "cuttle/sim/probe_water.h"
#include "cuttle/sim/trajectory.h"

namespace cuttle {

/// Position, orientation and velocity of a place on a body. Columns x, y, z [m]; qw, qx, qy, qz;
/// wx, wy, wz [rad/s] and vx, vy, vz [m/s], all in world axes. What an IMU there measures, in its
/// own axes: ax, ay, az [m/s^2] (acceleration minus gravity) and gx, gy, gz [rad/s]. depth [m]
/// below the surface of the water.
struct FrameTarget {
  Attachment at;
  bool position = true, rotation = false, velocity = false, imu = false, depth = false;
  Vector3 up = Vector3::UnitZ();  // depth = level - up . position
  double level = 0;               // [m] of the surface; zero if it is far above
};

/// The six strains of a rod at an abscissa: xi = rest + basis q.
struct StrainTarget {
  int body = 0;
  Vector6 rest = Vector6::Zero();
  MatrixX basis;  // (6 x n)
};

/// Coordinates, rates and driving efforts of the joint of a body.
struct JointTarget {
  int body = 0;
};

/// What a body puts on its carrier through its joint, at its own base frame, in world axes: fx, fy,
/// fz [N] and mx, my, mz [N m].
struct ReactionTarget {
  int body = 0;
};

/// Length [m] and tension [N] of a cable.
struct CableTarget {
  const Cable* cable = nullptr;  // one of Model::actors, which keeps it alive
};

/// Strength [N m] or [N] where the front of a muscle starts, recruited length [m] and power [W].
struct MuscleTarget {
  const Muscle* muscle = nullptr;  // one of Model::actors, which keeps it alive
};

/// Whether a connection is closed, its gap [m] and tilt [rad], and what it does to its second body:
/// fx, fy, fz [N] and mx, my, mz [N m] about its frame, in world axes.
struct ConnectionTarget {
  int connection = 0;
};

/// Numbers of places where a contact is closed, sticks and slides, its largest depth [m], the sums
/// of normal and tangential forces [N], and the force on its second side in world axes: fx, fy, fz
/// [N]. A pair whose members are on both sides has none. With a body or an obstacle: only its
/// places, and the force on it.
struct ContactTarget {
  int rule = 0;
  int body = -1;
  int obstacle = -1;  // its shape
};

/// Lx, Ly, Lz [N m s] about the world's origin and Px, Py, Pz [N s] of the whole robot and of the
/// water that it carries along: the impulse of robot and water, which still, ideal water keeps.
struct MomentumTarget {};

class Probe {
 public:
  using Target =
      std::variant<FrameTarget, StrainTarget, JointTarget, CableTarget, MuscleTarget,
                   ConnectionTarget, ContactTarget, MomentumTarget, ThrusterTarget, FinTarget,
                   SwimmerTarget, ShellTarget, JetTarget, ReactionTarget, NetTarget>;

  Probe(std::string name, const Model& model, Target target);
  const std::string& name() const { return name_; }
  const Target& target() const { return target_; }
  const std::vector<Column>& columns() const { return columns_; }

  /// Writes one number per column. Reads ws after forward_dynamics or inverse_dynamics at (x, u)
  /// (with connections: their forces in ws.lambda; with contacts: ws.contact.contacts);
  /// update_kinematics is enough unless a joint with prescribed coordinates is recorded (drive
  /// efforts) or an IMU (ws.a). A momentum probe overwrites M_bb, M_bq, M_qq of ws. Never
  /// allocates.
  void evaluate(const Model&, const State& x, const Input& u, Workspace& ws,
                std::span<double> row) const;

 private:
  std::string name_;
  Target target_;
  std::vector<Column> columns_;
};

/// energy.kinetic, .gravity, .elastic, .actuation, .total, .work, .residual [J].
std::vector<Column> energy_columns();

/// Writes the energy columns. `work` is the integral of power() since the start, where the total
/// energy was `initial_total`; residual = total - initial_total - work.
void evaluate_energy(const Model&, const State& x, const Input& u, const Workspace& ws, double work,
                     double initial_total, std::span<double> row);

/// All columns of a record: those of the probes in order, then the energy.
std::vector<Column> record_columns(const std::vector<Probe>& probes);

/// One row of the record; the same reads and promises as Probe::evaluate.
void evaluate_record(const std::vector<Probe>& probes, const Model&, const State& x, const Input& u,
                     double work, double initial_total, Workspace& ws, std::span<double> row);

}  // namespace cuttle
