"""`text.lock`: what each sentence and its rule were when somebody last accepted the text in a language.

It is committed beside the rules; an entry is a line, so that a diff says what was accepted. The English sentences stand
in it as well, so that a translator can be shown what has changed.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruleloom_dsl import nodes
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.source import read_file
from ruleloom_dsl.translating.fingerprints import Fingerprints

LOCK_FILE = "text.lock"

_HEAD = """\
# Written by "ruleloom text accept", to be committed and not edited: for each language and text the fingerprints of the
# English sentence and of the rule that it documents, as they were when the text was last accepted.
"""
_FINGERPRINTS = re.compile(r"([0-9a-f]{12}) ([0-9a-f]{12}|-)")
_PLAIN = re.compile(r"[A-Za-z_][\w./-]*")

Accepted = Mapping[str, Mapping[str, Fingerprints]]


@dataclass(frozen=True, slots=True)
class Lock:
    """What was accepted, by language and text, and the English sentences by their fingerprints."""

    accepted: Accepted = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)

    def get(self, tag: str, id: str) -> Fingerprints | None:
        """What was accepted of a text in a language; None where nothing was."""
        return self.accepted.get(tag, {}).get(id)


def read_lock(path: Path, report: Report) -> Lock:
    """The lock in a file; an empty one where there is none."""
    if not path.exists():
        return Lock()
    document = read_file(path, report)
    if document is None:
        return Lock()
    accepted, sentences = document.get("accepted"), document.get("sentences")
    return Lock(
        {tag: dict(_read_fingerprints(texts, report)) for tag, texts in _members(accepted, report)},
        {key: text.text for key, text in _members(sentences, report) if isinstance(text, nodes.Scalar)},
    )


def join_locks(locks: Iterable[Lock]) -> Lock:
    """Several locks as one; what a later one says of a text counts."""
    accepted: dict[str, dict[str, Fingerprints]] = {}
    sentences: dict[str, str] = {}
    for lock in locks:
        sentences |= lock.sentences
        for tag, texts in lock.accepted.items():
            accepted.setdefault(tag, {}).update(texts)
    return Lock(accepted, sentences)


def format_lock(lock: Lock) -> str:
    """The text of the file, always the same for the same lock; sentences that nothing refers to are left out."""
    used = {each.sentence for texts in lock.accepted.values() for each in texts.values()}
    rows = [f"  {tag}:\n{_rows(texts)}" for tag, texts in sorted(lock.accepted.items()) if texts]
    sentences = [f"  {key}: {_quoted(lock.sentences[key])}\n" for key in sorted(used) if key in lock.sentences]
    return _HEAD + _section("accepted", rows) + _section("sentences", sentences)


def _section(name: str, rows: list[str]) -> str:
    return f"{name}:\n{''.join(rows)}" if rows else f"{name}: {{}}\n"


def _rows(texts: Mapping[str, Fingerprints]) -> str:
    return "".join(f"    {_key(id)}: {each.sentence} {each.rule}\n" for id, each in sorted(texts.items()))


def _key(id: str) -> str:
    return id if _PLAIN.fullmatch(id) else _quoted(id)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _members(node: nodes.Node | None, report: Report) -> Iterator[tuple[str, nodes.Node]]:
    if isinstance(node, nodes.Mapping):
        yield from ((entry.key, entry.value) for entry in node.entries)
    elif node is not None:
        report.error(Code.BAD_SHAPE, "this should be a mapping", node.span, help=_HELP)


def _read_fingerprints(node: nodes.Node, report: Report) -> Iterator[tuple[str, Fingerprints]]:
    for id, written in _members(node, report):
        found = _FINGERPRINTS.fullmatch(written.text) if isinstance(written, nodes.Scalar) else None
        if found is None:
            report.error(Code.WRONG_VALUE, "these are no two fingerprints", written.span, help=_HELP)
        else:
            yield id, Fingerprints(found[1], found[2])


_HELP = 'remove the line, and let "ruleloom text accept" write it anew'
