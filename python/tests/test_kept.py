"""What is kept in files is the same as that of the command line, which reads it too."""

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zug
from conftest import without_passing

FOUR = ["connect-four", "--set", "width=4", "--set", "height=4", "--memory", "1GiB", "--threads", "1"]


def four() -> zug.Game:
    return zug.game("connect-four", width=4, height=4)


def test_a_table_is_written_while_it_is_solved(printed: Callable[..., Any], tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    solved = four().solve(folder=ours, memory="1GiB", threads=1)
    report = printed("solve", *FOUR, "--table", str(theirs))
    assert solved.by == "positions" and without_passing(solved.report()) == report
    assert printed("table", "query", str(ours)) == printed("table", "query", str(theirs))
    assert printed("table", "verify", str(ours)) == printed("table", "verify", str(theirs))
    again = four().solve(folder=ours)
    assert again.start == solved.start
    with pytest.raises(zug.TableError, match="tic_tac_toe"):
        zug.game("tic-tac-toe").solve(folder=ours)


def test_work_that_was_stopped_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    game = zug.game("connect-four", width=5, height=4)
    with pytest.raises(zug.Cancelled):
        game.solve(folder=folder, method="tiers", seconds=0.5, threads=1)
    solved = game.solve(folder=folder, method="tiers", threads=1)
    assert solved.counts.positions == 3_945_711


def test_a_search_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "four.search"
    game = zug.game("connect-four", width=6, height=5)
    with pytest.raises(zug.Cancelled):
        game.solve(save=file, seconds=1, threads=1)
    size = file.stat().st_size
    assert size > 1000
    with pytest.raises(zug.Cancelled):
        game.solve(save=file, seconds=1, threads=1)
    assert file.stat().st_size > size
    with pytest.raises(zug.TableError, match="search of"):
        four().solve(save=file)
    assert four().solve(save=tmp_path / "other").by == "search"


def test_proofs(printed: Callable[..., Any], tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    found = four().solve(method="search", proof=True, memory="1GiB", threads=1)
    report = printed("solve", *FOUR, "--method", "search", "--proof", str(theirs))
    assert found.proof(ours) == report["proof"]
    assert ours.read_bytes() == theirs.read_bytes()
    assert without_passing(zug.certify(theirs)) == printed("certify", str(ours))
    with pytest.raises(zug.NotSolved, match="no proof"):
        four().solve(method="search").proof(ours)
    with pytest.raises(zug.TableError):
        zug.certify(tmp_path / "absent")
    theirs.write_bytes(theirs.read_bytes()[:-20])
    with pytest.raises(zug.TableError):
        zug.certify(theirs)


@pytest.mark.parametrize("name", ["tic-tac-toe", "kayles", "kalah-by-margin"])
def test_exports(zug_program: Path, tmp_path: Path, name: str) -> None:
    folder, ours, theirs = tmp_path / "table", tmp_path / "ours.csv", tmp_path / "theirs.csv"
    game = zug.game(name) if name != "kalah-by-margin" else zug.game(name, pits=2, seeds=2)
    solved = game.solve(method="positions", folder=folder)
    # Positions that were just solved come in another order than those of a table.
    solved.to_csv(ours)
    from_memory = sorted(ours.read_bytes().splitlines())
    solved = zug.open_table(folder)
    solved.to_csv(ours)
    assert sorted(ours.read_bytes().splitlines()) == from_memory
    command = [str(zug_program), "table", "export", str(folder), "-o", str(theirs)]
    subprocess.run(command, check=True, timeout=60)
    assert ours.read_bytes() == theirs.read_bytes()
    with ours.open() as lines:
        rows = list(csv.DictReader(lines))
    solved.to_csv(ours, texts=False)
    with ours.open() as lines:
        assert "position" not in next(csv.reader(lines))
    columns = solved.columns(texts=True)
    assert list(rows[0]) == [column.name for column in columns.columns]
    assert [row["position"] for row in rows] == columns.columns[0].values
    assert [int(row["orbit"]) for row in rows] == columns.to_numpy()["orbit"].tolist()


def test_what_does_not_go_together(tmp_path: Path) -> None:
    with pytest.raises(zug.SettingError, match="a theorem solves none"):
        zug.game("nim").solve(method="theorem", folder=tmp_path / "nim")
    with pytest.raises(zug.SettingError, match="belong to a search"):
        four().solve(method="positions", proof=True)

    class Heap:
        start = 3

        def moves(self, at: int) -> list[int]:
            return list(range(at))

        def play(self, at: int, move: int) -> int:
            return move

    with pytest.raises(zug.SettingError, match="has none"):
        zug.python_game(Heap()).solve(folder=tmp_path / "heap")
