"""Links of the README on an index page: absolute where a repository is given, of the version, else nothing moves."""

from pathlib import Path

from tools.index_page import addresses, for_index

ROOT = Path(__file__).parents[2]
REPOSITORY = "https://example.org/team/name"


def test_links_and_pictures_lead_to_the_files_of_the_version() -> None:
    text = (
        'See [how](docs/how.md#part), [out](https://other.org/x), [here](#top), ![pic](docs/a.png "t")\n'
        '<a href="docs/b.md"><img src="docs/b.gif" width="9"></a> <img src="https://other.org/c.png">\n'
        "[![badge](docs/badge.svg)](docs/state.md)"
    )
    assert for_index(text, REPOSITORY, "1.2.3") == (
        f"See [how]({REPOSITORY}/blob/v1.2.3/docs/how.md#part), [out](https://other.org/x), [here](#top), "
        f'![pic]({REPOSITORY}/raw/v1.2.3/docs/a.png "t")\n'
        f'<a href="{REPOSITORY}/blob/v1.2.3/docs/b.md"><img src="{REPOSITORY}/raw/v1.2.3/docs/b.gif" width="9"></a> '
        '<img src="https://other.org/c.png">\n'
        f"[![badge]({REPOSITORY}/raw/v1.2.3/docs/badge.svg)]({REPOSITORY}/blob/v1.2.3/docs/state.md)"
    )


def test_nothing_moves_without_a_repository() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert for_index(text, "", "1.2.3") == text
    assert addresses("", "1.2.3") == {}


def test_every_relative_link_of_the_readme_is_met_and_leads_to_a_file() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    seen = for_index(text, REPOSITORY, "1.2.3")
    targets = [line.split(")")[0].split('"')[0] for line in seen.split(f"{REPOSITORY}/")[1:]]
    assert len(targets) > 10
    for target in targets:
        path = target.partition("/v1.2.3/")[2].partition("#")[0]
        assert (ROOT / path).exists(), target
    assert "](docs/" not in seen
    assert 'src="docs/' not in seen
