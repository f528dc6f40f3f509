"""A folder is replaced whole or not at all, and only if it is ours."""

import errno
import tempfile
from pathlib import Path

import pytest

from ruleloom_site import BookError
from ruleloom_site.output import MARKER, check_output, replacing


def write(out: Path, text: str) -> None:
    with replacing(out) as new:
        (new / "page.html").write_text(text, encoding="utf-8")


def test_a_folder_of_ours_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    write(out, "first")
    (out / "stale.html").touch()
    write(out, "second")
    assert sorted(path.name for path in out.iterdir()) == [MARKER, "page.html"]
    assert (out / "page.html").read_text(encoding="utf-8") == "second"
    assert list(out.parent.iterdir()) == [out]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    write(out, "first")
    assert (out / "page.html").exists()


def test_a_folder_of_others_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "home"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(BookError, match="holds files that are not of a book"):
        write(out, "first")
    assert [path.name for path in out.iterdir()] == ["thesis.txt"]
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_or_a_link_is_no_folder(tmp_path: Path) -> None:
    file, link, ours = tmp_path / "file", tmp_path / "link", tmp_path / "ours"
    file.touch()
    write(ours, "first")
    link.symlink_to(ours)
    for out in (file, link):
        with pytest.raises(BookError, match="is no folder"):
            write(out, "second")
    assert (ours / "page.html").read_text(encoding="utf-8") == "first"


def test_a_failure_leaves_the_last_book(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, "first")

    def fail() -> None:
        with replacing(out) as new:
            (new / "page.html").write_text("half", encoding="utf-8")
            raise BookError("no")

    with pytest.raises(BookError, match="no"):
        fail()
    assert (out / "page.html").read_text(encoding="utf-8") == "first"
    assert list(tmp_path.iterdir()) == [out]


def test_others_that_come_in_between_are_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def race() -> None:
        with replacing(out):
            out.mkdir()
            (out / "thesis.txt").touch()

    with pytest.raises(BookError):
        race()
    assert [path.name for path in out.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("name", ["/proc/book", "/dev/null/book", "x" * 300])
def test_a_place_that_cannot_be_written_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    with pytest.raises(BookError, match=r"cannot be written|is no folder"):
        check_output(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_looking_whether_a_place_can_be_written_leaves_nothing(tmp_path: Path) -> None:
    check_output(tmp_path / "deep" / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(BookError, match=r"out cannot be written: Permission denied; name another folder"):
        check_output(tmp_path / "out")
