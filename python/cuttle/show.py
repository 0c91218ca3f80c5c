"""The moving robot in a notebook or in the browser."""
from __future__ import annotations

import html
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Union

from ._core import Trajectory


class Page:
    """The report of a run; a notebook shows it inline."""

    def __init__(self, page: str, height: int):
        self._page = page
        self._height = height

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self._page, quote=True)}" width="100%" '
                f'height="{self._height}" style="border: 0"></iframe>')

    def save(self, path: Union[str, Path]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self._page, encoding='utf-8')


def _in_notebook() -> bool:
    ipython = sys.modules.get('IPython')
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, 'kernel')


def show(trajectory: Trajectory, height: int = 720, browser: bool = True) -> Union[Page, Path]:
    """Shows the run as `report.html` does: the moving robot, plots, figures.

    In a notebook, returns the object that the notebook displays. Elsewhere, writes the page to a
    temporary folder, opens it in the browser (unless browser=False) and returns its path."""
    page = trajectory.report_html()
    if _in_notebook():
        return Page(page, height)
    path = Path(tempfile.mkdtemp(prefix='cuttle_')) / 'report.html'
    path.write_text(page, encoding='utf-8')
    if browser:
        webbrowser.open(path.as_uri())
    return path
