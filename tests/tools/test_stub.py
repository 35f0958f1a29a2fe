"""Lists of names are what follows from the element files, and a new element is listed without a hand."""

import ast
import shutil

from linkwork import registered
from tools.stub import PACKAGE, current_lists, main, names_offered


def test_lists_are_current() -> None:
    assert not [path for path, text in current_lists().items() if path.read_text(encoding="utf-8") != text]


def test_a_new_element_is_listed_and_one_that_is_gone_is_not(tmp_path) -> None:
    package = tmp_path / "linkwork"
    shutil.copytree(PACKAGE / "elements" / "signals", package / "elements" / "signals")
    shutil.copy(PACKAGE / "__init__.pyi", package)
    shutil.copy(PACKAGE / "elements" / "__init__.py", package / "elements")
    own = package / "elements" / "signals"
    (own / "sawtooth.py").write_text("@register\nclass Sawtooth(Signal):\n    pass\n\n\nclass Helper:\n    pass\n")
    (own / "formula.py").unlink()
    found = current_lists(package)
    table, stub = found[package / "elements" / "__init__.py"], found[package / "__init__.pyi"]
    assert "\nsignals.sawtooth: Sawtooth\n" in table and "Helper" not in table and "Formula" not in table
    assert "\nsignals: Expression\n" in table  # no class of the folder, and offered by hand
    offered = names_offered(ast.parse(stub))
    assert {"Sawtooth", "Sine", "Expression", "simulate", "__version__"} <= set(offered) and "Formula" not in offered
    assert "    Sawtooth,\n" in stub


def test_nothing_is_written_where_all_is_current(capsys) -> None:
    main()
    assert capsys.readouterr().out == ""


def test_the_stub_says_how_every_element_is_called() -> None:
    stub = ast.parse((PACKAGE / "elements" / "__init__.pyi").read_text(encoding="utf-8"))
    calls = {node.name: node.body[-1].args for node in stub.body if isinstance(node, ast.ClassDef)}
    for name, kind in registered().items():
        if kind.__module__.startswith("linkwork.elements"):
            given = [a.arg for a in (*calls[name].args[1:], *calls[name].kwonlyargs)]
            assert given == list(kind.given_fields())
