// Every number of the page, as text.cpp writes it in a terminal: counts in full, all else with three digits.
const NOT_FINITE = 18446744073709551615;  // ulps that saturated
const NOTHING = "\u2013";

const count = (n) => n.toLocaleString("en");
const plural = (n, word) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

function threeDigits(x) {
  if (x === Infinity) return "infinite";
  if (x === 0) return "0";
  const up = x * (1 + 1e-15);  // ties go up: C and JavaScript would disagree on them
  return up >= 1e-4 && up < 999.5 ? up.toPrecision(3) : up.toExponential(2).replace("+", "");
}

function withUnit(x, units) {
  for (const [unit, size] of units) if (x >= size) return `${threeDigits(x / size)} ${unit}`;
  return `${count(x)} ${units.at(-1)[2]}`;
}

const ulpsText = (n) => n >= NOT_FINITE ? "not finite" : n < 1e6 ? count(n) : threeDigits(n);
const conditionNumber = (c) => c === null ? -1 : c === "inf" ? Infinity : c;
const conditionText = (c) => c === null ? NOTHING : threeDigits(conditionNumber(c));
const ratioText = (x) => `${threeDigits(x)}x`;
const durationText = (ns) => withUnit(ns, [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3, "ns"]]);
const bytesText = (n) => withUnit(n, [["GB", 1e9], ["MB", 1e6], ["kB", 1e3, "bytes"]]);

function percent(part, all) {
  if (part === 0 || part === all) return part === 0 ? "0 %" : "100 %";
  const share = 100 * part / all;
  return share > 99.9 ? ">99.9 %" : `${threeDigits(share)} %`;
}
