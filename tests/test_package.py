"""The package's face: what it exports, and what importing it costs."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

import leanschema
from leanschema import tools

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"

# msgspec takes typing_extensions where it is there, for its own sake.
ALLOWED = {"leanschema", "msgspec", "typing_extensions"}

LOADED_BY_IMPORT = """
import sys
before = set(sys.modules)
import leanschema
{use}
import json
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def modules_that_import_loads(and_then: str = "") -> set[str]:
    """Name the modules, by their first word, that importing the package and some use loads."""
    shown = subprocess.run(
        [sys.executable, "-c", LOADED_BY_IMPORT.format(use=and_then)],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(shown.stdout)}


def test_all_is_the_public_namespace() -> None:
    every = {name: getattr(leanschema, name) for name in leanschema.__all__}
    assert not any(isinstance(value, ModuleType) for value in every.values())
    public = {
        name
        for name, value in vars(leanschema).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }

    assert public - {"TYPE_CHECKING", "Any", "Final", "annotations", "import_module"} == set(every)
    assert set(leanschema.__all__) <= set(dir(leanschema))
    assert set(tools.__all__) <= set(leanschema.__all__)


def test_a_name_that_is_not_there_is_told_as_python_does() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'lowr'"):
        getattr(leanschema, "lowr")  # noqa: B009 - a static checker would refuse it


def test_importing_the_package_loads_the_standard_library_only() -> None:
    loaded = modules_that_import_loads()

    assert {"leanschema"} == loaded - sys.stdlib_module_names


def test_lowering_fitting_and_explaining_load_msgspec_beside_it() -> None:
    loaded = modules_that_import_loads(
        "leanschema.fit(leanschema.lower({'type': 'object'}, 'gemini').schema, max_bytes=1);"
        "leanschema.explain({}, {'title': 'A'}); leanschema.parse_tool_input_schema({})"
    )

    assert {"leanschema", "msgspec"} <= loaded
    assert set() == loaded - sys.stdlib_module_names - ALLOWED


@pytest.mark.parametrize("name", ["lower", "fit", "explain"])
@pytest.mark.parametrize("module", ["pipeline", "fit.fitting", "explain.walk", "tools", "cli"])
def test_a_function_keeps_its_name_whatever_is_imported(name: str, module: str) -> None:
    code = f"import leanschema.{module}; assert callable(leanschema.{name})"

    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_package_says_that_it_is_typed() -> None:
    assert files("leanschema").joinpath("py.typed").is_file()


def test_all_names_every_extra_but_that_for_tests() -> None:
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    (everything,) = extras["all"]

    assert extras.keys() - {"all", "test", "docs"} == set(
        everything.removeprefix("leanschema[").removesuffix("]").split(",")
    )
