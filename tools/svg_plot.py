"""Small helpers for plots in SVG: series of a run, paths, texts, ticks of an axis."""
import csv
import sys

import numpy as np

INK, PALE, GRID = '#23303b', '#6b7a87', '#e3e8ec'
LINES = ('#0b7a75', '#d1642f', '#5b5fc7', '#a0781c')


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


def path_data(points, closed=False):
    return 'M' + 'L'.join(f'{x:.1f} {y:.1f}' for x, y in points) + ('Z' if closed else '')


def text(x, y, words, size=13, color=INK, anchor='start', weight='normal'):
    words = words.replace('&', '&amp;').replace('<', '&lt;')
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{words}</text>')


def ticks(low, high, count=4):
    step = 10 ** np.floor(np.log10((high - low) / count))
    step *= min((m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= count + 0.5), default=10)
    return np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step + 0.0
