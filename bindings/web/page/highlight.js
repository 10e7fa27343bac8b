"use strict";
// Colours for SMT-LIB: comments, strings, quoted symbols, keywords, numbers; commands and operators behind a parenthesis.

const TOKEN = /;[^\n]*|"(?:[^"]|"")*"?|\|[^|]*\|?|:[^\s()";|]+|#[xb][0-9a-fA-F]+|[^\s()";|]+|[()]|\s+/g;

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}

// What kind of token it is; `first` says that an opening parenthesis stands before it.
function classOf(token, first, names) {
  if (token[0] === ";") return "comment";
  if (token[0] === '"') return "string";
  if (token[0] === ":") return "keyword";
  if (/^(#|-?\d)/.test(token)) return "number";
  if (first && names.commands.has(token)) return "command";
  if (names.operators.has(token)) return "operator";
  return "";
}

// The script as HTML. `errors` are places {start, end, text} in UTF-16 offsets, in order.
function highlight(text, names, errors) {
  let html = "", first = false, at = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const kind = token.trim() && !"()".includes(token) ? classOf(token, first, names) : "";
    if (token.trim() && token[0] !== ";") first = token === "(";
    html += pieces(token, at, kind, errors);
    at += token.length;
  }
  return html + "\n";
}

// A token, cut where an error begins or ends.
function pieces(token, at, kind, errors) {
  const cuts = new Set([0, token.length]);
  for (const error of errors) {
    for (const place of [error.start - at, error.end - at]) if (place > 0 && place < token.length) cuts.add(place);
  }
  const places = [...cuts].sort((a, b) => a - b);
  let html = "";
  for (let i = 0; i + 1 < places.length; i++) {
    const piece = escapeHtml(token.slice(places[i], places[i + 1]));
    const wrong = errors.some((e) => e.start < at + places[i + 1] && at + places[i] < e.end);
    const classes = [kind, wrong ? "wrong" : ""].filter(Boolean).join(" ");
    html += classes ? `<span class="${classes}">${piece}</span>` : piece;
  }
  return html;
}
