"""Plots columns of a run as SVG, and writes all its results, including the report page."""
import tempfile
from pathlib import Path

import cuttle

m = cuttle.load('models/pendulum.yaml')
traj = cuttle.simulate(m, t_end=5, output_step=0.02)

picture = traj.plot(['bob.x', 'bob.z', 'angle.angle'], title='a pendulum')
with tempfile.TemporaryDirectory() as folder:
    picture.save(Path(folder) / 'pendulum.svg')
    files = traj.save(folder)               # summary.json, series.csv, result.h5, report.html
    print(Path(folder) / 'pendulum.svg', *files, sep='\n')
    size = sum(path.stat().st_size for path in files)
# traj.show() opens report.html in the browser; in a notebook both it and the plot are shown inline
assert picture.svg.count('<path') > 2 and size > 100_000
