// The reference interpreter in a worker. First it is told { rules, words }, then one request after the other; requests
// and answers are text, as ruleloom_site/table/entry.py reads and writes them. Loads nothing from anywhere else.
import { loadPyodide } from "./pyodide.mjs";

const MODULES = "/modules.zip";

const start = async () => {
  const packed = fetch(new URL("modules.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const [python, modules] = await Promise.all([loadPyodide({ indexURL: new URL(".", import.meta.url).href }), packed]);
  python.FS.writeFile(MODULES, new Uint8Array(modules));
  python.runPython(`import sys; sys.path.insert(0, "${MODULES}")`);
  return python.pyimport("ruleloom_site.table.entry");
};

const entry = start();
entry.catch(() => {}); // told when the table is opened
let table = null;

const answered = async (message) => {
  try {
    if (message.request) return table.ask(message.request);
    table = (await entry).open_table(message.rules, message.words);
    return JSON.stringify({ open: true });
  } catch (error) {
    return JSON.stringify({ fault: String(error.message ?? error) });
  }
};

addEventListener("message", async ({ data }) => postMessage({ id: data.id, answer: await answered(data) }));
