const SVG = "http://www.w3.org/2000/svg";
const NOT_FINITE = 18446744073709551615;  // ulps that saturated

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function titled(made, text) {
  made.append(shape("title", {}, text));
  return made;
}

function figure(caption, drawing, wide) {
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", caption);
  return element("figure", {className: wide ? "wide" : ""}, element("figcaption", {}, caption), drawing);
}

const LEFT = 56, RIGHT = 12, TOP = 12, BOTTOM = 34;

function canvas(width, height) {
  const drawing = shape("svg", {viewBox: `0 0 ${width} ${height}`});
  drawing.append(shape("line", {class: "axis", x1: LEFT, x2: width - RIGHT, y1: height - BOTTOM, y2: height - BOTTOM}));
  return drawing;
}

// Marks 1, 10, 100, ... of a logarithmic axis, few enough to be read.
function decades(most) {
  const last = Math.ceil(Math.log10(Math.max(most, 10)));
  const step = Math.ceil(last / 5);
  const marks = [];
  for (let exponent = 0; exponent <= last; exponent += step) marks.push(10 ** exponent);
  return {marks, last};
}

function short(x) {
  if (x >= NOT_FINITE) return "not finite";
  if (x >= 1e6) return x.toExponential(1).replace("+", "").replace(".0", "");
  return Number.isInteger(x) ? x.toLocaleString("en") : x.toPrecision(3);
}

// Bars over labelled ranges, on a logarithmic axis, so that a single call is seen beside a million.
function histogram(caption, counts, labels, axis) {
  const width = 480, height = 220, drawing = canvas(width, height);
  const {marks, last} = decades(Math.max(...counts));
  const y = (n) => height - BOTTOM - (Math.log10(n) + 0.15) / (last + 0.15) * (height - TOP - BOTTOM);
  for (const mark of marks) {
    drawing.append(shape("line", {class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark)}));
    drawing.append(shape("text", {x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end"}, short(mark)));
  }
  const step = (width - LEFT - RIGHT) / counts.length, every = Math.ceil(counts.length / Math.floor((width - LEFT) / 44));
  counts.forEach((n, i) => {
    const x = LEFT + i * step;
    if (n > 0) {
      drawing.append(titled(shape("rect", {class: "bar", x: x + step * 0.08, width: step * 0.84, y: y(n),
        height: height - BOTTOM - y(n)}), `${labels(i)}: ${n.toLocaleString("en")} calls`));
    }
    if (i % every === 0) {
      drawing.append(shape("text", {x: x + step / 2, y: height - BOTTOM + 14, "text-anchor": "middle"}, labels(i)));
    }
  });
  drawing.append(shape("text", {x: (LEFT + width - RIGHT) / 2, y: height - 4, "text-anchor": "middle"}, axis));
  return figure(caption, drawing);
}

const ulpsLabel = (i) => i === 64 ? "\u221e" : i < 2 ? String(i) : short(2 ** (i - 1)) + (i < 20 ? "+" : "");
const conditionLabel = (i) => i === 21 ? "\u221e" : i === 0 ? "1" : "1e" + i;

function ulpsHistogram(caption, counts) {
  return histogram(caption, counts, ulpsLabel, "ulps between the MPI's and the correctly rounded result, from ...");
}

function conditionHistogram(caption, counts) {
  return histogram(caption, counts, conditionLabel, "condition number, from ...");
}

// points: [call, seconds, ulps]; 0 lies below the logarithmic axis.
function timeline(caption, points) {
  const width = 980, height = 220, drawing = canvas(width, height);
  const lastCall = Math.max(points[points.length - 1][0], 1);
  const {marks, last} = decades(Math.max(...points.map((point) => point[2])));
  const x = (call) => LEFT + 8 + call / lastCall * (width - LEFT - RIGHT - 16);
  const y = (ulps) => height - BOTTOM - 8 - (ulps === 0 ? 0 : (0.6 + Math.log10(ulps)) / (last + 0.6) * (height - TOP - BOTTOM - 16));
  for (const mark of [0, ...marks]) {
    drawing.append(shape("line", {class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark)}));
    drawing.append(shape("text", {x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end"}, short(mark)));
  }
  for (const [call, seconds, ulps] of points) {
    drawing.append(titled(shape("circle", {class: ulps === 0 ? "point zero" : "point", cx: x(call).toFixed(1), cy: y(ulps).toFixed(1), r: 2.2}),
      `call ${call.toLocaleString("en")} after ${seconds.toFixed(3)} s: ${short(ulps)} ulps`));
  }
  const steps = Math.min(lastCall, 5);
  for (let i = 0; i <= steps; ++i) {
    const call = Math.round(lastCall * i / steps);
    drawing.append(shape("text", {x: x(call), y: height - BOTTOM + 14, "text-anchor": "middle"}, call.toLocaleString("en")));
  }
  drawing.append(shape("text", {x: (LEFT + width - RIGHT) / 2, y: height - 4, "text-anchor": "middle"}, "call, in order of time"));
  return figure(caption, drawing, true);
}
