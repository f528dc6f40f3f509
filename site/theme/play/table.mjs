/** The table in its worker; questions are answered in the order in which they are asked. */
export class Table {
  #worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  #waiting = new Map();
  #last = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }) => {
      this.#waiting.get(data.id)?.(JSON.parse(data.answer));
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener("error", (event) => {
      const fault = event.message || "the worker does not start";
      for (const answer of this.#waiting.values()) answer({ fault });
      this.#waiting.clear();
    });
  }

  /** Lay out the rules of a configuration and the words of a language, both as the book holds them. */
  open(rules, words) {
    return this.#send({ rules, words });
  }

  /** The answer to a request such as { do: "undo" }: a view, or { fault }. */
  ask(request) {
    return this.#send({ request: JSON.stringify(request) });
  }

  /** End the worker with all that it still does. */
  close() {
    this.#worker.terminate();
  }

  #send(message) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, ...message });
    });
  }
}
