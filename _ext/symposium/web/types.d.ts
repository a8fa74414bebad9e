/* Types that the scripts share. For the type checker alone: nothing of this is published. */

/** What selectors find in our pages are elements of HTML. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest(selectors: string): HTMLElement | null;
}

/** A session of a programme, as its line tells; what is not dated has no start. */
interface Session {
  id: string;
  event?: string;
  title: string;
  line: HTMLElement;
  /** The line of the session around it. */
  around?: HTMLElement | null;
  /** The anchor of its session, or its own. */
  whole?: string;
  /** Whether a session lists it, without a time of its own. */
  isListed: boolean;
  room: string;
  track: string;
  kind: string;
  uid?: string;
  start: number | null;
  end: number | null;
}

/** The chosen values of each facet. */
type Filters = Record<string, string[]>;

/** A piece of a text in which words were found. */
interface Piece {
  text: string;
  mark?: boolean;
}

/** A record that a search found, as its row of the index tells. */
interface Result {
  title: string;
  url: string;
  kind: string;
  year: string;
  /** What a row says before all else. */
  note: string;
  people: [name: string, url: string][];
  more_people: boolean;
  venue: string;
  key: string;
  affiliation: string;
  papers: number;
  /** Works besides these that a page of the person lists, with the authors cut short. */
  listed: number;
  /** Fetches where its long text has what is asked for. */
  excerpt?: () => Promise<Piece[]>;
  /** Words that were asked for, and that it lacks. */
  missing: string[];
  standing: string;
  notice: string;
}

/** What a query found. */
interface Answer {
  total: number;
  /** Each kind with the number of its records; the first is to be shown first. */
  kinds: [kind: string, total: number][];
  /** What was typed, and what it was taken for. */
  corrected: [typed: string, taken: string][];
  /** Words that no record has with the others. */
  dropped: string[];
  facets(): Promise<Record<string, [value: string, count: number][]>>;
  load(from: number, to: number, kind?: string): Promise<Result[]>;
  groups(first?: number, most?: number): Promise<{ kind: string; total: number; rows: Result[] }[]>;
}

/** The root of an index, `search/root.bin`. */
interface Root {
  digest: string;
  letters: Record<string, string>;
  stop: string[];
  /** Words that only make a question, and others that belong to one. */
  question: string[];
  asked: string[];
  nicknames: Record<string, string[]>;
  /** What a word is worth in each level of both tiers. */
  worth: number[];
  paths: Record<string, [before: string, after: string]>;
  segments: [kind: string, year: number, count: number][];
  words: string[];
  broad: number;
  blocks: [number, number];
  lists: string[];
  near: { forward: string[]; backward: string[] };
  /** What one of a kind is called, the title of a group, and so many of it, in all forms. */
  kinds: Record<string, [one: string, group: string, counted: string[]]>;
  facets: [name: string, title: string][];
  /** What a record may have. */
  things: Record<string, string>;
}

/** A row of a shard: a term, and for each level the records that have it, as differences. */
type Row = [term: string, ...levels: any[]];

/** What was found for a query, on its way to an answer. */
interface Found {
  hits: number[];
  /** The score of each record. */
  sum: Float64Array;
  wanted: WantedWord[];
  /** The words that a record lacks. */
  missing(number: number): string[];
  /** The title that may be asked for. */
  title: string;
  /** The words of it that say something, each with the level that it has in each record. */
  words: { word: string; level: Uint8Array }[];
  corrected: [typed: string, taken: string][];
  dropped: string[];
  /** Whether a record has all of it in names, titles and the like. */
  whole: boolean;
  /** Whether the best record lacks something. */
  partial: boolean;
  /** Of the files that it took. */
  paths: string[];
}

/** A page that can be chosen in the palette. */
interface Command {
  title: string;
  /** A word for what it is. */
  what: string;
  /** Other words that it is found by. */
  words: string;
  url: string;
}

/** A line of the palette. */
interface Option {
  element: HTMLElement;
  title: string;
  what: string;
  result?: Result;
}

/** What clocks and calendars show in a zone, and how far that is from UTC, in minutes. */
interface Wall {
  day: string;
  clock: string;
  offset: number;
}

/** A session for a calendar: its uid, and the address of the calendar that has it. */
interface InCalendar {
  uid?: string;
  calendar?: string;
}

/** What the scripts of programmes share: the global `symposium`. */
interface Programmes {
  make: typeof symposiumMake;
  button(text: string, press: () => void, style?: string): HTMLButtonElement;
  /** Says something aloud. */
  say(text: string): void;
  /** The instant of a time with an offset, in milliseconds. */
  instant(text: string | undefined): number | null;
  session(line: HTMLElement): Session;
  sessions(scope: ParentNode): Session[];
  /** The address of the calendar that has a session, by that of its event. */
  calendarOf(one: Session, event: string | undefined): string | undefined;
  wall(ms: number, zone: string): Wall;
  isZone(name: unknown): name is string;
  offsetText(minutes: number): string;
  dayText(day: string, style?: "short" | "long"): string;
  title(one: { title: string }): string;
  zones: {
    /** Offers a choice of zones; `rooms` are zones with the room that each is of. */
    add(tools: HTMLElement, home: string, rooms?: Map<string, string>): void;
    current(): string;
    show(scope?: ParentNode, zone?: string): string;
  };
  stars: KeptIds & { offer(scope?: ParentNode): void; link(href: string): HTMLElement; update(): void };
  /** Saves the calendar of some sessions as a file, and resolves to what to say of it. */
  saveCalendar(some: InCalendar[], name: string, file: string): Promise<string>;
}

declare var symposium: Programmes;

/** What the browser keeps under a key, or this page where the browser keeps nothing. */
declare var symposiumStore: {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** Whether the browser keeps nothing. */
  refused(): boolean;
  /** Calls back when another tab has changed what is kept, or a reader comes back to the page. */
  follow(key: string, update: () => void): void;
};
/** Ids that the browser keeps: those of a pattern, the newest last, so many at most. */
interface KeptIds {
  /** Adds ids as far as there is room. */
  add(ids: string[]): void;
  all(): string[];
  /** Those of some ids that may be kept and are not. */
  lacking(ids: unknown): string[];
  set(ids: string[]): void;
  /** Adds an id, or takes it away. */
  toggle(id: string): void;
  /** Calls back when they change. */
  follow(update: () => void): void;
}
declare var symposiumIds: (key: string, pattern: RegExp, limit: number) => KeptIds;

/** What the worker keeps: the build writes it before `worker.js`. */
declare var symposiumKept: { version: string; files: string[] };

/** Texts in the language of the page: messages are English, `{name}` in them is filled in. */
interface SymposiumTexts {
  /** The language of numbers and of the order of words. */
  locale: string;
  /** The language of dates: of English, the one in which days come before months. */
  dates: string;
  number(count: number): string;
  /** A message in the language of the page. */
  _(message: string, values?: Record<string, unknown>): string;
  /** A message that means several things, of which `context` names one. */
  pgettext(context: string, message: string, values?: Record<string, unknown>): string;
  /** A message with a number, `{count}`, in the form that the language has for it. */
  plural(count: number, one: string, many: string, values?: Record<string, unknown>): string;
  /** The form for a number, of the forms that a message has in the language of the page. */
  form(count: number, forms: string[]): string;
  /** A message that was looked up, with elements in it: a list of texts and elements. */
  pieces<T>(text: string, values: Record<string, T>): (string | T)[];
}
declare var symposiumTexts: SymposiumTexts;
/** An element with attributes, listeners and children. */
declare var symposiumMake: <K extends keyof HTMLElementTagNameMap>(
  name: K, attributes?: Record<string, any>, ...children: any[]
) => HTMLElementTagNameMap[K];
/** Adds a copy button to what is to be copied. */
declare var symposiumCopyButton: (box: HTMLElement) => void;
/** Saves a text as a file of the reader. */
declare var symposiumSave: (text: string, type: string, name: string) => void;
declare var symposiumCopy: (text: string | Promise<string>, holder: Element) => Promise<void>;

/** Keeps the page from being called ready until a work is done; returns the work. */
declare var symposiumBusy: <T>(work: Promise<T>) => Promise<T>;
/** A timer during which the page is not ready. */
declare var symposiumTimer: () => {
  start(milliseconds: number, work: () => unknown): void;
  stop(): void;
};

/** What a catalogue brings: `symposium-texts-….js`, which the build writes. */
declare var symposiumMessages: {
  language: string;
  /** Which of its forms a message has for a number. */
  form: (n: number) => number;
  messages: Record<string, string[]>;
} | undefined;

/** What queries are read with: letters that fold to others, words that are everywhere, our folders. */
interface Language {
  letters: Record<string, string>;
  stop: Set<string>;
  question: Set<string>;
  asked: Set<string>;
  folders: string[];
}

/** A part of a query: the words and the ids that it may be. */
interface Token {
  text: string;
  /** It is to be in a title. */
  titled: boolean;
  quoted: boolean;
  ids: string[];
  /** It looks like an id. */
  likely: boolean;
  /** It can be nothing else. */
  sure: boolean;
  words: string[];
}

/** A query that was read. */
interface Asked {
  tokens: Token[];
  /** Words of a question that a title may have besides. */
  beside: string[];
  phrases: string[][];
  out: Token[];
  /** The last word may not be finished. */
  open: boolean;
  text: string;
}

type IndexFiles = import("./static/symposium-index-files.js").Files;
type IndexCards = import("./static/symposium-index-cards.js").Cards;
type Narrowing = typeof import("./static/symposium-index-facets.js").Facets;
type WantedWord = import("./static/symposium-index-score.js").Wanted;
/** What says of a thing that is wanted what it is. */
interface WantedSpec {
  word?: string;
  /** It as a name may be spelt, with other letters for ä, ö, ü, ø and å. */
  spelt?: string;
  open?: boolean;
  ids?: string[];
  likely?: boolean;
  titled?: boolean;
  /** What lacks it is not found. */
  needed?: boolean;
  /** What lacks it is found as well. */
  free?: boolean;
}
/** The values of a facet, each with where its records begin and end. */
type Column = [value: string, runs: number[]][];
