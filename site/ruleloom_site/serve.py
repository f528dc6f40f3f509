"""A server for writers: it builds the book again when a file changes, and the open pages load themselves anew.

It answers this machine only, asks for nothing elsewhere, and is no server for the public.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from ruleloom.watching import FileWatch
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_site.volumes import BookError

_MOST_PORT = 65_535
_EVENTS = "/.ruleloom/changes"
_LISTENER = (
    f"<script>new EventSource('{_EVENTS}').onmessage = (event) => "
    "{ if ((globalThis.built ??= event.data) !== event.data) location.reload(); }</script>"
)


class Build:
    """The latest build, which pages wait for to change."""

    def __init__(self, rebuild: Callable[[], None]) -> None:
        self.number = 0
        self._rebuild = rebuild
        self._changed = threading.Condition()

    def run(self) -> bool:
        """Build; whether it went well. Pages stay as they are where it did not."""
        start = time.monotonic()
        try:
            self._rebuild()
        except RulesetError as error:
            print(error, file=sys.stderr)
            return False
        except (RuleloomError, OSError) as error:
            print(f"error: {error}", file=sys.stderr)
            return False
        print(f"built in {time.monotonic() - start:.1f} s", flush=True)
        with self._changed:
            self.number += 1
            self._changed.notify_all()
        return True

    def wait(self, known: int, seconds: float) -> int:
        """The number of the build as soon as it is another one, or after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.number != known, seconds)
            return self.number


def serve(out: Path, watched: Sequence[Path], rebuild: Callable[[], None], port: int = 8000) -> None:
    """Build the book into `out` by calling `rebuild`, show it, and build it again whenever a watched file changes.

    Runs until it is interrupted. `rebuild` raises a `RuleloomError` for what the writer has to mend. Raises
    BookError, before anything is built, where there is no such port or another program has it.
    """
    build = Build(rebuild)
    watch = FileWatch(watched)
    with make_server(out, build, port) as server:
        build.run()
        print(f"http://127.0.0.1:{server.server_address[1]}/ - end with Ctrl-C", flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            while True:
                watch.wait()
                build.run()
        except KeyboardInterrupt:
            server.shutdown()


def make_server(out: Path, build: Build, port: int = 0) -> ThreadingHTTPServer:
    """The server itself, on any free port for 0. Raises BookError where it cannot have the port."""
    if port > _MOST_PORT:
        raise BookError(f"there is no port {port}: they go to {_MOST_PORT}")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(out), build=build))
    except OSError as error:
        help = "name another one with --port, or 0 for any that is free"
        raise BookError(f"the port {port} cannot be had: {error.strerror}; {help}") from error
    server.daemon_threads = True
    return server


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, build: Build, directory: str) -> None:
        self._build = build
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]  # as the server calls it

    def do_GET(self) -> None:
        if urlsplit(self.path).path == _EVENTS:
            self._tell_changes()
        else:
            self._send_file(Path(self.translate_path(self.path)))

    def _tell_changes(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        known = self._build.number
        try:
            while True:
                self.wfile.write(f"data: {known}\n\n".encode())
                known = self._build.wait(known, seconds=15)
        except OSError:  # the reader has gone
            self.close_connection = True

    def _send_file(self, path: Path) -> None:
        file = path / "index.html" if path.is_dir() else path
        status = HTTPStatus.OK if file.is_file() else HTTPStatus.NOT_FOUND
        if status is HTTPStatus.NOT_FOUND:
            file = Path(self.directory) / "404.html"
        if path.is_dir() and not urlsplit(self.path).path.endswith("/"):
            super().do_GET()  # sends the reader to the address with the slash
            return
        try:
            content = file.read_bytes()
        except OSError:  # nothing is built yet
            content = b""
        if file.suffix == ".html":
            content += _LISTENER.encode()
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        return
