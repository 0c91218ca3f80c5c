"""Environments for learning with the interface of Gymnasium, which need not be installed."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._core import Model, Simulator, State
from .control import Names, name_list
from .errors import SolverError

Info = Dict[str, Any]
Bound = Union[float, Sequence[float], np.ndarray]


class OwnBox:
    """Vectors within bounds: the parts of gymnasium.spaces.Box that are needed here."""

    def __init__(self, low: Bound, high: Bound, shape: Tuple[int, ...],
                 dtype: Any = np.float64, seed: Optional[int] = None):
        self.shape = tuple(shape)
        self.dtype = np.dtype(dtype)
        self.low = np.broadcast_to(np.asarray(low, dtype), self.shape).copy()
        self.high = np.broadcast_to(np.asarray(high, dtype), self.shape).copy()
        self._random = np.random.default_rng(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        """Restarts the sequence of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> np.ndarray:
        """A random vector: uniform within bounds, normal or exponential without bounds."""
        below, above = np.isfinite(self.low), np.isfinite(self.high)
        low, high = np.where(below, self.low, 0), np.where(above, self.high, 0)
        tail = self._random.exponential(size=self.shape)
        out = self._random.normal(size=self.shape)
        out = np.where(below & ~above, low + tail, np.where(above & ~below, high - tail, out))
        uniform = self._random.uniform(low, np.maximum(low, high))
        return np.where(below & above, uniform, out).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether x is one of the vectors."""
        x = np.asarray(x)
        return x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))

    def __repr__(self) -> str:
        return f'Box({self.low}, {self.high}, {self.shape}, {self.dtype})'


try:
    from gymnasium.spaces import Box
except ImportError:
    Box = OwnBox


class Env:
    """A robot for learning: `reset(seed=1) -> obs, info`, `step(action) -> obs, reward,
    terminated, truncated, info`.

    model: a Model, or a model file. observe: columns of probes and sensors, or 'q', 'v', 't'
    (default: q and v). act: names of inputs (default: all that no formula of the state gives); the
    others follow the model's signals. reward(obs, action) -> float; terminated(obs) -> bool
    (default: never). dt: seconds per step; t_end: length of an episode, after which it is truncated. reset(model, random) -> State: the
    start of an episode, with a NumPy generator (default: the start of the model). low, high: bounds
    of the actions, one for all or one for each, those of tensions never below 0; actions beyond
    them are clipped and info['clipped'] is set. Other options are passed to Simulator. A motion
    that fails ends the episode: terminated, with info['failure']. The same seed and actions give
    bit-identical numbers.
    """

    metadata: Dict[str, Any] = {'render_modes': []}
    render_mode: Optional[str] = None

    def __init__(self, model: Union[Model, str, Path], *,
                 observe: Optional[Names] = None, act: Optional[Names] = None,
                 reward: Optional[Callable[[np.ndarray, np.ndarray], float]] = None,
                 terminated: Optional[Callable[[np.ndarray], bool]] = None, dt: float = 0.02,
                 t_end: float = 10.0,
                 reset: Optional[Callable[[Model, np.random.Generator], State]] = None,
                 low: Bound = -np.inf, high: Bound = np.inf, **options: Any):
        self.model = model if isinstance(model, Model) else _core.load(model)
        self.simulator = Simulator(self.model, **options)
        self.dt, self.t_end = float(dt), float(t_end)
        if not self.dt > 0 or not self.t_end > 0:
            raise ValueError(f'dt and t_end: must be > 0, got {dt} and {t_end}')
        self._reward, self._terminated, self._reset = reward, terminated, reset
        self._act = self._entries(act)
        self._observe = name_list(observe) if observe is not None else ['q', 'v']
        self._readers = [self._reader(name) for name in self._observe]
        self._needs_record = any(isinstance(reader, int) for reader in self._readers)
        size = self._observation().size
        self.observation_space = Box(-np.inf, np.inf, (size,), np.float64)
        self.action_space = self._bounded(low, high)
        self.np_random = np.random.default_rng()
        self._start = self.simulator.t
        self._last = np.zeros(size)
        self._ready = False

    def _entries(self, act: Optional[Names]) -> List[int]:
        if act is None:
            return [i for i, own in enumerate(self.model._formula_inputs) if not own]
        entries = [self.model.find_input(name) for name in name_list(act)]
        for i in entries:
            if self.model._formula_inputs[i]:
                raise ValueError(f'act: {self.model.input_names[i]} is given by a formula of the '
                                 'state')
            if entries.count(i) > 1:
                raise ValueError(f'act: {self.model.input_names[i]} is listed twice')
        return entries

    def _bounded(self, low: Bound, high: Bound) -> Box:
        shape = (len(self._act),)
        least, most = (np.broadcast_to(np.asarray(b, np.float64), shape) for b in (low, high))
        pulls = np.array([self.model._tension_inputs[i] for i in self._act], bool)
        least = np.where(pulls, np.maximum(least, 0), least)
        for i, a, b in zip(self._act, least, most):
            if not a <= b:
                raise ValueError(f'{self.model.input_names[i]}: low = {a:g} is above high = {b:g}')
        return Box(least, most, shape, np.float64)

    def _reader(self, name: str) -> Union[int, str]:
        columns = self.simulator.columns
        if name in columns:
            return columns.index(name)
        if name in ('q', 'v', 't'):
            return name
        raise ValueError(f"observe: no such column: '{name}'; {_hint(name, columns)}")

    def _observation(self) -> np.ndarray:
        sim = self.simulator
        record = sim.record if self._needs_record else None
        parts = []
        for reader in self._readers:
            if isinstance(reader, int):
                parts.append(record[reader:reader + 1])
            else:
                parts.append(np.atleast_1d(getattr(sim.state, reader)))
        return np.concatenate(parts) if parts else np.zeros(0)

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Info]:
        """Begins an episode. A seed makes it and the following ones repeatable, including the noise
        of sensors, which differs from episode to episode."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        x0 = self._reset(self.model, self.np_random) if self._reset is not None else None
        self.simulator.reset(x0, seed=int(self.np_random.integers(1, 2**63)))
        self._start = self.simulator.t
        self._last = self._observation()
        self._ready = True
        return self._last.copy(), {}

    def step(self, action: Sequence[float]) -> Tuple[np.ndarray, float, bool, bool, Info]:
        """One step of dt with the action held constant."""
        if not self._ready:
            raise RuntimeError('the episode is over: call reset() first')
        wanted = np.asarray(action)
        if wanted.dtype.kind not in 'fiu':
            raise TypeError(f'action: expected numbers, got dtype {wanted.dtype}')
        if wanted.shape != self.action_space.shape:
            raise ValueError(f'action: expected shape {self.action_space.shape}, '
                             f'got {wanted.shape}')
        used = np.clip(wanted, self.action_space.low, self.action_space.high)
        info: Info = {'clipped': bool(np.any(used != wanted)), 't': 0.0}
        inputs = used
        if len(self._act) != self.model.nu or self._act != list(range(self.model.nu)):
            inputs = self.model.input(self.simulator.t)
            inputs[self._act] = used
        try:
            self.simulator.step(inputs, self.dt)
            self._last = self._observation()
        except SolverError as error:
            info['failure'] = str(error)
        over = 'failure' in info or (self._terminated is not None
                                     and bool(self._terminated(self._last)))
        late = self.simulator.t - self._start >= self.t_end - 1e-9 * self.dt
        reward = float(self._reward(self._last, used)) if self._reward is not None else 0.0
        info['t'] = self.simulator.t
        self._ready = not (over or late)
        return self._last.copy(), reward, over, late, info

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


class VectorEnv:
    """n environments that step in parallel, on threads. Arrays have one row for each.

    When an episode ends, the next one begins at once: obs is then the first observation of the new
    episode, and infos[i]['final_observation'] the last one of the old episode. Environment i has
    the seed seed + i. Arguments are those of Env. `reward`, `terminated` and `reset` are Python
    code and wait for each other; the motions do not."""

    def __init__(self, model: Union[Model, str, Path], n: int, *, threads: Optional[int] = None,
                 **arguments: Any):
        if n < 1:
            raise ValueError(f'n: must be >= 1, got {n}')
        shared = model if isinstance(model, Model) else _core.load(model)
        self.envs = [Env(shared, **arguments) for _ in range(n)]
        self.num_envs = n
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self._pool = ThreadPoolExecutor(threads)

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, List[Info]]:
        """Begins all episodes."""
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        results = [env.reset(seed=s) for env, s in zip(self.envs, seeds)]
        return np.stack([obs for obs, _ in results]), [info for _, info in results]

    def step(self, actions: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray,
                                                 List[Info]]:
        """One step of all environments."""
        actions = np.asarray(actions, dtype=np.float64)
        expected = (self.num_envs,) + self.single_action_space.shape
        if actions.shape != expected:
            raise ValueError(f'actions: expected shape {expected}, got {actions.shape}')
        results = list(self._pool.map(_step_and_restart, self.envs, actions))
        obs, rewards, terminated, truncated, infos = zip(*results)
        return (np.stack(obs), np.array(rewards), np.array(terminated), np.array(truncated),
                list(infos))

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown()


def _step_and_restart(env: Env, action: np.ndarray) -> Tuple[np.ndarray, float, bool, bool, Info]:
    obs, reward, terminated, truncated, info = env.step(action)
    if terminated or truncated:
        info['final_observation'] = obs
        obs, _ = env.reset()
    return obs, reward, terminated, truncated, info


def _hint(word: str, known: List[str]) -> str:
    near = _core.nearest(word, known)
    return f"did you mean '{near}'?" if near else 'known: ' + ', '.join(known)
