"""tools/ccache.sh: removes the precompiled header that is made anew, never one that is included."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / 'tools' / 'ccache.sh'


class Ccache(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        here = Path(self.folder.name)
        (here / 'ccache').write_text('#!/bin/sh\necho "$@"\n')  # in place of the real one
        (here / 'ccache').chmod(0o755)
        self.header = here / 'all.hxx.pch'
        self.header.write_text('old')
        self.path = f'{here}:{os.environ["PATH"]}'

    def compile(self, *arguments):
        end = subprocess.run([SCRIPT, 'clang++', *arguments], env={**os.environ, 'PATH': self.path},
                             capture_output=True, text=True, check=True)
        self.assertEqual(end.stdout.split(), ['clang++', *arguments])

    def test_a_header_that_is_made_goes_first(self):
        self.compile('-x', 'c++-header', '-o', str(self.header), '-c', 'all.hxx.cxx')
        self.assertFalse(self.header.exists())

    def test_a_header_that_is_included_stays(self):
        self.compile('-Xclang', '-include-pch', '-Xclang', str(self.header), '-o', 'a.o', '-c', 'a.cpp')
        self.assertTrue(self.header.exists())


if __name__ == '__main__':
    unittest.main()
