// One tool: the icicle, what weighs most, and the schema before and after.

const INDENT = 0, TEXT = 1, MARK = 2;
const MARKS = ["", "lost", "new", "changed", "collapsed"];
const SIGNS = ["", "−", "+", "~", "⊟"];
const HEAVIEST = 9, MOST_EDITS = 500, LARGE = 1 / 3;

let details;
const tool = { side: "before", detail: undefined, lines: { before: [], after: [] }, places: {}, mark: -1 };

const lineElement = (line) => {
  const made = make("div", undefined, `line ${MARKS[line[MARK]]}`);
  const text = make("span", line[TEXT], "text");
  const sign = make("span", SIGNS[line[MARK]], "sign");
  if (line[MARK]) {
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", MARKS[line[MARK]]);
  }
  made.append(sign, text);
  text.style.paddingLeft = `${Math.min(line[INDENT], 24) * 1.1 + 1}em`;
  return made;
};

const showLines = (side) => {
  const pane = byId(side);
  const schema = tool.detail[side];
  tool.lines[side] = (schema?.lines ?? []).map(lineElement);
  pane.replaceChildren(...tool.lines[side]);
  if (schema?.lines_left_out) pane.append(make("p", `${numbers.format(schema.lines_left_out)} more lines are not embedded.`));
  tool.places[side] = new Map(treeOf(schema?.nodes ?? []).map((node) => [node.pointer, node.line]));
  pane.scrollTop = 0;
  const title = side === "before" ? "Published" : "Compacted";
  byId(`${side}-title`).textContent = schema ? `${title}, ${numbers.format(schema.tokens)} tokens` : `${title}: could not be lowered`;
};

const scrollToLine = (pane, element) => {
  pane.scrollTop += element.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
};

const showLine = (side, element) => {
  if (!element) return;
  element.classList.add("here");
  scrollToLine(byId(side), element);
};

const clearLines = () => {
  for (const marked of document.querySelectorAll(".line.here")) marked.classList.remove("here");
};

// Finds the line of a place, or of the innermost place around it that is still there.
const lineOf = (side, pointer) => {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const line = tool.places[side].get(at);
    if (line !== undefined || !at) return tool.lines[side][line ?? -1];
  }
};

const showPlace = (node) => {
  clearLines();
  for (const side of ["before", "after"]) showLine(side, lineOf(side, node.pointer));
};

// Says what takes the most: the innermost place that still holds a large share of the whole.
const verdict = (tree, rest) => {
  let node = tree[0];
  const isLarge = (child) => tree[child].tokens >= LARGE * tree[0].tokens;
  while (node.children.length && isLarge(node.children[0])) node = tree[node.children[0]];
  const said = byId("verdict");
  said.replaceChildren();
  if (node.index) {
    said.append(make("code", node.pointer), ` takes ${shareOf(node.tokens, tree[0].tokens)} of ${numbers.format(tree[0].tokens)} tokens.`);
  } else {
    said.append(`No single place takes more than a third of ${numbers.format(tree[0].tokens)} tokens.`);
  }
  if (rest) said.append(` ${numbers.format(rest)} tokens belong to no place.`);
};

const showHeaviest = (tree) => {
  const heaviest = [...tree].sort((one, other) => other.own - one.own).slice(0, HEAVIEST);
  byId("heaviest").replaceChildren(...heaviest.map((node) => {
    const made = make("li");
    const button = make("button", undefined, `place kind-${node.kind}`);
    button.type = "button";
    button.append(make("code", placeOf(node)), make("span", `${numbers.format(node.own)} · ${shareOf(node.own, tree[0].tokens)}`));
    button.addEventListener("click", () => reveal(node.index));
    made.append(button);
    return made;
  }));
};

const showSide = (side) => {
  tool.side = side;
  byId("show-before").setAttribute("aria-pressed", side === "before");
  byId("show-after").setAttribute("aria-pressed", side === "after");
  const { nodes, rest } = tool.detail[side];
  showIcicle(nodes, showPlace);
  verdict(icicle.tree, rest);
  showHeaviest(icicle.tree);
};

// The edits that fitting took: one row each, which shows its place.
const showEdits = () => {
  const edits = tool.detail.changes;
  byId("went").hidden = !edits.length;
  const rest = edits.length >= MOST_EDITS ? `The first ${numbers.format(edits.length)} edits` : `${numbers.format(edits.length)} edits`;
  byId("went-note").textContent = `${rest} of fitting this schema, the cheapest loss first; savings are estimates.`;
  byId("edits").replaceChildren(...edits.map(([pointer, keyword, by, saved]) => {
    const row = make("tr");
    const name = make("th", by.replaceAll("_", " "));
    name.scope = "row";
    const where = make("td", undefined, "text");
    const button = make("button", undefined, "place");
    button.type = "button";
    button.append(make("code", `${pointer}/${keyword}`));
    button.addEventListener("click", () => showPlace({ pointer }));
    where.append(button);
    row.append(name, where, make("td", saved ? numbers.format(saved) : ""));
    return row;
  }));
};

const keptOf = (row) => {
  if (row[PATHS_BEFORE] === null) return "all property paths and words";
  const paths = `${numbers.format(row[PATHS_AFTER])} of ${numbers.format(row[PATHS_BEFORE])} property paths`;
  const words = `${numbers.format(row[WORDS_AFTER])} of ${numbers.format(row[WORDS_BEFORE])} words`;
  return `${paths} and ${words}`;
};

const summaryOf = (row) => {
  const left = `${numbers.format(row[PUBLISHED])} → ${numbers.format(row[COMPACTED])} tokens`;
  return [`${left} · ${keptOf(row)} kept`, `${row[PROVIDER]}${row[SOURCE] ? ` · ${row[SOURCE]}` : ""}`];
};

const openTool = (row) => {
  details ??= embedded("details");
  Object.assign(tool, { detail: details[row[DETAIL]], mark: -1 });
  byId("tool-name").textContent = row[NAME];
  byId("tool-summary").replaceChildren(...summaryOf(row).map((text) => make("span", text)));
  byId("show-after").disabled = !tool.detail.after;
  byId("tool").showModal();
  byId("tool").scrollTop = 0;
  showLines("before");
  showLines("after");
  showSide("before");
  showEdits();
};

const nextMark = () => {
  const isMarked = (line) => MARKS.slice(1).some((mark) => line.classList.contains(mark));
  const lines = tool.lines.before;
  const starts = lines.filter((line, index) => isMarked(line) && !(index && isMarked(lines[index - 1])));
  if (!starts.length) return;
  tool.mark = (tool.mark + 1) % starts.length;
  clearLines();
  showLine("before", starts[tool.mark]);
};

byId("show-before").addEventListener("click", () => showSide("before"));
byId("show-after").addEventListener("click", () => showSide("after"));
byId("next-mark").addEventListener("click", nextMark);
byId("close").addEventListener("click", () => byId("tool").close());
byId("tool").addEventListener("click", (event) => {
  if (event.target === byId("tool")) byId("tool").close();
});
window.addEventListener("resize", () => {
  if (byId("tool").open) drawIcicle();
});

search();
