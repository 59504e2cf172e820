# Runs a notebook as Jupyter does, and fails where a cell does.
#   PYTHONPATH=CODE python3 notebook.py NOTEBOOK
import sys

import nbclient
import nbformat

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
nbclient.NotebookClient(notebook, timeout=600, kernel_name='python3').execute()
