"use strict";
// The page: editor, answers, and the worker that solves.

const element = (id) => document.getElementById(id);
const script = element("script"), colours = element("colours"), gutter = element("gutter"), results = element("results");
const examples = [...document.querySelectorAll('script[type="text/smt2"]')];
let commands = new Set(), operators = new Set(), errors = [], worker = null, module = null, started = 0;

// ---- the editor ----

function draw() {
  colours.innerHTML = highlight(script.value, { commands, operators }, errors);
  const wrong = new Set(errors.map((error) => error.line));
  const count = script.value.split("\n").length;
  let numbers = "";
  for (let line = 1; line <= count; line++) numbers += wrong.has(line) ? `<b>${line}</b>\n` : `${line}\n`;
  gutter.innerHTML = numbers;
  follow();
}

function follow() {
  colours.scrollTop = gutter.scrollTop = script.scrollTop;
  colours.scrollLeft = script.scrollLeft;
}

// The UTF-16 offset of a line and a column, which counts characters.
function offsetOf(line, column) {
  const lines = script.value.split("\n");
  let offset = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) offset += lines[i].length + 1;
  const before = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
  return offset + before.length;
}

function show(line) {
  const start = offsetOf(line, 1), end = offsetOf(line + 1, 1);
  script.focus();
  script.setSelectionRange(start, Math.max(start, end - 1));
  script.scrollTop = Math.max(0, (line - 4) * 20);
}

script.addEventListener("input", () => { errors = []; draw(); });
script.addEventListener("scroll", follow);
script.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
});

// ---- the answers ----

function item(line, content) {
  const row = document.createElement("div");
  row.className = "item";
  const place = document.createElement("button");
  place.className = "place";
  place.textContent = line ? `${line}` : "";
  place.title = line ? `line ${line}` : "";
  if (line) place.addEventListener("click", () => show(line));
  row.append(place, content);
  results.append(row);
  row.scrollIntoView({ block: "nearest" });
}

function text(kind, words) {
  const pre = document.createElement("pre");
  pre.className = kind;
  pre.textContent = words;
  return pre;
}

function table(rows) {
  const all = document.createElement("table");
  all.className = "model";
  for (const row of rows) {
    const line = all.insertRow();
    for (const cell of row) line.insertCell().textContent = cell;
  }
  return all;
}

function download(line, proof) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([proof + "\n"], { type: "text/plain" }));
  link.download = `proof-line-${line}.txt`;
  link.className = "proof";
  link.textContent = `proof (${proof.length.toLocaleString("en")} characters)`;
  return link;
}

function told(event) {
  switch (event.kind) {
    case "ready":
      element("version").textContent = event.version;
      commands = new Set(event.commands.split(" "));
      operators = new Set(event.operators.split(" "));
      return draw();
    case "reply":
      return item(event.line, text(["sat", "unsat", "unknown"].includes(event.text) ? event.text : "reply", event.text));
    case "error": {
      const start = offsetOf(event.line, event.column);
      const end = Math.max(start + 1, offsetOf(event.endLine, event.endColumn));
      errors.push({ start, end, line: event.line, text: event.text });
      draw();
      return item(event.line, text("error", event.text));
    }
    case "model":
      return event.rows.length ? item(event.line, table(event.rows)) : undefined;
    case "certificate": {
      const note = text("certificate", event.text === "checked" ? "every step of its proof was checked" : event.text);
      note.title = "What vouches for this answer";
      return item(event.line, note);
    }
    case "proof":
      return item(event.line, download(event.line, event.text));
    case "end":
      return idle(`${event.steps.toLocaleString("en")} steps, ${Math.round(performance.now() - started)} ms`);
    case "crash":
      item(0, text("error", `The solver failed, which is a defect: ${event.text}`));
      return idle("failed");
    default:
      return item(event.line, text(event.kind, event.text));
  }
}

// ---- the worker ----

const source = new Blob([element("worker").textContent], { type: "text/javascript" });

function start(message) {
  worker?.terminate();
  worker = new Worker(URL.createObjectURL(source));
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = (event) => told({ kind: "crash", text: event.message });
  worker.postMessage({ module, ...message });
}

function idle(state) {
  element("run").disabled = false;
  element("stop").disabled = true;
  element("state").textContent = state;
}

function run() {
  errors = [];
  draw();
  results.textContent = "";
  element("run").disabled = true;
  element("stop").disabled = false;
  element("state").textContent = "running";
  started = performance.now();
  const steps = Math.max(0, Number(element("steps").value) || 0);
  start({ script: script.value, steps, models: element("models").checked, proofs: element("proofs").checked });
}

element("run").addEventListener("click", run);
element("stop").addEventListener("click", () => {
  worker?.terminate();
  worker = null;
  item(0, text("reason", "stopped"));
  idle("stopped");
});

// ---- the beginning ----

for (const example of examples) element("examples").add(new Option(example.dataset.name));
element("examples").addEventListener("change", () => {
  script.value = examples[element("examples").selectedIndex].textContent.trim() + "\n";
  errors = [];
  results.textContent = "";
  draw();
});
script.value = (examples.find((example) => example.dataset.name === "first") ?? examples[0]).textContent.trim() + "\n";
element("examples").value = "first";
draw();

(async () => {
  const packed = Uint8Array.from(atob(element("wasm").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  start({});
  idle("ready");
})();
