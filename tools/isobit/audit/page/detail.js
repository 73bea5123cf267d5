// All that is known of one site, made when it is first looked at.
function factsOf(site) {
  const list = element("dl", {});
  const add = (name, text) => list.append(element("dt", {}, name), element("dd", {}, text));
  add("Place", fullPlace(site));
  add("Call", [site.call, site.type, site.operation].filter(Boolean).join(", "));
  if (site.communicators.length) {
    add("Communicators", site.communicators.slice(0, 8).map((i) => `${report.communicators[i].name || "unnamed"} (${plural(report.communicators[i].ranks, "rank")})`).join(", ") +
      (site.communicators.length > 8 ? ` and ${count(site.communicators.length - 8)} more` : ""));
  }
  if (site.calls) {
    add("Calls", `${count(site.calls)} (${count(site.nonblocking)} nonblocking), ${counts(site)} ${site.most_count === 1 ? "element" : "elements"} a rank, ${bytesText(site.bytes)} of all ranks`);
    add("Native bits differ", `in ${count(site.different)} of ${count(site.compared)} compared calls, ${count(site.different_elements)} of ${count(site.compared_elements)} elements`);
    if (site.different) add("Ulps", `largest ${ulpsText(site.most_ulps)}; median of the calls that differ ${ulpsText(site.median_ulps)}`);
    add("Same native bits on all ranks", site.disagreed ? `no, in ${plural(site.disagreed, "call")}` : "yes, where ranks get the same result");
    if (site.unsteady) add("Same native bits for the same numbers", `no, in ${plural(site.unsteady, "call")}`);
    add("Worst condition number", conditionText(site.condition));
    add("NaN, infinity, overflow", `${count(site.with_nan)}, ${count(site.with_infinity)}, ${count(site.overflowed)} calls`);
    add("Hashes of all inputs, results", `${site.input_hash}, ${site.result_hash}`);
  }
  if (site.time) {
    add("Time of the MPI", `${durationText(site.time.native_total_ns)}; median ${durationText(site.time.native_median_ns)} a call`);
    add("Time of isobit", `${durationText(site.time.isobit_total_ns)}; median ${durationText(site.time.isobit_median_ns)} a call`);
  }
  for (const each of site.passed) add(each.reason === "local" ? "Computed by isobit" : "Left to the MPI", `${plural(each.calls, "call")}: ${each.reason.replace("_", " ")}`);
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
    const thinned = site.timeline.length < site.compared ? `; each point is the largest of up to ${plural(Math.ceil(site.compared / site.timeline.length), "call")}` : "";
    plots.append(timeline(`Ulp difference over the run${thinned}`, site.timeline));
  }
  return plots;
}

function detailOf(site) {
  const box = element("details", {id: `site-${site.site}`},
    element("summary", {}, level(site.level), " ", element("span", {className: "mono", title: fullPlace(site)}, site.label), element("span", {className: "what"}, what(site))));
  // A page with hundreds of sites draws only what is looked at.
  box.addEventListener("toggle", () => {
    if (box.childElementCount > 1) return;
    box.append(element("ul", {className: "findings"}, ...site.findings.map((each) => element("li", {className: each.level}, element("span", {}, each.text)))),
      factsOf(site), plotsOf(site), element("ol", {className: "frames"}, ...site.frames.map(frameLine)));
  });
  return box;
}
