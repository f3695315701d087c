"""A notebook run by nbclient, as nbconvert --execute does it."""

import sys
import unittest

try:
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
except ImportError:
    print("nbclient is not installed (apt install jupyter-nbconvert)")
    sys.exit(77)  # the test skips


def notebook(*cells):
    nb = nbformat.v4.new_notebook()
    nb.cells = [nbformat.v4.new_code_cell(c) for c in cells]
    return nb


class Notebook(unittest.TestCase):
    def test_outputs(self):
        nb = notebook("print a\nwarn b", "show id one", "update id two", "value 42", "clear\nprint c")
        NotebookClient(nb, kernel_name="toy", timeout=60).execute()
        self.assertEqual([c.execution_count for c in nb.cells], [1, 2, 3, 4, 5])
        streams = [(o.name, o.text) for o in nb.cells[0].outputs]
        self.assertEqual(sorted(streams), [("stderr", "b\n"), ("stdout", "a\n")])
        self.assertEqual(nb.cells[1].outputs[0].data["text/plain"], "two")
        self.assertEqual(nb.cells[3].outputs[0].output_type, "execute_result")
        self.assertEqual(nb.metadata.language_info.name, "toy")
        nbformat.validate(nb)

    def test_progress_leaves_no_trace(self):
        """A notebook is the same whether its cells were slow enough to say how far they are or not."""
        with_line = ("progress begins\nprint a\nshow id one\npause 550\nprogress half\nwarn b\nupdate id two\nvalue 42", "progress only\npause 300",
                     "show id three\npause 550\nprogress x", "print e\npause 550\nprogress y\nfail")
        kept = []
        for cells in (with_line, ["\n".join(l for l in c.split("\n") if "progress" not in l) for c in with_line]):
            nb = notebook(*cells)
            NotebookClient(nb, kernel_name="toy", timeout=60, allow_errors=True).execute()
            kept.append([[{k: v for k, v in o.items() if k != "execution_count"} for o in c.outputs] for c in nb.cells])
        for slow, quick in zip(*kept):
            self.assertEqual(slow, [{**o, "traceback": slow[-1]["traceback"]} if "traceback" in o else o for o in quick])
        self.assertEqual(kept[0][1], [])

    def test_error(self):
        nb = notebook("fail", "print never")
        with self.assertRaises(CellExecutionError) as e:
            NotebookClient(nb, kernel_name="toy", timeout=60).execute()
        self.assertEqual(e.exception.ename, "RuntimeError")

    def test_errors_allowed(self):
        nb = notebook("fail", "print on", "panic", "print still on")
        NotebookClient(nb, kernel_name="toy", timeout=60, allow_errors=True).execute()
        self.assertEqual(nb.cells[0].outputs[0].ename, "RuntimeError")
        self.assertEqual(nb.cells[2].outputs[0].ename, "InternalError")
        self.assertEqual(nb.cells[3].outputs[0].text, "still on\n")

    def test_timeout_interrupts(self):
        nb = notebook("spin", "print after")
        NotebookClient(nb, kernel_name="toy", timeout=1, interrupt_on_timeout=True, allow_errors=True).execute()
        self.assertEqual(nb.cells[0].outputs[0].ename, "Interrupted")
        self.assertEqual(nb.cells[1].outputs[0].text, "after\n")


if __name__ == "__main__":
    unittest.main()
