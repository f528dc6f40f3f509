// Puts the rulebook of a chosen configuration together, from the tables that the book's builder wrote (see
// ruleloom_site/chooser: `compose.py` does the same in Python, and the two are tested against each other).
// The choice stands in the address, so it can be linked to: #v=one,two&players=3&option.name=value&at=rule.
(() => {
  "use strict";
  const data = globalThis.ruleloomChoices;
  const form = document.querySelector("form.chooser");
  const status = document.querySelector(".chooser-status");
  const place = document.querySelector(".chosen");
  let credited = document.getElementById("credits")?.nextElementSibling; // those of the base game, until others are owed
  if (!data || !form) return;

  const UNNUMBERED = new Set(["prose", "remark", "kind", "reading", "reason", "blanks"]);
  const LETTERS = "abcdefghijklmnopqrstuvwxyz";
  const phrases = new Map(data.say);
  const called = new Map(data.chapters_called);
  const people = new Map(data.people);
  const colon = data.colon; // between a label and its text: French has a space before it
  const variants = data.variants.map(([id, title, text, language, requires, excludes, discouraged, alone, credits]) => ({
    id, title, text, language, requires, excludes, discouraged, alone, credits,
  }));
  const sets = data.sets.map(([members, seats]) => ({ members: new Set(members), seats }));

  const say = (id, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => value), phrases.get(id));

  const make = (name, attributes = {}, ...inner) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== "" && value !== false && value !== undefined) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...inner.filter((each) => each !== "" && each !== null));
    return element;
  };
  const spoken = (text, language) => (language ? make("span", { lang: language, class: "borrowed" }, text) : text);

  // What is chosen: a set of variants, a number of players, and values of settings by their names.
  const choice = { set: sets.find((each) => !each.members.size) ?? sets[0], players: data.players, options: new Map(), at: "" };

  const seatsOf = (set) => set.seats.map((number) => data.seats[number]);
  const seat = () => seatsOf(choice.set).find(([count]) => count === choice.players);

  const lookUp = (slot, values) => {
    const [axes, table] = data.slots[slot];
    let index = 0;
    for (const axis of axes) {
      const [name, known] = data.axes[axis];
      index = index * known.length + known.indexOf(values.get(name) ?? null);
    }
    return table[index];
  };

  const settings = (options) => {
    const [, axes, slots] = seat();
    const values = new Map();
    const shown = [];
    axes.forEach((axis, number) => {
      const [name, offered] = data.axes[axis];
      const found = lookUp(slots[number], values);
      const control = found >= 0 ? data.controls[found] : null;
      const asked = options.get(name);
      const isThere = control && asked !== undefined && offered.includes(asked) && control[3].includes(asked);
      values.set(name, control ? (isThere ? asked : control[4]) : null);
      if (control) shown.push({ control, offered: offered.filter((each) => each !== null && control[3].includes(each)) });
    });
    return { values, shown };
  };
  const canBePlayed = (values) => lookUp(seat()[4], values) !== 1;

  // The chapters, numbered as an outline is.
  const linesOf = (slots, values, depth, above) => {
    const lines = [];
    let count = 0;
    for (const slot of slots) {
      const found = lookUp(slot, values);
      if (found < 0) continue;
      const [key, kind, label, text, language = "", points = []] = data.entries[found];
      let number = "";
      if (above && depth < 2 && !UNNUMBERED.has(kind)) {
        number = depth ? above + LETTERS[Math.min(count, 25)] : `${above}.${count + 1}`;
        count += 1;
      }
      const inner = points.map((point) => ({ key: "", kind: "point", number: "", label: point[0], text: point[1], language: point[2], inner: [] }));
      inner.push(...linesOf(data.slots[slot][2], values, depth + 1, number));
      lines.push({ key, kind, number, label, text, language, inner });
    }
    return lines;
  };
  const chaptersOf = (values) => {
    const found = [];
    for (const number of seat()[3]) {
      const [id, slots] = data.chapters[number];
      const chapter = id === "facts" ? "" : String(found.filter((each) => each.number).length + 1);
      const lines = linesOf(slots, values, 0, chapter);
      if (lines.length) found.push({ id, number: chapter, lines });
    }
    return found;
  };

  // The rulebook, as the pages of the book show it.
  const listed = (lines) =>
    make("ul", {}, ...lines.map((line) => {
      const isRule = !UNNUMBERED.has(line.kind) && line.kind !== "point";
      const label = line.label ? make("strong", {}, line.text ? line.label + colon.trimEnd() : line.label) : "";
      return make(
        "li",
        { id: isRule ? line.key : "", class: line.number ? "rule" : "" },
        line.number ? make("span", { class: "no" }, line.number) : "",
        line.number ? " " : "",
        label,
        label && line.text ? " " : "",
        spoken(line.text, line.language),
        line.inner.length ? listed(line.inner) : "",
      );
    }));
  const heading = (level, id, text, number = "") =>
    make(`h${level}`, { id }, number ? make("span", { class: "no" }, number) : "", number ? " " : "", text);
  const facts = (lines) =>
    make("dl", { class: "facts" }, ...lines.map((line) => make("div", {}, make("dt", {}, line.label), make("dd", {}, line.text))));

  const outside = (text, address) =>
    /^https?:\/\//.test(address)
      ? make("a", { href: address, class: "book-outside", rel: "noopener noreferrer external", title: say("rule.outside") }, text)
      : text;
  const credits = (chosen) => {
    const owed = new Map(data.credits.map((credit) => [credit[0], credit]));
    for (const variant of chosen) for (const credit of variant.credits) owed.set(credit[0], credit);
    const lines = [...owed.values()].map(([, role, name, address, licence, text]) =>
      make(
        "li", {},
        spoken(role[0], role[1]), colon, make("strong", {}, name), ".",
        ...(address ? [" ", outside(address, address), "."] : []),
        ...(licence ? [` ${licence}.`] : []),
        ...(text[0] ? [" ", spoken(text[0], text[1])] : []),
      ));
    lines.push(...data.sources.map(([title, address]) =>
      make("li", {}, say("rule.source") + colon, outside(title, address))));
    lines.push(...data.closing.map((line) => make("li", {}, line)));
    return make("ul", {}, ...lines);
  };

  const chosenVariants = () => variants.filter((_, number) => choice.set.members.has(number));
  const titleOf = (chosen) => [data.title, ...chosen.map((each) => each.title)].join(" · ");
  const notes = (chosen) => [
    ...chosen.flatMap((each) => each.requires.map((other) =>
      say("rule.note_requires", { variant: each.title, other: variants[other].title }))),
    ...chosen.flatMap((each) => each.discouraged.filter((other) => choice.set.members.has(other)).map((other) =>
      say("choose.better_not", { variant: each.title, other: variants[other].title }))),
  ];

  const showRules = (values) => {
    const chosen = chosenVariants();
    const parts = [heading(2, "rules", titleOf(chosen))];
    for (const each of chosen) {
      parts.push(make("p", {}, make("strong", {}, `${each.title}.`), " ", spoken(each.text, each.language)));
    }
    for (const note of notes(chosen)) parts.push(make("p", { class: "note" }, note));
    for (const chapter of chaptersOf(values)) {
      if (chapter.id === "facts") parts.push(facts(chapter.lines));
      else parts.push(heading(3, chapter.id, called.get(chapter.id), chapter.number), listed(chapter.lines));
    }
    place.replaceChildren(...parts);
    credited?.replaceWith((credited = credits(chosen)));
    globalThis.ruleloomBook?.linkRules(place, (id) => `#${address(id)}`);
    status.textContent = say("choose.done", { title: titleOf(chosen), people: people.get(choice.players) });
  };

  // Which variants go together.
  const closed = (members) => {
    const all = new Set(members);
    for (const each of all) for (const other of variants[each].requires) all.add(other);
    return all;
  };
  const isWithin = (inner, outer) => [...inner].every((each) => outer.has(each));
  const smallest = (members) =>
    sets.filter((set) => isWithin(members, set.members)).sort((a, b) => a.members.size - b.members.size)[0];
  const largest = (members) =>
    sets.filter((set) => isWithin(set.members, members)).sort((a, b) => b.members.size - a.members.size)[0];
  const without = (number) => {
    const left = new Set(choice.set.members);
    left.delete(number);
    let before;
    do {
      before = left.size;
      for (const each of left) if (variants[each].requires.some((other) => !left.has(other))) left.delete(each);
    } while (left.size < before);
    return left;
  };
  const whyNot = (number) => {
    const members = [...closed([...choice.set.members, number])];
    const added = members.filter((each) => !choice.set.members.has(each));
    for (const one of added) {
      for (const other of choice.set.members) {
        if (variants[one].excludes.includes(other) || variants[other].excludes.includes(one)) {
          return say("choose.not_with", { variant: variants[other].title });
        }
      }
    }
    const alone = members.find((each) => variants[each].alone);
    return alone === undefined ? say("rule.impossible") : say("choose.alone", { variant: variants[alone].title });
  };

  // The form: native controls, made once; what cannot be chosen says why.
  const note = (id) => make("small", { id, class: "chooser-note" });
  const box = (type, name, value, id) => make("input", { type, name, value, id, "aria-describedby": `${id}-note` });
  const line = (input, ...inner) =>
    make("div", { class: "chooser-line" }, make("label", { for: input.id }, input, make("span", {}, ...inner)), note(`${input.id}-note`));
  const setState = (input, checked, why) => {
    input.checked = checked;
    input.disabled = Boolean(why);
    document.getElementById(`${input.id}-note`).textContent = why;
    input.closest(".chooser-line").classList.toggle("chooser-line--off", Boolean(why));
  };
  const group = (title, ...inner) => make("fieldset", {}, make("legend", {}, ...[title].flat()), ...inner);

  const playerInputs = [...people].map(([count]) => box("radio", "players", count, `chooser-players-${count}`));
  const variantInputs = variants.map((each) => box("checkbox", "variant", each.id, `chooser-variant-${each.id}`));
  const optionsPlace = make("div", { class: "chooser-options" });
  const again = make("button", { type: "button", class: "chooser-again" }, say("choose.again"));
  form.append(
    group(say("fact.players"), ...playerInputs.map((input) => line(input, people.get(Number(input.value))))),
    variants.length
      ? group(say("chapter.variants"), ...variants.map((each, number) =>
        line(variantInputs[number], make("strong", {}, each.title), each.text ? " " : "", spoken(each.text, each.language))))
      : "",
    optionsPlace,
    again,
  );

  const showPlayers = () => {
    const counts = seatsOf(choice.set).map(([count]) => count);
    for (const input of playerInputs) {
      const count = Number(input.value);
      setState(input, count === choice.players, counts.includes(count) ? "" : say("choose.not_here"));
    }
  };
  const showVariants = () =>
    variantInputs.forEach((input, number) => {
      const isChosen = choice.set.members.has(number);
      const can = isChosen || smallest(closed([...choice.set.members, number]));
      setState(input, isChosen, can ? "" : whyNot(number));
    });

  let shownControls = "";
  const showOptions = ({ values, shown }) => {
    const asked = shown.filter(({ offered }) => offered.length > 1);
    const those = JSON.stringify(asked.map(({ control, offered }) => [control, offered]));
    if (those !== shownControls) {
      shownControls = those;
      const focused = document.activeElement?.id;
      optionsPlace.replaceChildren(...(asked.length ? [make("p", { class: "chooser-title" }, say("chapter.agree"))] : []), ...asked.map(optionGroup));
      if (focused) document.getElementById(focused)?.focus();
    }
    for (const { control, offered } of asked) {
      for (const value of offered) {
        const tried = settings(new Map([...choice.options, [control[0], value]])).values;
        const why = canBePlayed(tried) ? "" : say("choose.not_here");
        setState(document.getElementById(`chooser-${control[0]}-${value}`), values.get(control[0]) === value, why);
      }
    }
  };
  const optionGroup = ({ control: [name, question, language, values, usual, words, readings], offered }) =>
    group(
      spoken(question, language),
      ...offered.map((value) => {
        const number = values.indexOf(value);
        const reading = readings[number] ?? "";
        const input = box("radio", `option.${name}`, value, `chooser-${name}-${value}`);
        const mark = value === usual ? ` (${say("choose.usual")})` : "";
        // The reading of a yes-or-no value says itself which one it is, whatever the question.
        if (reading && ["true", "false"].includes(value)) return line(input, spoken(reading, language), mark);
        return line(input, make("strong", {}, words[number]), mark, reading ? colon : "", spoken(reading, reading ? language : ""));
      }),
    );

  // The choice in the address.
  const address = (at = "") => {
    const parts = new URLSearchParams();
    if (choice.set.members.size) parts.set("v", chosenVariants().map((each) => each.id).join(","));
    parts.set("players", choice.players);
    const { values, shown } = settings(choice.options);
    for (const { control } of shown) {
      const value = values.get(control[0]);
      if (choice.options.has(control[0]) && value !== control[4]) parts.set(`option.${control[0]}`, value);
    }
    if (at) parts.set("at", at);
    return parts.toString().replaceAll("%2C", ",");
  };
  const readAddress = () => {
    const hash = location.hash.slice(1);
    const parts = new URLSearchParams(hash.includes("=") ? hash : "");
    const asked = (parts.get("v") ?? "").split(",").map((id) => variants.findIndex((each) => each.id === id));
    const found = smallest(closed(asked.filter((number) => number >= 0)));
    choose(found ?? sets.find((each) => !each.members.size) ?? sets[0], Number(parts.get("players")) || data.players);
    choice.options = new Map([...parts].filter(([name]) => name.startsWith("option.")).map(([name, value]) => [name.slice(7), value]));
    try {
      choice.at = hash.includes("=") ? parts.get("at") ?? "" : decodeURIComponent(hash);
    } catch {
      choice.at = "";
    }
    return Boolean(found);
  };
  const choose = (set, players) => {
    choice.set = set;
    const counts = seatsOf(set).map(([count]) => count);
    choice.players = counts.includes(players) ? players : counts.includes(data.players) ? data.players : counts[0];
  };

  const show = () => {
    const found = settings(choice.options);
    showPlayers();
    showVariants();
    showOptions(found);
    if (canBePlayed(found.values)) {
      showRules(found.values);
    } else {
      place.replaceChildren();
      status.textContent = say("rule.impossible");
    }
  };
  const goTo = (id) => {
    for (const each of place.querySelectorAll(".chosen-here")) each.classList.remove("chosen-here");
    const element = id ? document.getElementById(id) : null;
    if (element && place.contains(element)) {
      element.classList.add("chosen-here");
      element.scrollIntoView();
    }
  };

  let written = "";
  const changed = () => {
    choice.at = "";
    written = `#${address()}`;
    history.replaceState(history.state, "", written);
    dispatchEvent(new HashChangeEvent("hashchange")); // the links to the other languages keep the choice
    show();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    if (target.name === "players") {
      choose(choice.set, Number(target.value));
    } else if (target.name === "variant") {
      const number = variantInputs.indexOf(target);
      const set = target.checked ? smallest(closed([...choice.set.members, number])) : largest(without(number));
      choose(set ?? choice.set, choice.players);
    } else {
      choice.options.set(target.name.slice(7), target.value);
    }
    changed();
  });
  again.addEventListener("click", () => {
    choose(sets.find((each) => !each.members.size) ?? sets[0], data.players);
    choice.options = new Map();
    changed();
  });
  const read = () => {
    const isPossible = readAddress();
    show();
    if (!isPossible) status.textContent = `${say("rule.impossible")} ${status.textContent}`;
    goTo(choice.at);
  };
  addEventListener("hashchange", () => {
    if (location.hash !== written) read();
    written = "";
  });
  read();
})();
