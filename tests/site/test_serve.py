"""The server for writers: pages, changes, and builds that fail."""

import errno
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from ruleloom_site import BookError
from ruleloom_site.serve import Build, make_server, serve


class Book:
    """A folder that is built anew with every call."""

    def __init__(self, out: Path) -> None:
        self.out, self.text, self.broken = out, "first", False

    def __call__(self) -> None:
        if self.broken:
            raise BookError("the sentence ends too early")
        (self.out / "de").mkdir(parents=True, exist_ok=True)
        for name in ("index.html", "404.html", "de/page.html", "data.js"):
            (self.out / name).write_text(f"{name}: {self.text}", encoding="utf-8")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "out")


@pytest.fixture
def build(book: Book) -> Build:
    build = Build(book)
    build.run()
    return build


@pytest.fixture
def connection(book: Book, build: Build) -> Iterator[HTTPConnection]:
    with make_server(book.out, build) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
        yield connection
        connection.close()
        server.shutdown()
        thread.join()


def get(connection: HTTPConnection, path: str) -> tuple[int, str]:
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read().decode()


def test_pages_listen_and_other_files_are_as_they_are(connection: HTTPConnection) -> None:
    status, page = get(connection, "/de/page.html?h=x")
    assert status == 200
    assert page.startswith("de/page.html: first<script>")
    assert get(connection, "/data.js") == (200, "data.js: first")
    assert get(connection, "/")[1].startswith("index.html")
    assert get(connection, "/de")[0] == 301


@pytest.mark.parametrize("path", ["/gone.html", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/de/"])
def test_what_is_not_there_is_answered_by_the_page_for_it(connection: HTTPConnection, path: str) -> None:
    status, page = get(connection, path)
    assert status == 404
    assert page.startswith("404.html")


def test_open_pages_hear_of_a_new_build(connection: HTTPConnection, book: Book, build: Build) -> None:
    connection.request("GET", "/.ruleloom/changes")
    response = connection.getresponse()
    assert response.readline() == b"data: 1\n"
    assert response.readline() == b"\n"
    book.text = "second"
    assert build.run()
    assert response.readline() == b"data: 2\n"
    response.close()


def test_a_build_that_fails_leaves_the_pages(
    connection: HTTPConnection, book: Book, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    book.broken = True
    assert not build.run()
    assert "error: the sentence ends too early" in capsys.readouterr().err
    assert build.number == 1
    assert get(connection, "/data.js") == (200, "data.js: first")


def test_a_port_that_cannot_be_had_is_told_before_anything_is_built(tmp_path: Path) -> None:
    def build() -> None:
        raise AssertionError("nothing is to be built")

    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(BookError, match=f"the port {taken} cannot be had: Address already in use; name another"):
            serve(tmp_path / "out", [tmp_path], build, taken)
    with pytest.raises(BookError, match="there is no port 99999"):
        serve(tmp_path / "out", [tmp_path], build, 99_999)


def test_a_build_that_the_disk_stops_leaves_the_server_up(capsys: pytest.CaptureFixture[str]) -> None:
    def fill() -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "book/page.html")

    assert not Build(fill).run()
    assert "No space left on device: 'book/page.html'" in capsys.readouterr().err
