"""A small study, and ways to run it: what the tests of this folder have in common."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

MODEL = '''name: swing
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 90 deg}
    rigid: {mass: 1 kg, center: [0, 0, -1], inertia: [1e-3, 1e-3, 1e-3]}
probes:
  - {name: angle, joint: bob}
study: {type: dynamics, duration: DURATION, output_step: 0.01, method: dopri5, rtol: 1e-10,
        atol: 1e-12}
figures:
  - {name: period, column: angle.angle, measure: period}
  - {name: last, column: angle.angle, measure: final}
'''

# a pendulum of negative mass is refused: these samples fail
STUDY = '''model: swing.yaml
parameters:
  - {name: start, path: bodies.bob.joint.initial, range: [0.1, 3], count: COUNT, unit: rad}
  - {name: mass, path: bodies.bob.rigid.mass, values: [1, -1, 2], unit: kg}
derived:
  - {name: slower, formula: period / (2 * pi * sqrt(1 / 9.81))}
sweep: {method: grid}
'''

MPI = {
    'OMPI_ALLOW_RUN_AS_ROOT': '1',
    'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
    'OMPI_MCA_rmaps_base_oversubscribe': '1',
    'OMPI_MCA_odls_base_sigkill_timeout': '0',
    # this machine only
    'OMPI_MCA_btl': 'self,vader',
    'OMPI_MCA_plm': 'isolated',
    'OMPI_MCA_oob_tcp_if_include': 'lo',
}

PROGRAM = ''
MPIRUN = ''  # empty: the program was built without MPI


def write_study(folder, count, duration):
    """The study has 3 * count samples; returns its file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / 'swing.yaml').write_text(MODEL.replace('DURATION', str(duration)))
    study = folder / 'swings.yaml'
    study.write_text(STUDY.replace('COUNT', str(count)))
    return study


def start(study, folder, *options, processes=1, environment=None):
    """Starts `cuttle sweep`, as an MPI job if there are several processes."""
    command = [PROGRAM, 'sweep', str(study), '-o', str(folder), '--quiet', *options]
    if processes > 1:
        command = [MPIRUN, '-n', str(processes), *command]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(('SLURM_', 'OMPI_', 'PMI'))}
    return subprocess.Popen(command, env={**clean, **MPI, **(environment or {})}, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)


def tables(folder):
    return [(Path(folder) / name).read_bytes() for name in ('table.csv', 'table.h5')]


class CampaignTest(unittest.TestCase):
    def finish(self, process, status=0):
        """Waits for the end of a program; what it printed."""
        text, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, text)
        return text

    def run_sweep(self, *arguments, status=0, **options):
        return self.finish(start(*arguments, **options), status)


def main():
    """PROGRAM [MPIRUN] [names of tests]"""
    global PROGRAM, MPIRUN
    if len(sys.argv) < 2:
        sys.exit(f'usage: {sys.argv[0]} PROGRAM [MPIRUN]')
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    if len(sys.argv) > 1 and 'mpi' in Path(sys.argv[1]).name:
        MPIRUN = sys.argv.pop(1)
    unittest.main(module='__main__', verbosity=2)
