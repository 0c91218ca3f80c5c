"""Runs of a model, and their results."""
from __future__ import annotations

from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._core import Model, State, Trajectory
from .control import FunctionController
from .errors import SolverError

Inputs = Union[None, Sequence[float], np.ndarray, Callable[[float], Sequence[float]]]


def _checked(trajectory: Trajectory, check: bool) -> Trajectory:
    if check and trajectory.failure is not None:
        error = SolverError(trajectory.status, *trajectory.failure)
        error.trajectory = trajectory
        raise error
    return trajectory


def run(model: Model, check: bool = True) -> Trajectory:
    """The study that the model asks for: dynamics, statics, a load path or modes.

    Raises SolverError if it ends early (check=False: look at `ok` and `status`)."""
    return _checked(_core._run(model), check)


def simulate(model: Model, t_end: Optional[float] = None, x0: Optional[State] = None,
             u: Inputs = None, *, method: Optional[str] = None, rtol: Optional[float] = None,
             atol: Optional[float] = None, step: Optional[float] = None,
             output_step: Optional[float] = None, sample_time: Optional[float] = None,
             controllers: Optional[Sequence[FunctionController]] = None,
             check: bool = True) -> Trajectory:
    """A motion from x0 (default: the start of the model) for t_end seconds, from t = 0.

    u: None (signals and controllers of the model), or instead of them an array (nu) that is held
    constant, or a function u(t), called every `sample_time` (default: output_step) and held in
    between. method, rtol, atol, step, output_step: as in `study` of a model file, whose values they
    replace. controllers: a list of FunctionController, for inputs without another controller.
    Raises SolverError if the motion ends early (check=False: look at `ok` and `status`)."""
    trajectory = _core._simulate(model, x0, u, sample_time, controllers, t_end=t_end,
                                 method=method, rtol=rtol, atol=atol, step=step,
                                 output_step=output_step)
    return _checked(trajectory, check)


class Rollout(NamedTuple):
    """Many motions: states at t (steps + 1), and how each ended ('ok')."""

    t: np.ndarray  # (steps + 1)
    q: np.ndarray  # (runs, steps + 1, nq); nan after a failure
    v: np.ndarray  # (runs, steps + 1, nv)
    status: List[str]


def rollout(model: Model, x0: Union[None, State, Sequence[State]] = None,
            u: Optional[np.ndarray] = None, dt: float = 0.01, steps: Optional[int] = None,
            threads: int = 0, **options: Any) -> Rollout:
    """Many motions on all cores (threads=0), bit for bit as in single runs.

    x0: a state for all, or a list with one for each run. u (runs, steps, nu): inputs, held over
    intervals of dt [s]; None: `steps` intervals under the signals of the model. Options: method,
    rtol, atol, step."""
    q, v, status = _core._rollout(model, x0, u, dt, steps, threads, **options)
    start = x0[0] if isinstance(x0, (list, tuple)) else x0
    t0 = model.initial_state().t if start is None else start.t
    return Rollout(t0 + dt * np.arange(q.shape[1]), q, v, status)
