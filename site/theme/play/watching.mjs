// Games that were played before: records that somebody kept, and the worked examples of the rulebook.
import { button, filled, make } from "./make.mjs";

/** Which game to look at: a file, or an example; `ask(request)` is called. */
export const shelf = (say, examples, ask, keep) => {
  const file = make("input", { type: "file", accept: ".json,application/json", class: "stage-file" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) ask({ do: "watch", record: await chosen.text() });
  });
  const list = make("ul", {}, ...examples.map(({ id, title }) =>
    make("li", {}, button(title, () => ask({ do: "example", id }), { class: "stage-choice" }))));
  return make("details", { class: "stage-shelf" },
    make("summary", {}, say("shelf")),
    button(say("record"), keep, { class: "stage-button stage-keep" }),
    make("label", { class: "stage-button" }, say("watch"), file),
    ...(examples.length ? [make("p", { class: "stage-label" }, say("examples")), list] : []));
};

/** Give the reader a record as a file. */
export const download = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

/** Steps through a game that is watched, with what is told of each; `ask(request)` and `goOn()` are called. */
export class Steps {
  element = make("div", { class: "stage-steps", hidden: true });
  #at = make("input", { type: "range", min: "0", step: "1" });
  #caption = make("div", { role: "status" });
  #buttons;
  #watching = { at: 0, of: 0 };

  constructor(say, ask, goOn) {
    const step = (id, sign, to) => {
      const made = button(sign, () => ask({ do: "step", to: to(this.#watching) }), { class: "stage-button", title: say(id) });
      made.setAttribute("aria-label", say(id));
      return made;
    };
    this.#at.setAttribute("aria-label", say("step"));
    this.#at.addEventListener("change", () => ask({ do: "step", to: Number(this.#at.value) }));
    this.#buttons = [
      step("first", "⏮︎", () => 0),
      step("previous", "◀︎", ({ at }) => Math.max(0, at - 1)),
      step("next", "▶︎", ({ at, of }) => Math.min(of, at + 1)),
      step("last", "⏭︎", ({ of }) => of),
    ];
    const [first, previous, next, last] = this.#buttons;
    this.element.append(this.#caption, make("div", { class: "stage-row" }, first, previous, this.#at, next, last),
      button(say("go_on"), goOn, { class: "stage-button" }));
  }

  /** Show where the game is; nothing while none is watched. */
  show(watching) {
    this.element.hidden = !watching;
    if (!watching) return;
    this.#watching = watching;
    this.#at.max = String(watching.of);
    this.#at.value = String(watching.at);
    this.#caption.replaceChildren(filled("div", watching.caption ?? ""));
    const [first, previous, next, last] = this.#buttons;
    for (const each of [first, previous]) each.disabled = watching.at === 0;
    for (const each of [next, last]) each.disabled = watching.at >= watching.of;
  }
}
