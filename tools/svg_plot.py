"""Series of a run for plots in SVG; the drawing helpers are those of the Python package."""
import csv
import sys
from pathlib import Path

import numpy as np

# the package need not be built: this file of it stands alone
sys.path.append(str(Path(__file__).resolve().parent.parent / 'python/cuttle'))
from svg import GRID, INK, LINES, PALE, path_data, text, ticks  # noqa: E402

__all__ = ['GRID', 'INK', 'LINES', 'PALE', 'Series', 'path_data', 'text', 'ticks']


class Series:
    """The columns of a series.csv by name, without units; units apart."""

    def __init__(self, folder):
        with open(folder / 'series.csv', newline='') as file:
            rows = csv.reader(file)
            head = [cell.rpartition(' [') for cell in next(rows)]
            data = np.array([[float(cell) for cell in row] for row in rows])
        self.units = {name: unit.rstrip(']') for name, _, unit in head}
        self.columns = {name: data[:, i] for i, (name, _, _) in enumerate(head)}
        self.axis = head[0][0]
        self.t = data[:, 0]

    def column(self, name):
        if name not in self.columns:
            sys.exit(f"plot: error: no column '{name}' in series.csv")
        return self.columns[name]
