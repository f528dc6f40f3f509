// What stands beside the board: whose turn it is, what can be done, why something cannot, and what has happened.
import { button, filled, make } from "./make.mjs";

const select = (label, values) =>
  make("select", { "aria-label": label }, ...values.map((each) => new Option(each.label, each.value)));

const SHOWN = 60; // choices; more of them only when asked for

/** The line that says what is to be done; readers of the screen hear it. */
export class Prompt {
  element = make("div", { class: "stage-prompt", role: "status" });

  show(...lines) {
    this.element.replaceChildren(...lines.filter(Boolean));
  }
}

/** The list of choices, each a button; `play(choice)` and `look(choice or null)` are called. */
export class Choices {
  element = make("div", { class: "stage-choices" });
  #say;
  #play;
  #look;
  #hadFocus = false;

  constructor(say, play, look) {
    [this.#say, this.#play, this.#look] = [say, play, look];
  }

  /** Show those that are left; `release` takes back what was picked, where anything was. */
  show(choices, release = null) {
    const isLost = this.#hadFocus && document.activeElement === document.body;
    this.#hadFocus = isLost || this.element.contains(document.activeElement);
    const list = make("ul", {}, ...choices.slice(0, SHOWN).map((each) => this.#line(each)));
    const rest = choices.slice(SHOWN);
    const more = rest.length && button(this.#say("more", { n: rest.length }), () => {
      more.remove();
      list.append(...rest.map((each) => this.#line(each)));
      list.children[SHOWN].firstChild.focus();
    }, { class: "stage-button" });
    const heading = make("p", { class: "stage-label" }, this.#say("choices"));
    this.element.replaceChildren(...(choices.length ? [heading, list] : []), ...(more ? [more] : []));
    if (release) heading.append(" ", button(this.#say("clear"), release, { class: "stage-quiet" }));
    if (this.#hadFocus) list.querySelector("button")?.focus({ preventScroll: true }); // none while a bot is to choose
  }

  #line(choice) {
    const line = button(choice.label, () => this.#play(choice), { class: "stage-choice" });
    line.dataset.move = choice.text;
    for (const event of ["pointerenter", "focus"]) line.addEventListener(event, () => this.#look(choice));
    for (const event of ["pointerleave", "blur"]) line.addEventListener(event, () => this.#look(null));
    return make("li", {}, line);
  }
}

/** Why something cannot be done, with links to the rules on the page. */
export class Refusal {
  element = make("div", { class: "stage-refusal", role: "status" });
  #say;

  constructor(say) {
    this.#say = say;
  }

  show({ reasons = [], general = "" }) {
    const lines = reasons.map(({ html, number, href, facts }) => {
      const line = make("p", {}, filled("span", html));
      if (number) line.append(" ", make("a", { href }, this.#say("rule", { number })));
      if (facts) line.append(" ", make("small", {}, facts));
      return line;
    });
    this.element.replaceChildren(make("p", {}, make("strong", {}, general || this.#say("nothing"))), ...lines);
  }

  clear() {
    this.element.replaceChildren();
  }
}

/** What has happened, the latest last, and what was said. */
export class Log {
  element = make("div", { class: "stage-log" });
  #list = make("ol", { tabindex: "0" });
  #seats;
  #colon;

  constructor(say, seats, colon) {
    [this.#seats, this.#colon] = [seats, colon];
    this.#list.setAttribute("aria-label", say("log"));
    this.element.append(make("p", { class: "stage-label" }, say("log")), this.#list);
  }

  /** Show all of it; what was before the last move of `own`, the seat that looks on, steps back. */
  show(log, said, own) {
    const since = log.findLastIndex(({ seat }) => seat !== null && seat === own);
    const lines = log.map(({ seat, text }, at) => make("li", { class: at < since && "stage-before" }, this.#who(seat), text));
    const spoken = said.map((text) => make("li", { class: "stage-said" }, text));
    this.#list.replaceChildren(...lines, ...spoken);
    this.element.hidden = !this.#list.children.length;
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  #who(seat) {
    const name = this.#seats.find((each) => each.seat === seat)?.name;
    return name ? make("b", {}, name, this.#colon) : "";
  }
}

/** Sentences with blanks that may be said to the others; `speak(text)` is called. */
export class Talk {
  element = make("details", { class: "stage-talk" });
  #say;
  #speak;

  constructor(say, speak) {
    [this.#say, this.#speak] = [say, speak];
  }

  show(talk) {
    this.element.hidden = !talk.length;
    this.element.replaceChildren(
      make("summary", {}, this.#say("talk")),
      ...talk.map((each) => this.#sentence(each)),
    );
  }

  #sentence({ id, pieces, blanks, to }) {
    const fields = new Map(blanks.map((each) => [each.name, select(each.label, each.values)]));
    const sentence = make("p", {}, ...pieces.map(({ blank, html }) => (blank ? fields.get(blank) : filled("span", html))));
    const listener = select(this.#say("whom"), to);
    const heard = make("label", {}, this.#say("whom"), " ", listener);
    const send = make("button", { class: "stage-button" }, this.#say("speak"));
    const form = make("form", { class: "stage-sentence" }, sentence, heard, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = blanks.map(({ name }) => fields.get(name).value);
      this.#speak([id, ...values, "to", listener.value].join(" "));
    });
    return form;
  }
}
