/** An element with attributes and content; attributes that are false, empty or absent are left out. */
export const make = (name, attributes = {}, ...inner) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== "" && value !== false && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inner.filter((each) => each !== "" && each !== null && each !== undefined));
  return element;
};

/** A button that does something. */
export const button = (text, act, attributes = {}) => {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", act);
  return element;
};

/** An element whose content is HTML of the table's own making. */
export const filled = (name, html, attributes = {}) => {
  const element = make(name, attributes);
  element.innerHTML = html;
  return element;
};

/** What says a phrase of the page's language by its id: say("rule", { number: "3.2" }). */
export const speaker = (phrases) => (id, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => value), phrases[id] ?? id);
