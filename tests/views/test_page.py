"""The file: complete in itself, nothing in it that a name could turn into, and built from the sources beside it."""

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.contract import ModelError
from linkwork.system import compile_model
from linkwork.views.page import inert_json, page
from linkwork.views.poses import poses_at_rest
from tests.views.mechanisms import Result, four_bar, moving_four_bar, pendulum

ROOT = Path(__file__).parents[2]
SHIPPED = files("linkwork.views").joinpath("viewer")


class Parts(HTMLParser):
    """The tags of a page, and what its scripts contain."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag == "script"
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = False


def scene_of(model: lw.Model) -> lw.Scene:
    return lw.scene_of_model(model, poses_at_rest(model))


def read(path: Path) -> tuple[lw.Scene, Parts]:
    parts = Parts(path.read_text(encoding="utf-8"))
    return json.loads(parts.scripts[0]), parts


def test_the_page_loads_nothing() -> None:
    parts = Parts(page(scene_of(four_bar())))
    assert not [attributes for _, attributes in parts.tags if {"src", "href"} & set(attributes)]
    policy = dict(parts.tags[3][1])["content"]
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    digest = base64.b64encode(hashlib.sha256(parts.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy


HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='hacked=1'>&amp;\u2028\x00"


def test_names_stay_text() -> None:
    scene = scene_of(pendulum())
    scene["name"] = scene["bodies"][1]["name"] = HOSTILE
    text = page(scene)
    parts = Parts(text)
    assert [tag for tag, _ in parts.tags].count("script") == 2
    assert "img" not in [tag for tag, _ in parts.tags]
    assert json.loads(parts.scripts[0])["bodies"][1]["name"] == HOSTILE
    assert html.escape(HOSTILE) in text


def test_json_is_inert_and_refuses_what_is_no_json() -> None:
    assert json.loads(inert_json({"a": HOSTILE})) == {"a": HOSTILE}
    assert not re.search(r"[<>&\u2028]", inert_json({HOSTILE: [HOSTILE]}))
    with pytest.raises(ModelError, match="the scene holds what JSON cannot"):
        inert_json({"a": float("nan")})


def test_a_scene_of_another_version_is_refused() -> None:
    with pytest.raises(ModelError, match="'linkwork-scene', version 1; it needs 'linkwork-scene', version 3"):
        page({**scene_of(pendulum()), "version": 1})


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"is a folder; give the name of a file in it, such as .*page\.html"):
        lw.view(lw.Model("nothing"), tmp_path)


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"the folder .*nowhere does not exist"):
        lw.write_page(scene_of(pendulum()), tmp_path / "nowhere" / "page.html")


def test_view_of_model_system_state_and_motion(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    model = four_bar(driven=True)
    assert lw.view(model, target) == target
    drawn, _ = read(target)
    system, run = moving_four_bar(21)
    lw.view(system, target, panels={"Mobility": lw.mobility(system, run.state(0))})
    at_rest, _ = read(target)
    assert at_rest["poses"]["positions"] == drawn["poses"]["positions"]
    assert [panel["title"] for panel in at_rest["panels"]] == ["Model", "Mobility"]
    lw.view(system, target, motion=run.state(5))
    assert read(target)[0]["poses"]["times"]["shape"] == [1]
    lw.view(
        system, target, motion=run, traces=[lw.Trace("C", "rocker")], channels=[lw.Series("two", 2 * run["A.angle"])]
    )
    moving, _ = read(target)
    units = {channel["name"]: channel["unit"] for channel in moving["channels"]}
    assert list(units) == ["two", *system.layout.q, *system.layout.u]
    assert (units["A.angle"], units["A.angle_dot"]) == ("rad", "rad/s")
    assert moving["traces"][0]["name"] == "C"


def test_view_of_a_result_that_knows_its_scene(tmp_path: Path) -> None:
    result = Result(scene_of(pendulum()))
    lw.view(result, tmp_path / "page.html", panels={"Certificate": "good"})
    assert read(tmp_path / "page.html")[0]["panels"] == [{"title": "Certificate", "text": "good"}]
    assert result.document["panels"] == []
    with pytest.raises(ModelError, match="brings its own motion"):
        lw.view(result, tmp_path / "page.html", motion=3)
    with pytest.raises(ModelError, match="only panels can be added, not traces"):
        lw.view(result, tmp_path / "page.html", traces=[])


def test_view_refuses_what_it_cannot_show(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="ndarray cannot be shown"):
        lw.view(np.zeros(3), tmp_path / "page.html")
    with pytest.raises(ModelError, match="a motion belongs to a system"):
        lw.view(pendulum(), tmp_path / "page.html", motion=compile_model(pendulum()).rest)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


BUNDLES = ("viewer.js", "living.js", "simulation.js", "sliders.js", "lesson.js")


def test_the_bundles_are_built_from_these_sources() -> None:
    """The same sum as `viewer/build.mjs` writes; where it differs, run `make viewer`."""
    folder = ROOT / "viewer"
    names = ["biome.json", "build.mjs", "package-lock.json", "package.json", "tsconfig.json"]
    names += [path.relative_to(folder).as_posix() for path in (folder / "src").rglob("*") if path.is_file()]
    parts = [f"{name}\n{digest((folder / name).read_text(encoding='utf-8'))}\n" for name in sorted(names)]
    made_of = json.loads(SHIPPED.joinpath("made_of.json").read_text(encoding="utf-8"))
    bundles = {name: SHIPPED.joinpath(name).read_text(encoding="utf-8") for name in BUNDLES}
    assert made_of == {"sources": digest("".join(parts)), **{name: digest(text) for name, text in bundles.items()}}
    assert len(bundles["viewer.js"]) < 900_000  # a living page has 2 MB in all


def test_what_runs_in_pages_is_built_from_typescript() -> None:
    """Nothing that no compiler checks: JavaScript stands among the bundles alone."""
    found = {path.relative_to(ROOT / "src" / "linkwork").as_posix() for path in (ROOT / "src").rglob("*.js")}
    assert found == {f"views/viewer/{name}" for name in BUNDLES}


def node(*arguments: str) -> str:
    program = shutil.which("node")
    if program is None:
        pytest.skip("There is no node here (apt-get install nodejs).")
    done = subprocess.run([program, *arguments], cwd=ROOT / "viewer", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def brought(*parts: str) -> str:
    """A file that npm brings."""
    found = ROOT.joinpath("viewer", "node_modules", *parts)
    if not found.exists():
        pytest.skip("`npm ci` in viewer/ brings what checks and bundles TypeScript; `make viewer` does that.")
    return str(found)


def test_the_unit_tests_of_the_viewer_pass() -> None:
    brought("esbuild", "package.json")
    node("build.mjs", "tests")
    node("--test", "build/tests.mjs")


def test_the_viewer_is_sound_in_its_types() -> None:
    node(brought("typescript", "bin", "tsc"), "-p", ".")


def test_the_viewer_is_formatted_and_linted() -> None:
    node(brought("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings")


def test_only_living_pages_may_compile_and_start_workers() -> None:
    scene = scene_of(pendulum())
    still, living = (dict(Parts(page(s)).tags[3][1])["content"] for s in (scene, {**scene, "program": {}}))
    assert still is not None and living is not None
    assert "wasm" not in still and "worker-src" not in still
    assert re.search(r"script-src 'sha256-[^']+' 'wasm-unsafe-eval'; worker-src blob:;", living)
    assert "'unsafe-eval'" not in living and living.startswith("default-src 'none';")


@pytest.mark.parametrize("library", ["three", "uplot"])
def test_licences_are_in_the_package_and_in_every_page(library: str) -> None:
    licences = SHIPPED.joinpath("LICENSES.txt").read_text(encoding="utf-8")
    assert re.search(rf"^{library} \d", licences, re.MULTILINE)
    assert licences.count("Permission is hereby granted") == 2
    assert licences in page(scene_of(pendulum()))


def test_names_of_events_and_outputs_are_text(tmp_path: Path) -> None:
    """Events and outputs may be called anything; nothing in a page comes of it."""
    model = lw.Model("m")
    rod = model.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    model.connect("A", lw.Revolute("y"), model.ground, rod)
    system = compile_model(model)
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    events, outputs = [lw.Event(evil, "A.angle", 1.2)], {f"{evil}2": lambda x: x["A.angle"]}
    texts = []
    for given in ({}, {"events": events, "outputs": outputs}):
        run = lw.simulate(system, system.state({"A.angle": 1.0}), 1.0, **given)
        lw.view(run, tmp_path / "page.html")
        texts.append((tmp_path / "page.html").read_text())
    plain, hostile = (Parts(text) for text in texts)
    assert [tag for tag, _ in plain.tags] == [tag for tag, _ in hostile.tags]
    assert evil not in texts[1]
