"""The notebooks of the book run, and show what their text says."""

import os
from pathlib import Path
from typing import Any

import pytest
import zug

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
for package in ("ipykernel", "matplotlib", "pandas", "polars"):
    pytest.importorskip(package)

FOLDER = Path(__file__).resolve().parents[2] / "book" / "src" / "notebooks"

#: What the cells of each notebook must show, in this order.
SHOWN = {
    "mistakes": [
        "positions=161029",
        "draw    ┆ 90120",
        "(24054, 0.883)",
        "board=..../..../..../..OX turn=X ┆ 2    ┆ draw ┆ loss   ┆ 0.03125",
        "the mistake: column 2",
        "turn=X: draw",
        "win in 13 moves: 2 0",
    ],
    "nim": [
        "win in 11 nimber 2",
        "7       7  6  5  4  3  2  1  0",
        "True",
        "Take 2 from the pile of 3",
        "(512, True)",
        "19808",
        "loss in 14",
        "(6748, True)",
        "(14, 6)",
        "[1, 1, 2] normal ['3: 2']",
        "[1, 1, 2] misere ['3: 1']",
    ],
    "octal-games": [
        "Period(preperiod=71, period=12, saltus=0, theorem='Guy-Smith', checked_to=168)",
        "[0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]",
        "True",
        "0.45        8        498      20",
        "46 are proved; 17 are not: 0.04 0.06",
        "0.16 Period(preperiod=105351, period=149459",
        "0.56 Period(preperiod=326640, period=144",
        "<zug.Sequence 0.007>",
    ],
}


def shown(notebook: Any) -> str:
    """All that the cells show as text."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            texts.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
    return "\n".join(texts)


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_a_notebook_shows_what_its_text_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The process of the notebook must find the package that is tested.
    before = os.environ.get("PYTHONPATH")
    package = str(Path(zug.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", package if before is None else package + os.pathsep + before)
    notebook: Any = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    text = shown(notebook)
    place = 0
    for words in SHOWN[name]:
        found = text.find(words, place)
        assert found >= 0, f"{words!r} is not shown, or not behind what comes before it:\n{text}"
        place = found


def test_notebooks_are_kept_without_outputs() -> None:
    paths = sorted(FOLDER.glob("*.ipynb"))
    assert [path.stem for path in paths] == sorted(SHOWN)
    for path in paths:
        notebook: Any = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            assert not cell.get("outputs") and cell.get("execution_count") is None, path
