/* The search page, after Sphinx's searchtools.js, which finds what is in the index: here results are ordered and cited. */

/** Weights: a word of a title is worth several of a text. */
Object.assign(Scorer, { title: 40, partialTitle: 10, term: 5, partialTerm: 1 });

/** Who asks for a name as code has it, with a dot or an underscore, is led to its entry in the reference. Of two pages that say
 *  as much, the earlier one in the book comes first, and what is no chapter last. */
Scorer.score = ([page, title, , description, score]) => {
  const asked = Search.asked.toLowerCase().trim();
  const isName = /[._]/.test(asked) && description !== null && `.${title.toLowerCase()}`.endsWith(`.${asked}`);
  const places = Search.readingOrder;
  const place = places.indexOf(page);
  return score + (isName ? 100 : 0) - (place < 0 ? places.length : place) / (places.length + 1);
};

const sphinxQuery = Search.query;
Search.query = (text) => {
  Search.asked = text;
  sphinxQuery(text);
};

/** As Sphinx's, but a page's score is the sum over the words that are asked for: one that has two of them in its title comes
 *  before one that has the first in its title and the second somewhere. A page must have each word, or the beginning of one. */
Search.performTermsSearch = (searchTerms, excludedTerms) => {
  const { terms, titleterms, docnames, titles, filenames } = Search._index;
  const listed = (files) => (files === undefined ? [] : [files].flat());
  const own = (index, word) => (Object.hasOwn(index, word) ? listed(index[word]) : []);
  const begun = (index, word) => (word.length < 3 ? [] : Object.keys(index).filter((term) => term.startsWith(word)).flatMap((term) => listed(index[term])));
  let scores = null;
  for (const word of searchTerms) {
    const found = new Map();
    const tell = (files, score) => files.forEach((file) => found.set(file, Math.max(found.get(file) ?? 0, score)));
    tell(own(terms, word), Scorer.term);
    tell(own(titleterms, word), Scorer.title);
    if (!found.size) {
      tell(begun(terms, word), Scorer.partialTerm);
      tell(begun(titleterms, word), Scorer.partialTitle);
    }
    scores = scores === null ? found : new Map([...scores].filter(([file]) => found.has(file)).map(([file, score]) => [file, score + found.get(file)]));
  }
  const excluded = new Set([...excludedTerms].flatMap((word) => [...own(terms, word), ...own(titleterms, word)]));
  const stemmer = new Stemmer();
  return [...(scores ?? [])].filter(([file]) => !excluded.has(file)).map(([file, score]) => {
    const title = splitQuery(titles[file].toLowerCase()).map((word) => stemmer.stemWord(word));
    const share = [...searchTerms].every((word) => title.includes(word)) ? searchTerms.size / title.length : 0; // of the title is asked for
    return [docnames[file], titles[file], "", null, score + share * Scorer.title, filenames[file]];
  });
};

/** A formula's text: a/b, x_t, x^2, as MathML has no signs for these. */
function inOneLine(formula) {
  for (const [names, place, sign] of [["mfrac", 1, "/"], ["msub, msubsup", 1, "_"], ["msup", 1, "^"], ["msubsup", 2, "^"]]) {
    for (const element of formula.querySelectorAll(names)) element.children[place].before(sign);
  }
  for (const root of formula.querySelectorAll("msqrt")) root.prepend("\u221a");
}

/** The prose of a page, or of the section that a result leads to: without code and what it prints, and without displayed formulas.
 *  Sphinx would cite all of the site around the text, too. */
Search.htmlToText = (page, anchor) => {
  const parsed = new DOMParser().parseFromString(page, "text/html");
  const article = parsed.querySelector("article") ?? parsed.body;
  const section = anchor ? parsed.getElementById(decodeURIComponent(anchor.slice(1))) : null;
  const place = section?.matches("section") ? section : section?.closest("dl, section") ?? article;
  const noProse = "pre, .highlight, .cell_input, .cell summary, .output, .cell_output table, div.math, script, style, noscript, h1, h2, h3, h4, " +
    "dt.sig, .headerlink, .osphg-opening, .osphg-next, .osphg-rerun, .osphg-certified, #osphg-demo, .osphg-figure";
  for (const element of place.querySelectorAll(noProse)) element.replaceWith(" ");
  for (const formula of place.querySelectorAll("math")) inOneLine(formula);
  for (const block of place.querySelectorAll("p, li, dd, td, figcaption, div")) block.append(" ");
  return place.textContent.replace(/[\u2061-\u2064]/g, "").replace(/\s+/g, " ").trim();
};

/** A citation of about two lines, from the beginning of the sentence that has the first of the words. */
Search.makeSearchSummary = (page, keywords, anchor) => {
  const text = Search.htmlToText(page, anchor);
  const lower = text.toLowerCase();
  const places = [...keywords].map((word) => lower.search(new RegExp(`(?<![\\p{L}\\p{N}])${_escapeRegExp(word.toLowerCase())}`, "u")));
  const first = Math.min(...places.filter((place) => place >= 0), text.length);
  const before = first === text.length ? "" : text.slice(0, first);
  let start = Math.max(before.lastIndexOf(". "), before.lastIndexOf("? "), before.lastIndexOf(": "), -2) + 2;
  if (first - start > 160) start = before.lastIndexOf(" ", first - 100) + 1;
  const most = 240;
  const rest = text.slice(start);
  const cited = rest.length <= most ? rest : rest.slice(0, rest.lastIndexOf(" ", most));
  const summary = document.createElement("p");
  summary.classList.add("context");
  summary.textContent = `${start > 0 ? "\u2026 " : ""}${cited}${cited.length < rest.length ? " \u2026" : ""}`;
  return summary;
};
