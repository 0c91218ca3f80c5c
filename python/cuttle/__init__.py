"""cuttle: a simulator of hybrid rigid-soft robots.

    import cuttle
    m = cuttle.load('models/pendulum.yaml')
    traj = cuttle.simulate(m, t_end=2)
    print(traj['angle.angle'][-1])

Models: load, loads, model and the functions of cuttle.spec. Runs: Model.run, simulate, statics,
Simulator, rollout. Equations: forward_dynamics, mass_matrix, jacobian, ... Control: linearize,
inverse_statics, continuous_regulator, ... Learning: Env, VectorEnv.
Numbers are float64 in SI; `u=None` always means the signals of the model.
"""
from . import spec
from ._core import (Model, Simulator, State, Trajectory, acceleration_slope, actuation_matrix, bias,
                    bounded_least_squares, constraint_matrix, continuous_regulator, coriolis,
                    damping_matrix, discrete_regulator, discretise, energy, forward_dynamics,
                    frame_pose, frame_twist, gravity_force, inverse_dynamics, jacobian,
                    jacobian_rate_times_v, load, loads, mass_matrix, momentum, probes, statics,
                    statics_derivative, statics_slope, stiffness_matrix)
from .analysis import (AccelerationDerivatives, InverseStatics, Linear, RolloutTangent, Workspace,
                       forward_dynamics_derivatives, inverse_statics, linearize, rollout_tangent,
                       workspace_sample)
from .control import FunctionController
from .env import Box, Env, VectorEnv
from .errors import Diagnostic, InputError, SolverError
from .motion import Rollout, rollout, run, simulate
from .plot import Plot, plot
from .show import Page, show
from .spec import model

# cuttle.load reads files; the part of that name is cuttle.spec.load
for _name in spec.__all__:
    if _name not in globals():
        globals()[_name] = getattr(spec, _name)

Model.run = run
Trajectory.plot = plot
Trajectory.show = show

__all__ = ['spec'] + sorted(_name for _name, _value in globals().items()
                            if not _name.startswith('_') and type(_value) is not type(spec))
