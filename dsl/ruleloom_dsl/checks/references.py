"""References between texts and rules: what rulings and prose are about, and which sources are named."""

from collections.abc import Iterable, Mapping

from ruleloom_dsl import nodes
from ruleloom_dsl.diagnostics import Code, Note, Report, suggest
from ruleloom_dsl.nodes import Scalar, Sequence
from ruleloom_dsl.overlay import Variant, describe_changes
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.schema.game import ProseModel, RulingModel
from ruleloom_dsl.schema.variant import VariantModel


def check_references(configurations: Iterable[Resolved], report: Report) -> None:
    """Report `about:` that names no element of any configuration, or nothing that the configuration has."""
    known: set[str] = set()
    about: dict[str, Scalar] = {}
    for resolved in configurations:
        here = {prefix for element in resolved.elements for prefix in _prefixes(element.key)}
        known |= here
        for key, pending in resolved.build.pending.items():
            if isinstance(pending.model, RulingModel | ProseModel) and pending.model.about:
                about.update({name.text: name for name in pending.model.about})
                if not any(name.text in here for name in pending.model.about):
                    message = f"{key} speaks of nothing that there is in {resolved.game.configuration.id}"
                    report.error(Code.UNKNOWN_NAME, message, pending.model.span, help="remove it there, or use only")
    for text, name in about.items():
        if text not in known:
            message = f'no element of the rules has the key "{text}"'
            report.error(Code.UNKNOWN_NAME, message, name.span, help=suggest(text, sorted(known)))


def check_sources(configurations: Iterable[Resolved], report: Report) -> None:
    """Report `source:` that names no entry of `sources`; what no text states is `inferred`."""
    for resolved in configurations:
        known = ("inferred", *resolved.build.model.sources)
        for pending in resolved.build.pending.values():
            if pending.source is not None and (name := pending.source.text.partition(",")[0].strip()) not in known:
                message = f'no source is called "{name}"'
                help = suggest(name, known) or "declare it under sources, or write inferred"
                report.error(Code.UNKNOWN_NAME, message, pending.source.span, help=help)


def _prefixes(key: str) -> Iterable[str]:
    parts = key.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def check_prose(
    base: nodes.Mapping, variants: Mapping[str, Variant], models: Mapping[str, VariantModel], report: Report
) -> None:
    """Report a variant that changes what a prose text is about and neither restates nor confirms it."""
    prose = base.get("prose")
    if not isinstance(prose, nodes.Mapping):
        return
    for name, variant in variants.items():
        paths = [_dotted(edit.path) for edit in describe_changes(base, _with_required(variant, variants, models))
                 if edit.variant == name]  # fmt: skip
        confirmed = {each.text for each in models[name].confirms}
        for entry in prose.entries:
            restated = any(f"{path}.".startswith(f"prose.{entry.key}.") for path in paths)
            touched = next((path for path in paths if _touches(path, _about(entry.value))), None)
            if touched and not restated and entry.key not in confirmed:
                message = f'"{name}" changes {touched}, and prose.{entry.key} speaks of it'
                notes = [Note("the prose stands here", entry.key_span)]
                help = f"set prose.{entry.key}.text, or say: confirms: [{entry.key}]"
                report.error(Code.PROSE_UNCONFIRMED, message, models[name].variant.span, notes=notes, help=help)


def _with_required(
    variant: Variant, variants: Mapping[str, Variant], models: Mapping[str, VariantModel]
) -> list[Variant]:
    needed, waiting = {variant.id: variant}, [variant.id]
    while waiting:
        for name in (*models[waiting[-1]].requires, *models[waiting.pop()].after):
            if name.text in variants and name.text not in needed:
                needed[name.text] = variants[name.text]
                waiting.append(name.text)
    return list(needed.values())


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(segment for segment in path if segment not in ("do", "then"))


def _about(prose: nodes.Node) -> list[str]:
    about = prose.get("about") if isinstance(prose, nodes.Mapping) else None
    items = about.items if isinstance(about, Sequence) else (about,)
    return [item.text for item in items if isinstance(item, Scalar)]


def _touches(path: str, about: list[str]) -> bool:
    return any(path == key or path.startswith(f"{key}.") or key.startswith(f"{path}.") for key in about)
