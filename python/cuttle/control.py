"""Controllers whose law is written in Python."""
from __future__ import annotations

from typing import Callable, Optional, Sequence, Union

import numpy as np

from ._core import State

Law = Callable[[float, State, np.ndarray, np.ndarray], Sequence[float]]
Bound = Union[None, float, Sequence[float]]


class FunctionController:
    """Calls function(t, x, u, readings) every `sample_time` seconds and holds what it returns.

    x is the state, u all inputs as they act (nu), readings those of the model's sensors. It
    returns one command for each of `inputs` (names; default: all inputs), which acts after `delay`
    and is kept within `min` and `max`.

    Warning: a call of Python costs 2 to 20 us and holds up all other Python threads. Laws that a
    model file can write (pid, task_space, lqr, ...) cost a fraction of that.
    """

    def __init__(self, function: Law, inputs: Optional[Sequence[str]] = None,
                 sample_time: float = 0.01, delay: float = 0.0, start: float = 0.0,
                 min: Bound = None, max: Bound = None, name: str = 'python'):
        if not callable(function):
            raise TypeError(f'function: expected a function, got {type(function).__name__}')
        self.function = function
        self.inputs = None if inputs is None else list(inputs)
        self.sample_time = sample_time
        self.delay = delay
        self.start = start
        self.min = min
        self.max = max
        self.name = name
