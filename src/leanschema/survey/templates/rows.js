// The table of tools: search, sort, and one page of rows at a time.

const PAGE_ROWS = 50;
const NAME = 0, PROVIDER = 1, SOURCE = 2, PUBLISHED = 3, LOWERED = 4, COMPACTED = 5;
const PASSES = 8, PATHS_BEFORE = 9, PATHS_AFTER = 10, WORDS_BEFORE = 11, WORDS_AFTER = 12, DETAIL = 13;

const numbers = new Intl.NumberFormat("en");
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const byId = (id) => document.getElementById(id);
const embedded = (id) => JSON.parse(byId(id).textContent);

const make = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};

const shareOf = (part, whole) => {
  const percent = whole ? (100 * part) / whole : 0;
  return (percent > 0 && percent < 1 ? "<1" : Math.round(percent)) + " %";
};

// What there is to read is null where nothing of it was lost, which gives 0.
const lost = (before, after) => (row) => row[before] - row[after];
// What a column sorts by, and what it shows where that is something else.
const COLUMNS = [
  { value: (row) => row[NAME] },
  { value: (row) => row[PROVIDER] },
  { value: (row) => row[PUBLISHED] },
  { value: (row) => row[LOWERED] },
  { value: (row) => row[COMPACTED] },
  { value: lost(PUBLISHED, COMPACTED), text: (row) => shareOf(row[PUBLISHED] - row[COMPACTED], row[PUBLISHED]) },
  { value: (row) => row[PASSES] },
  { value: lost(PATHS_BEFORE, PATHS_AFTER), of: PATHS_BEFORE },
  { value: lost(WORDS_BEFORE, WORDS_AFTER), of: WORDS_BEFORE },
];

const rows = embedded("rows");
const haystacks = rows.map((row) => `${row[NAME]}\n${row[PROVIDER]}\n${row[SOURCE]}`.toLowerCase());
const shown = { found: [], start: 0, column: 2, direction: -1 };

const search = () => {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const onlyDetails = byId("only-details").checked;
  shown.found = [];
  for (let index = 0; index < rows.length; index++) {
    if (onlyDetails && rows[index][DETAIL] < 0) continue;
    if (words.every((word) => haystacks[index].includes(word))) shown.found.push(index);
  }
  sort();
};

const sort = () => {
  const { column, direction } = shown;
  const value = COLUMNS[column].value;
  const compare = column < 2 ? collator.compare : (one, other) => one - other;
  const keys = new Map(shown.found.map((index) => [index, value(rows[index])]));
  shown.found.sort((one, other) => direction * compare(keys.get(one), keys.get(other)) || one - other);
  shown.start = 0;
  showRows();
};

const cell = (row, column) => {
  const { value, text, of } = column;
  const made = make("td");
  if (of !== undefined) {
    const gone = value(row);
    made.textContent = numbers.format(gone);
    if (row[of]) made.append(make("span", ` of ${numbers.format(row[of])}`, "of"));
    if (!gone) made.className = "none";
  } else {
    made.textContent = text ? text(row) : numbers.format(value(row));
  }
  return made;
};

const nameCell = (row) => {
  const made = make("th", undefined, "text");
  made.scope = "row";
  if (row[DETAIL] < 0) {
    made.append(make("span", row[NAME], "tool-name"));
  } else {
    const button = make("button", row[NAME], "tool-name open");
    button.type = "button";
    button.addEventListener("click", () => openTool(row));
    made.append(button);
  }
  return made;
};

const rowElement = (row) => {
  const made = make("tr");
  const provider = make("td", undefined, "text");
  provider.append(make("span", row[PROVIDER], "provider"), make("span", row[SOURCE], "source"));
  made.append(nameCell(row), provider, ...COLUMNS.slice(2).map((column) => cell(row, column)));
  return made;
};

const showRows = () => {
  const { found, start } = shown;
  const end = Math.min(start + PAGE_ROWS, found.length);
  const body = document.createDocumentFragment();
  for (const index of found.slice(start, end)) body.append(rowElement(rows[index]));
  byId("tool-table").tBodies[0].replaceChildren(body);
  byId("found").textContent = `${numbers.format(found.length)} of ${numbers.format(rows.length)} tools`;
  byId("range").textContent = found.length ? `${numbers.format(start + 1)}–${numbers.format(end)}` : "none";
  byId("first").disabled = byId("previous").disabled = start === 0;
  byId("next").disabled = byId("last").disabled = end === found.length;
  for (const button of document.querySelectorAll(".sort")) {
    const isSorted = Number(button.dataset.column) === shown.column;
    const order = shown.direction > 0 ? "ascending" : "descending";
    button.closest("th").setAttribute("aria-sort", isSorted ? order : "none");
  }
};

const turnTo = (start) => {
  const last = Math.floor((shown.found.length - 1) / PAGE_ROWS) * PAGE_ROWS;
  shown.start = Math.max(0, Math.min(start, last));
  showRows();
};

const sortBy = (column) => {
  const first = column < 2 ? 1 : -1;
  shown.direction = shown.column === column ? -shown.direction : first;
  shown.column = column;
  sort();
};

byId("search").addEventListener("input", search);
byId("only-details").addEventListener("change", search);
byId("first").addEventListener("click", () => turnTo(0));
byId("previous").addEventListener("click", () => turnTo(shown.start - PAGE_ROWS));
byId("next").addEventListener("click", () => turnTo(shown.start + PAGE_ROWS));
byId("last").addEventListener("click", () => turnTo(Infinity));
for (const button of document.querySelectorAll(".sort")) {
  button.addEventListener("click", () => sortBy(Number(button.dataset.column)));
}
