// What is typed, as what records must have: words, and ids in whatever form they are pasted.

import { inFull, parts } from "./symposium-index-typed.js";
import { fold, words } from "./symposium-search-terms.js";

const ID_LIKE = /^(?=.*\d).*[^\d\s]|[:/_]/; // holds a digit and something else, or joins words
const LABEL = /^(?:doi|arxiv|orcid|id|key):?$/i; // stands in front of an id

const DOI = /^(?:doi:)?(10\.\d{4,9}(?:\.\d+)*\/\S+)$/i;
const DOI_IN_ADDRESS = /\/(10\.\d{4,9}(?:\.\d+)*\/.+?)(?:\.pdf|\.html?)?$/i;
const DOI_OF_ARXIV = /^10\.48550\/arxiv\.(.+)$/i;
const ARXIV = /^(?:arxiv:)?([a-z.-]+\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?$/i;
const ARXIV_IN_ADDRESS = /\/(?:abs|pdf|html|format|papers)\/([a-z.-]+\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf|\.html?)?$/i;
const ARXIV_CLASS = /^([a-z-]+)\.[a-z-]+(?=\/\d{7}$)/i; // what follows the archive counts for nothing
const ORCID = /^(?:orcid:)?(?:(?:www\.)?orcid\.org\/)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dx])$/i;
const MAILBOX = /^([^@\s]+)@[^@\s]+\.[a-z]{2,}$/i; // what stands before the @ may be a name
const ADDRESS = /^(?:https?:)?\/\/(?:www\.)?([^/?#]+\/[^?#]*[^/?#])\/*(?:[?#].*)?$/i;
const ADDRESS_SAID = /^(?:www\.)?((?:dx\.)?doi\.org|arxiv\.org|orcid\.org)\/[^?#]+/i; // no scheme
const ZENODO = /^zenodo\.org\/records?\/(\d+)/i; // whose records have DOIs of their numbers
const FORMAT = /\.(?:pdf|html?)$/i;
const DASHES = /[‐-―−]/g;
const FULL_YEAR = /^(\p{L}{2,})?'?((?:19|20)?\d\d)$/u; // with the short name of a venue or without
const KEY = /^(\p{L}{2,})((?:19|20)\d\d)(\p{L}{3,})$/u; // as many cite keys are made
const MANY = 40; // words of a long paste that are looked for
const SHORT = 3; // words of a query of which those that make it a question count too,
const HOW = "how"; // but for what asks for instructions
const PERSON = /(?:^|\/)people\/([a-z0-9-]+)$/; // of the page of a person, who may have no id term

// The terms of the ids that a token may be: `sure` if it can be nothing else, `likely` if it looks
// like one. `slug` are words that the id of a person is made of.
/** @param {string} token @param {string[]} folders @returns {{ids: string[], likely: boolean, sure: boolean, slug?: string, mailbox?: string}} */
function idsOf(token, folders) {
  let text = token.replace(/[.,:;)\]>]+$/, "").replace(/^[@([<]+/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // a per cent sign that stands for itself
  }
  text = text.replace(DASHES, "-");
  const path = text.replace(/^\.?\//, "");
  const own = folders.some((folder) => path.startsWith(folder) && path !== folder);
  const url = own ? `https://site/${path}` : ADDRESS_SAID.test(text) ? `https://${text}` : text;
  const address = ADDRESS.exec(url)?.[1];
  const orcid = ORCID.exec(address || text);
  if (orcid) return { ids: [orcid.slice(1).join("-")], likely: true, sure: true };
  if (!address) {
    const doi = DOI.exec(text);
    const arxiv = ARXIV.exec(doi ? DOI_OF_ARXIV.exec(doi[1])?.[1] || "" : text);
    const sure = [doi, arxiv].filter(Boolean)
      .map((match) => String(match?.[1]).replace(/\/+$/, "").replace(ARXIV_CLASS, "$1"));
    if (sure.length) return { ids: sure, likely: true, sure: true };
    return { ids: [text], likely: ID_LIKE.test(text), sure: false, mailbox: MAILBOX.exec(text)?.[1] };
  }
  const bare = address.replace(FORMAT, "");
  const doi = DOI_IN_ADDRESS.exec(address)?.[1].replace(/\/+$/, "");
  const arxiv = (ARXIV_IN_ADDRESS.exec(address) || ARXIV.exec(DOI_OF_ARXIV.exec(doi || "")?.[1] || ""))?.[1];
  const page = bare.replace(/\/index$/, "").split("/").slice(1);
  // The pages of this site end in an id, or in that of an event and that of its talk.
  const ends = [page.slice(-1), page.slice(-2)].map((names) => names.join("/"));
  const [zenodo, number] = ZENODO.exec(address) || [];
  if (zenodo) ends.push(`10.5281/zenodo.${number}`);
  const identifiers = [doi || "", arxiv?.replace(ARXIV_CLASS, "$1") || ""].filter(Boolean);
  const ids = identifiers.length ? identifiers : [...new Set([bare, ...ends])].filter(Boolean);
  return { ids, likely: true, sure: true, slug: PERSON.exec(page.join("/"))?.[1] };
}

/** @param {string} text @param {Language} language @param {boolean} alone */
function tokenOf(text, { letters, folders }, alone) {
  const { ids, likely, sure, slug, mailbox } = idsOf(text, folders);
  const terms = slug ? slug.split("-") : sure ? [] : words(mailbox || text, letters);
  // A cite key may be a plain word: one that is all of a query is worth a look.
  const asked = likely || alone ? ids.map((id) => `=${fold(id, letters)}`) : [];
  return { ids: asked, likely, sure, words: terms };
}

// Tokens of a query, each the terms of its words and of the ids that it may be; the phrases in
// quotation marks, as the terms of their words; tokens of what is left `out`; what is `said` in
// plain words; and `open`: the last word may not be finished.
/** @param {string} query @param {Language} language @param {boolean} operators @returns {Asked} */
export function parse(query, language, operators = true) {
  const { found: pieces, open: unfinished } = parts(query, operators);
  const wanted = pieces.filter(({ out }) => !out);
  const alone = wanted.length === 1;
  const given = wanted.map((part) => {
    const token = tokenOf(part.text, language, alone);
    // A single word in quotation marks is that word.
    const quoted = part.quoted && token.words.length > 1;
    return { ...part, ...token, quoted, ...(quoted ? { ids: [], likely: false } : {}) };
  });
  // "doi: 10.1145/…": what says that an id follows is not looked for.
  let tokens = given.filter(({ likely, text }, i) => likely || !(LABEL.test(text) && given[i + 1]?.likely));
  const last = unfinished && !pieces.at(-1)?.out ? tokens.at(-1) : undefined;
  tokens = tokens.filter((token) => token.ids.length || token.words.length);
  // Words that are everywhere say nothing beside others, nor does the s of a genitive; those of a
  // question say a little where there are few others.
  const terms = tokens.flatMap((token) => token.words);
  const asks = terms.some((term) => language.question.has(term));
  /** @param {string} term */
  const asking = (term) => language.question.has(term) || asks && language.asked.has(term);
  const useful = tokens
    .map((token) => ({ ...token, words: token.words.filter((term, i) => !language.stop.has(term) && !asking(term) && !(i && term === "s")).slice(0, MANY) }))
    .filter((token) => token.likely || token.words.length);
  const kept = (useful.length ? useful : tokens).slice(0, MANY);
  const ends = last !== undefined && kept.length > 0 && last.words.length > 0
    && kept[kept.length - 1].words.at(-1) === last.words.at(-1);
  const phrases = given.filter(({ quoted }) => quoted).map((part) => part.words);
  const out = pieces.filter((part) => part.out).map((part) => ({ ...part, ...tokenOf(part.text, language, false) }));
  return {
    tokens: kept,
    beside: useful.length && useful.length <= SHORT ? [...new Set(terms.filter((term) => asking(term) && term !== HOW))].slice(0, 2) : [],
    phrases,
    out: out.filter((part) => part.likely || part.words.some((word) => !language.stop.has(word) && !language.question.has(word))),
    open: ends || Boolean(last?.likely),
    text: terms.join(" "),
  };
}

// The words that one may stand for that is written without a space: a venue and a year, whose first
// digits are left out, "sc22"; author, year and word of a cite key; a year alone. Of others nothing.
/** @param {string} word */
export function apart(word) {
  const key = KEY.exec(word);
  if (key) return key.slice(1);
  const [, venue, digits] = FULL_YEAR.exec(word) || [];
  if (!digits || !venue && digits.length === 4) return [];
  return [venue, digits.length === 4 ? digits : inFull(digits)].filter(Boolean);
}
