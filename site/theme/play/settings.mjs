// The form for a new game: who plays each seat, and the number that the deal comes from.
import { make } from "./make.mjs";

const MOST = 1_000_000; // seeds that are short enough to be told to somebody

const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % MOST;

const GAMES = 60; // that a bot which looks ahead tries with each move: it is to answer within some seconds

const grouped = (seats) => {
  const people = new Map();
  for (const seat of seats) people.set(seat.person, [...(people.get(seat.person) ?? []), seat]);
  return people;
};

const kinds = (bots) => bots.map((bot) => (bot === "mcts" ? `mcts:${GAMES}` : bot));

/** The settings; `begin({ seed, bots })` is called. `seats` are named, with who plays them; `bots` can play here. */
export class Settings {
  element = make("details", { class: "stage-settings" });
  #people;
  #seed = make("input", { type: "text", inputmode: "numeric", autocomplete: "off" });
  #wrong = make("p", { class: "stage-wrong", role: "alert" });
  #isSeed;

  constructor(say, { seats, bots, digits }, begin) {
    const offered = [["", say("person")], ...kinds(bots).map((kind) => [kind, say(`bot_${kind.split(":")[0]}`)])];
    const people = grouped(seats);
    this.#people = [...people.values()].map((own, at) => {
      const isChosen = (number) => number === Math.min(at, 1); // a person first, then bots
      const options = offered.map(([value, text], number) => new Option(text, value, isChosen(number), isChosen(number)));
      return { own, field: make("select", {}, ...options) };
    });
    this.#isSeed = (text) => text.length <= digits && /^[0-9]*$/.test(text);
    const lines = this.#people.map(({ own, field }) =>
      make("label", {}, make("span", {}, own.map(({ name }) => name).join(", ")), field));
    const form = make("form", {}, ...lines,
      make("label", {}, make("span", {}, say("seed")), this.#seed), make("small", {}, say("seed_help")), this.#wrong,
      make("button", { class: "stage-button stage-main" }, say("begin")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#isSeed(this.#typed)) {
        this.#refuse(say("seed_wrong", { n: digits }));
        this.#seed.focus();
        return;
      }
      this.element.open = false;
      begin(this.chosen());
    });
    this.#seed.addEventListener("input", () => this.#refuse(""));
    this.element.append(make("summary", {}, say("new")), form);
  }

  #refuse(why) {
    this.#wrong.textContent = why;
    this.#seed.setAttribute("aria-invalid", String(why !== ""));
  }

  get #typed() {
    return this.#seed.value.trim();
  }

  /** What is chosen: a request's `seed` and `bots`. */
  chosen() {
    const taken = this.#people.filter(({ field }) => field.value);
    const bots = taken.flatMap(({ own, field }) => own.map(({ seat }) => [String(seat), field.value]));
    const isTyped = this.#typed !== "" && this.#isSeed(this.#typed);
    const seed = String(isTyped ? BigInt(this.#typed) : anySeed()); // as text: a number of JavaScript has fewer digits
    return { seed, bots: Object.fromEntries(bots) };
  }
}
