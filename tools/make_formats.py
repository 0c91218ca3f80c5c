#!/usr/bin/python3
"""Writes docs/formats.md: the files of a results folder, and the model language as the program prints
it. Usage: make_formats.py cuttle_program formats.md"""
import subprocess
import sys
from pathlib import Path

RESULTS = """# Files

Written by `make docs`; do not edit. First what runs and studies write, then the languages of models and studies, which the program
prints itself (`cuttle schema`; `cuttle schema --json` gives a JSON schema for editors, `cuttle schema --typescript` the types of the JSON in pages, for authors of other viewers).

- [Results of a run](#results-of-a-run): `summary.json`, `series.csv`, `result.h5`, `report.html`, `manifest.json`
- [The scene](#the-scene): what there is to see in a run, for authors of other viewers
- [Exports](#exports): glTF and VTK
- [The model language](#the-model-language): the YAML file

# Results of a run

`cuttle run model.yaml -o DIR` writes four files and a [manifest](#manifestjson) into `DIR` (default `results/<name of the model>`). A run
that fails numerically or is interrupted writes them too, with all rows up to that point. The exit status of the program is

| status | meaning |
|---|---|
| 0 | success |
| 1 | an expectation of the model file failed |
| 2 | bad input; nothing was run or written |
| 3 | numerical failure; the results so far are kept. Also: output that could not be written (a full disk, a closed pipe) |
| 130 | interrupted; the results so far are kept |

## summary.json

The main results.

```json
{
  "run": "3f0c9a1be24d7705",
  "figures": {"tip.x.final": {"value": 0.1100741022, "unit": "m"}},
  "expect": [{"figure": "tip.x.final", "value": 0.1100741022, "reference": 0.1100741022,
              "tolerance": 1e-08, "pass": true, "source": "arc: sin(kappa L) / kappa"}],
  "solver": {"method": "newton", "steps": 21, "rejected": 0, "evaluations": 39, "iterations": 18,
             "exact_solves": 18, "status": "ok"},
  "energy_residual": 0.0,
  "wall_seconds": 0.0005,
  "warnings": []
}
```

- `run`: the id of the run, derived from its results and its wall time; the same in all files of the folder.
- `figures`: those that the file requests, then `energy_residual`, then `<column>.final`, `.min` and `.max` of every column
  (statics and modes: `.final` only; modes also `mode1.frequency`, ...).
- `expect`: one entry per expectation. `tolerance` is absolute, even if the file gives a percentage.
- `solver.status`: `ok`, `diverged`, `not_finite`, `stalled` or `interrupted`; unless `ok`, `message` and `t` say what happened
  and when.
- `energy_residual`: largest |energy - initial energy - work| over the energy turned over; a pure number.
- `warnings`: what was computed but is probably not meant, one text each; `cuttle run` tells them, too, with `-q` on stderr.
- A number that is not finite is `null`.

## series.csv

One header line, then one line per output row. A heading is the name and the unit in brackets: `t [s],tip.x [m],...`.
The first column is the axis: the time `t`, the load `load` of a load path, or the number `mode`. Numbers have as many digits as
are needed to read them back exactly. Fields are quoted as in RFC 4180 where necessary.

| columns | of | unit |
|---|---|---|
| `<probe>.x y z` | frame probe: position in the world | m |
| `<probe>.qw qx qy qz` | with `rotation`: unit quaternion | |
| `<probe>.wx wy wz`, `<probe>.vx vy vz` | with `velocity`: world axes | rad/s, m/s |
| `<probe>.torsion bend_y bend_z stretch shear_y shear_z` | strain probe | 1/m and none |
| `<probe>.<coordinate>`, `_rate`, `_effort` | joint probe | depends on the joint |
| `<probe>.fx fy fz`, `mx my mz` | reaction probe: force and moment of the body on its carrier, moment about the base of the body | N, N m |
| `<probe>.length`, `<probe>.tension` | cable probe | m, N |
| `<probe>.length rate force power` | spring probe: distance between its ends and the rate of that distance; force, positive when it pulls; power of its damper | m, m/s, N, W |
| `<probe>.strength recruited power` | muscle probe: strength where the front starts; length that acts; power into the robot | N m or N, m, W |
| `<probe>.closed gap tilt` | connection probe: 1 while it is closed; by how much it is off, in the directions that it holds: while it is open the whole distance and angle between its frames, while it is closed the largest of its rows | none, m, rad |
| `<probe>.fx fy fz`, `mx my mz` | connection probe: force and moment on its second body, world axes | N, N m |
| `<probe>.x y z`, `distance` | swimmer probe: position; distance since the start, along the initial forward axis | m |
| `<probe>.speed surge`, `yaw_rate turn_rate` | swimmer probe: magnitude of the velocity, and its component along the forward axis; angular velocity about the world's z, and the magnitude of the angular velocity | m/s, rad/s |
| `<probe>.turning_radius`, `heading` | swimmer probe: distance from the axis of its screw; angle between the forward axis and its initial direction | m, rad |
| `<probe>.power_in power_out` | swimmer probe: power of all drives; power against all drag | W |
| `<probe>.volume volume_rate` | shell probe: volume inside, as measured by its jet, and its rate | m^3, m^3/s |
| `<probe>.thrust drag` | shell probe: thrust of its jet, away from the edge; drag along the axis, against a motion away from the edge | N |
| `<probe>.radius_1 ...`, `radius_min radius_max` | shell probe: radius at each abscissa of `at`; smallest and largest | m |
| `<probe>.length`, `power_in` | shell probe: length along the axis, from base to edge; power of its shell loads | m, W |
| `<probe>.thrust volume_rate power` | jet probe: thrust away from the edge; rate of the volume inside; power into the robot | N, m^3/s, W |
| `<probe>.Lx Ly Lz`, `<probe>.Px Py Pz` | momentum: angular about the world's origin, linear | N m s, N s |
| `<probe>.drives damping water inside total` | power: of all drives, of the damping of strains and joints, of the water, of dampers between bodies and contacts; their sum is the rate of the energy | W |
| `energy.kinetic gravity elastic actuation total` | always | J |
| `energy.work` | always: work done on the robot since the start; damping counts as negative | J |
| `energy.residual` | always: total - total at the start - work | J |

A probe on a body that is repeated gives one group per copy: `tip_1.x`, `tip_2.x`, ...

## result.h5

Everything, for MATLAB (`h5read`), Python (`h5py`) and others.

| place | holds |
|---|---|
| `/` | attributes `format` (`cuttle-result/2`), `run`, `status`, `message`, `t`, `energy_residual`, `wall_seconds` |
| `/series/<column>` | an array per column, and the axis; attributes `unit`, `doc`, `group`; the group's attribute `axis` names the axis |
| `/state/q`, `/state/v` | (rows × n) positions and velocities, row by row |
| `/state/q_names`, `/state/v_names` | their names |
| `/state/contacts` | only with contacts: (rows × shapes × 7) place x, y, z [m] and force fx, fy, fz [N] on every contact shape of a moving body, world axes, and its state: 0 open, 1 smooth, 2 sticking, 3 sliding; the place is the mean over all its contacts, weighted by the forces (open: the middle of the shape); attribute `numbers` names the seven |
| `/state/contact_names` | names of these shapes: the body, with a number where it has several (`arm[3]`) |
| `/state/closed`, `/state/connection_names` | only with connections: (rows × connections) 1 where it is closed, 0 where it is open; their names |
| `/figures/<name>` | one number; attribute `unit`; the group's attribute `named`: how many of them the file requests |
| `/column_names`, `/figure_names`, `/warnings` | strings, in order |
| `/expect/figure value reference tolerance pass source` | arrays of equal length |
| `/solver` | attributes as in `summary.json` |
| `/scene/header`, `/scene/data` | [the scene](#the-scene): its JSON text and its bytes, 32-bit numbers throughout |
| `/model/name`, `/model/source` | the name of the model, the text of its file |

The file contains no date: apart from the wall time, equal runs give equal files. Strings are UTF-8 of fixed length, padded with zeros.

The file can be checked before a library opens it: its first 512 bytes (the user block of HDF5, which other programs skip) are a text with the
format, the id of the run, the number of bytes of the file, and, as the last eight of them, the checksum (CRC-32) of all other bytes. In Python:

```python
data = open('result.h5', 'rb').read()
print(data[504:512] == b'%08x' % zlib.crc32(data[:504] + data[512:]))
```

cuttle itself does not open a file that fails this check (exit status 2, with the reason); files of format `cuttle-result/1` had no such block: run the model
again.

## manifest.json

Which files belong to one run: its id, and length and checksum (CRC-32) of each of them; at the end the checksum of the manifest itself.

```json
{
  "format": "cuttle-manifest/1",
  "run": "3f0c9a1be24d7705",
  "files": {"series.csv": {"bytes": 20480, "crc32": "89abcdef"}},
  "crc32": "01234567"
}
```

The files of a run appear in the folder together: a reader finds either those of the previous run or those of the new one, even if the program was
killed in between (names that start with `.cuttle-` are files being written; the next run removes what is left of them). Other files in the folder are left
alone. Only one run at a time may write into a folder; a second one is rejected. `report`, `shot` and `export` reject a folder in which a file is damaged or belongs to
another run, and say which; a file that was removed is not reported. A machine that loses power in the seconds after a run may lose its files: the
manifest reveals this.

## report.html

One page that any browser opens from disk, without a network: the moving robot, plots of all columns, figures,
expectations and the model file. `cuttle report DIR` rewrites it from `result.h5`. Inside, two inert elements contain everything that is
shown; the rest of the page is the viewer.

| element | holds |
|---|---|
| `<script id="cuttle-document" type="application/json">` | the document below |
| `<script id="cuttle-data" type="text/plain">` | one block of bytes in base64 |

```json
{
  "format": "cuttle-report/1", "program": "cuttle 0.1.0",
  "scene": {"format": "cuttle-scene/1"},
  "summary": {"run": "3f0c9a1be24d7705", "figures": {}, "named_figures": 6, "expect": [], "solver": {}, "energy_residual": 0, "wall_seconds": 0, "warnings": []},
  "series": {"stride": 1, "axis": {"name": "t", "unit": "s", "doc": "time", "group": "", "values": ARRAY},
             "columns": [{"name": "tip.x", "unit": "m", "doc": "", "group": "tip", "values": ARRAY}]},
  "model": "text of the model file"
}
```

A page stays small enough to be mailed: if a run has too many rows, every `stride`-th is shown.

## Files of a study

Folders of `cuttle sweep`, `optimize` and `fit` contain:

| file | holds |
|---|---|
| `table.csv`, `table.h5` | one row per run: parameters, figures, derived numbers, status, and what the run warned of; `table.h5` (format `cuttle-table/2`) has the datasets `columns` (rows × columns), `names`, `units`, `roles`, `status`, `warnings`, and begins with the same 512 bytes as `result.h5` |
| `summary.json` | `study` (its kind), `complete`, `figures`, `expect`, `warnings`, `wall_seconds` |
| `report.html` | the page below |
| `manifest.json` | which of them belong together, as [for a run](#manifestjson); its `run` is the checksum of the table |
| `study.json` | what the runs depend on: study and model as they were, checksums of their data files |
| `*.journal` | every run as it ended: checksum, `good` or `failed`, what was requested, seconds, parameters, values, slopes, the reason of a failure or what a good run warned of; incomplete lines are ignored |

Fits also write `fit.csv` and `residuals.csv`, searches the run folders `before/` and `after/`.

## The page of a study

`cuttle sweep`, `cuttle optimize` and `cuttle fit` write `report.html` as well: the same page with another document, format
`cuttle-study/1`. It shows the numbers of the outcome, the plots that the study requests (or those that suit the table), charts of the
search or of measured and fitted values, pictures of the robot before and after, and all runs. Hovering over a point of a plot shows its run; a click highlights it in the table and
in all other plots. Dragging along an axis of the parallel coordinates selects the runs that pass there; the filter of the table
accepts comparisons and words of the status (`length > 0.3 failed`). Every plot can be saved as PNG, SVG and CSV.

```json
{
  "format": "cuttle-study/1", "program": "cuttle 0.1.0",
  "kind": "sweep", "name": "swings", "title": "",
  "figures": [{"name": "failed", "value": 5, "unit": "-"}],
  "expect": [{"figure": "failed", "value": 5, "unit": "-", "reference": 5, "tolerance": 0, "pass": true, "source": ""}],
  "warnings": [],
  "table": {"rows": 20, "columns": [{"name": "start", "unit": "rad", "role": "parameter", "values": ARRAY}],
            "reasons": ["ok", "mass: must be > 0 kg, got -1"], "status": ARRAY},
  "plots": [{"type": "heatmap", "x": "start", "y": "mass", "colour": "period", "title": ""}],
  "charts": [{"title": "tip.x", "x_name": "t", "x_unit": "s", "y_name": "tip.x", "y_unit": "m", "log_y": false,
              "curves": [{"name": "measured", "points": true, "x": ARRAY, "y": ARRAY, "error": ARRAY}]}],
  "matrix": {"names": ["damping", "stiffness"], "values": [[1, 0.3], [0.3, 1]]},
  "pictures": [{"title": "before", "text": "pull 0.4 N", "scene": {"format": "cuttle-scene/1"}}],
  "study": "text of the study file", "model": "text of the model file"
}
```

| field | holds |
|---|---|
| `kind` | `sweep`, `optimize` or `fit` |
| `table.columns` | one number per run; `role` is `index`, `parameter`, `figure`, `derived`, `objective` or `constraint`. The numbers are exact; tables of more than 16 MB are stored in 32 bits, `table.csv` has all digits |
| `table.reasons`, `table.status` | for each run the index of its reason; the first, `ok`, is that of good runs |
| `plots` | `type` `line` (one curve per value of `colour`), `scatter`, `heatmap` (`colour` over the grid of `x` and `y`; samples that form no grid are coloured points; several runs in a cell: their mean) or `parallel` (all parameters and results, coloured by `colour`); `x`, `y` and `colour` are names of columns, empty for none |
| `charts` | curves that are not columns of the table: `points` means dots, `error` (optional) is one standard deviation |
| `matrix` | correlations of fitted parameters, row by row; without names there is no matrix |
| `pictures` | the last frame of a scene |

An unknown number is `null`, or NaN in an array. A table whose study requests no plots gets: a line for each result over the only parameter; heat maps of
the first four results where two parameters form a grid (most combinations of their values are runs); otherwise parallel coordinates and the first result over the
first four parameters. Parameters that never change are ignored.

# The scene

What there is to see in a run, format `cuttle-scene/1`: shapes that never change, and numbers per frame that move them. The report, the
live view (`cuttle view`) and the exports draw it without any knowledge of mechanics. It is a JSON header and one block of
little-endian bytes. World coordinates, metres; quaternions are (w, x, y, z).

An `ARRAY` refers to a part of the bytes: `{"type": "f32", "offset": 1024, "length": 300}`, with the types `f32`, `f64`, `u32`, and the small integers `i16`
and `u8`, which also have `scale` and `bias`, one number per component: value = bias + scale * stored. Offsets are multiples of 8.

| field | holds |
|---|---|
| `format`, `name`, `title` | `cuttle-scene/1`, and the names of the model |
| `study` | `dynamics`, `statics`, `load_path` or `modes` |
| `axis` | `name`, `unit`, and `values`: one number per frame |
| `frames`, `stride` | number of frames; every `stride`-th row of the record became a frame |
| `modes` | study `modes`: `frequency` [Hz] and `growth` [1/s] of each; it has `frames / modes` frames, in which the displacement goes from -1 to +1 times its amplitude like a sine from -90° to 90° |
| `gravity` | [m/s²] |
| `up` | the upward direction of pictures: [0, 0, 1], or [0, 0, -1] where gravity is mainly along z or, without gravity, the file says `frame: ned`; without this field `gravity` decides |
| `water` | `density`, `up` (a unit vector, normal to the surface) and `level` (height of the surface along `up`; null: far above); null if there is no water |
| `currents` | at most 5 × 5 places where the current is shown |
| `bodies` | `name`, `family`, `joint`, `parent` (-1: the world), `dof`, `mass` |
| `meshes` | `positions`, `normals` (3 per vertex) and `triangles` (3 per triangle, outside counter-clockwise) |
| `solids` | a mesh in the base frame of a body: `body`, `mesh`, `position`, `rotation` |
| `shells` | contact shapes of rigid bodies, like `solids` |
| `obstacles` | fixed shapes in the world: `name`, `mesh`, `position`, `rotation`; `mesh` -1 is an infinite plane, z its normal |
| `rods` | one per division of a rod: `body`, `first` (its first section in the channels), `abscissa`, `half_y`, `half_z` per section, and the unit `outline` of the section: corners [y, z, normal y, normal z], where a sharp corner is listed twice |
| `meridians` | one per shell, a surface of revolution about x of its body: `body`, `first` (its first ring in the channels), `direction` (of x from the base to the edge: 1 or -1), `rim` (the edge: `open`, `capped` by a disc, or a `pole` on the axis), `abscissa` from the base and `half_thickness` per ring |
| `cables` | `name`, `first`, `points`: a polyline in `cable_position` |
| `arrows` | `name`, `kind` (`force`, `moment` or `contact`: the force on a contact shape), `unit` |
| `joints` | `body`, `kind`, `axes` in the base frame of the body |
| `connections` | `name`, `kind`, `axes` in its first frame |
| `fittings` | a `thruster` (x is its axis), a `fin` (x to its leading edge, z across) or a `jet` (x out of the opening of a shell): `name`, `kind`, `body`, `mesh` (-1: only a symbol); an arrow of the same name is its force |
| `points` | `name` of a frame probe |
| `channels` | by name: `count`, `width`, `unit`, `values`: (frames × count × width) numbers |

A corner of a rod's surface is at `p + R (0, y half_y, z half_z)`, with the position and rotation of its section. The two faces of a shell are half its thickness
away from its meridian; a disc closes its base.

| channel | width | one per |
|---|---:|---|
| `body_position`, `body_rotation` | 3, 4 | body: its base frame |
| `section_position`, `section_rotation` | 3, 4 | section: x along the rod |
| `curvature`, `torsion`, `stretch`, `speed` | 1 | section |
| `cable_position` | 3 | point of a cable |
| `tension` | 1 | cable |
| `arrow_position`, `arrow_vector` | 3, 3 | arrow |
| `point_position` | 3 | point |
| `contact_state` | 1 | arrow of kind `contact`: 0 open (not drawn), 1 smooth, 2 sticking, 3 sliding |
| `connection_position`, `connection_rotation` | 3, 4 | frame of a connection, two each |
| `connection_closed` | 1 | connection: 1, or 0 while it is open |
| `current_velocity` | 3 | place of `currents`; a single one where the water moves the same everywhere |
| `fitting_position`, `fitting_rotation` | 3, 4 | fitting, with its deflection |
| `ring_place` | 2 | ring of a meridian: x and r in the frame of its body |
| `hoop_strain` | 1 | ring: r over its radius at rest, minus 1 |

If a body has many contact shapes, neighbouring ones share an arrow. In a page, positions and rotations are `i16`, colours and states `u8`; in `result.h5` everything is `f32` (the axis `f64`). A live view
receives the same header, and then frames: all channels one after the other in the order of the header, `f32`.

# Exports

`cuttle export DIR --to gltf` writes one animated `.glb` (glTF 2.0, for Blender and web pages): every section of a rod is a bone of its skin, and so is every circle of a shell, which the bone widens, so the
animation is exact; y is up, as glTF requires, even if z of the model points down. The surface of the water is a translucent square. A second of the animation is a second of the run; a load path takes 8 seconds; every mode is a separate animation.
`cuttle export DIR --to vtk` writes one `.vtp` file per frame and a `.pvd` file that lists them with their times (for ParaView): surfaces and cables, with
curvature, torsion, stretch, speed and tension at the points, a point per closed contact with the vector `contact_force` and `contact_state`, and a point per place with the vector `current`. The
cells of the part 0 are rods, of 1 rigid bodies, of 2 cables, of 3 obstacles, of 4 contacts, of 5 fins, of 6 the outline of the water's surface, of 7 places of the current, of 8 shells, with `radius` and `hoop_strain` at their points, of 9 jets, each a point with the vector `thrust`, the force on the shell. Planes become thin plates. `cuttle shot DIR -o x.png` (`.svg`, `.mp4`) makes pictures and videos.

"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    schema = [subprocess.run([sys.argv[1], 'schema', *what], capture_output=True, text=True, check=True).stdout
              for what in ([], ['--study'])]
    Path(sys.argv[2]).write_text(RESULTS + schema[0].rstrip() + '\n\n' + schema[1].rstrip() + '\n')


if __name__ == '__main__':
    main()
