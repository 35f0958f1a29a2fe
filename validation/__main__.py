"""`python -m validation`: lists the cases; with names of cases or groups, or `all`, it runs them."""

from __future__ import annotations

import argparse
import itertools
import sys

from validation import page, runner


def chosen(names: list[str]) -> list[str]:
    """The cases that are meant by names of cases, names of groups, or `all`."""
    known = runner.all_cases()
    found: list[str] = []
    for name in names:
        if name in known:
            found.append(name)
        elif name in runner.GROUPS or name == "all":
            found += [case for case, (group, _) in known.items() if name in (group, "all")]
        else:
            sys.exit(f"There is no case or group {name!r}. `python -m validation` lists them.")
    return list(dict.fromkeys(found))


def main() -> None:
    """Lists, or runs and prints; `--write` keeps results and writes the page. Fails where an error is not allowed."""
    parser = argparse.ArgumentParser(prog="python -m validation", description=__doc__)
    parser.add_argument("names", nargs="*", help="cases, groups, or all")
    parser.add_argument("--write", action="store_true", help="keep the results and write docs/validation.md")
    parser.add_argument("--coordinates", choices=["tree", "absolute", "both"], default="tree", help="what they run in")
    given = parser.parse_args()
    known = runner.all_cases()
    if not given.names:
        for name, (group, case) in known.items():
            print(f"{group:12}{name:28}{case.about}")
        if given.write:
            page.write()
        return
    failed = []
    ways = runner.RESULTS if given.coordinates == "both" else (given.coordinates,)
    for name, coordinates in itertools.product(chosen(given.names), ways):
        group, case = known[name]
        if coordinates == "absolute" and not case.in_both:
            print(f"{name}: not in absolute coordinates: {case.remark}")
            continue
        result = runner.run_case(case, given.write, coordinates)
        print(runner.as_text(result), flush=True)
        failed += [] if result.holds else [name]
        if given.write:
            runner.store(group, result)
    if given.write:
        page.write()
    if failed:
        sys.exit(f"More error than allowed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
