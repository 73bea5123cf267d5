// Which sites are shown: those with all words of a search, of one level, or those of a mark in the chart.
function siteFilter(sites) {
  const search = byId("search"), state = {words: [], level: null, picked: null}, watchers = [];
  const textOf = (site) => [site.place, site.file, site.call, site.type, site.operation, WORDS[site.level],
    ...site.findings.map((each) => each.text)].join(" ").toLowerCase();
  const texts = new Map(sites.map((site) => [site, textOf(site)]));

  const matches = (site) => (state.level === null || site.level === state.level) &&
    (state.picked === null || state.picked.has(site.site)) && state.words.every((word) => texts.get(site).includes(word));
  const isNarrowed = () => state.words.length > 0 || state.level !== null || state.picked !== null;

  const buttons = LEVELS.slice().reverse().filter((level) => sites.some((site) => site.level === level)).map((level) => {
    const button = element("button", {type: "button", className: `chip ${level}`}, element("span", {className: "dot"}),
      `${WORDS[level]} ${count(sites.filter((site) => site.level === level).length)}`);
    button.addEventListener("click", () => change({level: state.level === level ? null : level}));
    button.dataset.level = level;
    return button;
  });

  function change(news) {
    Object.assign(state, news);
    for (const button of buttons) button.setAttribute("aria-pressed", state.level === button.dataset.level);
    byId("all").hidden = !isNarrowed();
    byId("shown").textContent = isNarrowed() ? `${count(sites.filter(matches).length)} of ${plural(sites.length, "site")}` : plural(sites.length, "site");
    watchers.forEach((watcher) => watcher(state));
  }

  search.addEventListener("input", () => change({words: search.value.toLowerCase().split(/\s+/).filter(Boolean)}));
  byId("all").addEventListener("click", () => {
    search.value = "";
    change({words: [], level: null, picked: null});
    search.focus();
  });
  byId("levels").append(...buttons);
  return {
    matches,
    isNarrowed,
    watch: (watcher) => { watchers.push(watcher); change({}); },
    // The sites with these numbers only; again: all.
    pick: (numbers) => change({picked: state.picked && numbers.every((n) => state.picked.has(n)) && state.picked.size === numbers.length ? null : new Set(numbers)}),
  };
}
