// element("td", {className: "number"}, "text", child...): text never becomes markup.
function element(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

// A table whose rows are sorted by a click on a heading: ascending, then descending.
// columns: {title, key(row), show(row) -> node or text, number}
function sortableTable(table, columns, rows, caption) {
  const body = element("tbody", {});
  const heads = columns.map((column) => {
    const head = element("th", {scope: "col", className: column.number ? "number" : ""});
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
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b) || 0;
    const order = rows.map((row, i) => i);
    order.sort((a, b) => sign * compare(column.key(rows[a]), column.key(rows[b])) || a - b);
    body.replaceChildren(...order.map((i) => lines[i]));
  }

  const lines = rows.map((row) => element("tr", {}, ...columns.map((column) => {
    const cell = element("td", {className: column.className || (column.number ? "number" : "")});
    cell.append(column.show(row));
    return cell;
  })));
  body.append(...lines);
  table.append(element("thead", {}, element("tr", {}, ...heads)), body);
  table.setAttribute("aria-label", caption);
  return sortBy;
}
