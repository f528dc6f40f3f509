// The picture of the table: what can be pointed at by mouse, finger and keyboard. One mark is a stop for Tab, the arrow
// keys lead from each to the nearest one, Enter and Space point at it, Escape lets go of all that was picked.
import { filled, make } from "./make.mjs";

const DRAWN = "http://www.w3.org/2000/svg";
const OUTLINES = "rect, path, polygon, circle, ellipse, use"; // the first one in a mark is what light is drawn around
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const UNLIT = new Set(["class", "style", "fill", "stroke", "transform", "id"]);
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

/** The board in its place; `point(mark)` and `release()` are called for what the reader does. */
export class Board {
  #place;
  #say;
  #marks = [];
  #lights = document.createElementNS(DRAWN, "g"); // above all else, so that no neighbour lies over them

  constructor(say, point, release) {
    this.#say = say;
    this.#place = make("div", { class: "stage-board" });
    this.#place.addEventListener("click", ({ target }) => {
      const mark = target.closest("[data-mark]");
      if (!mark) return;
      this.#rove(mark);
      point(mark.dataset.mark);
    });
    this.#place.addEventListener("keydown", (event) => {
      const mark = event.target.closest("[data-mark]");
      if (!mark || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key in ARROWS) this.#go(nearest(mark, this.#marks, ARROWS[event.key]));
      else if (event.key === "Home") this.#go(this.#marks[0]);
      else if (event.key === "End") this.#go(this.#marks.at(-1));
      else if (event.key === "Enter" || event.key === " ") point(mark.dataset.mark);
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

  /** Show a picture; the keyboard stays where it was. */
  show(svg, tables) {
    const at = this.#place.contains(document.activeElement) ? document.activeElement.dataset.mark : undefined;
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
    for (const mark of this.#marks) {
      mark.setAttribute("role", "button");
      mark.setAttribute("tabindex", "-1");
      if (!mark.hasAttribute("aria-label")) mark.setAttribute("aria-label", this.#named(mark));
    }
    if (tables) this.#place.append(make("details", {}, make("summary", {}, this.#say("tables")), filled("div", tables)));
    this.#rove(this.#find(at) ?? this.#marks[0]);
    if (at !== undefined) this.focus();
  }

  /** Take the keyboard there. */
  focus() {
    this.#roving?.focus({ preventScroll: true });
  }

  /** Say which marks lead on and which are picked. */
  light(possible, picked) {
    this.#lights.replaceChildren();
    for (const mark of this.#marks) {
      const name = mark.dataset.mark;
      mark.classList.toggle("stage-can", possible.has(name));
      mark.classList.toggle("stage-picked", picked.includes(name));
      if (possible.has(name) || picked.includes(name)) mark.setAttribute("aria-pressed", String(picked.includes(name)));
      else mark.removeAttribute("aria-pressed");
      if (picked.includes(name)) this.#shine(mark, "stage-light-picked");
      else if (possible.has(name)) this.#shine(mark, "stage-light");
    }
    const roving = this.#roving;
    if (!this.#place.contains(document.activeElement) && !possible.has(roving?.dataset.mark)) {
      this.#rove(this.#marks.find((mark) => possible.has(mark.dataset.mark)) ?? roving);
    }
  }

  /** Show where a choice would lead while it is looked at; nothing for none. */
  hint(marks) {
    for (const light of this.#lights.querySelectorAll(".stage-light-hint")) light.remove();
    for (const mark of this.#marks) if (marks.includes(mark.dataset.mark)) this.#shine(mark, "stage-light-hint");
  }

  #shine(mark, kind) {
    const shape = mark.querySelector(OUTLINES);
    const picture = mark.ownerSVGElement;
    if (!shape || !picture.getScreenCTM()) return;
    const light = document.createElementNS(DRAWN, shape.localName);
    for (const { name, value } of shape.attributes) if (!UNLIT.has(name)) light.setAttribute(name, value);
    const { a, b, c, d, e, f } = picture.getScreenCTM().inverse().multiply(shape.getScreenCTM());
    light.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    light.setAttribute("class", kind);
    this.#lights.append(light);
  }

  #named(mark) {
    return mark.querySelector("title")?.textContent ?? mark.dataset.mark.split(":").slice(1).join(":");
  }

  get #roving() {
    return this.#marks.find((mark) => mark.getAttribute("tabindex") === "0");
  }

  #find(name) {
    return this.#marks.find((mark) => mark.dataset.mark === name);
  }

  #rove(mark) {
    if (!mark) return;
    for (const each of this.#marks) each.setAttribute("tabindex", each === mark ? "0" : "-1");
  }

  #go(mark) {
    if (!mark) return;
    this.#rove(mark);
    mark.focus();
  }
}
