"""What is said on a page: every form that a view offers sends a statement that the table takes."""

import json
import shutil
from pathlib import Path

from ruleloom_site.theme import theme_folder
from tests.browser.chromium import Tab
from tests.browser.player import served
from tests.tables import ask, table


def test_every_form_sends_what_the_table_takes(tab: Tab, tmp_path: Path) -> None:
    shutil.copytree(theme_folder() / "play", tmp_path, dirs_exist_ok=True)
    (tmp_path / "page.html").write_text('<!doctype html><link rel="icon" href="data:,">', encoding="utf-8")
    opened = table("collusion/index", "de")
    ask(opened, "start", seed=1)
    talk = ask(opened, "taken")["talk"]
    with served(tmp_path) as address:
        tab.open(f"{address}/page.html")
        found = tab.run(
            f"""import("/side.mjs").then(({{ Talk }}) => {{
              const sent = [];
              const talk = new Talk((id) => id, (text) => sent.push(text));
              document.body.append(talk.element);
              talk.show({json.dumps(talk)});
              const forms = [...talk.element.querySelectorAll("form")];
              for (const form of forms) form.requestSubmit();
              for (const field of talk.element.querySelectorAll("select")) field.selectedIndex = field.length - 1;
              for (const form of forms) form.requestSubmit();
              return [sent, forms.map((form) => form.querySelector("p").textContent)];
            }})"""
        )
        tab.open("about:blank")
    assert isinstance(found, list)
    sent, sentences = found
    assert len(sent) == 2 * len(talk)
    assert {"lead high spades to 4", "another to 1", "aim 0 to all"} <= set(sent)
    assert not [sentence for sentence in sentences if "{" in sentence]
    for text in sent:
        ask(opened, "start", seed=1)
        assert "fault" not in ask(opened, "say", seat=ask(opened, "taken")["watched"], text=text)
