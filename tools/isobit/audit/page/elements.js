const byId = (id) => document.getElementById(id);

// element("td", {className: "number"}, "text", child...): text never becomes markup.
function element(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

// Likewise of a drawing, with attributes in place of properties.
function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// What a pointer that rests on it is told.
function titled(made, text) {
  made.append(shape("title", {}, text));
  return made;
}
