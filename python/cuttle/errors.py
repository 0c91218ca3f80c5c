"""Exceptions."""
from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional

if TYPE_CHECKING:
    from ._core import Trajectory


class Diagnostic(NamedTuple):
    """One error in a model; line and column are 0 if there is no file."""

    file: str
    line: int
    column: int
    field: str
    message: str
    hint: str


class InputError(ValueError):
    """A model cannot be used. The text gives location, field, value and a fix of every error."""

    def __init__(self, text: str, diagnostics: Optional[List[Diagnostic]] = None):
        super().__init__(text)
        self.diagnostics: List[Diagnostic] = list(diagnostics or [])


class SolverError(RuntimeError):
    """A computation did not converge. `code` is the kind of failure, `t` its time or load (None if
    there is none). A run that stopped early keeps its results so far in `trajectory`."""

    def __init__(self, text: str, code: str = '', t: Optional[float] = None):
        super().__init__(text)
        self.code = code
        self.t = t
        self.trajectory: Optional[Trajectory] = None
