// A table whose rows are sorted by a click on a heading: ascending, then descending.
// columns: {title, key(row), show(row) -> node or text, number}
// folding, if given: {folds(row), text(rows)}: rows that are not shown until the line at the end that stands for them is
// clicked.
// Returns show(wanted, mayFold): which rows are wanted, and whether any of them may lie folded.
function sortableTable(table, columns, rows, caption, folding) {
  const body = element("tbody", {});
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b) || 0;
  let order = rows.map((row, i) => i), wanted = () => true, mayFold = true, isOpen = false;

  const heads = columns.map((column) => {
    const head = element("th", {scope: "col", className: column.className || (column.number ? "number" : "")});
    const button = element("button", {type: "button"}, column.title);
    button.addEventListener("click", () => {
      sortBy(column, head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
    });
    head.append(button);
    return head;
  });

  function sortBy(column, direction) {
    heads.forEach((head, i) => {
      if (columns[i] === column) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
    const sign = direction === "ascending" ? 1 : -1;
    order = rows.map((row, i) => i);
    order.sort((a, b) => sign * compare(column.key(rows[a]), column.key(rows[b])) || a - b);
    refresh();
  }

  const lines = rows.map((row) => element("tr", {}, ...columns.map((column) => {
    const cell = element("td", {className: column.className || (column.number ? "number" : "")});
    cell.dataset.title = column.title;  // for narrow windows, which have no room for headings
    cell.append(column.show(row));
    return cell;
  })));

  function foldLine(folded) {
    const button = element("button", {type: "button"}, folding.text(folded.map((i) => rows[i])));
    button.setAttribute("aria-expanded", isOpen);
    button.addEventListener("click", () => {
      isOpen = !isOpen;
      refresh();
      body.querySelector("tr.fold button").focus();
    });
    return element("tr", {className: "fold"}, element("td", {colSpan: columns.length}, button));
  }

  function refresh() {
    const shown = order.filter((i) => wanted(rows[i]));
    const folded = folding && mayFold ? shown.filter((i) => folding.folds(rows[i])) : [];
    const folds = folded.length > 1;
    const flat = folds && !isOpen ? shown.filter((i) => !folded.includes(i)) : shown;
    body.replaceChildren(...flat.map((i) => lines[i]), ...(folds ? [foldLine(folded)] : []));
  }

  refresh();
  table.append(element("thead", {}, element("tr", {}, ...heads)), body);
  table.setAttribute("aria-label", caption);
  return (newWanted, newMayFold) => {
    wanted = newWanted;
    mayFold = newMayFold;
    refresh();
  };
}
