#!/usr/bin/python3
"""Writes docs/formats.md: the files of a results folder, and the model language as the program tells
it. Usage: make_formats.py cuttle_program formats.md"""
import subprocess
import sys
from pathlib import Path

RESULTS = """# Files

Written by `make docs`; do not edit. First what a run writes, then the model language, which the program
prints itself (`cuttle schema`; `cuttle schema --json` gives a JSON schema for editors).

- [Results of a run](#results-of-a-run): `summary.json`, `series.csv`, `result.h5`
- [The model language](#the-model-language): the YAML file

# Results of a run

`cuttle run model.yaml -o DIR` writes three files into `DIR` (default `results/<name of the model>`). A run
that fails numerically or is interrupted writes them too, with all rows up to that point. The exit status of the program is

| status | meaning |
|---|---|
| 0 | all is well |
| 1 | an expectation of the model file failed |
| 2 | bad input; nothing was run or written |
| 3 | numerical failure; the results so far are kept |
| 130 | interrupted; the results so far are kept |

## summary.json

The short answer.

```json
{
  "figures": {"tip.x.final": {"value": 0.1100741022, "unit": "m"}},
  "expect": [{"figure": "tip.x.final", "value": 0.1100741022, "reference": 0.1100741022,
              "tolerance": 1e-08, "pass": true, "source": "arc: sin(kappa L) / kappa"}],
  "solver": {"method": "newton", "steps": 21, "rejected": 0, "evaluations": 39, "iterations": 18,
             "exact_solves": 18, "status": "ok"},
  "energy_residual": 0.0,
  "wall_seconds": 0.0005
}
```

- `figures`: those that the file asks for, then `energy_residual`, then `<column>.final`, `.min` and `.max` of every column
  (statics and modes: `.final` only; modes also `mode1.frequency`, ...).
- `expect`: one entry per expectation. `tolerance` is absolute, also where the file gives a percentage.
- `solver.status`: `ok`, `diverged`, `not_finite`, `stalled` or `interrupted`; unless `ok`, `message` and `t` tell what happened
  and when.
- `energy_residual`: largest |energy - initial energy - work| over the energy turned over; a pure number.
- A number that is not finite is `null`.

## series.csv

One header line, then one line per output row. A heading is the name and the unit in brackets: `t [s],tip.x [m],...`.
The first column is the axis: the time `t`, the load `load` of a load path, or the number `mode`. Numbers have as many digits as
are needed to read them back exactly. Fields are quoted as in RFC 4180 where that is needed.

| columns | of | unit |
|---|---|---|
| `<probe>.x y z` | frame probe: position in the world | m |
| `<probe>.qw qx qy qz` | with `rotation`: unit quaternion | |
| `<probe>.wx wy wz`, `<probe>.vx vy vz` | with `velocity`: world axes | rad/s, m/s |
| `<probe>.torsion bend_y bend_z stretch shear_y shear_z` | strain probe | 1/m and none |
| `<probe>.<coordinate>`, `_rate`, `_effort` | joint probe | by the joint |
| `<probe>.length`, `<probe>.tension` | cable probe | m, N |
| `<probe>.Lx Ly Lz`, `<probe>.Px Py Pz` | momentum: angular about the world's origin, linear | N m s, N s |
| `energy.kinetic gravity elastic actuation total` | always | J |
| `energy.work` | always: work done on the robot since the start; damping counts negative | J |
| `energy.residual` | always: total - total at the start - work | J |

A probe on a body that is repeated gives one group per copy: `tip_1.x`, `tip_2.x`, ...

## result.h5

Everything, for MATLAB (`h5read`), Python (`h5py`) and others.

| place | holds |
|---|---|
| `/` | attributes `format` (`cuttle-result/1`), `status`, `message`, `energy_residual`, `wall_seconds` |
| `/series/<column>` | an array per column, the axis first; attributes `unit`, `doc`, `group`; the group's attribute `axis` names the axis |
| `/state/q`, `/state/v` | (rows × n) positions and velocities, row by row; attribute `names` |
| `/figures/<name>` | one number; attribute `unit` |
| `/expect/figure value reference tolerance pass source` | arrays of equal length |
| `/solver` | attributes as in `summary.json` |
| `/model` | attributes `name` and `source`, the text of the model file |

The file holds no date: apart from the wall time, equal runs give equal files.

"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    schema = subprocess.run([sys.argv[1], 'schema'], capture_output=True, text=True, check=True).stdout
    Path(sys.argv[2]).write_text(RESULTS + schema.rstrip() + '\n')


if __name__ == '__main__':
    main()
