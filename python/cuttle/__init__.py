"""cuttle: a simulator of hybrid rigid-soft robots.

    import cuttle
    m = cuttle.load('models/pendulum.yaml')
    traj = cuttle.simulate(m, t_end=2)
    print(traj['angle.angle'][-1])

Models: load, loads, model and the functions of cuttle.spec. Runs: Model.run, simulate, statics,
Simulator, rollout. Equations: forward_dynamics, mass_matrix, jacobian, ... Control: linearize,
inverse_statics, continuous_regulator, ... Learning: Env, VectorEnv.
Numbers are float64 in SI units; `u=None` always means the signals of the model.
"""
import importlib.util as _util
import pathlib as _pathlib
import sys as _sys


def _compiled_for(file):
    """'3.12' of _core.cpython-312-x86_64-linux-gnu.so; '' if the name does not say."""
    tag = file.name.split('.')[1].split('-')
    return f'{tag[1][0]}.{tag[1][1:]}' if tag[0] == 'cpython' and len(tag) > 1 else ''


def _way_out():
    """What to do if the compiled part cannot be imported; empty: nothing is known to be wrong."""
    here, this = _pathlib.Path(__file__).parent, '{}.{}'.format(*_sys.version_info)
    compiled = sorted(here.glob('_core*.so'))
    versions = sorted({_compiled_for(file) for file in compiled} - {''})
    python = f'/usr/bin/python{versions[0]}' if versions else '/usr/bin/python3'
    if not compiled and (here.parent / 'CMakeLists.txt').exists():
        return (f'{here} is the source of the package. Run `make python` in {here.parents[1]}, '
                'leave this folder, and set PYTHONPATH as it says')
    if not compiled:
        return f'{here} is not built yet: run `make python` where the sources are'
    if versions and this not in versions:
        return (f'it is compiled for Python {" and ".join(versions)}, and {_sys.executable} is '
                f'Python {this}: use {python}, or build it again for this one')
    if _util.find_spec('numpy') is None:
        same = _pathlib.Path(python).resolve() == _pathlib.Path(_sys.executable).resolve()
        return (f'{_sys.executable} (Python {this}) has no NumPy: install it (python3-numpy)'
                + ('' if same else f', or use {python}'))
    return ''


if _way := _way_out():
    raise ImportError(f'cuttle cannot be imported: {_way}', name='cuttle')

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
