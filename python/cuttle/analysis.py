"""Derivatives, linear models and inverse problems: results with several parts."""
from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._core import Model, State
from .control import Names, name_list

Inputs = Union[None, Sequence[float], np.ndarray]
Frame = Union[str, Tuple[str, float]]
Bound = Union[None, float, Sequence[float], np.ndarray]


class AccelerationDerivatives(NamedTuple):
    """a = forward_dynamics(x, u) and its exact derivatives; q changes by displacements."""

    a: np.ndarray      # (nv)
    da_dq: np.ndarray  # (nv, nv)
    da_dv: np.ndarray  # (nv, nv)
    da_du: np.ndarray  # (nv, nu)


def forward_dynamics_derivatives(model: Model, x: State,
                                 u: Inputs = None) -> AccelerationDerivatives:
    """Exact derivatives of the accelerations at x under u. q changes by displacements, q (+) d, as
    in State.displace; prescribed coordinates follow the input."""
    return AccelerationDerivatives(*_core._forward_dynamics_derivatives(model, x, u))


class Linear(NamedTuple):
    """z' = A z + B du, y = C z + D du, with z = (displacement, change of v) of the n free
    coordinates: displacement (nv) = basis @ z[:n]."""

    A: np.ndarray             # (2n, 2n)
    B: np.ndarray             # (2n, nu)
    C: np.ndarray             # (outputs, 2n)
    D: np.ndarray             # (outputs, nu)
    basis: np.ndarray         # (nv, n)
    acceleration: np.ndarray  # (n) of the state itself: zero at an equilibrium


def linearize(model: Model, x: State, u: Inputs = None, outputs: Names = ()) -> Linear:
    """Small motions about x under u; `outputs` are columns of probes. A and B are exact, C and D
    accurate to about 1e-10. `discretise` converts the result to discrete time."""
    return Linear(*_core._linearize(model, x, u, name_list(outputs)))


class RolloutTangent(NamedTuple):
    """A motion in intervals and its derivative: dx_(k+1) = A[k] dx_k + B[k] du_k, with
    dx = (displacement, change of v)."""

    t: np.ndarray  # (steps + 1)
    q: np.ndarray  # (steps + 1, nq)
    v: np.ndarray  # (steps + 1, nv)
    A: np.ndarray  # (steps, 2 nv, 2 nv)
    B: np.ndarray  # (steps, 2 nv, nu)


def rollout_tangent(model: Model, x0: Optional[State], u: np.ndarray, dt: float,
                    substeps: int = 10) -> RolloutTangent:
    """A motion from x0 under inputs u (steps, nu), each held for dt [s] and integrated in
    `substeps` equal steps of fourth order, with the exact derivative of the steps taken."""
    q, v, A, B = _core._rollout_tangent(model, x0, u, dt, substeps)
    t0 = (x0 if x0 is not None else model.initial_state()).t
    return RolloutTangent(t0 + dt * np.arange(q.shape[0]), q, v, A, B)


def _some(inputs: Optional[Names]) -> Optional[List[str]]:
    return None if inputs is None else name_list(inputs)


class InverseStatics(NamedTuple):
    """Inputs whose equilibrium places a frame at its goal, or as near as the bounds allow."""

    u: np.ndarray          # (nu) all inputs
    x: State               # their equilibrium
    reached: bool          # False: the goal is out of reach, and this is the best
    pose: np.ndarray       # (4, 4) where the frame is
    position_error: float  # [m]
    rotation_error: float  # [rad]
    at_bound: List[int]    # for each commanded input: -1 held back by low, +1 by high, 0 free


def inverse_statics(model: Model, frame: Frame, goal: np.ndarray, *,
                    inputs: Optional[Names] = None, low: Bound = None, high: Bound = None,
                    u: Inputs = None, guess: Optional[State] = None) -> InverseStatics:
    """Inputs that hold a frame at a pose (4, 4) or at a position (3).

    inputs: those that may be chosen (default: all that prescribe no coordinate), within low and
    high; tensions are never negative. u: the first guess, and the values of all other inputs. The
    search is local: if it ends out of reach, another guess may succeed."""
    return InverseStatics(**_core._inverse_statics(model, frame, goal, _some(inputs), low, high,
                                                   u, guess))


class Workspace(NamedTuple):
    """Equilibrium poses of a frame under many inputs."""

    poses: np.ndarray               # (samples, 4, 4); nan where there is no equilibrium
    states: List[Optional[State]]
    status: List[str]


def workspace_sample(model: Model, frame: Frame, choices: np.ndarray, *,
                     inputs: Optional[Names] = None, u: Inputs = None,
                     start: Optional[State] = None) -> Workspace:
    """Equilibria for many choices (samples, inputs) of some inputs; the others are taken from u."""
    return Workspace(*_core._workspace_sample(model, frame, choices, _some(inputs), u, start))
