// The icicle: a schema's tree from left to right, a place as high as its tokens are many.

const PARENT = 0, STEP = 1, KIND = 2, OWN = 3, LINE = 4, BRANCHES = 2;
const LEAST_HEIGHT = 2, LABEL_HEIGHT = 13, LEAST_WIDTH = 116, MOST_COLUMNS = 6;

// Adds up the tokens below each node, and orders children by them; parents stand before children.
const treeOf = (nodes) => {
  const tree = nodes.map(([parent, step, kind, own, line]) => (
    { parent, step, kind, own, line, tokens: own, children: [], pointer: "", level: 1 }));
  for (let index = nodes.length - 1; index > 0; index--) tree[tree[index].parent].tokens += tree[index].tokens;
  tree.forEach((node, index) => {
    node.index = index;
    if (index === 0) return;
    const parent = tree[node.parent];
    parent.children.push(index);
    node.pointer = parent.pointer + node.step;
    node.level = parent.level + 1;
  });
  for (const node of tree) node.children.sort((one, other) => tree[other].tokens - tree[one].tokens || one - other);
  return tree;
};

const labelOf = (node) => {
  if (node.index === 0) return "schema";
  const step = node.step.slice(node.step.lastIndexOf("/") + 1);
  if (icicle.tree[node.parent].kind === BRANCHES) return `${icicle.tree[node.parent].step.slice(1)} ${step}`;
  return step.replaceAll("~1", "/").replaceAll("~0", "~") || "(empty name)";
};

const placeOf = (node) => node.pointer || "the whole schema";

const icicle = { tree: [], root: 0, chosen: 0, boxes: new Map(), onChoose: () => {} };

// Gives the boxes of what is below `root`: what is too low for a box of its own shares one.
const layOut = (tree, root, height) => {
  const scale = height / Math.max(tree[root].tokens, 1);
  const boxes = [{ index: root, column: 0, top: 0, height }];
  for (let next = 0; next < boxes.length; next++) {
    const box = boxes[next];
    if (box.index === undefined) continue;
    let top = box.top, smaller = 0, smallerTokens = 0;
    for (const child of tree[box.index].children) {
      const high = tree[child].tokens * scale;
      if (high < LEAST_HEIGHT) {
        smaller++;
        smallerTokens += tree[child].tokens;
      } else {
        boxes.push({ index: child, column: box.column + 1, top, height: high });
        top += high;
      }
    }
    const high = smallerTokens * scale;
    if (high >= LEAST_HEIGHT) boxes.push({ column: box.column + 1, top, height: high, smaller, smallerTokens });
  }
  return boxes;
};

const boxElement = (box, width) => {
  const made = make("div");
  const { style } = made;
  style.left = `${box.column * width}px`;
  style.top = `${box.top}px`;
  style.width = `${width}px`;
  style.height = `${box.height}px`;
  const node = icicle.tree[box.index];
  const label = node ? labelOf(node) : `${numbers.format(box.smaller)} smaller`;
  const tokens = node ? node.tokens : box.smallerTokens;
  if (box.height >= LABEL_HEIGHT) made.append(make("span", label, "label"), make("span", numbers.format(tokens), "tokens"));
  if (!node) {
    made.className = "box smaller";
    return made;
  }
  made.className = `box kind-${node.kind}`;
  made.tabIndex = -1;
  made.setAttribute("role", "treeitem");
  made.setAttribute("aria-level", node.level);
  made.setAttribute("aria-label", `${placeOf(node)}, ${describe(node)}`);
  made.addEventListener("focus", () => choose(node.index));
  made.addEventListener("pointerenter", () => tell(node));
  made.addEventListener("dblclick", () => zoomTo(node.index));
  return made;
};

const describe = (node) => {
  const total = icicle.tree[0].tokens;
  const own = node.children.length ? `, ${numbers.format(node.own)} of its own` : "";
  return `${numbers.format(node.tokens)} tokens, ${shareOf(node.tokens, total)}${own}`;
};

const tell = (node) => {
  byId("readout").replaceChildren(make("code", placeOf(node)), make("span", describe(node)));
};

const drawIcicle = () => {
  const holder = byId("icicle");
  const boxes = layOut(icicle.tree, icicle.root, holder.clientHeight);
  const columns = 1 + Math.max(...boxes.map((box) => box.column));
  const width = Math.max(LEAST_WIDTH, Math.floor(holder.clientWidth / Math.min(columns, MOST_COLUMNS)));
  icicle.boxes = new Map();
  const drawn = document.createDocumentFragment();
  for (const box of boxes) {
    const element = boxElement(box, width);
    if (box.index !== undefined) icicle.boxes.set(box.index, { ...box, element });
    drawn.append(element);
  }
  holder.replaceChildren(drawn);
  if (!icicle.boxes.has(icicle.chosen)) icicle.chosen = icicle.root;
  choose(icicle.chosen);
};

const choose = (index) => {
  icicle.boxes.get(icicle.chosen)?.element.setAttribute("tabindex", "-1");
  icicle.boxes.get(icicle.chosen)?.element.removeAttribute("aria-selected");
  icicle.chosen = index;
  const element = icicle.boxes.get(index)?.element;
  element?.setAttribute("tabindex", "0");
  element?.setAttribute("aria-selected", "true");
  const node = icicle.tree[index];
  byId("zoom-in").disabled = index === icicle.root || !node.children.length;
  byId("zoom-out").disabled = icicle.root === 0;
  tell(node);
  icicle.onChoose(node);
};

const focusOn = (index) => icicle.boxes.get(index)?.element.focus();

const zoomTo = (index) => {
  if (!icicle.tree[index].children.length) return;
  icicle.root = index;
  icicle.chosen = index;
  drawIcicle();
  byId("icicle").scrollLeft = 0;
  focusOn(index);
};

const zoomOut = () => {
  if (icicle.root === 0) return;
  const from = icicle.root;
  zoomTo(icicle.tree[from].parent);
  focusOn(from);
};

// Draws what leads to a place that is too small to be seen from the present root.
const reveal = (index) => {
  if (!icicle.boxes.has(index)) {
    icicle.root = icicle.tree[index].children.length ? index : icicle.tree[index].parent;
    icicle.chosen = index;
    drawIcicle();
  }
  focusOn(index);
};

// Finds the next box above (-1) or below (1) in the same column.
const along = (direction) => {
  const here = icicle.boxes.get(icicle.chosen);
  const column = [...icicle.boxes.values()].filter((box) => box.column === here.column);
  return column[column.findIndex((box) => box.index === here.index) + direction]?.index;
};

const MOVES = {
  ArrowRight: () => icicle.tree[icicle.chosen].children.find((child) => icicle.boxes.has(child)),
  ArrowLeft: () => (icicle.chosen === icicle.root ? undefined : icicle.tree[icicle.chosen].parent),
  ArrowDown: () => along(1),
  ArrowUp: () => along(-1),
  Home: () => icicle.root,
};

byId("icicle").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter") zoomTo(icicle.chosen);
  else if (event.key === "Backspace") zoomOut();
  else if (event.key in MOVES) focusOn(MOVES[event.key]());
  else return;
  event.preventDefault();
});
byId("icicle").addEventListener("pointerleave", () => tell(icicle.tree[icicle.chosen]));
byId("zoom-in").addEventListener("click", () => zoomTo(icicle.chosen));
byId("zoom-out").addEventListener("click", zoomOut);

const showIcicle = (nodes, onChoose) => {
  Object.assign(icicle, { tree: treeOf(nodes), root: 0, chosen: 0, boxes: new Map(), onChoose });
  drawIcicle();
};
