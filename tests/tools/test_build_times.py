"""The cost of a build: the last time of each object counts, objects that are gone do not."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / 'tools' / 'build_times.py'
LIBRARY = 'src/cuttle/CMakeFiles/cuttle.dir'


class BuildTimes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name)
        self.log = '# ninja log v5\n'

    def made(self, output, start, end, exists=True):
        self.log += f'{start}\t{end}\t0\t{output}\tabc\n'
        if exists:
            (self.build / output).parent.mkdir(parents=True, exist_ok=True)
            (self.build / output).write_text('')

    def report(self, *options):
        (self.build / '.ninja_log').write_text(self.log)
        done = subprocess.run([sys.executable, TOOL, self.build, *options], capture_output=True, text=True)
        return [line.split() for line in done.stdout.splitlines()], done.stdout, done.stderr

    def test_sums(self):
        self.made(f'{LIBRARY}/sim/run.cpp.o', 0, 9000)
        self.made(f'{LIBRARY}/sim/run.cpp.o', 0, 3000)
        self.made(f'{LIBRARY}/sim/gone.cpp.o', 0, 7000, exists=False)
        self.made(f'{LIBRARY}/unity/cuttle/src_cuttle_rod_0.cpp.o', 3000, 5500)
        self.made('tests/CMakeFiles/tests.dir/__/apps/cuttle/names.cpp.o', 0, 500)
        self.made('bin/cuttle', 5500, 6500)
        rows, text, _ = self.report('--top', '1')
        self.assertIn(['cuttle', '2', '5.5', '91.7%'], rows)
        self.assertIn(['cuttle:', 'sim', '1', '3.0', '50.0%'], rows)
        self.assertIn(['cuttle:', 'rod', '1', '2.5', '41.7%'], rows)
        self.assertIn(['tests:', 'apps/cuttle', '1', '0.5', '8.3%'], rows)
        self.assertIn(['cuttle:', 'sim/run.cpp', '1', '3.0', '50.0%'], rows)
        self.assertNotIn('rod (0)', text)
        self.assertIn('3 objects: 6 object-seconds, 2.0 s each; linking and generating: 1 s\n', text)

    def test_nothing_built(self):
        self.assertIn('holds no objects: build first', self.report()[2])


if __name__ == '__main__':
    unittest.main()
