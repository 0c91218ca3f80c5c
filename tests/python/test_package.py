"""Plots, pages, stubs and texts of the package."""
import ast
import inspect
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest import mock

import common
import cuttle

FOLDER = Path(cuttle.__file__).parent


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.traj = cuttle.simulate(common.soft_arm(), 0.1, u=[0, 0, 0, 1])

    def test_plot(self):
        picture = self.traj.plot(['tip.x', 'tip.z', 'energy.kinetic'], title='a < b & c')
        root = ElementTree.fromstring(picture.svg)
        words = ' '.join(t.text for t in root.iter('{http://www.w3.org/2000/svg}text'))
        for word in ('a < b & c', 'tip.x', '[m]', '[J]', 't [s]'):
            self.assertIn(word, words)
        self.assertEqual(picture._repr_svg_(), picture.svg)
        with tempfile.TemporaryDirectory() as folder:
            picture.save(Path(folder) / 'p.svg')
            self.assertTrue((Path(folder) / 'p.svg').read_text().startswith('<svg'))
        self.traj.plot()
        self.traj.plot('tip.y')  # all zero
        with self.assertRaisesRegex(KeyError, 'did you mean'):
            self.traj.plot('tip.q')

    def test_modes_and_single_rows(self):
        cuttle.load(common.MODELS / 'rod_modes.yaml').run().plot('frequency')
        statics = common.soft_arm(study=cuttle.study(type='statics')).run()
        ElementTree.fromstring(statics.plot('tip.x').svg)

    def test_show(self):
        with mock.patch('webbrowser.open') as browser:
            path = self.traj.show()
        browser.assert_called_once_with(path.as_uri())
        self.assertIn('cuttle-report/1', path.read_text())

    def test_notebook(self):
        from cuttle import show
        with mock.patch.object(inspect.getmodule(show), '_in_notebook', return_value=True):
            page = self.traj.show()
        self.assertTrue(page._repr_html_().startswith('<iframe srcdoc="'))


class Texts(unittest.TestCase):
    def test_everything_public_is_explained(self):
        for name in cuttle.__all__:
            self.assertTrue(inspect.getdoc(getattr(cuttle, name)), name)
        for kind in (cuttle.Model, cuttle.State, cuttle.Trajectory, cuttle.Simulator):
            for name, value in vars(kind).items():
                if callable(value) and not name.startswith('_'):
                    self.assertTrue(value.__doc__, name)

    def test_stubs_name_everything(self):
        stub = ast.parse((FOLDER / '_core.pyi').read_text())
        known = {node.name for node in ast.walk(stub) if isinstance(node, (ast.FunctionDef,
                                                                           ast.ClassDef))}
        for name in ('forward_dynamics', 'Simulator', 'step', 'q', 'load', 'statics'):
            self.assertIn(name, known)
        spec = ast.parse((FOLDER / 'spec.pyi').read_text())
        body = next(n for n in spec.body if isinstance(n, ast.FunctionDef) and n.name == 'body')
        self.assertIn('rod', [a.arg for a in body.args.kwonlyargs])
        self.assertTrue((FOLDER / 'py.typed').exists())


if __name__ == '__main__':
    common.main()
