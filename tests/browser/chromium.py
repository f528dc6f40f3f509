"""Headless Chromium, spoken to over its own protocol: what it loads, what it says, what a page holds."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 20  # seconds until a page has done what it should
Values = dict[str, object]


def find_chromium() -> str | None:
    """The command that starts it: $CHROMIUM, or one of the usual names."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@dataclass
class Tab:
    """One page of the browser."""

    socket: ClientConnection
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    _last: int = 0
    _loads: int = 0

    def open(self, address: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Load an address and wait until it is there."""
        self.look(width, height, dark=dark)
        loads = self._loads
        self.command("Page.navigate", url=address)
        deadline = time.monotonic() + PATIENCE
        while self._loads == loads:
            assert time.monotonic() < deadline, f"{address} does not load"
            self._read(timeout=1)
        self.until("document.readyState === 'complete'")

    def look(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Set the size of the window and the colours of the system."""
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.command("Emulation.setEmulatedMedia", features=scheme)

    def run(self, script: str) -> object:
        """The value of an expression of the page, awaited."""
        answer = self._send("Runtime.evaluate", _evaluated(script))
        assert _is_value(answer), answer
        return _value(answer)

    def until(self, script: str, patience: float = PATIENCE) -> object:
        """The value of an expression as soon as it is true; on the way the page may be replaced by another."""
        deadline = time.monotonic() + patience
        while True:
            answer = self._send("Runtime.evaluate", _evaluated(script))
            if _is_value(answer) and (value := _value(answer)):
                return value
            assert time.monotonic() < deadline, f"never true: {script}: {answer}"
            time.sleep(0.05)

    def command(self, method: str, **params: object) -> Values:
        """Send a command and return its answer."""
        answer = self._send(method, params)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result = answer["result"]
        assert isinstance(result, dict)
        return result

    def _send(self, method: str, params: Values) -> Values:
        self._last += 1
        number = self._last
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (message := self._read(timeout=PATIENCE)).get("id") != number:
            assert message, f"{method} is not answered"
        return message

    def _read(self, timeout: float) -> Values:
        try:
            message: Values = json.loads(self.socket.recv(timeout=timeout))
        except TimeoutError:
            return {}
        params = message.get("params", {})
        assert isinstance(params, dict)
        match message.get("method"):
            case "Page.loadEventFired":
                self._loads += 1
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Network.loadingFailed":
                self.complaints.append(f"not loaded: {params['errorText']}")
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                self.complaints.append(params["entry"]["text"] + " " + params["entry"].get("url", ""))
        return message


def _evaluated(script: str) -> Values:
    return {"expression": script, "awaitPromise": True, "returnByValue": True, "userGesture": True}


def _is_value(answer: Values) -> bool:
    result = answer.get("result")
    return isinstance(result, dict) and "exceptionDetails" not in result


def _value(answer: Values) -> object:
    result = answer["result"]
    assert isinstance(result, dict)
    value = result["result"]
    assert isinstance(value, dict)
    return value.get("value")


@contextmanager
def browsing(command: str, language: str = "en") -> Iterator[Tab]:
    """A fresh browser with one empty tab; no name of a host leads anywhere."""
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile:
        arguments = [
            command,
            "--headless=new",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            f"--accept-lang={language}",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-gpu",
            "--no-first-run",
            "--no-sandbox",  # containers have no user namespaces; only our own pages are opened
            "about:blank",
        ]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with connect(_address(Path(profile), process), max_size=None, proxy=None) as socket:
                tab = Tab(socket)
                for domain in ("Page", "Network", "Runtime", "Log"):
                    tab.command(f"{domain}.enable")
                yield tab
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Where the first tab listens."""
    port = profile / "DevToolsActivePort"
    deadline = time.monotonic() + 2 * PATIENCE
    while not port.exists() or "\n" not in port.read_text(encoding="utf-8"):
        assert process.poll() is None, "the browser has ended at once"
        assert time.monotonic() < deadline, "the browser does not start"
        time.sleep(0.05)
    number = port.read_text(encoding="utf-8").splitlines()[0]
    return _first_tab(int(number))


def _first_tab(port: int) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/json/list")
        tabs = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    return next(str(tab["webSocketDebuggerUrl"]) for tab in tabs if tab["type"] == "page")
