"""Somebody who plays a game on its page: presses, points with the mouse or the keyboard, and keeps the record."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from ruleloom_site.serve import Build, make_server
from tests.browser.chromium import Tab

ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
MOST_STRETCHES, LONGEST_STRETCH = 200, 8
CHOICE = "document.querySelector('.stage-prompt .stage-main, .stage-choices .stage-choice')"
ENTERED = {"Enter": {"text": "\r", "windowsVirtualKeyCode": 13}}  # without these a button does not hear of it
PATIENCE = 90  # seconds until a table is set on a machine that has much else to do
MOST_TURNS = 200
BOARD = "document.querySelector('.stage-board')"
OVER = "document.querySelector('.stage-over')?.textContent"
ASKED = "document.querySelector('.stage-over, .stage-choices .stage-choice, .stage-prompt .stage-main')"
READY = f"!document.querySelector('.stage').hasAttribute('aria-busy') && {ASKED} !== null"
CAN = f"{BOARD}.querySelectorAll('.stage-can').length"
LISTEN = """(() => {
  globalThis.kept = [];
  const made = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => (blob.text().then((text) => kept.push(text)), made(blob));
})()"""
CLOCK = """(() => {
  globalThis.answered = [];
  const sent = new Map();
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => answered.push([sent.get(data.id), performance.now()]));
    }
    postMessage(message) {
      sent.set(message.id, [message.request ? JSON.parse(message.request).do : "open", performance.now()]);
      super.postMessage(message);
    }
  };
})()"""
KEEP = "document.querySelector('.stage-keep').click()"


@contextmanager
def served(book: Path) -> Iterator[str]:
    """The book on a server of this machine; its address."""
    build = Build(lambda: None)
    build.run()
    with make_server(book, build) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


class Player:
    """One reader at one page."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def sit_down(self, address: str, *, width: int = 1280, dark: bool = False, seed: int | None = None) -> float:
        """Open a page and press Play; the seconds from that until something can be done."""
        self.tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
        self.tab.open(address, width=width, dark=dark)
        self.tab.run(CLOCK)
        begun = time.monotonic()
        self.tab.run("document.querySelector('.play-button').click()")
        self.tab.until("document.querySelector('.stage') !== null", PATIENCE)
        self.wait()
        taken = time.monotonic() - begun
        if seed is not None:
            self.begin(seed)
        return taken

    def begin(self, seed: int | str, kinds: tuple[str, ...] = ()) -> None:
        """Start a game from a seed; `kinds` are those of the seats, "" for a person, where they are not as they are."""
        asked = json.dumps(kinds)
        self.tab.run(
            f"""(() => {{
              const form = document.querySelector(".stage-settings form");
              form.querySelectorAll("select").forEach((seat, at) => {{ seat.value = {asked}[at] ?? seat.value; }});
              form.querySelector("input").value = "{seed}";
              form.querySelector("input").dispatchEvent(new Event("input"));
              form.requestSubmit();
            }})()"""
        )
        self.wait()

    def wait(self) -> None:
        """Until the person is asked for something, or the game is over."""
        self.tab.until(READY)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.tab.run(OVER))

    def can_point(self) -> int:
        """How many things that lead on can be pointed at."""
        return int(str(self.tab.run(CAN)))

    def click(self, selector: str = ".stage-can", number: int = 0) -> None:
        """Click with the mouse on a thing of the board that is so; where cards cover it, on what is seen."""
        element = f"{BOARD}.querySelectorAll({json.dumps(selector)})[{number}]"
        self.tab.run(f"{element}.scrollIntoView({{block: 'center'}})")
        box = "(({x, y, width, height}) => [x + Math.min(width / 2, 6), y + height / 2])"
        at = self.tab.run(f"{box}({element}.getBoundingClientRect())")
        assert isinstance(at, list)
        for kind in ("mousePressed", "mouseReleased"):
            self.tab.command("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.tab.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, **ENTERED.get(key, {}))

    def answers(self) -> list[tuple[str, float]]:
        """What the table was asked, and how many milliseconds each answer took."""
        found = self.tab.run("answered.map(([[what, asked], at]) => [what, at - asked])")
        assert isinstance(found, list)
        return [(str(what), float(taken)) for what, taken in found]

    def play_by_mouse(self, most: int = MOST_TURNS) -> None:
        """Play to the end, by anything that can be pointed at, or the first choice where there is nothing."""
        chosen = Random(1)
        for _ in range(most):
            if self.is_over():
                break
            if there := self.can_point():
                self.click(number=chosen.randrange(there))
            else:
                self.tab.run(f"{CHOICE}.click()")
            self.wait()

    def play_by_keyboard(self, most: int = MOST_TURNS) -> None:
        """Play to the end by arrows and Enter: wandering over the board to what leads on, else by the first choice."""
        keys = Random(1)
        for _ in range(most):
            if self.is_over():
                break
            if self.can_point():
                self._wander(keys)
            else:
                self.tab.run(f"{CHOICE}.focus()")
            self.press("Enter")
            self.wait()

    def _wander(self, keys: Random) -> None:
        """By arrows to something that leads on, as somebody gets there who cannot see where it is."""
        self.tab.run(f"{BOARD}.querySelector('[tabindex=\"0\"]').focus()")
        for _ in range(MOST_STRETCHES):
            arrow = keys.choice(ARROWS)
            for _ in range(keys.randint(1, LONGEST_STRETCH)):
                if self.tab.run("document.activeElement.classList.contains('stage-can')"):
                    return
                self.press(arrow)
        raise AssertionError("no arrow leads to what can be pointed at")

    def record(self) -> dict[str, object]:
        """The record of the game, as the page gives it to its reader."""
        self.tab.command("Page.setDownloadBehavior", behavior="deny")
        self.tab.run(LISTEN)
        self.tab.run(KEEP)
        text = self.tab.until("kept[0]")
        found: dict[str, object] = json.loads(str(text))
        return found
