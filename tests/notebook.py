# notebook.py NOTEBOOK FOLDER: runs a notebook in FOLDER, as a person would who runs all its cells, and prints what each
# printed. Exit codes: 0; 1 a cell failed; 77 nbclient or the kernel is missing.
import sys
try:
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    import ipykernel  # noqa: F401 (the kernel is another program)
except ImportError as error:
    print(error)
    sys.exit(77)

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
status = 0
try:
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": sys.argv[2]}}).execute()
except CellExecutionError as error:
    print("failed:", error.ename, error.evalue)
    status = 1
for number, cell in enumerate((c for c in notebook.cells if c.cell_type == "code"), 1):
    print("cell %d:" % number)
    for output in cell.outputs:
        print((output.get("text") or output.get("evalue") or " ".join(sorted(output.get("data", {})))).replace("\r", ""))
sys.exit(status)
