// A game on its page: shows the views of the table (see ruleloom_site/table), and asks it for what the reader does.
import { Board } from "./board.mjs";
import { button, filled, make, speaker } from "./make.mjs";
import { fitting, meant, next } from "./picking.mjs";
import { Settings } from "./settings.mjs";
import { Choices, Log, Prompt, Refusal, Talk } from "./side.mjs";
import { Table } from "./table.mjs";
import { download, shelf, Steps } from "./watching.mjs";

const PAUSE = 350; // milliseconds in which a bot's move can be seen

const UNASKED = new Set(["bot", "view"]); // what was refused can still be read behind them

const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.text();
};

const dressed = () =>
  new Promise((done) => {
    const sheet = make("link", { rel: "stylesheet", href: new URL("stage.css", import.meta.url).href });
    for (const event of ["load", "error"]) sheet.addEventListener(event, done);
    document.head.append(sheet);
  });

const cited = (say, { number, href }) => (number ? make("a", { href }, say("rule", { number })) : "");

class Stage {
  #say;
  #about;
  #table;
  #view = null;
  #picked = [];
  #game = 0; // answers that belong to a game that was left are not shown
  #busy = false;
  #whole = make("div", { class: "stage" });

  constructor(say, about, table) {
    [this.#say, this.#about, this.#table] = [say, about, table];
    this.prompt = new Prompt();
    this.board = new Board(say, (marks) => this.#point(marks), () => this.#release());
    this.choices = new Choices(say, (choice) => this.#play(choice), (choice) => this.#look(choice));
    this.refusal = new Refusal(say);
    this.log = new Log(say, about.seats, about.colon);
    this.talk = new Talk(say, (text) => this.#ask({ do: "say", seat: this.#view.watched, text }));
    this.settings = new Settings(say, about, (chosen) => this.begin(chosen));
    this.steps = new Steps(say, (request) => this.#ask(request), () => this.#goOn());
    this.undo = button(say("undo"), () => this.#ask({ do: "undo" }, true), { class: "stage-button stage-undo" });
    this.again = button(say("again"), () => this.begin(this.#begun), { class: "stage-button" });
  }

  #begun = { seed: 0, bots: {} };

  /** All of it. */
  get element() {
    const games = shelf(this.#say, this.#about.examples, (request) => this.#ask(request, true), () => this.#keep());
    const side = make("div", { class: "stage-side" },
      this.prompt.element, this.refusal.element, this.steps.element, this.choices.element, this.talk.element, this.log.element);
    const row = make("div", { class: "stage-row" }, this.undo, this.again);
    const tools = make("div", { class: "stage-tools" }, row, this.settings.element, games);
    this.#whole.append(this.board.element, side, tools);
    return this.#whole;
  }

  /** Start a game. */
  begin(chosen) {
    this.#begun = chosen;
    return this.#ask({ do: "start", ...chosen }, true);
  }

  async #ask(request, anew = false) {
    if (anew) this.#game += 1;
    else if (this.#busy) return;
    const game = this.#game;
    this.#wait(true);
    const view = await this.#table.ask(request);
    if (game !== this.#game) return;
    this.#wait(false);
    if (!UNASKED.has(request.do)) this.refusal.clear();
    if (!view.fault) return this.#show(view);
    this.refusal.show({ general: view.fault });
    if (anew && this.#view) return this.#ask({ do: "view" }); // an answer to the game that goes on was not shown
  }

  #wait(busy) {
    this.#busy = busy;
    if (busy) this.#whole.setAttribute("aria-busy", "true");
    else this.#whole.removeAttribute("aria-busy");
  }

  async #show(view) {
    this.#view = view;
    this.#picked = [];
    if (!view.watching) this.#begun = { ...this.#begun, seed: view.seed };
    this.board.show(view.svg, view.tables, view.called);
    this.log.show(view.log, view.said, view.watched);
    this.talk.show(view.talk);
    this.steps.show(view.watching);
    this.undo.disabled = !view.can_undo;
    this.#tell(view);
    this.#offer();
    if (!view.bot || view.over || view.watching) return;
    const game = this.#game;
    await new Promise((done) => setTimeout(done, PAUSE));
    if (game === this.#game) await this.#ask({ do: "bot" });
  }

  #tell(view) {
    const line = (text, kind = "") => text && make("p", { class: kind }, text);
    if (view.over) {
      const rule = view.over.html && filled("p", view.over.html, { class: "stage-asked" });
      if (rule) rule.append(" ", cited(this.#say, view.over));
      this.prompt.show(line(view.chance, "stage-chance"), line(view.over.text, "stage-over"), rule);
    } else if (view.hand_over) {
      const taken = button(view.hand_over.button, () => this.#ask({ do: "taken" }), { class: "stage-button stage-main" });
      this.prompt.show(line(view.hand_over.text), taken);
      taken.focus({ preventScroll: true });
    } else {
      const prompt = line(view.bot ? this.#say("thinking") : view.prompt);
      this.prompt.show(line(view.chance, "stage-chance"), prompt, this.#laws(view.asked));
    }
  }

  #laws(asked) {
    const links = asked.filter(({ number }) => number).flatMap((rule) => [" ", cited(this.#say, rule)]);
    return links.length ? make("p", { class: "stage-asked" }, ...links.slice(1)) : null;
  }

  #offer() {
    const left = fitting(this.#view.choices, this.#picked);
    this.board.light(next(this.#view.choices, this.#picked), this.#picked);
    this.choices.show(left, this.#picked.length ? () => this.#release() : null);
  }

  #release() {
    this.#picked = [];
    this.refusal.clear();
    this.#offer();
  }

  #look(choice) {
    this.board.hint(choice ? [...choice.marks, ...choice.walk.map((place) => `place:${place}`)] : []);
  }

  #point(marks) {
    if (this.#busy || !this.#view || this.#view.bot || this.#view.over || this.#view.hand_over || this.#view.watching) return;
    const { choices } = this.#view;
    const among = (set) => marks.find((mark) => set.has(mark));
    const [onward, back, anew] = [next(choices, this.#picked), new Set(this.#picked), next(choices, [])].map(among);
    this.refusal.clear();
    if (onward) this.#picked.push(onward);
    else if (back) this.#picked = this.#picked.filter((each) => each !== back);
    else if (anew) this.#picked = [anew];
    else return this.#refuse([...this.#picked, marks]);
    const choice = meant(choices, this.#picked);
    if (choice) this.#play(choice);
    else this.#offer();
  }

  #play(choice) {
    return this.#ask({ do: "move", text: choice.text });
  }

  async #refuse(marks) {
    const game = this.#game;
    const answer = await this.#table.ask({ do: "refuse", marks });
    if (game === this.#game) this.refusal.show(answer);
  }

  #goOn() {
    this.#begun = { ...this.#begun, bots: this.settings.chosen().bots };
    return this.#ask({ do: "go_on", bots: this.#begun.bots }, true);
  }

  async #keep() {
    const { record, fault } = await this.#table.ask({ do: "record" });
    if (fault) this.refusal.show({ general: fault });
    else download(`${this.#about.name}-${this.#begun.seed}.json`, record);
  }
}

/** Set the table in the section of a page, and begin a game. */
export const open = async (section) => {
  const table = new Table(); // it begins to load while the rules are fetched
  try {
    await seat(section, table);
  } catch (error) {
    table.close();
    throw error;
  }
};

const answered = async (answer) => {
  const found = await answer;
  if (found.fault) throw new Error(found.fault);
  return found;
};

const seat = async (section, table) => {
  const [rules, texts] = await Promise.all([fetched(section.dataset.rules), fetched(section.dataset.table), dressed()]);
  const { name, colon, say, words } = JSON.parse(texts);
  await answered(table.open(rules, JSON.stringify(words)));
  const about = await answered(table.ask({ do: "about" }));
  const stage = new Stage(speaker(say), { ...about, name, colon }, table);
  section.querySelector(".play-start").replaceWith(stage.element);
  await stage.begin(stage.settings.chosen());
  section.scrollIntoView();
  stage.board.focus();
};
