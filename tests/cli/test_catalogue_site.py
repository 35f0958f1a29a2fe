"""`linkwork catalogue serve`: pages of a catalogue on loopback, for who knows the token; names are text."""

import html
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

import linkwork as lw
from linkwork.cli.local_server import LocalServer
from linkwork.studies.catalogue_site.scatter import Markup, html_element, round_numbers
from linkwork.studies.catalogue_site.site import CatalogueSite
from tests.cli.program import ROOT, linkwork
from tests.studies.swings import swing

pytest.importorskip("sqlalchemy", reason="pip install 'linkwork[catalogue]' brings SQLAlchemy.")
HOSTILE = "<img src=x onerror=document.title='taken'><script>document.title='taken'</script>\"'&amp;"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A catalogue with hostile names wherever a name can stand: where ours are refused, written into the database."""
    found = tmp_path_factory.mktemp("site") / "lab.db"
    lab, model = lw.catalogue(found), swing()
    system = lw.compile_model(model)
    for k in (20.0, 40.0, 60.0):
        run = lw.simulate(system, system.state({"k": k, "A.angle": 0.1}), 0.1)
        lab.add(run, tags=[HOSTILE, "v1"], note=HOSTILE, measures={HOSTILE: k**2, "peak": 2 * k}, change=HOSTILE)
    stiffer = swing()
    stiffer.connect("more", lw.TorsionSpring(stiffness=2.0, axis="y"), stiffer.ground, stiffer.bodies["rod"])
    other = lw.compile_model(stiffer)
    lab.add(lw.simulate(other, other.state({"A.angle": 0.2}), 0.1), change="a second spring", measures={"peak": 1.0})
    study = lw.study(model, {"k": [20.0, 30.0]}, {"end": ("A.angle", "final")}, 0.1)
    lab.studies.add(study, note=HOSTILE)
    lab.close()
    with sqlite3.connect(found) as base:
        base.execute(
            "update models set name = :x, who = :x, versions = :y", {"x": HOSTILE, "y": json.dumps({HOSTILE: HOSTILE})}
        )
        base.execute("update runs set who = :x, method = :x, sentence = :x, status = :x", {"x": HOSTILE})
        base.execute("update runs set verdict = :x where id = 2", {"x": HOSTILE})
        base.execute("update studies set name = :x, varied = :x, measures = :x, verdict = :x, who = :x", {"x": HOSTILE})
    return found


@pytest.fixture
def serve(place):
    """Starts a server; (it, its catalogue)."""
    running = []

    def start(writes=False):
        lab, server = lw.catalogue(place, read_only=not writes), LocalServer()
        site = CatalogueSite(lab, HOSTILE, server.root, writes=writes)
        thread = threading.Thread(target=server.serve, args=(site,), daemon=True)
        thread.start()
        running.append((server, thread, lab))
        return server, site

    yield start
    for server, thread, lab in running:
        server.stop()
        thread.join()
        lab.close()


def asked(server, path, data=None, token=None, **headers):
    """(status, headers, text) of a request."""
    address = f"http://{server.host}/{server.token if token is None else token}/{path}"
    body = None if data is None else urllib.parse.urlencode(data).encode()
    request = urllib.request.Request(address, body, {name.replace("_", "-"): x for name, x in headers.items()})
    opener = urllib.request.build_opener(NoRedirect)
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given):
        return None


def test_who_may_ask(serve):
    server, _ = serve()
    assert asked(server, "")[0] == 200
    ours = f"http://{server.host}"
    assert asked(server, "", Origin=ours)[0] == 200 and asked(server, "", Host=server.host)[0] == 200
    for refused in (
        asked(server, "", token="wrong"),
        asked(server, "", token=server.token[:-1]),
        asked(server, "", token=""),
        asked(server, "", Host="evil.example"),
        asked(server, "", Host=f"evil.example:{server.host.partition(':')[2]}"),
        asked(server, "", Origin="http://evil.example"),
        asked(server, "", Origin="null"),
        asked(server, "style.css", token="x"),
    ):
        status, headers, text = refused
        assert status == 403 and server.token not in text and "default-src 'none'" in headers["Content-Security-Policy"]
    with urllib.request.urlopen(server.address, timeout=60) as answer:
        assert "script-src" not in answer.headers["Content-Security-Policy"]  # default-src 'none': no script at all
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers.get("Access-Control-Allow-Origin") is None
    assert server._server.server_address[0] == "127.0.0.1"


def test_pages_show_what_is_kept(serve):
    server, _ = serve()
    everything = asked(server, "")[2]
    assert "4 runs." in everything and "Compare two" in everything
    found = asked(server, "?" + urllib.parse.urlencode({"q": "k > 30 and tag == 'v1'"}))[2]
    assert "2 runs." in found and 'href="' + server.root + 'run/3"' in found and 'run/1"' not in found
    for page in (everything, asked(server, "run/2")[2]):
        link = re.search(r'<a class="chip" href="([^"]+)"[^>]*>v1</a>', page)
        assert "3 runs." in asked(server, html.unescape(link[1]).removeprefix(server.root))[2]
    assert "peak" in asked(server, "run/2")[2] and "Open in the viewer" in asked(server, "run/2")[2]
    assert "k is 20 and 40." in asked(server, "compare?run=1&run=2")[2]
    listed = asked(server, "models")[2]
    assert "a second spring" in listed
    newest = re.findall(r'model/([0-9a-f]{64})"', listed)[0]
    lineage = asked(server, f"model/{newest}")[2]
    assert "Connection &#x27;more&#x27; is only in the second model." in lineage and "a second spring" in lineage
    assert '<td class="number">2</td>' in asked(server, "studies")[2]  # members
    drawn = asked(server, "plot?x=k&y=peak&q=" + urllib.parse.quote("tag == 'v1'"))[2]
    assert drawn.count("<circle") == 3 and "run 3: k 60, peak 120, good" in drawn
    assert "window" in asked(server, "run/2/view")[2] or "script" in asked(server, "run/2/view")[2]


def test_runs_are_sorted_by_any_column_and_have_pictures(serve):
    server, _ = serve()

    def order(**query):
        page = asked(server, "?" + urllib.parse.urlencode(query))[2]
        return [int(n) for n in re.findall(r'<td class="number"><a href="[^"]*run/(\d+)">', page)], page

    assert order()[0] == [4, 3, 2, 1]
    assert order(sort="k", q="tag == 'v1'")[0] == [1, 2, 3] and order(sort="-k", q="tag == 'v1'")[0] == [3, 2, 1]
    assert order(sort="nothing")[0] == [4, 3, 2, 1]
    assert sorted(order(sort=HOSTILE)[0]) == [1, 2, 3, 4] and sorted(order(sort="verdict")[0]) == [1, 2, 3, 4]
    page = order(sort="-peak", q="tag == 'v1' and k > 30")[1]
    link = re.search(r'aria-sort="descending"><a href="([^"]+)"', page)[1]
    assert order(**dict(urllib.parse.parse_qsl(html.unescape(link).partition("?")[2])))[0] == [2, 3]
    status, headers, drawn = asked(server, re.search(r'<img src="([^"]+)"', page)[1].removeprefix(server.root))
    assert status == 200 and headers["Content-Type"].startswith("image/svg+xml") and "<svg" in drawn
    assert asked(server, "run/99/picture")[0] == 400


def test_what_cannot_be_asked_is_told(serve):
    server, _ = serve()
    for path, status, sentence in (
        ("?q=__import__('os')", 200, "cannot be asked for"),
        ("?q=k%20%2B", 200, "cannot be read"),
        ("?q=" + "not%20" * 60 + "k%20==%201", 200, "nested more than 40 deep"),
        ("?q=steps==99999999999999999999", 200, "too large"),
        ("?q=tag=='%5Cud800'", 200, "the database refused"),
        ("nowhere", 404, "There is no such page"),
        ("run/99", 200, "There is no run 99"),
        ("run/99/view", 400, "there is no run 99"),
        ("run/-1", 404, "There is no such page"),
        ("run/../../etc/passwd", 404, "There is no such page"),
        ("plot?x=k&y=k&q=k%20%2B", 400, "cannot be read"),
        ("model/00", 400, "there is no model whose hash begins with"),
        ("plot?x=nothing&y=k", 200, "There is no column of numbers"),
        ("compare?run=1", 200, "Mark two runs"),
        ("style.css/..", 404, "There is no such page"),
    ):
        got, _, text = asked(server, path)
        assert (got, sentence in text) == (status, True), (path, got, text[:300])


def test_nothing_is_changed_unless_it_may_be_and_from_its_own_form(serve, place):
    reader, _ = serve()
    ours = {"Origin": f"http://{reader.host}"}
    status, _, text = asked(reader, "run/1/tag", {"tag": "x"}, **ours)
    assert status == 403 and "start it with --write" in text and "secret" not in asked(reader, "run/1")[2]
    server, site = serve(writes=True)
    ours = {"Origin": f"http://{server.host}"}
    good = {"tag": HOSTILE + "new", "secret": site.secret}
    for refused in (
        asked(server, "run/1/tag", good),  # no origin: not a browser's form
        asked(server, "run/1/tag", good, Origin="http://evil.example"),
        asked(server, "run/1/tag", good, Origin="null"),
        asked(server, "run/1/tag", {**good, "secret": "guess"}, **ours),
        asked(server, "run/1/tag", {"tag": "x"}, **ours),
        asked(server, "run/1/tag", good, token="guess", **ours),
        asked(server, "run/1/tag", good, Host="evil.example", **ours),
    ):
        assert refused[0] == 403
    assert asked(server, "run/1/tag", good, Content_Type="text/plain", **ours)[0] == 400
    assert asked(server, "run/1/tag", {**good, "tag": "x" * 70_000}, **ours)[0] == 400
    assert asked(server, "run/1/tag?" + urllib.parse.urlencode(good))[0] == 404  # a link changes nothing
    assert site.lab.tags(1) == [HOSTILE, "v1"]
    status, headers, _ = asked(server, "run/1/tag", good, **ours)
    assert status == 303 and headers["Location"] == f"{server.root}run/1"
    assert HOSTILE + "new" in site.lab.tags(1)
    assert asked(server, "run/1/untag", good, **ours)[0] == 303 and HOSTILE + "new" not in site.lab.tags(1)
    assert asked(server, "run/2/note", {"note": "seen", "secret": site.secret}, **ours)[0] == 303
    assert site.lab.runs("note == 'seen'").index.tolist() == [2]
    for path, status in (("run/1/delete", 404), ("run/99/tag", 400), ("run/x/tag", 404)):
        assert asked(server, path, good, **ours)[0] == status


def test_names_are_text_in_a_browser(serve, browser, place):
    """Every page with hostile names everywhere: nothing runs, nothing is asked for elsewhere, forms work."""
    server, site = serve(writes=True)
    context = browser.new_context(viewport={"width": 390, "height": 800})
    tab, asked_for, complaints = context.new_page(), [], []
    tab.on("request", lambda request: asked_for.append(request.url))
    tab.on("dialog", lambda dialog: complaints.append(dialog.message))
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    query = urllib.parse.urlencode({"q": f"tag == {HOSTILE!r}", "x": "k", "y": HOSTILE})
    model = site.lab.models().index[0]
    for path in (
        "",
        f"?{query}",
        f"plot?{query}",
        "run/1",
        "models",
        f"model/{model}",
        "studies",
        "compare?run=1&run=4",
    ):
        tab.goto(server.address + path)
        assert tab.title() != "taken" and tab.locator("img:not(.thumbnail), script, iframe").count() == 0
        assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path  # fits a phone
    tab.goto(server.address)
    assert HOSTILE in tab.locator("table").inner_text()
    tab.goto(server.address + "run/1/view")
    tab.wait_for_function("window.linkwork !== undefined")
    assert tab.title() != "taken" and tab.locator("img").count() == 0
    tab.goto(server.address + "run/3")
    tab.fill("form[action$='/tag'] input[name=tag]", "from the browser")
    tab.click("text=Add the tag")
    assert "from the browser" in tab.locator("main").inner_text() and "from the browser" in site.lab.tags(3)
    tab.goto(server.address)
    for number in (1, 2):
        tab.check(f"input[name=run][value='{number}']")
    tab.click("text=Compare two")
    assert "k is 20 and 40." in tab.locator("main").inner_text()
    context.close()
    assert complaints == [] and all(url.startswith((f"http://{server.host}/", "blob:", "data:")) for url in asked_for)


@pytest.mark.slow
def test_the_command_prints_an_address_that_works_and_ends_quietly(place):
    plain = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "linkwork.cli", "catalogue", "serve", str(place)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain)
    try:
        address = running.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert b"4 runs." in answer.read()
        running.send_signal(signal.SIGINT)
        said, wrong = running.communicate(timeout=60)
        assert "ended." in said and wrong == "" and running.returncode == 0
    finally:
        running.kill()
        running.wait()


def test_a_catalogue_that_is_not_there_is_told(tmp_path):
    found = linkwork("catalogue", "serve", tmp_path / "none.db")
    assert found.returncode == 3 and "catalogue: there is no file" in found.stderr and found.stdout == ""


def test_markup_escapes_whatever_is_no_markup():
    found = html_element("a", "<b>", html_element("i", 3), href='"><script>', hidden=None, class_="x", disabled=True)
    assert found == '<a href="&quot;&gt;&lt;script&gt;" class="x" disabled>&lt;b&gt;<i>3</i></a>'
    assert isinstance(found, Markup) and not isinstance(str(found) + "x", Markup)


def test_ticks_are_few_and_round():
    assert round_numbers(0.0, 1.0) == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert round_numbers(-3e-7, 9e-7) == pytest.approx([-2e-7, 0, 2e-7, 4e-7, 6e-7, 8e-7])
