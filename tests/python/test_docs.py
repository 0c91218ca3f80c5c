"""The code of docs/python.md runs from top to bottom."""
import os
import re
import tempfile
import unittest
from unittest import mock

import numpy as np

import common
import cuttle


class Tutorial(unittest.TestCase):
    def test_all_code_runs(self):
        text = (common.ROOT / 'docs/python.md').read_text()
        blocks = re.findall(r'```python\n(.*?)```', text, re.S)
        self.assertGreater(len(blocks), 9)
        names = {}
        home = os.getcwd()
        self.addCleanup(os.chdir, home)
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(cuttle.Trajectory, 'show'):
            os.symlink(common.MODELS, os.path.join(folder, 'models'))
            os.chdir(folder)
            for number, block in enumerate(blocks):
                with self.subTest(block=number, code=block), mock.patch('builtins.print'):
                    exec(block, names)
            os.chdir(home)
        # and does what it says
        self.assertLess(abs(np.linalg.eigvals(names['A'] - names['B'] @ names['K'])).max(), 1)
        self.assertTrue(names['found'].reached)
        self.assertAlmostEqual(names['found'].u[0], 2.0, places=4)
        self.assertGreater(names['traj']['hold.pull.tension'].max(), 0.1)


if __name__ == '__main__':
    common.main()
