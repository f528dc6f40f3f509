// The form for a new game: who plays each seat, and the number that the deal comes from.
import { make } from "./make.mjs";

const MOST = 1_000_000; // seeds that are short enough to be told to somebody

/** A seed by chance. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % MOST;

/** The settings; `begin({ seed, bots })` is called. `seats` are their names, `kinds` the bots that can play here. */
export class Settings {
  element = make("details", { class: "stage-settings" });
  #seats;
  #seed;

  constructor(say, { seats, kinds }, begin) {
    const offered = [["", say("person")], ...kinds.map((kind) => [kind, say(`bot_${kind.split(":")[0]}`)])];
    this.#seats = seats.map((name, at) => {
      const chosen = at === 0 ? "" : kinds[0];
      const isChosen = (value) => value === chosen;
      return make("select", {}, ...offered.map(([value, text]) => new Option(text, value, isChosen(value), isChosen(value))));
    });
    this.#seed = make("input", { type: "number", min: "0", step: "1", max: String(2 ** 31 - 1), inputmode: "numeric" });
    const lines = seats.map((name, at) => make("label", {}, make("span", {}, name), this.#seats[at]));
    const form = make("form", {}, ...lines,
      make("label", {}, make("span", {}, say("seed")), this.#seed), make("small", {}, say("seed_help")),
      make("button", { class: "stage-button stage-main" }, say("begin")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.element.open = false;
      begin(this.chosen());
    });
    this.element.append(make("summary", {}, say("new")), form);
  }

  /** What is chosen: a request's `seed` and `bots`. */
  chosen() {
    const bots = this.#seats.map((seat, at) => [String(at + 1), seat.value]).filter(([, kind]) => kind);
    const seed = this.#seed.value === "" ? anySeed() : Math.trunc(Number(this.#seed.value));
    return { seed, bots: Object.fromEntries(bots) };
  }
}
