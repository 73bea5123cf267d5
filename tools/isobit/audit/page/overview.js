// All reductions of the run, by time and by how far the MPI's own bits were off. The worst sites have a colour and a form
// of their own, the others share the last. Time is cut into columns; in each of them a colour has one mark, its largest
// difference: so a million reductions are as quickly drawn, and as easily read, as a thousand.
const FORMS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-3.6-3.6h7.2v7.2h-7.2z", "M0-4.6L4.6 3.6H-4.6z", "M0-5L5 0 0 5-5 0z",
  "M0 4.6L4.6-3.6H-4.6z", "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z", "M-4.5-4.5L0-1.6 4.5-4.5 1.6 0 4.5 4.5 0 1.6-4.5 4.5-1.6 0z",
  "M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0"];
const COLUMN = 6;  // pixels

// Of callers the line alone; the type where there is another such site.
function legendText(site, all) {
  const label = site.label.replace(/ from (?:.*? )??(\S+)(?= from |$)/g, " \u2190 $1");
  return all.some((other) => other !== site && other.label === site.label) ? `${label} ${bare(site.type)} ${bare(site.operation)}` : label;
}

function seriesOf(sites) {
  const differing = sites.filter((site) => site.different > 0)
    .sort((a, b) => b.most_ulps - a.most_ulps || b.different - a.different);
  const own = differing.slice(0, differing.length > FORMS.length ? FORMS.length - 1 : FORMS.length), others = differing.slice(own.length);
  const series = own.map((site) => ({sites: [site], label: legendText(site, own)}));
  if (others.length) series.push({sites: others, label: `${count(others.length)} other sites`});
  return series;
}

// The largest difference of each series in each column, the smaller ones first so that the larger ones lie on top.
function marksOf(series, columnOf) {
  const marks = series.flatMap(({sites}, index) => {
    const largest = new Map();
    for (const site of sites) {
      for (const [, when, ulps] of site.timeline) {
        const column = columnOf(when);
        if (ulps > 0 && (largest.get(column)?.ulps ?? 0) < ulps) largest.set(column, {index, site, column, when, ulps});
      }
    }
    return [...largest.values()];
  });
  return marks.sort((a, b) => a.ulps - b.ulps);
}

// The columns in which a result was right.
const rightColumns = (sites, columnOf) =>
  new Set(sites.flatMap((site) => site.timeline.filter((point) => point[2] === 0).map((point) => columnOf(point[1]))));

// 1, 2 or 5 times a power of ten, at least this much.
function roundStep(least) {
  const decade = 10 ** Math.floor(Math.log10(least));
  return decade * ([1, 2, 5].find((times) => times * decade >= least) ?? 10);
}

function drawOverview(width, sites, series, pick) {
  const height = 250, drawing = canvas(width, height), points = sites.flatMap((site) => site.timeline), all = points.map((point) => point[2]);
  const seconds = points.reduce((last, point) => Math.max(last, point[1]), 1e-6);
  const columns = Math.floor((width - LEFT - RIGHT - 16) / COLUMN);
  const columnOf = (when) => Math.min(Math.floor(when / seconds * columns), columns - 1);
  const y = ulpsAxis(drawing, width, height, mostFinite(all), all.some((ulps) => ulps >= NOT_FINITE));
  // Most sums are off by one ulp: so that colours do not hide each other, each lies a little beside its height.
  const aside = (index) => 2 * ((series.length - 1) / 2 - index);
  const x = (column) => LEFT + 8 + (column + 0.5) * COLUMN;
  for (const column of rightColumns(sites, columnOf)) drawing.append(shape("circle", {class: "right", cx: x(column), cy: y(0), r: 1.8}));
  for (const {index, site, column, when, ulps} of marksOf(series, columnOf)) {
    const mark = titled(shape("path", {class: `mark series-${index}`, d: FORMS[index], transform: `translate(${x(column)} ${(y(ulps) + aside(index)).toFixed(1)})`}),
      `${site.label}\nafter ${durationText(when * 1e9)}: ${ulpsText(ulps)} ${ulps === 1 ? "ulp" : "ulps"}`);
    mark.addEventListener("click", () => pick([site.site]));
    drawing.append(mark);
  }
  const step = roundStep(seconds / (width < 600 ? 3 : 7));
  for (let i = 0; i * step <= seconds; ++i) {
    drawing.append(shape("text", {x: LEFT + 8 + i * step / seconds * columns * COLUMN, y: height - BOTTOM + 16, "text-anchor": "middle"},
      i === 0 ? "0 s" : durationText(i * step * 1e9)));
  }
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", "Ulp difference of reductions over time, by site");
  return drawing;
}

// Where there is no room for all of it, the name is cut, not the line.
function nameAndRest(label) {
  const [name, rest] = label.split(/ {2}(.*)/s);
  return [element("span", {className: "mono name"}, name), ...(rest ? [element("span", {className: "mono"}, rest)] : [])];
}

function legendOf(series, pick) {
  return series.map(({sites, label}, index) => {
    const form = shape("svg", {viewBox: "-6 -6 12 12", class: "swatch", "aria-hidden": "true"}, shape("path", {class: `series-${index}`, d: FORMS[index]}));
    const button = element("button", {type: "button", className: "chip", title: sites.length === 1 ? fullPlace(sites[0]) : label}, form, ...nameAndRest(label));
    button.addEventListener("click", () => pick(sites.map((site) => site.site)));
    return button;
  });
}

// Returns what to tell of the sites that were picked, null for all.
function overview(box, sites, pick) {
  const series = seriesOf(sites), legend = legendOf(series, pick);
  let picked = null;
  const isPicked = ({sites: members}) => picked === null || members.some((site) => picked.has(site.site));
  function mark() {
    legend.forEach((button, i) => button.setAttribute("aria-pressed", picked !== null && isPicked(series[i])));
    series.forEach((each, i) => box.classList.toggle(`without-${i}`, !isPicked(each)));
  }
  byId("legend").append(...legend);
  new ResizeObserver(() => {
    const width = Math.floor(box.clientWidth);
    if (width > 0 && box.firstElementChild?.viewBox.baseVal.width !== width) box.replaceChildren(drawOverview(width, sites, series, pick));
  }).observe(box);
  return (numbers) => {
    picked = numbers;
    mark();
  };
}
