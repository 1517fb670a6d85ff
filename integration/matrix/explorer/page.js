"use strict";
const {order, matrix} = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const parts = ["store", "library", "column", "type"]; // what is chosen, in this order

// el returns an element with text or other elements in it.
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

// What matrix.json says of a column: its row, and a Go type without uuidkit or with it.
const columns = matrix.columns.map(([row, type, setup]) => {
  const [store, column, library] = matrix.row[row];
  const [name, kit, go] = matrix.type[type];
  return {store, column, library, type: name, kit, go, setup: matrix.setup[setup][0], cells: []};
});
for (const [statement, outcome, together] of matrix.cells) {
  for (const c of matrix.together[together]) columns[c].cells.push([statement, outcome]);
}
// A cell of a column, with all that was measured.
function cell(column, [statement, outcome]) {
  const [shape, code] = matrix.statements[statement], [verdict, stored, note] = matrix.outcomes[outcome];
  const [name, value] = matrix.shape[shape];
  return {
    name, value, code: matrix.code[code][0], setup: column.setup,
    verdict: matrix.verdict[verdict][0], stored: matrix.stored[stored][0], note: matrix.note[note][0],
  };
}

const types = ["google", "gofrs", "std", "[16]byte", "datatypes.BinUUID", "uuidkit", "typed.ID", "gormtype.UUID", "gormtype.Text", "int64"];
const rank = ["becomes wrong", "silently wrong", "fails loudly", "works", "impossible", "native"]; // the worst first
const css = {"becomes wrong": "became", "silently wrong": "wrong", "fails loudly": "fails"}; // other classes are the verdict's name
const said = {"becomes wrong": "wrong that were right", "fails loudly": "with an error", "works": "in another form"}; // after a number
const labels = {
  "GORM inline id": "GORM: Delete and First by an id alone", "GORM operations": "GORM: all operations", "shapes": "lists, ranges, json and others",
};
const label = s => labels[s] || s.replace(/, statements$/, ": everyday statements");
const placeOf = new Map(order.shapes.map((s, i) => [s, i]));

// The options of each part, given the parts before it.
const options = {
  store: () => unique(order.rows.map(r => r[0])),
  library: c => unique(order.rows.filter(r => r[0] === c.store).map(r => r[2])),
  column: c => unique(order.rows.filter(r => r[0] === c.store && r[2] === c.library).map(r => r[1])),
  type: c => types.filter(t => columns.some(k => here(k, c) && k.type === t)),
};
const unique = list => [...new Set(list)];
const here = (k, c) => k.store === c.store && k.library === c.library && k.column === c.column;

// The cells of a type by the name of their shape, without uuidkit or with it.
function cellsOf(choice, type, kit) {
  const found = new Map();
  for (const k of columns) {
    if (here(k, choice) && k.type === type && k.kit === kit) {
      for (const pair of k.cells) {
        const c = cell(k, pair);
        found.set(c.name, c);
      }
    }
  }
  return found;
}
function count(cells) {
  const n = {};
  for (const c of cells.values()) n[c.verdict] = (n[c.verdict] || 0) + 1;
  return n;
}

let choice = {store: "PostgreSQL 18", library: "pgx", column: "uuid, statements", type: "google"};

// complete makes each part one of its options.
function complete(c) {
  const done = {};
  for (const p of parts) {
    const all = options[p](done);
    done[p] = all.includes(c[p]) ? c[p] : all[0];
  }
  return done;
}
function fragment(c, value) {
  const q = new URLSearchParams(c);
  if (value) q.set("value", value);
  return "#" + q;
}
function remember(value) { history.replaceState(null, "", fragment(choice, value)); }

// fromFragment shows what the address of the page asks for.
function fromFragment() {
  const q = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  choice = complete({...choice, ...q});
  show();
  if (!q.value) return;
  for (const d of byId("cells").querySelectorAll("details")) {
    if (d.dataset.value === q.value) {
      d.open = true;
      d.scrollIntoView({block: "center"});
      d.firstChild.focus({preventScroll: true});
    }
  }
}

// fill gives a part its options.
function fill(part) {
  const words = name => part === "type" ? goName(name) + ", " + hint(name) : label(name);
  byId(part).replaceChildren(...options[part](choice).map(name => el("option", {value: name}, words(name))));
  byId(part).value = choice[part];
}
function goName(type) { return columns.find(k => k.type === type).go; }
function hint(type) {
  const today = cellsOf(choice, type, false);
  if (type === "int64") return "to compare with";
  if (today.size === 0) return "uuidkit's own";
  const n = count(today)["silently wrong"] || 0;
  return n ? n + " silently wrong today" : "none silently wrong";
}

// typed writes the Go type where the matrix has T.
function typed(s, go) {
  const nulls = {"typed.ID[User]": "typed.NullID[User]"};
  const pkg = go.split(".")[0];
  return s.replaceAll("T's NullUUID", nulls[go] || pkg + ".NullUUID").replace(/\bT\b/g, () => go);
}

// statements are what "; " separates outside of quotation marks and braces.
function statements(s) {
  const out = [""];
  let quoted = "", depth = 0;
  for (let i = 0; i < s.length; i++) {
    const ch = s[i];
    if (quoted) {
      if (ch === "\\" && quoted === '"') { out[out.length - 1] += ch + s[++i]; continue; }
      if (ch === quoted) quoted = "";
    } else if (ch === '"' || ch === "`") quoted = ch;
    else if (ch === "{" || ch === "}") depth += ch === "{" ? 1 : -1;
    else if (depth === 0 && s.startsWith("; ", i)) { out.push(""); i++; continue; }
    out[out.length - 1] += ch;
  }
  return out.filter(Boolean);
}
const lines = s => statements(s).join("\n");

function badge(c, side) {
  if (!c) return el("span", {class: "v none", "data-side": side}, el("span", {class: "sr"}, side + ": "), "–");
  return el("span", {class: "v " + (css[c.verdict] || c.verdict), "data-side": side}, el("span", {class: "sr"}, side + ": "), c.verdict);
}

// side tells what was measured on one side.
function side(title, c, go) {
  const box = el("div", {}, el("h4", {}, title));
  if (!c) {
    box.append(el("p", {class: "hint"}, "There is no such value: its type is one of uuidkit's."));
    return box;
  }
  box.append(el("p", {}, badge(c, title)));
  const reason = /^(.*) \((https:[^ ]*)\) (Measured: .*)$/.exec(c.note);
  if (reason) box.append(el("p", {}, reason[1] + " ", el("a", {href: reason[2]}, "The library's page")), el("p", {}, reason[3]));
  else if (c.note) box.append(el("p", {}, el("code", {}, c.note)));
  if (order.instead[c.name] && c.verdict === rank[0]) box.append(el("p", {}, "Write instead: ", el("code", {}, order.instead[c.name])));
  if (c.stored) box.append(el("p", {}, "Stored, as the store says:"), el("pre", {}, c.stored.replace(/^\n/, "")));
  return box;
}
const script = (c, go) => lines(typed([c.value, c.code].filter(Boolean).join("; "), go));

function show() {
  for (const p of parts) fill(p);
  const {store, column, library, type} = choice, go = goName(type);
  const today = cellsOf(choice, type, false), kit = cellsOf(choice, type, true);
  const native = order.rows.find(r => r[0] === store && r[1] === column && r[2] === library)[3];
  byId("chosen").textContent = `${go} in ${store}, ${label(column)}, with ${label(library)}`;

  const sentence = (who, cells) => {
    const n = count(cells);
    return `${who}: ${rank.filter(v => n[v]).map(v => n[v] + " " + (said[v] || v)).join(", ")}, of ${cells.size}.`;
  };
  byId("said").textContent = [today.size && sentence("Today", today), kit.size && sentence("With uuidkit", kit)].filter(Boolean).join(" ");
  byId("bars").replaceChildren(...[["today", today], ["with uuidkit", kit]].filter(b => b[1].size).map(([name, cells]) => {
    const n = count(cells), bar = el("div");
    for (const v of rank) if (n[v]) bar.append(el("i", {class: css[v] || v}));
    [...bar.children].forEach((i, at) => { i.style.flexGrow = n[rank.filter(v => n[v])[at]]; });
    return el("div", {class: "bar"}, el("b", {}, name), bar);
  }));

  // What has to be written is what nobody has in the setup without uuidkit.
  const others = new Set(columns.filter(k => here(k, choice) && !k.kit).flatMap(k => statements(k.setup)));
  const setup = statements([...kit.values()].map(c => c.setup).find(Boolean) || "").filter(s => !others.has(s));
  byId("write").replaceChildren(
    el("h3", {}, "What to write, once"),
    setup.length ? el("pre", {}, typed(setup.join("\n"), go)) : el("p", {}, "Nothing: the methods of the type are enough, or you convert where the value is. Open a line for its code."),
    ...(native ? [el("p", {}, "A UUID in its native form here: ", el("code", {}, native))] : []));

  const twins = order.rows.find(r => r[0] === store && r[1] === column && r[2] === library)[4];
  byId("twins").textContent = twins ? "Measured before each release, with the same results: " + twins + "." : "";

  const names = unique([...today.keys(), ...kit.keys()]);
  const became = n => kit.has(n) && kit.get(n).verdict === rank[0];
  const worst = n => became(n) ? 0 : rank.indexOf((today.get(n) || kit.get(n)).verdict) + (today.has(n) ? 0 : rank.length);
  names.sort((a, b) => worst(a) - worst(b) || placeOf.get(a) - placeOf.get(b));
  const only = byId("bad").checked;
  const list = names.filter(n => !only || became(n) || today.has(n) && today.get(n).verdict !== "native").map(n => {
    const a = today.get(n), b = kit.get(n), either = b || a;
    const summary = el("summary", {}, el("code", {}, typed(n, go)), badge(a, "today"), badge(b, "with uuidkit"));
    const d = el("details", {}, summary);
    d.dataset.value = n;
    d.addEventListener("toggle", () => {
      if (!d.open) return;
      if (d.children.length === 1) {
        const box = el("div", {class: "in"}, el("h4", {}, "The code"), el("pre", {}, script(either, go)));
        if (a && b && a.code !== b.code) box.append(el("p", {}, "Today:"), el("pre", {}, script(a, go)));
        if (either.setup) box.append(el("p", {}, b ? "Before it, with uuidkit:" : "Before it:"), el("pre", {}, lines(typed(either.setup, go))));
        box.append(el("div", {class: "sides"}, side("Today", a, go), side("With uuidkit", b, go)),
          el("p", {}, el("a", {href: fragment(choice, n)}, "Link to this line")));
        d.append(box);
      }
      remember(n);
    });
    return d;
  });
  byId("cells").replaceChildren(el("div", {class: "heads", "aria-hidden": "true"}, el("span"), el("span", {}, "value or statement"), el("span", {}, "today"), el("span", {}, "with uuidkit")),
    ...list, ...(list.length ? [] : [el("p", {}, "All is native today.")]));
}

byId("choose").addEventListener("change", e => {
  choice = complete({...choice, [e.target.name]: e.target.value});
  show();
  remember();
});
byId("choose").addEventListener("submit", e => e.preventDefault());
byId("bad").addEventListener("change", show);
addEventListener("hashchange", fromFragment);
for (const versions of [matrix.stores, matrix.libraries]) {
  for (const name of Object.keys(versions).sort()) byId("versions").append(el("dt", {}, el("code", {}, name)), el("dd", {}, versions[name]));
}
choice = complete(choice);
fromFragment();
