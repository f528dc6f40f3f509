"""What the examples of a page have made so far."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from ruleloom_dsl.load import GameSource, open_game
from ruleloom_dsl.nodes import Mapping, Scalar
from ruleloom_dsl.parts import Part


@dataclass
class Shelf:
    """What the examples of a page have made so far: documents by name, and a folder with files."""

    folder: Path
    documents: dict[str, Mapping] = field(default_factory=dict)
    parts: dict[str, dict[str, Part]] = field(default_factory=dict)
    printed: str = ""
    names: dict[str, object] = field(default_factory=dict)
    models: list[tuple[str, str]] = field(default_factory=list)

    def source(self, name: str) -> GameSource:
        """A game that an example made, else one of the folder or a shipped one."""
        if name not in self.documents:
            return replace(open_game(name, [Path()]), variants={}, models={})
        document = self.documents[name]
        id = document.get("game")
        assert isinstance(id, Scalar)
        return GameSource(id.text, Path(id.text), document, {}, {}, self.parts.get(name, {}))

    def with_variants(self, name: str) -> GameSource:
        """The same with the variants that stand in the folder."""
        source = self.source(name)
        if not (self.folder / name / "variants").is_dir():
            return source
        whole = open_game(name, [Path()])
        return replace(source, variants=whole.variants, models=whole.models)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return path
