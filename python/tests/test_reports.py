"""Reports are of the types that ``zug.reports`` has for them."""

import sys
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
import zug
import zug.reports

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="NotRequired cannot be read there")


def why_not(value: Any, of: Any, at: str) -> str | None:
    """Where a value is not of a type; ``None`` if it is."""
    if is_typeddict(of):
        if not isinstance(value, dict):
            return f"{at} is no dict"
        fields = get_type_hints(of, vars(zug.reports), include_extras=True)
        needed = {name for name, told in fields.items() if get_origin(told) is not zug.reports.NotRequired}
        if not needed <= set(value) <= set(fields):
            return f"{at} has the fields {sorted(value)}, and should have {sorted(needed)}"
        wrong = (why_not(item, without_mark(fields[name]), f"{at}.{name}") for name, item in value.items())
        return next(filter(None, wrong), None)
    if get_origin(of) in (Union, UnionType):
        wrong = [why_not(value, one, at) for one in get_args(of)]
        return None if None in wrong else wrong[0]
    if get_origin(of) is Literal:
        return None if value in get_args(of) else f"{at} is {value!r}"
    if get_origin(of) is list:
        if not isinstance(value, list):
            return f"{at} is no list"
        wrong = (why_not(item, get_args(of)[0], f"{at}[{place}]") for place, item in enumerate(value))
        return next(filter(None, wrong), None)
    if get_origin(of) is dict:
        return None if isinstance(value, dict) else f"{at} is no dict"
    kinds = (int, float) if of is float else type(None) if of is None else of
    is_number_for_truth = isinstance(value, bool) and of is not bool
    return None if isinstance(value, kinds) and not is_number_for_truth else f"{at} is {value!r}"


def without_mark(told: Any) -> Any:
    return get_args(told)[0] if get_origin(told) is zug.reports.NotRequired else told


def reports(folder: Path) -> list[tuple[str, Any]]:
    """Reports of all kinds that Python has."""
    ttt = zug.game("tic-tac-toe").solve()
    ttt.save(folder / "table")
    four = zug.game("connect-four", width=4, height=4).solve(method="search", proof=True)
    size = four.proof(folder / "proof")
    with zug.open_table(folder / "table") as table:
        query = table.query()
    whole = ttt.report(verify=True, statistics=True, count="orbits")
    loopy = zug.rules(
        "game round\nimpartial\nat: 0..2 = 0\nmove on if at < 2:\n    at += 1\nmove back if at == 1:\n    at = 0\n"
    )
    return [
        ("SolveReport", whole),
        ("SolveReport", zug.game("nim", piles=[3, 5, 6]).solve().report()),
        ("SolveReport", zug.game("dots-and-boxes").solve().report()),
        ("SolveReport", loopy.solve(method="positions").report()),
        ("SolveReport", four.report()),
        ("CertificateReport", ttt.verify()),
        ("SolveProofReport", size),
        ("CertifyReport", zug.certify(folder / "proof")),
        ("TableQueryReport", query),
        ("PlanReport", zug.game("dodgem").plan()),
        ("PlanReport", zug.game("nim", piles=[3, 5, 6]).plan()),
        ("ExplainReport", ttt.explain().report()),
        ("ExplainReport", zug.game("nim", piles=[3, 5, 6]).solve().explain().report()),
        ("ExplainReport", zug.game("dodgem").search(seconds=0.2).report()),
        ("TreeReport", ttt.tree(2, merge=True).report()),
        ("ExplainValueReport", zug.explain_value("{1,0|2,*}").report()),
        ("ExplainValueReport", zug.explain_value("^ ? *").report()),
        ("ExplainValueReport", zug.explain_value("{1|{0|-2}}").report()),
        ("ValueReport", zug.value("nim(3) + nim(4)").report()),
        ("ValueReport", zug.value("{2|-1} + ^ - *2", verify=True).report()),
        ("ValueReport", zug.value("nim(3) + nim(4)", compound="some").report()),
        ("SequenceReport", zug.sequence("0.77", 200, statistics=True, verify=True).report()),
        ("SequenceReport", zug.sequence("0.007", 200).report()),
        ("QuotientReport", zug.quotient("0.77", heaps=20, at=[3, 5], genus=True).report()),
        ("PairsReport", zug.pairs("wythoff", nimbers=True, largest=9).report()),
        ("PairsReport", zug.pairs("wythoff", at=(10, 16)).report()),
        ("GamesReport", zug.games()),
    ]


def test_reports_are_of_their_types(tmp_path: Path) -> None:
    for name, report in reports(tmp_path):
        assert why_not(report, getattr(zug.reports, name), name) is None


def test_a_report_of_another_type_is_found() -> None:
    report: Any = zug.game("tic-tac-toe").solve().report()
    assert why_not(report, zug.reports.TreeReport, "") is not None
    report["moves"][0]["remoteness"] = "three"
    found = why_not(report, zug.reports.SolveReport, "report")
    assert found == "report.moves[0].remoteness is 'three'"
    del report["outcome"]
    assert "has the fields" in str(why_not(report, zug.reports.SolveReport, "report"))


def test_names_are_typed_dicts_or_words() -> None:
    dicts = [name for name in zug.reports.__all__ if is_typeddict(getattr(zug.reports, name))]
    assert len(dicts) > 60 and TypedDict is zug.reports.TypedDict
