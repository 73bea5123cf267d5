// "Would this program give the same bits ...?": a card for each answer, with the lines that decide.
const ANSWERS = {yes: "Yes", cannot_tell: "Cannot tell", no: "No"};

function placesOf(cause, fullPlace) {
  const seen = new Set(), list = element("ul", {className: "places"});
  for (const {label, site} of cause.places) {
    if (seen.has(label)) continue;
    seen.add(label);
    list.append(element("li", {className: "mono"}, site === null ? label : element("a", {href: `#site-${site}`, title: fullPlace(site)}, label)));
  }
  const most = 3;
  if (list.childElementCount <= most + 1) return [list];
  const rest = element("ul", {className: "places"}, ...[...list.children].slice(most));
  return [list, element("details", {className: "more"}, element("summary", {}, `${count(rest.childElementCount)} more`), rest)];
}

const reasonOf = (cause, fullPlace) =>
  [element("p", {}, `Because ${cause.text}${cause.places.length ? ":" : "."}`), ...placesOf(cause, fullPlace)];

function answerCard(answer, fullPlace) {
  const deciding = answer.because.filter((each) => each.answer === answer.answer);
  const left = answer.because.filter((each) => !each.cured && each.answer === answer.with_isobit);
  const card = element("article", {className: `answer ${answer.answer}`, id: `answer-${answer.change}`},
    element("h3", {}, `${answer.question}?`), element("p", {className: "word"}, ANSWERS[answer.answer]));
  if (!deciding.length) card.append(element("p", {}, `As far as seen: ${answer.covers}.`));
  card.append(...deciding.flatMap((cause) => reasonOf(cause, fullPlace)));
  const cure = ["With isobit\u2019s reductions: ", element("b", {}, ANSWERS[answer.with_isobit].toLowerCase())];
  if (left.length) card.append(element("details", {className: "cure"}, element("summary", {}, ...cure), ...left.flatMap((cause) => reasonOf(cause, fullPlace))));
  else if (answer.answer !== "yes") card.append(element("p", {className: "cure"}, ...cure));
  return card;
}
