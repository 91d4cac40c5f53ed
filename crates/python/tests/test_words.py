"""What the docs and the stubs say: doctests, types, notebooks."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kaiketsu

HERE = Path(__file__).parent
MODULES = ["", "._errors", "._game", "._position", "._progress", "._rules", "._solution", ".openspiel", ".pettingzoo"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str, folder: Path) -> None:
    found = doctest.testmod(importlib.import_module("kaiketsu" + name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert found.failed == 0
    assert found.attempted > 0 or name in ("._errors", "._progress", ".openspiel")


def test_the_page_of_the_book_runs(folder: Path) -> None:
    page = HERE.parents[2] / "docs" / "python.md"
    code = re.findall(r"^```python\n(.*?)^```", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    assert len(code) > 5
    names: dict[str, object] = {"__name__": "page"}
    for block in code:
        exec(compile(block, str(page), "exec"), names)  # noqa: S102


def test_all_that_is_public_has_words() -> None:
    for name in kaiketsu.__all__:
        thing = getattr(kaiketsu, name)
        assert thing.__doc__, name
        for member, method in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and callable(method):
                assert method.__doc__, f"{name}.{member}"


def test_types_are_right(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    use = tmp_path / "use.py"
    use.write_text(
        "import kaiketsu\nvalue: int | None = kaiketsu.game('tic-tac-toe').open().start.value.plies\n"
        "kaiketsu.game('tic-tac-toe').open().values(5)\n"
    )
    options = ["--config-file", str(HERE.parent / "mypy.ini"), "--cache-dir", str(tmp_path / "cache")]
    mypy = [sys.executable, "-m", "mypy", *options, "-p", "kaiketsu", "-m", "use"]
    found = subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in found.stdout.splitlines() if "error:" in line]
    assert len(errors) == 1 and errors[0].startswith("use.py:3") and "values" in errors[0], found.stdout + found.stderr
    stubs = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "kaiketsu._kaiketsu", "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert stubs.returncode == 0, stubs.stdout + stubs.stderr


@pytest.mark.parametrize("notebook", sorted((HERE.parent / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook: Path, folder: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    read = nbformat.read(notebook, as_version=4)
    assert not any(cell.get("outputs") for cell in read.cells), "kept without outputs"
    nbclient.NotebookClient(read, timeout=300, kernel_name="python3").execute()
    pictures = [out for cell in read.cells for out in cell.get("outputs", ()) if "image/svg+xml" in out.get("data", {})]
    assert pictures or notebook.stem != "explore-quixo"


def test_there_are_three_notebooks() -> None:
    assert len(list((HERE.parent / "notebooks").glob("*.ipynb"))) == 3
