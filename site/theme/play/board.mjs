// The picture of the table: what can be pointed at by mouse, finger and keyboard. Marks lie in each other, a card in a
// pile, a pawn on a place: to point is to give all of them, from the innermost one outwards. Those that hold no others
// are stops of the keyboard: one is a stop for Tab, the arrow keys lead from each to the nearest one, Enter and Space
// point at it, Escape lets go of all that was picked.
import { filled, make } from "./make.mjs";

const DRAWN = "http://www.w3.org/2000/svg";
const OUTLINES = "rect, path, polygon, circle, ellipse, use"; // the first one in a mark is what light is drawn around
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const UNLIT = new Set(["class", "style", "fill", "stroke", "id", "pointer-events"]);
const ASIDE = 3; // what lies aside of the way counts so many times as far

const middle = (element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};

const nearest = (from, all, [x, y]) => {
  const [left, top] = middle(from);
  let best = null;
  let least = Infinity;
  for (const each of all) {
    const [dx, dy] = middle(each).map((at, axis) => at - [left, top][axis]);
    const ahead = dx * x + dy * y;
    const distance = ahead + ASIDE * Math.abs(dx * y - dy * x);
    if (each !== from && ahead > 1 && distance < least) [best, least] = [each, distance];
  }
  return best;
};

const chain = (element) => {
  const found = [];
  for (let at = element.closest("[data-mark]"); at; at = at.parentElement.closest("[data-mark]")) found.push(at.dataset.mark);
  return found;
};

const drawnBy = (shape) => [...shape.attributes].filter(({ name }) => !UNLIT.has(name)).map(({ name, value }) => [name, value]);

const around = (group) => {
  const { x, y, width, height } = group.getBBox();
  return Object.entries({ x, y, width, height, rx: 4 });
};

const key = (stop) => chain(stop).join(" "); // two cards may be alike, but they do not lie on the same place

/** The board in its place; `point(marks)` and `release()` are called for what the reader does. */
export class Board {
  #place;
  #say;
  #called = {};
  #marks = [];
  #stops = [];
  #lights = document.createElementNS(DRAWN, "g"); // above all else, so that no neighbour lies over them

  constructor(say, point, release) {
    this.#say = say;
    this.#place = make("div", { class: "stage-board" });
    this.#place.addEventListener("click", ({ target }) => {
      const marks = chain(target);
      if (!marks.length) return;
      this.#rove(this.#stops.find((stop) => stop.contains(target)));
      point(marks);
    });
    this.#place.addEventListener("keydown", (event) => {
      const stop = event.target.closest("[data-mark]");
      if (!stop || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key in ARROWS) this.#go(nearest(stop, this.#stops, ARROWS[event.key]));
      else if (event.key === "Home") this.#go(this.#stops[0]);
      else if (event.key === "End") this.#go(this.#stops.at(-1));
      else if (event.key === "Enter" || event.key === " ") point(chain(stop));
      else if (event.key === "Escape") release();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Where it stands. */
  get element() {
    return this.#place;
  }

  /** Show a picture, whose marks are `called` so; the keyboard stays where it was. */
  show(svg, tables, called) {
    this.#called = called;
    const at = this.#stops.includes(document.activeElement) ? key(document.activeElement) : undefined;
    this.#place.innerHTML = svg;
    const picture = this.#place.querySelector("svg");
    const title = picture.querySelector(":scope > title");
    picture.setAttribute("role", "group"); // what a picture holds is not reached, what a group holds is
    picture.setAttribute("aria-label", title?.textContent ?? "");
    picture.removeAttribute("aria-labelledby");
    picture.setAttribute("aria-describedby", picture.querySelector(":scope > desc")?.id ?? "");
    title?.remove(); // it would stand beside the pointer all the time
    this.#lights.replaceChildren();
    this.#lights.setAttribute("class", "stage-lights");
    this.#lights.setAttribute("aria-hidden", "true");
    picture.append(this.#lights);
    this.#marks = [...this.#place.querySelectorAll("[data-mark]")];
    this.#stops = this.#marks.filter((mark) => !mark.querySelector("[data-mark]"));
    for (const stop of this.#stops) {
      stop.setAttribute("role", "button");
      stop.setAttribute("tabindex", "-1");
      stop.setAttribute("aria-label", this.#named(stop));
    }
    if (tables) this.#place.append(make("details", {}, make("summary", {}, this.#say("tables")), filled("div", tables)));
    this.#rove(this.#find(at) ?? this.#stops[0]);
    if (at !== undefined) this.focus();
  }

  /** Take the keyboard there. */
  focus() {
    this.#roving?.focus({ preventScroll: true });
  }

  /** Say which marks lead on and which are picked. */
  light(possible, picked) {
    this.#darken("[class^=stage-light]");
    for (const mark of this.#marks) {
      const name = mark.dataset.mark;
      if (picked.includes(name)) this.#shine(mark, "stage-light-picked");
      else if (possible.has(name)) this.#shine(mark, "stage-light");
    }
    for (const stop of this.#stops) {
      const marks = chain(stop);
      const isPicked = marks.some((mark) => picked.includes(mark));
      const canBe = marks.some((mark) => possible.has(mark));
      stop.classList.toggle("stage-can", canBe);
      if (canBe || isPicked) stop.setAttribute("aria-pressed", String(isPicked));
      else stop.removeAttribute("aria-pressed");
    }
    if (!this.#place.contains(document.activeElement) && !this.#roving?.matches(".stage-can")) {
      this.#rove(this.#stops.find((stop) => stop.matches(".stage-can")) ?? this.#roving);
    }
  }

  /** Show where a choice would lead while it is looked at; nothing for none. */
  hint(marks) {
    this.#darken(".stage-light-hint");
    for (const mark of this.#marks) if (marks.includes(mark.dataset.mark)) this.#shine(mark, "stage-light-hint");
  }

  #darken(lights) {
    for (const light of this.#place.querySelectorAll(`svg ${lights}:not(g)`)) light.remove();
  }

  #shine(mark, kind) {
    const isWhole = mark.dataset.mark.startsWith("pile:");
    const shape = isWhole ? mark : mark.querySelector(OUTLINES);
    const picture = mark.ownerSVGElement;
    if (!shape || !picture.getScreenCTM()) return;
    const light = document.createElementNS(DRAWN, isWhole ? "rect" : shape.localName);
    for (const [name, value] of isWhole ? around(shape) : drawnBy(shape)) light.setAttribute(name, value);
    light.setAttribute("class", kind);
    if (mark.dataset.mark.startsWith("card:")) {
      shape.parentNode.append(light); // below the cards that cover it
      return;
    }
    const { a, b, c, d, e, f } = picture.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    light.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    this.#lights.append(light);
  }

  #named(stop) {
    const names = chain(stop).map((mark) => this.#called[mark]);
    const seen = stop.textContent.trim(); // whoever speaks to the page says what they see
    return [...new Set([...names, seen])].filter(Boolean).join(", ");
  }

  get #roving() {
    return this.#stops.find((stop) => stop.getAttribute("tabindex") === "0");
  }

  #find(name) {
    return this.#stops.find((stop) => key(stop) === name);
  }

  #rove(mark) {
    if (!mark) return;
    for (const each of this.#stops) each.setAttribute("tabindex", each === mark ? "0" : "-1");
  }

  #go(mark) {
    if (!mark) return;
    this.#rove(mark);
    mark.focus();
  }
}
