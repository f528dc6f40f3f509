// The reader's place: links to every rule, and the change of language that keeps the anchor. Asks nobody for anything.
(() => {
  "use strict";
  const words = JSON.parse(document.getElementById("book-words").textContent);

  const remember = (language) => {
    try {
      localStorage.setItem("ruleloom-book.language", language);
    } catch {
      // the browser keeps nothing: the start page asks it for its language again
    }
  };

  const languages = [...document.querySelectorAll("a[data-book-language]")];
  const keepPlace = () => {
    for (const link of languages) link.hash = location.hash;
  };
  for (const link of languages) link.addEventListener("click", () => remember(link.dataset.bookLanguage));
  addEventListener("hashchange", keepPlace);
  keepPlace();
  remember(document.documentElement.lang);

  const dialog = document.querySelector(".md-search[role=dialog]"); // the builder leaves it without a name
  dialog?.setAttribute("aria-label", dialog.querySelector("input").getAttribute("aria-label"));

  const status = document.createElement("div");
  status.className = "book-status";
  status.setAttribute("role", "status");
  document.body.append(status);
  let hiding = 0;
  const say = (text) => {
    status.textContent = text;
    status.classList.add("book-status--shown");
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      status.classList.remove("book-status--shown");
      status.textContent = "";
    }, 2000);
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = document.createElement("textarea"); // where the page has no right to the clipboard
      field.value = text;
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      return done;
    }
  };

  const linkTo = (element, address) => {
    const link = document.createElement("a");
    link.className = "book-link";
    link.href = address(element.id);
    link.title = words.copy_link;
    link.setAttribute("aria-label", words.copy_link);
    link.addEventListener("click", async () => {
      const place = new URL(link.href);
      place.search = ""; // what was searched for is no part of the place
      if (await copy(place.href)) say(words.copied);
    });
    return link;
  };

  const rules = "h1[id], h2[id], h3[id], h4[id], li[id], dt[id], tr[id] > td:first-child, .rule[id]";
  const linkRules = (root, address) => {
    for (const element of root.querySelectorAll(`:is(${rules})`)) {
      const owner = element.id ? element : element.closest("[id]");
      const inner = element.querySelector(":scope > ul, :scope > ol, :scope > figure, :scope > table");
      const first = element.matches("li") && element.querySelector(":scope > p:first-child");
      if (first) first.append(linkTo(owner, address));
      else if (inner) {
        const before = inner.previousSibling;
        if (before?.nodeType === Node.TEXT_NODE) before.data = before.data.trimEnd(); // no line may break there
        inner.before(linkTo(owner, address));
      } else element.append(linkTo(owner, address));
    }
  };
  const article = document.querySelector("article");
  if (article) linkRules(article, (id) => `#${encodeURIComponent(id)}`);
  globalThis.ruleloomBook = { linkRules }; // for rules that a script shows later

  for (const link of document.querySelectorAll('article a[href^="http"]')) {
    link.rel = "noopener noreferrer external";
    link.title ||= words.outside;
    link.classList.add("book-outside");
  }
})();
