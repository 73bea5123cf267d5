// What a site is called, and how its members are read.
const LEVELS = ["fine", "note", "warn", "alarm"];
const WORDS = {fine: "fine", note: "note", warn: "look", alarm: "act"};

// Single calls mostly wait for the slowest rank, so it takes some of them to say anything.
const timeRatio = (site) => site.time && site.time.calls >= 10 && site.time.native_median_ns > 0 ? site.time.isobit_median_ns / site.time.native_median_ns : -1;
const bare = (name) => name.replace(/^MPI_/, "");
const what = (site) => [site.call, site.type, site.operation].filter(Boolean).map(bare).join(" ");
const counts = (site) => site.least_count === site.most_count ? count(site.most_count) : `${count(site.least_count)} to ${count(site.most_count)}`;
const allCalls = (site) => site.passed.reduce((sum, each) => sum + each.calls, site.calls);
const isLeft = (site) => site.calls === 0 && site.passed.every((each) => each.reason !== "local");
// The signature and the path, of which the label has the essence.
const fullPlace = (site) => site.file ? `${site.place}\n${site.file}:${site.line}` : site.place;

const level = (name) => element("span", {className: `level ${name}`}, WORDS[name]);

// The short name and the line, its callers and what it calls below.
function placeCell(site) {
  const [, name, where, callers] = site.label.match(/^(.*?)(?: {2}(\S+))?( from .*)?$/s);
  const link = element("a", {className: "mono", href: `#site-${site.site}`, title: fullPlace(site)}, name, where ? element("span", {className: "where"}, ` ${where}`) : "");
  const cell = document.createDocumentFragment();
  cell.append(link, ...(callers ? [element("small", {className: "mono"}, callers.trim())] : []), element("small", {}, what(site)));
  return cell;
}
