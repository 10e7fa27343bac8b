"""The examples of the documentation, and the types."""

import doctest
import pathlib
import re
import subprocess
import sys

import pytest

import sinew
import sinew.z3

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


@pytest.mark.parametrize("module", [sinew, sinew.z3])
def test_docstrings(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted and not result.failed


def test_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    examples = re.findall(r"```pycon\n(.*?)```", page, re.S)
    assert len(examples) >= 5
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for number, example in enumerate(examples):
        if "pysmt" in example:
            pytest.importorskip("pysmt")
        test = doctest.DocTestParser().get_doctest(example, {}, f"example {number + 1}", str(PAGE), 0)
        runner.run(test)
    assert not runner.failures


def test_the_page_names_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    missing = [name for name in sinew.__all__ if name[0].isupper() and f"`{name}" not in page]
    assert not missing


def test_types() -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    here = pathlib.Path(__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"],
        cwd=here,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout


def test_stubs_and_module_agree() -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "sinew._sinew", "--ignore-disjoint-bases"],
        cwd=pathlib.Path(__file__).parent,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
