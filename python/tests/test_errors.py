"""Every fault is an exception with a place, and the interpreter lives."""

import pickle
import random
import shutil
from pathlib import Path
from typing import Any, get_args

import pytest
import zug
from zug import _zug
from zug._work import Method


def test_a_fault_in_rules_has_its_place() -> None:
    text = "game coins\nimpartial\nheap: 0..5 = 5\nmove take if heap > 0:\n    heap -= one\n"
    with pytest.raises(zug.RulesError) as caught:
        zug.rules(text)
    error = caught.value
    assert (error.line, error.column) == (5, 13)
    assert error.message in str(error)
    assert "^^^" in str(error)


def test_rules_that_break_in_play_tell_the_position() -> None:
    text = "game coins\nimpartial\nheap: 0..5 = 5\nmove take if true:\n    heap -= 2\n"
    with pytest.raises(zug.RulesError) as caught:
        zug.rules(text).solve()
    assert caught.value.line == 5
    assert caught.value.position is not None


def test_the_methods_are_those_of_the_library() -> None:
    method: Any = "magic"
    with pytest.raises(zug.SettingError, match="there is no method `magic`") as caught:
        zug.game("nim").solve(method=method)
    names = str(caught.value).partition("choose one of ")[2]
    assert sorted(names.split(", ")) == sorted(get_args(Method))


def test_mutated_rules_give_exceptions_with_a_place() -> None:
    sources = [zug.game(name).rules or "" for name in ("tic-tac-toe", "nim", "subtraction", "dodgem")]
    chance = random.Random(1)
    faults = 0
    for _ in range(1000):
        text = list(chance.choice(sources))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            change = chance.randrange(3)
            if change == 0:
                del text[place]
            elif change == 1:
                text.insert(place, chance.choice("()=:{}+-0aé\t\0"))
            else:
                text[place] = chance.choice("()=:{}+-0aé\n")
        try:
            zug.rules("".join(text) + "\n")
        except zug.RulesError as error:
            faults += 1
            assert error.line >= 1 and error.column >= 1 and error.message
    assert faults > 500


@pytest.mark.parametrize(
    ("name", "parameters", "words"),
    [
        ("tictactow", {}, "did you mean `tic-tac-toe`"),
        ("nim", {"pile": [1]}, "pile"),
        ("nim", {"piles": {"a": 1}}, "piles"),
        ("nim", {"piles": 3.5}, "piles"),
        ("tic-tac-toe", {"play": "odd"}, "misere"),
        ("", {}, "no game"),
    ],
)
def test_settings_that_do_not_fit(name: str, parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(zug.SettingError, match=words):
        zug.game(name, **parameters)


def test_limits_that_do_not_fit() -> None:
    g = zug.game("tic-tac-toe")
    for wrong in (
        {"memory": "much"},
        {"memory": -1},
        {"threads": 0},
        {"seconds": -1.0},
        {"method": "magic"},
    ):
        with pytest.raises(zug.SettingError):
            g.solve(**wrong)  # type: ignore[arg-type]


def test_numbers_out_of_their_range() -> None:
    s = zug.game("subtraction", n=5).solve(method="positions")
    for wrong in (
        lambda: zug.sequence("0.77", -1),
        lambda: zug.sequence("0.77", 2**64 - 1, start=5),
        lambda: zug.sequence("0.77", 2**63).values,
        lambda: zug.sequence("0.77", 2**63).report(),
        lambda: zug.quotient("0.77", heaps=2**63),
        lambda: zug.quotient("0.77", at=[2**63]),
        lambda: zug.pairs("wythoff", most=0),
        lambda: s.tree(-1),
        lambda: s.start.line(-1),
        lambda: s.batches(-1),
        lambda: zug.game("subtraction", n=10**30),
    ):
        with pytest.raises(zug.SettingError):
            wrong()
    with pytest.raises(zug.OutOfMemory):
        zug.pairs("wythoff", nimbers=True, largest=2**64 - 1)


def test_positions_that_are_none() -> None:
    g = zug.game("tic-tac-toe")
    for wrong in ("board", "board=XX/XX turn=X", "board=.../.../... turn=Z", "\0", "x" * 100_000):
        with pytest.raises((zug.PositionError, zug.SettingError)):
            g.position(wrong)
    with pytest.raises(zug.PositionError, match="not legal"):
        g.start.play("1,1", "1,1")
    with pytest.raises(zug.PositionError):
        _ = g.solve()[zug.game("tic-tac-toe", width=4).start]


def test_what_is_not_solved() -> None:
    s = zug.game("nim", piles=[40000, 70000]).solve()
    assert s.by == "theorem"
    with pytest.raises(zug.NotSolved, match="positions"):
        _ = s.counts
    with pytest.raises(zug.NotSolved):
        s.to_pandas()
    assert [move.name for move in s.start.best_moves()] == ["2: 30000"]
    solved = zug.game("tic-tac-toe", position="board=X../.O./..X turn=O").solve(method="positions")
    with pytest.raises(zug.NotSolved):
        _ = solved["board=.../.../... turn=X"]
    assert "board=.../.../... turn=X" not in solved


def test_a_theorem_answers_where_no_position_can_be_had() -> None:
    g = zug.game("treblecross", n=10_000)
    s = g.solve()
    assert s.by == "theorem" and s.start.outcome == "win" and s.start.position is None
    assert s.start.moves()[0].name == "1835" and s.start.line() == []
    assert "206" in str(s.explain()) and "1835" in s._repr_html_()
    assert pickle.loads(pickle.dumps(g)) == g
    assert "does not fit" in repr(g) and "\n" not in repr(g)
    with pytest.raises(zug.Error):
        _ = g.start


def test_memory_that_does_not_suffice() -> None:
    with pytest.raises(zug.TooLarge) as caught:
        zug.game("connect-four").solve(method="positions", memory="64MiB")
    assert caught.value.positions is not None and caught.value.positions > 1_000_000
    assert caught.value.needed is not None and caught.value.allowed == 64 << 20
    # Without a sample that refuses it before the work.
    with pytest.raises((zug.OutOfMemory, zug.TooLarge)):
        zug.game("connect-four", width=5, height=5).solve(method="backward", memory="16MiB")


def test_tables_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(zug.TableError):
        zug.open_table(tmp_path)
    folder = tmp_path / "table"
    zug.game("connect-four", width=4, height=4).solve(method="positions").save(folder)
    with pytest.raises(zug.TableError):
        zug.game("tic-tac-toe").solve().save(folder)
    for file in sorted(folder.iterdir()):
        damaged = tmp_path / f"damaged-{file.name}"
        shutil.copytree(folder, damaged)
        content = bytearray(file.read_bytes())
        if not content:
            continue
        content[len(content) // 2] ^= 0xFF
        (damaged / file.name).write_bytes(content)
        with pytest.raises(zug.Error):
            with zug.open_table(damaged) as table:
                table.report(verify=True)
                for _ in table.batches():
                    pass


def test_a_table_that_was_closed(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    zug.game("connect-four", width=4, height=4).solve(method="positions").save(folder)
    table = zug.open_table(folder)
    blocks = table.batches(1000)
    rows = len(next(blocks))
    table.close()
    # What was begun goes on, and nothing new begins.
    assert rows + sum(len(block) for block in blocks) > 1000
    with pytest.raises(zug.TableError, match="closed"):
        _ = table["board=..../..../..../.... turn=X"]


def test_games_and_positions_can_be_pickled() -> None:
    fork = zug.game("subtraction", n=9, take={1, 2}).start.play("1")
    again = pickle.loads(pickle.dumps(fork))
    assert again == fork and hash(again) == hash(fork) and again.game == fork.game


def test_a_panic_is_an_exception_and_the_interpreter_lives() -> None:
    work: Any = _zug.Work("auto", None, 1, None, None, True, True, False)
    if not hasattr(work, "_plant_panic"):
        pytest.skip("this build of the module has no planted panic")
    for in_work in (False, True):
        with pytest.raises(zug.Defect, match="planted"):
            work._plant_panic(in_work)
    assert zug.game("nim").solve().start.outcome == "win"
