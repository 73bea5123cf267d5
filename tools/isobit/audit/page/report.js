const report = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const whole = (n) => n.toLocaleString("en");
const LEVELS = ["fine", "note", "warn", "alarm"];
const WORDS = {fine: "fine", note: "note", warn: "look", alarm: "act"};

function percent(part, all) {
  if (all === 0) return "\u2013";
  if (part === 0 || part === all) return part === 0 ? "0 %" : "100 %";
  const share = 100 * part / all;
  return share > 99.9 ? ">99.9 %" : (share >= 10 ? share.toFixed(1) : share.toPrecision(2)) + " %";
}

const conditionNumber = (c) => c === null ? -1 : c === "inf" ? Infinity : c;
const conditionText = (c) => c === null ? "\u2013" : c === "inf" ? "\u221e" : short(c);
// Single calls mostly wait for the slowest rank, so it takes some of them to say anything.
const timeRatio = (site) => site.time && site.time.calls >= 10 && site.time.native_median_ns > 0 ? site.time.isobit_median_ns / site.time.native_median_ns : -1;
const bare = (name) => name.replace(/^MPI_/, "");
const what = (site) => `${bare(site.call)} ${bare(site.type)} ${bare(site.operation)}`;
const counts = (site) => site.least_count === site.most_count ? whole(site.most_count) : `${whole(site.least_count)} to ${whole(site.most_count)}`;
const passedCalls = (site) => site.passed.reduce((sum, each) => sum + each.calls, 0);

function duration(ns) {
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3]]) if (ns >= size) return `${(ns / size).toPrecision(3)} ${unit}`;
  return `${ns} ns`;
}

function bytes(n) {
  for (const [unit, size] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]]) if (n >= size) return `${(n / size).toPrecision(3)} ${unit}`;
  return `${n} bytes`;
}

const level = (name) => element("span", {className: `level ${name}`}, WORDS[name]);

function placeCell(site) {
  const cell = document.createDocumentFragment();
  cell.append(element("a", {href: `#site-${site.site}`, className: "mono"}, site.place), element("small", {}, what(site)));
  return cell;
}

function fillHeader() {
  const {run, totals} = report;
  const program = run.program.split("/").pop() || "a program";
  document.title = `isobit audit of ${program}`;
  byId("program").textContent = program;
  const when = run.first_call_ns ? `, ${new Date(run.first_call_ns / 1e6).toISOString().replace("T", " ").slice(0, 19)} UTC` : "";
  byId("run").textContent = `${[run.program, ...run.arguments].join(" ")} \u2014 ${run.ranks} ranks on ${run.hosts.join(", ")}, ` +
    `${run.mpi.split(",")[0]}, mode ${run.mode}${when}`;
  const worst = report.sites.filter((site) => site.level === "alarm" || site.level === "warn").length;
  byId("verdict").textContent = report.sites.length === 0 ? "No reduction was called." : worst === 0
    ? `None of ${report.sites.length} call sites needs attention.`
    : `${worst} of ${report.sites.length} call sites ${worst === 1 ? "deserves" : "deserve"} a look; the gravest come first.`;
  const tiles = [[whole(totals.calls), "reductions by isobit"], [percent(totals.different, totals.compared), "natively not correctly rounded"],
    [short(totals.most_ulps), "ulps at most"], [conditionText(totals.condition), "worst condition number"],
    [whole(totals.disagreed), "calls whose native bits differed between ranks"], [whole(totals.uncovered), "calls not covered"]];
  byId("tiles").append(...tiles.map(([number, text]) => element("div", {className: "tile"}, element("b", {}, number), element("span", {}, text))));
  byId("remarks").hidden = report.remarks.length === 0;
  byId("remarks").querySelector("ul").append(...report.remarks.map((text) => element("li", {}, text)));
  byId("made").textContent = `isobit ${report.isobit}; the same numbers are in report.json.`;
}

function fillSites(sites) {
  sortableTable(byId("sites"), [
    {title: "Level", key: (s) => LEVELS.indexOf(s.level), show: (s) => level(s.level)},
    {title: "Place", key: (s) => s.place, show: placeCell, className: "place"},
    {title: "Calls", key: (s) => s.calls + passedCalls(s), show: (s) => whole(s.calls + passedCalls(s)), number: true},
    {title: "Elements", key: (s) => s.most_count, show: (s) => s.calls ? counts(s) : "\u2013", number: true},
    {title: "Differ", key: (s) => s.compared ? s.different / s.compared : -1, show: (s) => percent(s.different, s.compared), number: true},
    {title: "Ulps", key: (s) => s.compared ? s.most_ulps : -1, show: (s) => s.compared ? short(s.most_ulps) : "\u2013", number: true},
    {title: "Condition", key: (s) => conditionNumber(s.condition), show: (s) => conditionText(s.condition), number: true},
    {title: "Time", key: timeRatio, show: (s) => timeRatio(s) < 0 ? "\u2013" : `${timeRatio(s).toFixed(2)}\u00d7`, number: true},
    {title: "Verdict", key: (s) => s.findings[0].text, show: (s) => s.findings[0].text, className: "verdict"},
  ], sites, "Call sites");
}

function sumOf(sites, member) {
  const sum = [];
  for (const site of sites) site[member].forEach((n, i) => { while (sum.length <= i) sum.push(0); sum[i] += n; });
  return sum;
}

function fillOverall(sites) {
  const ulps = sumOf(sites, "ulps_histogram"), conditions = sumOf(sites, "condition_histogram");
  if (ulps.length) byId("overall").append(ulpsHistogram("Calls by ulp difference", ulps));
  if (conditions.length) byId("overall").append(conditionHistogram("Calls by condition number", conditions));
  if (!ulps.length && !conditions.length) byId("overall").append("Nothing was compared.");
}

function factsOf(site) {
  const list = element("dl", {});
  const add = (name, text) => list.append(element("dt", {}, name), element("dd", {}, text));
  add("Call", `${site.call}, ${site.type}, ${site.operation}`);
  if (site.communicators.length) {
    add("Communicators", site.communicators.slice(0, 8).map((i) => `${report.communicators[i].name || "unnamed"} (${report.communicators[i].ranks} ranks)`).join(", ") +
      (site.communicators.length > 8 ? ` and ${site.communicators.length - 8} more` : ""));
  }
  if (site.calls) {
    add("Calls", `${whole(site.calls)} (${whole(site.nonblocking)} nonblocking), ${counts(site)} ${site.most_count === 1 ? "element" : "elements"} a rank, ${bytes(site.bytes)} of all ranks`);
    add("Native bits differ", `in ${whole(site.different)} of ${whole(site.compared)} compared calls, ${whole(site.different_elements)} of ${whole(site.compared_elements)} elements`);
    if (site.different) add("Ulps", `largest ${short(site.most_ulps)}; median of the calls that differ ${short(site.median_ulps)}`);
    add("Same native bits on all ranks", site.disagreed ? `no, in ${whole(site.disagreed)} calls` : "yes, where ranks get the same result");
    add("Worst condition number", conditionText(site.condition));
    add("NaN, infinity, overflow", `${whole(site.with_nan)}, ${whole(site.with_infinity)}, ${whole(site.overflowed)} calls`);
    add("Hashes of all inputs, results", `${site.input_hash}, ${site.result_hash}`);
  }
  if (site.time) {
    add("Time of the MPI", `${duration(site.time.native_total_ns)}; median ${duration(site.time.native_median_ns)} a call`);
    add("Time of isobit", `${duration(site.time.isobit_total_ns)}; median ${duration(site.time.isobit_median_ns)} a call`);
  }
  for (const each of site.passed) add(each.reason === "local" ? "Computed by isobit" : "Left to the MPI", `${whole(each.calls)} calls: ${each.reason.replace("_", " ")}`);
  return list;
}

function frameLine(frame) {
  const where = frame.file ? `${frame.file}:${frame.line}` : `${frame.module}+0x${frame.offset.toString(16)}`;
  return element("li", {className: "mono"}, frame.function ? `${frame.function}  ` : "", where, frame.inlined ? " (inlined)" : "");
}

function plotsOf(site) {
  const plots = element("div", {className: "plots"});
  if (site.ulps_histogram.length) plots.append(ulpsHistogram("Calls by ulp difference", site.ulps_histogram));
  if (site.condition_histogram.length) plots.append(conditionHistogram("Calls by condition number", site.condition_histogram));
  if (site.timeline.length) {
    const thinned = site.timeline.length < site.compared ? `; each point is the largest of up to ${Math.ceil(site.compared / site.timeline.length)} calls` : "";
    plots.append(timeline(`Ulp difference over the run${thinned}`, site.timeline));
  }
  return plots;
}

function detailOf(site) {
  const box = element("details", {id: `site-${site.site}`},
    element("summary", {}, level(site.level), " ", element("span", {className: "mono"}, site.place), element("span", {className: "what"}, what(site))));
  // A page with hundreds of sites draws only what is looked at.
  box.addEventListener("toggle", () => {
    if (box.childElementCount > 1) return;
    box.append(element("ul", {className: "findings"}, ...site.findings.map((each) => element("li", {className: each.level}, element("span", {}, each.text)))),
      factsOf(site), plotsOf(site), element("ol", {className: "frames"}, ...site.frames.map(frameLine)));
  });
  return box;
}

function openDetail(hash) {
  const box = /^#site-\d+$/.test(hash) ? document.querySelector(hash) : null;
  if (box) box.open = true;
}

function fillPassed(sites) {
  const rows = sites.flatMap((site) => site.passed.map((each) => ({site, ...each})));
  byId("passed-section").hidden = rows.length === 0;
  sortableTable(byId("passed"), [
    {title: "Place", key: (r) => r.site.place, show: (r) => placeCell(r.site), className: "place"},
    {title: "Why", key: (r) => r.reason, show: (r) => element("span", {className: r.covered ? "fine" : "alarm"}, r.reason.replace("_", " "))},
    {title: "Calls", key: (r) => r.calls, show: (r) => whole(r.calls), number: true},
    {title: "Calls of all ranks", key: (r) => r.rank_calls, show: (r) => whole(r.rank_calls), number: true},
    {title: "Bytes", key: (r) => r.bytes, show: (r) => bytes(r.bytes), number: true},
  ], rows, "Not compared");
}

function fillReceives({findings, sites}) {
  byId("receives-section").hidden = findings.length === 0;
  byId("receive-findings").append(...findings.map((each) => element("li", {className: each.level}, element("span", {}, each.text))));
  sortableTable(byId("receives"), [
    {title: "Place", key: (r) => r.place, show: (r) => element("span", {className: "mono"}, r.place), className: "place"},
    {title: "Call", key: (r) => r.call, show: (r) => bare(r.call)},
    {title: "Calls of all ranks", key: (r) => r.calls, show: (r) => whole(r.calls), number: true},
  ], sites, "Messages as they come");
}

const sites = report.sites.slice().sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level) || b.calls - a.calls);
fillHeader();
fillSites(sites);
fillOverall(sites);
byId("details").append(...sites.map(detailOf));
fillPassed(sites);
fillReceives(report.receives);
if (sites.length) byId("details").firstElementChild.open = true;
openDetail(location.hash);
addEventListener("hashchange", () => openDetail(location.hash));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#site-']");
  if (link) openDetail(link.getAttribute("href"));
});
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((box) => { box.open = true; }));
