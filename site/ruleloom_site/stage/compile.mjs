// Compiles the modules of archives with the Python that is going to import them: node compile.mjs IN OUT [IN OUT ...],
// in the folder of that Python. A browser would compile the same modules each time that somebody sits down to play.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { loadPyodide } = await import(pathToFileURL("pyodide.mjs").href);
// Without a seed of its own the order of sets would be another one in each file that is made.
const python = await loadPyodide({ indexURL: `${process.cwd()}/`, env: { PYTHONHASHSEED: "0", HOME: "/" } });
const places = process.argv.slice(2);
for (let at = 0; at < places.length; at += 2) {
  python.FS.writeFile("/in.zip", readFileSync(places[at]));
  python.runPython(`
import importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/in.zip") as found, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED) as made:
    for name in sorted(found.namelist()):
        content = found.read(name)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True)
            name, content = name + "c", _code_to_hash_pyc(code, importlib.util.source_hash(content), False)
        info = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        made.writestr(info, content)
`);
  writeFileSync(places[at + 1], python.FS.readFile("/out.zip"));
}
