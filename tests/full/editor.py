"""A session with the language server that editors use: no shipped file has a diagnostic, and keys are explained.

    python -m tests.full.editor [--server FILE]

FILE is the program `yaml-language-server`; without it npm installs it into a folder that is thrown away.
"""

import argparse
import json
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from ruleloom.cli import main as ruleloom
from ruleloom.cli.schemas import SETTINGS
from ruleloom_dsl.catalog import shipped

WAIT = 60.0
LOCALES = Path(__file__).parents[2] / "dsl" / "ruleloom_dsl" / "locales"
POSITION = "with: {variants: [wild]}\nplay: [b2 cross]\n"


class Server:
    """A language server in a folder, with the settings of that folder."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.folder = folder
        self._settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        self._process = subprocess.Popen(
            ["node", str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._answers: dict[int, Any] = {}
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self._number = 0
        self._opened: set[str] = set()
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        capabilities = {
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {"hover": {"contentFormat": ["markdown"]}, "completion": {}, "publishDiagnostics": {}},
        }
        root = {"uri": folder.as_uri(), "name": "rulesets"}
        self.ask("initialize", processId=None, rootUri=root["uri"], capabilities=capabilities, workspaceFolders=[root])
        self._send({"method": "initialized", "params": {}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.wait()

    def ask(self, method: str, **params: object) -> Any:  # noqa: ANN401  # whatever the protocol has
        """The result of a request."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while self._number not in self._answers:
            self._take()
        return self._answers.pop(self._number)

    def open(self, path: Path, text: str | None = None) -> list[dict[str, Any]]:
        """Open a file, or write another text into one that is open, and wait for what is wrong in it."""
        uri = path.as_uri()
        text = path.read_text(encoding="utf-8") if text is None else text
        self.diagnostics.pop(uri, None)
        self._number += 1
        if uri in self._opened:
            document: dict[str, object] = {"uri": uri, "version": self._number}
            changed = {"textDocument": document, "contentChanges": [{"text": text}]}
            self._send({"method": "textDocument/didChange", "params": changed})
        else:
            self._opened.add(uri)
            document = {"uri": uri, "languageId": "yaml", "version": self._number, "text": text}
            self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while uri not in self.diagnostics:
            self._take()
        return self.diagnostics[uri]

    def completions(self, path: Path, text: str) -> list[str]:
        """What can be written at the mark `|` of a text."""
        found = self.ask("textDocument/completion", **self._at(path, text))
        items = found["items"] if isinstance(found, dict) else found or []
        return [item["label"] for item in items]

    def hover(self, path: Path, text: str) -> str:
        """What is said of the mark `|` of a text."""
        found = self.ask("textDocument/hover", **self._at(path, text))
        if not found:
            return ""
        contents = found["contents"]
        return str(contents["value"] if isinstance(contents, dict) else contents)

    def _at(self, path: Path, text: str) -> dict[str, object]:
        before = text.partition("|")[0]
        self.open(path, text.replace("|", "", 1))
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return {"textDocument": {"uri": path.as_uri()}, "position": place}

    def _take(self) -> None:
        """Take a message, and answer what it asks."""
        message = self._messages.get(timeout=WAIT)
        match message:
            case {"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": found}}:
                self.diagnostics[uri] = found
            case {"method": "workspace/configuration", "id": id, "params": {"items": items}}:
                self._send({"id": id, "result": [self._section(item.get("section", "")) for item in items]})
            case {"method": _, "id": id}:
                self._send({"id": id, "result": None})
            case {"id": id}:
                self._answers[id] = message.get("result")

    def _section(self, name: str) -> Mapping[str, object]:
        prefix = f"{name}."
        return {key.removeprefix(prefix): value for key, value in self._settings.items() if key.startswith(prefix)}

    def _send(self, message: Mapping[str, object]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _listen(self, stream: IO[bytes]) -> None:
        while line := stream.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
                line = stream.readline()
            self._messages.put(json.loads(stream.read(length)))


def prepare(folder: Path) -> list[Path]:
    """A folder of rulesets as an author has one, with schemas and settings: all shipped files, and a position."""
    shutil.copytree(shipped(), folder, dirs_exist_ok=True)
    shutil.copytree(LOCALES, folder / "locales")
    (folder / "positions").mkdir()
    (folder / "positions" / "begun.yaml").write_text(POSITION, encoding="utf-8")
    assert ruleloom(["schema", "--write", str(folder)]) == 0
    return sorted(folder.rglob("*.yaml"))


def wrong(server: Server, files: list[Path]) -> Iterator[str]:
    """Every diagnostic of a shipped file."""
    for path in files:
        for found in server.open(path):
            line = found["range"]["start"]["line"] + 1
            yield f"{path.relative_to(server.folder)}:{line}: {found['message']}"


COMPLETED = [
    ("nim/game.yaml", "ruleloom: 1\ngame: nim\n|", ["title", "players", "moves", "ends"]),
    ("nim/game.yaml", "zones:\n  pile:\n    |", ["order", "sees", "holds", "text"]),
    ("nim/game.yaml", "zones:\n  pile:\n    sees: |", ["everyone", "owner", "nobody", "top"]),
    ("nim/game.yaml", "moves:\n  take:\n    |", ["with", "rules", "then", "limit"]),
    ("nim/game.yaml", "moves:\n  take:\n    rules:\n      - id: some\n        |", ["that", "when", "text", "except"]),
    ("nim/game.yaml", "play:\n  - id: turn\n    turns: players\n    |", ["do", "rounds", "from", "at_most"]),
    ("nim/variants/misere.yaml", "variant: misere\nof: nim\n|", ["title", "requires", "changes"]),
    ("nim/variants/misere.yaml", "changes:\n  - |", ["set", "add", "remove", "replace"]),
    ("parts/tricks.yaml", "ruleloom: 1\npart: tricks\n|", ["needs", "steps", "moves"]),
    ("nim/scenarios/rules.yaml", "scenarios:\n  one:\n    |", ["given", "play", "expect", "about"]),
    ("nim/scenarios/rules.yaml", "scenarios:\n  one:\n    expect:\n      |", ["legal", "excludes", "winners"]),
    ("positions/begun.yaml", "given:\n  |", ["board", "zones", "turn"]),
    ("nim/text/de.yaml", "language: de\n|", ["terms", "texts", "variants", "scenarios"]),
    ("locales/de.yaml", "language: de\n|", ["name", "numbers", "phrases"]),
]

HOVERED = [
    ("nim/game.yaml", "mo|ves:\n  take: {}\n", "What players may choose."),
    ("nim/game.yaml", "zones:\n  pile:\n    se|es: top\n", "`everyone`, `owner`"),
    ("nim/game.yaml", "moves:\n  take:\n    rules:\n      - id: some\n        th|at: yes\n", "What must hold."),
    ("nim/game.yaml", "play:\n  - tu|rns: players\n    do: []\n", "Whose turns"),
    ("nim/variants/misere.yaml", "changes:\n  - re|move: ends.taken\n", "an element that goes away"),
    ("nim/scenarios/rules.yaml", "scenarios:\n  one:\n    ab|out: []\n", "The keys of the elements it shows"),
    ("locales/de.yaml", "fall|back: en\n", "The language that fills gaps"),
]

PLANTED = [
    ("nim/game.yaml", "  text:", "  txt:"),
    ("nim/variants/misere.yaml", "changes:", "change:"),
    ("nim/scenarios/rules.yaml", "expect:", "expects:"),
]


def faults(server: Server, files: list[Path]) -> Iterator[str]:
    """Everything that is not as it should be."""
    yield from wrong(server, files)
    for name, text, wanted in COMPLETED:
        offered = server.completions(server.folder / name, text)
        if missing := [each for each in wanted if each not in offered]:
            yield f"{name}: {text!r} is completed without {missing}, by {offered[:20]}"
    for name, text, said in HOVERED:
        if said not in (explained := server.hover(server.folder / name, text)):
            yield f"{name}: {text!r} is explained by {explained!r}"
    for name, right, mistake in PLANTED:
        text = (server.folder / name).read_text(encoding="utf-8")
        assert right in text, (name, right)
        line = text[: text.index(right)].count("\n")
        found = server.open(server.folder / name, text.replace(right, mistake, 1))
        if line not in [each["range"]["start"]["line"] for each in found]:
            yield f"{name}: nothing is wrong with {mistake!r} in line {line + 1}: {[each['message'] for each in found]}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.full.editor", description=__doc__)
    parser.add_argument("--server", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        program = arguments.server or installed(folder / "server")
        files = prepare(folder / "rulesets")
        with Server(program, folder / "rulesets") as server:
            found = list(faults(server, files))
    print("\n".join(found))
    print(f"{len(files)} files, {len(COMPLETED)} completions, {len(HOVERED)} hovers: {len(found)} faults")
    return 1 if found else 0


def installed(folder: Path) -> Path:
    """The server, installed by npm into a folder."""
    folder.mkdir()
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "yaml-language-server"],
                   check=True, stdout=sys.stderr)  # fmt: skip
    return folder / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


if __name__ == "__main__":
    sys.exit(main())
