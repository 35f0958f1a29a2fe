"""The snippet runner: what it finds, and that it notices errors and differing output."""

import traceback

import pytest

from tools.snippets import find_snippets, run_page

PAGE = """\
Text.

```python
x = 2
```

More text, and a fence of another kind.

```sh
exit 1
```

- A list.

    ```python
    if x:

        print(x)
    ```

    ```text
    2
    ```
"""


def test_snippets_share_a_namespace_and_print_what_is_shown() -> None:
    run_page(PAGE, "page.md")


def test_snippets_know_line_and_output() -> None:
    first, second = find_snippets(PAGE)
    assert (first.line, first.code, first.output) == (4, "x = 2\n", None)
    assert (second.line, second.code, second.output) == (16, "if x:\n\n    print(x)\n", "2\n")


def test_text_fence_after_other_text_is_not_output() -> None:
    [snippet] = find_snippets("```python\npass\n```\n\nFor example:\n\n```text\n1\n```\n")
    assert snippet.output is None


def test_differing_output_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"page\.md, line 16: the page shows\n3\n"):
        run_page(PAGE.replace("    2\n", "    3\n"), "page.md")


def test_error_in_a_snippet_has_the_line_of_the_page() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_page(PAGE.replace("x = 2", "x = 1 / 0"), "page.md")
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.filename, frame.lineno) == ("page.md", 4)
