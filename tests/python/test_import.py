"""A package that cannot be imported says what to do about it."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import common
import cuttle

BUILT = Path(cuttle.__file__).parent
SOURCE = Path(__file__).resolve().parents[2] / 'python'


def told(path, *options, folder='/'):
    """What Python says to `import cuttle` with this path."""
    environment = {**os.environ, 'PYTHONPATH': str(path)}
    end = subprocess.run([sys.executable, *options, '-c', 'import cuttle; cuttle.load'],
                         env=environment, cwd=folder, capture_output=True, text=True)
    return end.stderr.strip().splitlines()[-1] if end.returncode else ''


class Import(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.package = Path(self.folder.name) / 'cuttle'
        self.package.mkdir()
        shutil.copy(SOURCE / 'cuttle/__init__.py', self.package)

    def test_good(self):
        self.assertEqual(told(BUILT.parent), '')

    def test_not_built(self):
        message = told(self.folder.name)
        self.assertRegex(message, '^ImportError: cuttle cannot be imported: .*/cuttle is not built '
                                  'yet: run `make python`')

    def test_source_folder(self):
        # the folder at hand comes before PYTHONPATH
        message = told(BUILT.parent, folder=SOURCE)
        self.assertIn('is the source of the package. Run `make python` in '
                      f'{SOURCE.parent}, leave this folder', message)

    def test_another_python(self):
        (self.package / '_core.cpython-27-x86_64-linux-gnu.so').touch()
        message = told(self.folder.name)
        self.assertIn('it is compiled for Python 2.7, and ', message)
        self.assertIn('use /usr/bin/python2.7', message)

    def test_no_numpy(self):
        # without site-packages there is none
        message = told(BUILT.parent, '-S')
        self.assertRegex(message, r'/python3\S* \(Python 3\.\d+\) has no NumPy: install it')


if __name__ == '__main__':
    common.main()
