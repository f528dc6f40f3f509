"""What differs between two configurations: values by their paths, and sentences by the elements they belong to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ruleloom.rulebook.entries import all_entries
from ruleloom.rulebook.outline import outline
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay.paths import BLOCKS, child, item_id
from ruleloom_dsl.texts.borrowed import lent

Plain = str | list["Plain"] | dict[str, "Plain"]
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value of the composed document that differs; None on one side means that nothing stands there."""

    path: str
    old: Plain | None
    new: Plain | None


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """A sentence that is new, gone or another."""

    chapter: str
    key: str
    change: Literal["added", "removed", "changed"]
    old: str | None
    new: str | None


def changed_values(old: Ruleset, new: Ruleset) -> tuple[ValueChange, ...]:
    """The values that differ, in the order of the new document."""
    return tuple(_compared(old.document, new.document, ()))


def changed_sentences(old: Ruleset, new: Ruleset) -> tuple[SentenceChange, ...]:
    """The sentences that differ, chapter by chapter; what is gone comes last in its chapter."""
    before, after = _by_key(old), _by_key(new)
    changes = []
    for name, (chapter, text) in after.items():
        if name not in before:
            changes.append(SentenceChange(chapter, name[0], "added", None, text))
        elif before[name][1] != text:
            changes.append(SentenceChange(chapter, name[0], "changed", before[name][1], text))
    for name, (chapter, text) in before.items():
        if name not in after:
            changes.append(SentenceChange(chapter, name[0], "removed", text, None))
    order = {chapter: number for number, chapter in enumerate(dict.fromkeys(
        chapter for table in (after, before) for chapter, _ in table.values()
    ))}  # fmt: skip
    return tuple(sorted(changes, key=lambda change: order[change.chapter]))


def untold_values(values: tuple[ValueChange, ...], sentences: tuple[SentenceChange, ...]) -> tuple[ValueChange, ...]:
    """The changed values that no changed sentence speaks of."""
    told = {change.key for change in sentences}
    return tuple(
        change
        for change in values
        if not any(_is_within(_element_key(change.path), key) or _is_within(key, change.path) for key in told)
        and change.path.partition(".")[0] not in ("credits", "sources", "source")
        and not _is_conditional(change.old if change.new is None else change.new)
    )


def is_spoken_of(change: ValueChange, ruleset: Ruleset) -> bool:
    """Whether what the value belongs to has a sentence in a configuration."""
    return any(_is_within(_element_key(change.path), key) for key, _ in _by_key(ruleset))


def _is_conditional(value: Plain | None) -> bool:
    """Whether it is an element that exists only in some configurations; where it does, it has a sentence."""
    return isinstance(value, dict) and "only" in value


def _by_key(ruleset: Ruleset) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (entry.key, entry.kind + entry.label.partition(",")[0]): (
            chapter.title,
            lent(ruleset.words.language.labelled(entry.label, entry.text), entry.borrowed),
        )
        for chapter in outline(ruleset)
        for entry in all_entries(chapter.entries)
        if entry.text
    }


def _element_key(path: str) -> str:
    return ".".join(part for part in path.split(".") if part not in BLOCKS)


def _is_within(key: str, outer: str) -> bool:
    return key == outer or key.startswith(f"{outer}.")


def _compared(old: Node | None, new: Node | None, path: Path) -> Iterator[ValueChange]:
    if old == new:
        return
    before, after = _named(old, path), _named(new, path)
    if before is None or after is None:
        yield ValueChange(".".join(path), plain(old), plain(new))
        return
    for name in dict.fromkeys((*after, *before)):
        yield from _compared(before.get(name), after.get(name), (*path, name))


def _named(node: Node | None, path: Path) -> dict[str, Node] | None:
    """What stands in a node, by key or id; None where it has no names, or none that tell its items apart."""
    if isinstance(node, Mapping):
        return {entry.key: child(path, node, entry.key) or entry.value for entry in node.entries}
    if isinstance(node, Sequence) and any(isinstance(item, Mapping) for item in node.items):
        names = [item_id(item) for item in node.items]
        known = [name for name in names if name]
        if len(set(known)) == len(names):
            return dict(zip(known, node.items, strict=True))
    return None


def plain(node: Node | None) -> Plain | None:
    """A node as text, lists and dictionaries."""
    match node:
        case None:
            return None
        case Scalar(text):
            return text
        case Sequence(items):
            return [value for item in items if (value := plain(item)) is not None]
        case Mapping(entries):
            return {entry.key: value for entry in entries if (value := plain(entry.value)) is not None}
