const report = JSON.parse(byId("data").textContent);

function fillHeader() {
  const {run, totals} = report;
  const program = run.program.split("/").pop() || "a program";
  document.title = `isobit audit of ${program}`;
  byId("program").textContent = program;
  const when = run.first_call_ns ? `, ${new Date(run.first_call_ns / 1e6).toISOString().replace("T", " ").slice(0, 19)} UTC` : "";
  byId("run").title = run.program;
  byId("run").textContent = `${[program, ...run.arguments].join(" ")} \u2014 ${plural(run.ranks, "rank")} on ${run.hosts.join(", ")}, ` +
    `${run.mpi.split(",")[0]}, mode ${run.mode}${when}`;
  const tiles = [[count(totals.calls), "reductions by isobit"], [totals.compared ? percent(totals.different, totals.compared) : NOTHING, "natively not correctly rounded"],
    [ulpsText(totals.most_ulps), "ulps at most"], [conditionText(totals.condition), "worst condition number"],
    [count(totals.disagreed), "calls whose native bits differed between ranks"], [count(totals.uncovered), "calls not covered"]];
  byId("tiles").append(...tiles.map(([number, text]) => element("div", {className: "tile"}, element("b", {}, number), element("span", {}, text))));
  byId("remarks").hidden = report.remarks.length === 0;
  byId("remarks").querySelector("ul").append(...report.remarks.map((text) => element("li", {}, text)));
  byId("made").textContent = `isobit ${report.isobit}; the same numbers are in report.json.`;
}

function fillAnswers({answers, limits}) {
  byId("answers").append(...answers.map((answer) => answerCard(answer, (number) => fullPlace(report.sites[number]))));
  byId("limits").textContent = limits;
}

// "12 sites with one call each: 2 look, 10 fine"
function foldedText(sites) {
  const levels = LEVELS.slice().reverse().map((name) => [WORDS[name], sites.filter((site) => site.level === name).length]);
  return `${count(sites.length)} sites with one call each: ${levels.filter(([, n]) => n).map(([word, n]) => `${count(n)} ${word}`).join(", ")}`;
}

function fillSites(sites) {
  const worst = sites.filter((site) => site.level === "alarm" || site.level === "warn").length;
  byId("verdict").textContent = sites.length === 0 ? "No reduction was called." : worst === 0
    ? `None of ${plural(sites.length, "call site")} needs attention.`
    : `${count(worst)} of ${plural(sites.length, "call site")} ${worst === 1 ? "deserves" : "deserve"} a look; the gravest come first.`;
  return sortableTable(byId("sites"), [
    {title: "Level", key: (s) => LEVELS.indexOf(s.level), show: (s) => level(s.level), className: "grade"},
    {title: "Place", key: (s) => s.label, show: (s) => placeCell(s), className: "place"},
    {title: "Calls", key: allCalls, show: (s) => count(allCalls(s)), number: true},
    {title: "Elements", key: (s) => s.most_count, show: (s) => s.calls ? counts(s) : NOTHING, number: true},
    {title: "Differ", key: (s) => s.compared ? s.different / s.compared : -1,
      show: (s) => s.compared ? percent(s.different, s.compared) : isLeft(s) ? "left" : NOTHING, number: true},
    {title: "Ulps", key: (s) => s.compared ? s.most_ulps : -1, show: (s) => s.compared ? ulpsText(s.most_ulps) : NOTHING, number: true},
    {title: "Condition", key: (s) => conditionNumber(s.condition), show: (s) => conditionText(s.condition), number: true},
    {title: "Time", key: timeRatio, show: (s) => timeRatio(s) < 0 ? NOTHING : ratioText(timeRatio(s)), number: true},
    {title: "Verdict", key: (s) => s.findings[0].text, show: (s) => s.findings[0].text, className: "verdict"},
  ], sites, "Call sites", {folds: (s) => allCalls(s) === 1 && s.level !== "alarm", text: foldedText});
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

function openDetail(hash) {
  const box = /^#site-\d+$/.test(hash) ? document.querySelector(hash) : null;
  if (box) Object.assign(box, {open: true, hidden: false});
}

function fillPassed(sites) {
  const rows = sites.flatMap((site) => site.passed.map((each) => ({site, ...each})));
  byId("passed-section").hidden = rows.length === 0;
  sortableTable(byId("passed"), [
    {title: "Place", key: (r) => r.site.label, show: (r) => placeCell(r.site), className: "place"},
    {title: "Why", key: (r) => r.reason, show: (r) => element("span", {className: r.covered ? "fine" : "alarm"}, r.reason.replace("_", " "))},
    {title: "Calls", key: (r) => r.calls, show: (r) => count(r.calls), number: true},
    {title: "Calls of all ranks", key: (r) => r.rank_calls, show: (r) => count(r.rank_calls), number: true},
    {title: "Bytes", key: (r) => r.bytes, show: (r) => bytesText(r.bytes), number: true},
  ], rows, "Not compared");
}

function fillReceives({findings, sites}) {
  byId("receives-section").hidden = findings.length === 0;
  byId("receive-findings").append(...findings.map((each) => element("li", {className: each.level}, element("span", {}, each.text))));
  sortableTable(byId("receives"), [
    {title: "Place", key: (r) => r.label, show: (r) => element("span", {className: "mono", title: fullPlace(r)}, r.label), className: "place"},
    {title: "Call", key: (r) => r.call, show: (r) => bare(r.call)},
    {title: "Calls of all ranks", key: (r) => r.calls, show: (r) => count(r.calls), number: true},
  ], sites, "Messages as they come");
}

function fillOverview(sites, filter) {
  const differing = sites.filter((site) => site.different > 0).length;
  byId("overview-section").hidden = differing === 0;
  if (differing === 0) return;
  const mark = overview(byId("overview"), sites, filter.pick);
  filter.watch(({picked}) => mark(picked));
}

const sites = report.sites.slice().sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level) || b.calls - a.calls);
const details = sites.map(detailOf), filter = siteFilter(sites);
fillHeader();
fillAnswers(report.same_bits);
const showSites = fillSites(sites);
fillOverview(sites, filter);
fillOverall(sites);
byId("details").append(...details);
fillPassed(sites);
fillReceives(report.receives);
filter.watch(() => {
  showSites(filter.matches, !filter.isNarrowed());
  details.forEach((box, i) => { box.hidden = !filter.matches(sites[i]); });
});
openDetail(location.hash);
addEventListener("hashchange", () => openDetail(location.hash));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#site-']");
  if (link) openDetail(link.getAttribute("href"));
});
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((box) => { box.open = true; }));
