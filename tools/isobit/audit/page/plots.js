function figure(caption, drawing, wide) {
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", caption);
  return element("figure", {className: wide ? "wide" : ""}, element("figcaption", {}, caption), drawing);
}

const LEFT = 62, RIGHT = 12, TOP = 12, BOTTOM = 34;

function canvas(width, height) {
  return shape("svg", {viewBox: `0 0 ${width} ${height}`});
}

// Marks 1, 10, 100, ... of a logarithmic axis, few enough to be read.
function decades(most) {
  const last = Math.ceil(Math.log10(Math.max(most, 10)));
  const step = Math.ceil(last / 5);
  const marks = [];
  for (let exponent = 0; exponent <= last; exponent += step) marks.push(10 ** exponent);
  return {marks, last};
}

const scaleText = (mark) => mark < 1e6 ? count(mark) : `1e${Math.round(Math.log10(mark))}`;

function markLine(drawing, width, y, text) {
  drawing.append(shape("line", {class: "axis", x1: LEFT, x2: width - RIGHT, y1: y, y2: y}),
    shape("text", {x: LEFT - 6, y: y + 4, "text-anchor": "end"}, text));
}

// Bars over labelled ranges, on a logarithmic axis, so that a single call is seen beside a million.
function histogram(caption, counts, labels, axis) {
  const width = 480, height = 220, drawing = canvas(width, height);
  const {marks, last} = decades(Math.max(...counts));
  const y = (n) => height - BOTTOM - (Math.log10(n) + 0.15) / (last + 0.15) * (height - TOP - BOTTOM);
  markLine(drawing, width, height - BOTTOM, "");
  for (const mark of marks) markLine(drawing, width, y(mark), scaleText(mark));
  const step = (width - LEFT - RIGHT) / counts.length, every = Math.ceil(counts.length / Math.floor((width - LEFT) / 44));
  counts.forEach((n, i) => {
    const x = LEFT + i * step;
    if (n > 0) {
      drawing.append(titled(shape("rect", {class: "bar", x: x + step * 0.08, width: step * 0.84, y: y(n),
        height: height - BOTTOM - y(n)}), `${labels(i)}: ${plural(n, "call")}`));
    }
    if (i % every === 0) {
      drawing.append(shape("text", {x: x + step / 2, y: height - BOTTOM + 14, "text-anchor": "middle"}, labels(i)));
    }
  });
  drawing.append(shape("text", {x: (LEFT + width - RIGHT) / 2, y: height - 4, "text-anchor": "middle"}, axis));
  return figure(caption, drawing);
}

const ulpsLabel = (i) => i === 64 ? "\u221e" : i < 2 ? String(i) : scaleText(2 ** (i - 1)) + (i < 20 ? "+" : "");
const conditionLabel = (i) => i === 21 ? "\u221e" : i === 0 ? "1" : "1e" + i;

function ulpsHistogram(caption, counts) {
  return histogram(caption, counts, ulpsLabel, "ulps between the MPI's and the correctly rounded result, from ...");
}

function conditionHistogram(caption, counts) {
  return histogram(caption, counts, conditionLabel, "condition number, from ...");
}

// The heights of ulps: 0 lies below the logarithmic axis, what is not finite above it.
function ulpsAxis(drawing, width, height, most, hasNotFinite) {
  const marks = decades(most).marks.filter((mark) => mark <= Math.max(most, 10)), last = Math.log10(Math.max(most, 10));
  const bottom = height - BOTTOM - 8, top = TOP + (hasNotFinite ? 24 : 6);
  const y = (ulps) => ulps === 0 ? bottom : ulps >= NOT_FINITE ? TOP + 4 : bottom - (0.6 + Math.log10(ulps)) / (last + 0.6) * (bottom - top);
  for (const mark of [0, ...marks]) markLine(drawing, width, y(mark), scaleText(mark));
  if (hasNotFinite) markLine(drawing, width, y(NOT_FINITE), "not finite");
  return y;
}

const mostFinite = (all) => all.reduce((most, ulps) => ulps < NOT_FINITE ? Math.max(most, ulps) : most, 0);

// points: [call, seconds, ulps].
function timeline(caption, points) {
  const width = 980, height = 220, drawing = canvas(width, height);
  const lastCall = Math.max(points.at(-1)[0], 1), all = points.map((point) => point[2]);
  const x = (call) => LEFT + 8 + call / lastCall * (width - LEFT - RIGHT - 16);
  const y = ulpsAxis(drawing, width, height, mostFinite(all), all.some((ulps) => ulps >= NOT_FINITE));
  for (const [call, seconds, ulps] of points) {
    drawing.append(titled(shape("circle", {class: ulps === 0 ? "point zero" : "point", cx: x(call).toFixed(1), cy: y(ulps).toFixed(1), r: 2.2}),
      `call ${count(call)} after ${durationText(seconds * 1e9)}: ${ulpsText(ulps)} ulps`));
  }
  const steps = Math.min(lastCall, 5);
  for (let i = 0; i <= steps; ++i) {
    const call = Math.round(lastCall * i / steps);
    drawing.append(shape("text", {x: x(call), y: height - BOTTOM + 14, "text-anchor": "middle"}, count(call)));
  }
  drawing.append(shape("text", {x: (LEFT + width - RIGHT) / 2, y: height - 4, "text-anchor": "middle"}, "call, in order of time"));
  return figure(caption, drawing, true);
}
