#!/usr/bin/env python3
"""Exports runs with `cuttle export --to vtk` and reads them back with VTK itself.

    check_vtk.py PROGRAM RUNS MODEL...

RUNS holds a folder with result.h5 and report.html per model. Checked are the numbers of points and
cells against the header of the scene in the report, the times, that tips are where the record has
them, and that every surface is closed and looks outwards.
"""
import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

try:
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges, vtkThreshold
    from vtkmodules.vtkFiltersGeometry import vtkGeometryFilter
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError as error:
    sys.exit(f'check_vtk.py: error: VTK for Python is missing ({error})\n'
             '  hint: apt-get install python3-vtk9')

FRAMES = 4

# cell data "part", as docs/formats.md has it
ROD, SOLID, CABLE, OBSTACLE, CONTACT, FIN, SURFACE, CURRENT, SHELL, JET = range(10)
ROBOT = [ROD, SOLID, CABLE, SHELL]
SIDES = 48  # of a shell


class Mismatch(Exception):
    pass


def expect(ok, text):
    if not ok:
        raise Mismatch(text)


def scene_of(report):
    text = report.read_text(encoding='utf-8')
    found = re.search(r'<script id="cuttle-document"[^>]*>(.*?)</script>', text, re.S)
    return json.loads(found.group(1))['scene']


def expected_sizes(scene):
    """Points and triangles of all parts, from outlines, sections and meshes alone."""
    points = triangles = 0
    for rod in scene['rods']:
        corners = len(rod['outline'])
        places = [tuple(corner[:2]) for corner in rod['outline']]
        sides = sum(a != b for a, b in zip(places, places[1:] + places[:1]))
        sections = len(rod['abscissa'])
        tips = [rod['half_y'][i] == 0 and rod['half_z'][i] == 0 for i in range(sections)]
        caps = 2 - tips[0] - tips[-1]
        points += sections * corners + caps * (corners + 1)
        triangles += 2 * sides * (sections - 1) - sides * sum(tips) + caps * sides
    for solid in scene['solids']:
        mesh = scene['meshes'][solid['mesh']]
        points += mesh['positions']['length'] // 3
        triangles += mesh['triangles']['length'] // 3
    for meridian in scene['meridians']:
        # strips of circles: both faces, two discs at the base, and the rim, two caps or nothing
        rings = len(meridian['abscissa'])
        more = {'open': 1, 'capped': 2, 'pole': 0}[meridian['rim']]
        points += SIDES * (2 * rings + 2 * (2 + more))
        # a strip that ends on the axis has one triangle per side
        on_axis = 2 if meridian['rim'] == 'open' else 4
        triangles += SIDES * (2 * (2 * (rings - 1) + 2 + more) - on_axis)
    points += sum(cable['points'] for cable in scene['cables'])
    return points, len(scene['cables']), triangles


def read(file):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(file))
    reader.Update()
    expect(reader.GetErrorCode() == 0, f'{file.name}: VTK cannot read it')
    return reader.GetOutput()


def points_of(data, parts):
    """Numbers of the points that the cells of these parts use."""
    part = vtk_to_numpy(data.GetCellData().GetArray('part'))
    used, first = [], 0
    for cells in [data.GetVerts(), data.GetLines(), data.GetPolys()]:
        count = cells.GetNumberOfCells()
        offsets = vtk_to_numpy(cells.GetOffsetsArray())
        points = vtk_to_numpy(cells.GetConnectivityArray())
        chosen = numpy.repeat(numpy.isin(part[first:first + count], parts), numpy.diff(offsets))
        used.append(points[chosen])
        first += count
    return numpy.unique(numpy.concatenate(used))


def expected_surroundings(scene):
    """Cells of what is around the robot: part -> number; contacts come and go."""
    fins = [f['mesh'] for f in scene.get('fittings', []) if f['mesh'] >= 0]
    water = scene.get('water') or {}
    return {FIN: sum(scene['meshes'][mesh]['triangles']['length'] // 3 for mesh in fins),
            SURFACE: int(water.get('level') is not None),
            CURRENT: len(scene.get('currents', [])),
            JET: sum(f['kind'] == 'jet' for f in scene.get('fittings', []))}


def check_sizes(data, scene):
    points, lines, triangles = expected_sizes(scene)
    part = vtk_to_numpy(data.GetCellData().GetArray('part'))
    count = {kind: int((part == kind).sum()) for kind in range(JET + 1)}
    robot = points_of(data, ROBOT)
    for what, got, want in [('points', len(robot), points),
                            ('lines', count[CABLE], lines),
                            ('triangles', count[ROD] + count[SOLID] + count[SHELL], triangles)]:
        expect(got == want, f'{got} {what} instead of {want}')
    for kind, want in expected_surroundings(scene).items():
        expect(count[kind] == want, f'{count[kind]} cells of part {kind} instead of {want}')
    expect((count[OBSTACLE] > 0) == bool(scene.get('obstacles')), 'obstacles')
    arrows = sum(arrow['kind'] == 'contact' for arrow in scene['arrows'])
    expect(count[CONTACT] <= arrows, f'{count[CONTACT]} contacts, but {arrows} shapes that touch')
    expect(sum(count.values()) == data.GetNumberOfCells(), 'cells of no known part')
    names = ['curvature', 'torsion', 'stretch', 'speed', 'tension']
    names += ['radius', 'hoop_strain'] if scene['meridians'] else []
    names += ['thrust'] if count[JET] > 0 else []
    for name in names:
        column = data.GetPointData().GetArray(name)
        expect(column and column.GetNumberOfTuples() == data.GetNumberOfPoints(),
               f'no point data "{name}"')
    body = data.GetCellData().GetArray('body')
    expect(body and body.GetNumberOfTuples() == data.GetNumberOfCells(), 'no cell data "body"')
    names = data.GetFieldData().GetAbstractArray('bodies')
    got = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    expect(got == [body['name'] for body in scene['bodies']], f'names of bodies are {got}')


def check_surfaces(data, scene):
    """The cells of a body form closed surfaces that enclose something."""
    for index, body in enumerate(scene['bodies']):
        part = vtkThreshold()
        part.SetInputData(data)
        part.SetInputArrayToProcess(0, 0, 0, 1, 'body')
        part.SetLowerThreshold(index)
        part.SetUpperThreshold(index)
        surface = vtkGeometryFilter()
        surface.SetInputConnection(part.GetOutputPort())
        clean = vtkCleanPolyData()
        clean.SetInputConnection(surface.GetOutputPort())
        clean.SetTolerance(1e-7)
        edges = vtkFeatureEdges()
        edges.SetInputConnection(clean.GetOutputPort())
        edges.FeatureEdgesOff()
        edges.NonManifoldEdgesOff()
        edges.Update()
        if clean.GetOutput().GetNumberOfPolys() == 0:
            continue
        count = edges.GetOutput().GetNumberOfCells()
        expect(count == 0, f'{body["name"]}: {count} open edges')
        volume = signed_volume(clean.GetOutput())
        expect(volume > 0, f'{body["name"]}: encloses {volume:g} m^3, the inside is outside')


def check_shells(data, scene):
    """Points of a shell are half its thickness off its meridian, whose radius they know."""
    if not scene['meridians']:
        return
    points = vtk_to_numpy(data.GetPoints().GetData()).astype(float)
    radius = vtk_to_numpy(data.GetPointData().GetArray('radius'))
    shell = points_of(data, [SHELL])
    expect(shell.size > 0 and radius[shell].max() > 0, 'shells without a radius')
    expect(not radius[numpy.setdiff1d(numpy.arange(len(points)), shell)].any(),
           'a radius that is no shell\'s')
    half = max(max(meridian['half_thickness']) for meridian in scene['meridians'])
    if len(scene['bodies']) > 1:
        return
    # a single shell: its circles lie around one axis, through the mean of each
    circles = points[shell].reshape(-1, SIDES, 3)
    away = numpy.linalg.norm(circles - circles.mean(axis=1, keepdims=True), axis=2)
    off = abs(away - numpy.maximum(radius[shell], 0).reshape(-1, SIDES))
    discs = away.max(axis=1) < 1e-3 * away.max()  # their middles
    size = away.max()
    expect(off[~discs].max() < half + 1e-5 * size, f'a wall {off[~discs].max():g} m off its ring')


def signed_volume(data):
    """Sum of tetrahedra from the origin to every triangle."""
    points = vtk_to_numpy(data.GetPoints().GetData()).astype(float)
    corners = points[vtk_to_numpy(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)]
    return numpy.linalg.det(corners).sum() / 6


def check_tip(data, scene, last_row):
    """The probe `tip` of a rod is a point of the surface: the middle of its last cap."""
    try:
        tip = [float(last_row[f'tip.{c}']) for c in 'xyz']
    except KeyError:
        return False
    if not scene['rods']:
        return False
    near = data.FindPoint(tip)
    distance = sum((p - q) ** 2 for p, q in zip(data.GetPoint(near), tip)) ** 0.5
    size = max(rod['abscissa'][-1] for rod in scene['rods'])
    expect(distance < 1e-5 * size, f'the tip is {distance:g} m off the record')
    return True


def check_net(data, scene, last_row):
    """Probed ends of strips are middles of caps; nets in another plane than y = 0 are left out."""
    nets = [i for i, body in enumerate(scene['bodies']) if body['family'] == 'net']
    if not nets or len(nets) < len(scene['bodies']):
        return False
    points = vtk_to_numpy(data.GetPoints().GetData()).astype(float)[points_of(data, [ROD])]
    size = numpy.ptp(points, axis=0).max()
    if abs(points[:, 1].min() + points[:, 1].max()) > 1e-6 * size:
        return False
    ends = [name for name in last_row if re.search(r'_(0|last)_x$', name)]
    for name in ends:
        place = [float(last_row[name]), 0, float(last_row[name[:-1] + 'y'])]
        distance = numpy.linalg.norm(points - place, axis=1).min()
        expect(distance < 1e-5 * size, f'{name[:-2]} is {distance:g} m off the record')
    return bool(ends)


def check(program, runs, model):
    results = runs / model
    scene = scene_of(results / 'report.html')
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'export', str(results), '--to', 'vtk', '-o', folder,
                        '--frames', str(FRAMES)], check=True, stdout=subprocess.DEVNULL)
        [pvd] = Path(folder).glob('*.pvd')
        entries = ElementTree.parse(pvd).findall('.//DataSet')
        expect(len(entries) == min(FRAMES, scene['frames']), f'{len(entries)} frames')
        times = [float(entry.get('timestep')) for entry in entries]
        expect(times == sorted(set(times)), f'times do not rise: {times}')
        for entry in entries:
            data = read(Path(folder) / entry.get('file'))
            check_sizes(data, scene)
            check_surfaces(data, scene)
            check_shells(data, scene)
    with open(results / 'series.csv', newline='', encoding='utf-8') as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith('#')))
    at_end = scene['study'] != 'modes' and scene['stride'] == 1
    last_row = {k.split(' ')[0]: v for k, v in rows[-1].items()}
    tip = at_end and check_tip(data, scene, last_row)
    net = at_end and check_net(data, scene, last_row)
    print(f'{model}: {len(entries)} frames, {data.GetNumberOfPoints()} points, '
          f'{data.GetNumberOfCells()} cells{", tip in place" if tip else ""}'
          f'{", net in place" if net else ""}')
    return numpy.array([tip, net])


def main(program, runs, *models):
    failures, found = 0, numpy.zeros(2, int)
    for model in models:
        try:
            found += check(program, Path(runs), model)
        except (Mismatch, OSError, subprocess.CalledProcessError) as error:
            print(f'check_vtk.py: error: {model}: {error}')
            failures += 1
    if not found.all():
        sys.exit('check_vtk.py: error: no model had a tip, or no net, to compare')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
