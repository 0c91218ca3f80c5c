"""Controllers whose law is written in Python."""
from __future__ import annotations

from typing import Callable, List, Optional, Sequence, Union

import numpy as np

from ._core import State

Law = Callable[[float, State, np.ndarray, np.ndarray], Sequence[float]]
Bound = Union[None, float, Sequence[float]]
Names = Union[str, Sequence[str]]  # one name may stand alone


def name_list(names: Names) -> List[str]:
    """Names as a list; a bare name is a list of one."""
    return [names] if isinstance(names, str) else list(names)


class FunctionController:
    """Calls function(t, x, u, readings) every `sample_time` seconds and holds what it returns.

    x is the state, u all inputs currently acting (nu), readings those of the model's sensors. The
    function returns one command for each of `inputs` (names; default: all inputs), which takes
    effect after `delay` and is kept within `min` and `max`; tensions are never negative. An input
    can have only one controller.

    Warning: each sample costs a few microseconds plus the time of the function itself, and blocks
    all other Python threads. The laws of model files (pid, task_space, lqr, ...) do not.
    """

    def __init__(self, function: Law, inputs: Optional[Names] = None,
                 sample_time: float = 0.01, delay: float = 0.0, start: float = 0.0,
                 min: Bound = None, max: Bound = None, name: str = 'python'):
        if not callable(function):
            raise TypeError(f'function: expected a function, got {type(function).__name__}')
        self.function = function
        self.inputs = None if inputs is None else name_list(inputs)
        self.sample_time = sample_time
        self.delay = delay
        self.start = start
        self.min = min
        self.max = max
        self.name = name
