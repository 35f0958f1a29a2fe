"""Parts of a printed report: sections, pictures, and the page they stand in. It has no script, and fetches nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from io import BytesIO
from typing import Any

from ..views.page import PAGE_HEAD

REPORT = (
    PAGE_HEAD
    + """<style>{style}</style>
</head>
<body>
<main>
<header><h1>{title}</h1>{lead}</header>
{body}
</main>
</body>
</html>
"""
)
REPORT_POLICY = "default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True)
class ReportSection:
    """A chapter of a report: its title, and HTML."""

    title: str
    html: str


def report_html(title: str, lead: str, sections: Sequence[ReportSection]) -> str:
    """The whole page; sections are numbered, and those without content are left out."""
    style = files("linkwork.documents").joinpath("report.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    filled = [section for section in sections if section.html]
    body = "\n".join(
        f"<section><h2>{k}. {escape(section.title)}</h2>{section.html}</section>"
        for k, section in enumerate(filled, start=1)
    )
    policy = REPORT_POLICY.format(digest=digest)
    return REPORT.format(policy=policy, title=escape(title), style=style, lead=lead, body=body)


def paragraph(text: str) -> str:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>" if text else ""


def printed(text: str) -> str:
    """A text whose lines stay as they are."""
    return f"<pre>{escape(text.strip())}</pre>"


def verdict_html(verdict: Any) -> str:
    """A verdict with its reasons, in a box of its colour."""
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in verdict.reasons)
    return (
        f'<div class="verdict {escape(verdict.level)}"><strong>{escape(verdict.level)}</strong><ul>{reasons}</ul></div>'
    )


def image_html(figure: Any, caption: str, kind: str = "svg") -> str:
    """A matplotlib figure in the page, as curves or ("png") as pixels, with a caption below."""
    stream = BytesIO()
    figure.savefig(stream, format=kind, dpi=170, metadata={"Date": None} if kind == "svg" else None)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    media = "image/svg+xml" if kind == "svg" else "image/png"
    text = escape(caption)
    return f'<figure><img src="data:{media};base64,{data}" alt="{text}"><figcaption>{text}</figcaption></figure>'
