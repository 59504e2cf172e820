// Understands a typed text: places, times and levels become filters, the rest what is measured or
// plain words. Pure and bounded.

import { keyOf, MOST_TOKENS, type Token, tokensOf, wordsOf } from '@isobar/contract/words/fold.ts';
import type {
  Understood,
  UnderstoodFilter,
  UnderstoodPiece,
} from '@isobar/contract/words/understood.ts';
import { isCalendarWord } from './calendar-words.ts';
import type { Called } from './called.ts';
import { ARTICLES, type ConceptClaim, conceptAt } from './concept-at.ts';
import { withOwnFields } from './everyday-fields.ts';
import { doiOf, exactParts, isWholeExact, queryOf, withoutParts, withParts } from './exact.ts';
import { isNoise, isUnit } from './noise.ts';
import { everydayPlaces, levelAt, narrowest, placeAt } from './places.ts';
import { inScripts } from './scripts.ts';
import { type Found, levelFilters, placeFilters, timeFilters } from './text-filters.ts';
import { correct, unknownWords } from './typos.ts';
import { joinedKey, type Place, type Vocabulary } from './vocabulary.ts';
import { LONGEST_TEXT, lowerSameLength, timesIn, type When } from './when.ts';

export type UnderstandRules = {
  /** YYYY-MM-DD in UTC: what 'last month' goes by. */
  readonly today: string;
  /** Words (keys) that the archive has although no table does: they are spelt rightly. */
  readonly known?: ReadonlySet<string>;
  /** Words (keys) that datastreams or codes begin with. */
  readonly begun?: ReadonlySet<string>;
  /**
   * Words (keys) that the archive has nowhere: one that is also the name of a place means the
   * place.
   */
  readonly absent?: ReadonlySet<string>;
  /** What has a name that the text contains: such words mean that and nothing else. */
  readonly called?: Called;
};

/** The same text, vocabulary and day give the same answer, and none is refused. */
export function understand(
  text: string,
  vocabulary: Vocabulary,
  rules: UnderstandRules,
): Understood {
  const { variables = NONE, filters: called = NONE_CALLED, title } = rules.called ?? {};
  if (title && !isOneConcept(text, vocabulary)) return asTitle(text, title);
  const exact = exactParts(text, new Set([...variables, ...called.keys()]));
  const rest = withoutParts(text, exact);
  const tokens = inScripts(wordsOf(rest), rest, vocabulary);
  if (isWholeExact(text) || text.length > LONGEST_TEXT || tokens.length >= MOST_TOKENS)
    return asTyped(text);
  const timesFor = (south: boolean) =>
    timesIn(rest, { today: rules.today, south }).filter(
      (time) => !isInName(time, tokens, vocabulary),
    );
  const north = timesFor(false);
  const first = read(rest, tokens, north, vocabulary, rules);
  const isSouth = first.places.length > 0 && first.places.every(({ value }) => value.south);
  const times = isSouth ? timesFor(true) : north;
  const isCited =
    tokens.length > MOST_BESIDE_DOI &&
    exact.some(({ typed }) => called.has(typed) && doiOf(typed) !== null);
  return {
    typed: text,
    filters: eachOnce(
      [
        ...exact.flatMap(({ typed }) => called.get(typed) ?? []),
        ...placeFilters(rest, narrowest(first.places)),
        ...timeFilters(rest, times),
        ...levelFilters(rest, first.levels),
      ],
      ({ kind, values }) => [kind, values],
    ),
    pieces: isCited
      ? []
      : [
          ...first.pieces,
          ...exact
            .filter(({ typed }) => !called.has(typed))
            .map((part) => ({ typed: part.typed, read: queryOf(part), kind: 'exact' as const })),
        ],
    mended: isCited ? text : withParts(first.mended, exact),
    unclear: isCited ? [] : first.unclear,
    partial: false,
  };
}

/**
 * A text with the DOI of data of the archive and more words than these is a citation of them:
 * authors, publisher and title say nothing further, and need not be in a record.
 */
const MOST_BESIDE_DOI = 6;

/**
 * As much of a text as is looked at, up to the end of a word. Operators tie a text together, which
 * then is left whole.
 */
export function beginningOf(text: string): string {
  const tokens = tokensOf(text);
  const fitting = tokens.filter(({ end }) => end <= LONGEST_TEXT).slice(0, MOST_TOKENS - 1);
  if (isWholeExact(text) || (fitting.length === tokens.length && text.length <= LONGEST_TEXT))
    return text;
  return text.slice(0, fitting.at(-1)?.end ?? LONGEST_TEXT);
}

/**
 * The title of a data product that is also one term, as 'ceilometer' is, means all that the term
 * does.
 */
function isOneConcept(text: string, vocabulary: Vocabulary): boolean {
  const tokens = wordsOf(text);
  return conceptAt(tokens, 0, vocabulary)?.length === tokens.length;
}

const asTitle = (typed: string, title: UnderstoodFilter): Understood => ({
  ...asTyped(typed),
  filters: [title],
  pieces: [],
});

/**
 * What is looked for in the archive before a text is understood (keys): words that no table has,
 * and everyday ones that are also the name of a place.
 */
export function doubtful(
  text: string,
  vocabulary: Vocabulary,
  today: string,
): { readonly unknown: readonly string[]; readonly places: readonly string[] } {
  const rest = withoutParts(text, exactParts(text));
  if (isWholeExact(text) || text.length > LONGEST_TEXT) return { unknown: [], places: [] };
  const tokens = inScripts(wordsOf(rest), rest, vocabulary);
  const times = timesIn(rest, { today, south: false }).filter(
    (time) => !isInName(time, tokens, vocabulary),
  );
  const free = tokens.filter(
    ({ start, end }) => !times.some((t) => start < t.end && end > t.start),
  );
  return {
    unknown: unknownWords(free, vocabulary),
    places: everydayPlaces(free, vocabulary).slice(0, MOST_PLACES),
  };
}

const MOST_PLACES = 8;

/**
 * The 2000 of 'WCM-2000' is part of a name, as the words before it and the number are one concept.
 */
function isInName(
  time: When,
  tokens: readonly Token[],
  { concepts, longest }: Vocabulary,
): boolean {
  const last = tokens.findIndex(({ start, end }) => start === time.start && end === time.end);
  for (let first = last - 1; first >= 0 && last - first < longest; first--)
    if (
      concepts.has(
        tokens
          .slice(first, last + 1)
          .map(({ key }) => key)
          .join(' '),
      )
    )
      return true;
  return false;
}

/** The text as one part in the search language. */
export const asTyped = (text: string): Understood => ({
  typed: text,
  filters: [],
  pieces: text.trim() === '' ? [] : [{ typed: text, read: withOwnFields(text), kind: 'exact' }],
  mended: text,
  unclear: [],
  partial: false,
});

type Reading = {
  readonly places: readonly Found<Place>[];
  readonly levels: readonly Found<string>[];
  readonly pieces: readonly UnderstoodPiece[];
  readonly unclear: readonly string[];
  readonly mended: string;
};

function read(
  text: string,
  all: readonly Token[],
  times: readonly When[],
  vocabulary: Vocabulary,
  rules: UnderstandRules,
): Reading {
  const free = all.filter(({ start, end }) => !times.some((t) => start < t.end && end > t.start));
  const spelt = correct(text, free, vocabulary, rules.known ?? NONE, rules.begun ?? NONE);
  const { tokens } = spelt;
  const places: Found<Place>[] = [];
  const levels: Found<string>[] = [];
  const pieces: UnderstoodPiece[] = [];
  const makers = new Set<UnderstoodPiece>();
  const unclear: string[] = [];
  const plain: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const place = beside(times, tokens, at)
      ? null
      : placeAt(text, tokens, at, vocabulary, rules.absent ?? NONE);
    const left = leftOut(text, tokens, at, vocabulary, rules.absent ?? NONE);
    if (left) {
      pieces.push(left.piece);
      at = left.to;
      continue;
    }
    const concept = conceptAt(tokens, at, vocabulary);
    const level = levelAt(text, tokens, at, vocabulary);
    const end = (to: number) => (tokens[to - 1] as Token).end;
    if (level && level.to - level.from >= (concept?.length ?? 0)) {
      levels.push({ start: token.start, end: end(level.to), value: level.value });
      at = level.to;
    } else if (place && place.to - at >= (concept?.length ?? 0)) {
      places.push({ start: token.start, end: end(place.to), value: place.value });
      at = place.to;
    } else if (concept) {
      const piece = pieceOf(text.slice(token.start, end(at + concept.length)), concept, vocabulary);
      if (concept.concept.isMaker) makers.add(piece);
      pieces.push(piece);
      at += concept.length;
    } else {
      const typed = text.slice(token.start, token.end);
      if (isCalendarWord(lowerSameLength(typed))) unclear.push(typed);
      else plain.push(token);
      at++;
    }
  }
  const named = pieces.map(({ typed }) => text.indexOf(typed));
  const told = new Set(
    pieces.flatMap(({ not, meaning = '' }) => (not ? [] : keyOf(meaning).split(' '))),
  );
  const words = plain.filter(
    (token) => !isNoise(token, text) && !isOfName(text, token, named) && !told.has(token.key),
  );
  const kept =
    words.length + pieces.length + places.length + levels.length + times.length > 0 ? words : plain;
  const order = (piece: UnderstoodPiece) => text.indexOf(piece.typed);
  const others = words.length > 0 || pieces.some(({ typed }) => !isUnit(typed));
  const made = chosenByMaker(pieces, makers);
  const meant = others ? made.filter(({ typed }) => !isUnit(typed)) : made;
  const wordPieces = kept.map((token) => wordOf(text, token, spelt.beginnings.has(token.start)));
  return {
    places,
    levels,
    pieces: eachOnce(
      [...meant, ...wordPieces].sort((a, b) => order(a) - order(b)),
      ({ meaning, read, not }) => [!not, meaning ?? read],
    ),
    unclear,
    mended: spelt.mended,
  };
}

const NONE: ReadonlySet<string> = new Set();
const NONE_CALLED: Called['filters'] = new Map();

/** What is named twice, as in an abstract, is looked for once: the first with each key. */
function eachOnce<T>(all: readonly T[], keyOf: (one: T) => readonly unknown[]): readonly T[] {
  const known = new Set<string>();
  return all.filter((one) => {
    const key = JSON.stringify(keyOf(one));
    return !known.has(key) && known.add(key);
  });
}

/**
 * 'Vaisala ceilometer' is a ceilometer. Of what the other parts mean, instruments of that maker
 * come first.
 */
function chosenByMaker(
  pieces: readonly UnderstoodPiece[],
  makers: ReadonlySet<UnderstoodPiece>,
): readonly UnderstoodPiece[] {
  const others = pieces.filter((piece) => !makers.has(piece));
  if (makers.size === 0 || !others.some(({ kind, not }) => kind === 'concept' && !not))
    return pieces;
  const made = new Set([...makers].flatMap(({ classes = [] }) => classes));
  return others.map((piece) =>
    piece.classes
      ? {
          ...piece,
          classes: [
            ...piece.classes.filter((code) => made.has(code)),
            ...piece.classes.filter((code) => !made.has(code)),
          ],
        }
      : piece,
  );
}

/** 'mar' or 'may' right before a time is a month, not the place of that name. */
const beside = (times: readonly When[], tokens: readonly Token[], at: number): boolean =>
  times.some(({ start }) => start === (tokens[at]?.end ?? 0) + 1) &&
  /^(mar|may)$/.test(tokens[at]?.plain ?? '');

/**
 * Whether a word belongs to a name such as 'volume_extinction_coefficient_in_air' of which another
 * part means something; the word is then dropped.
 */
function isOfName(text: string, { start, end }: Token, named: readonly number[]): boolean {
  const from = start - (/[A-Za-z0-9_]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const to = end + (/^[A-Za-z0-9_]*/.exec(text.slice(end))?.[0].length ?? 0);
  return text.slice(from, to).includes('_') && named.some((at) => at >= from && at < to);
}

/**
 * 'not radar', 'other than SGP': left out. Only what means something, since 'not' says much else in
 * a sentence.
 */
function leftOut(
  text: string,
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  absent: ReadonlySet<string>,
): { readonly piece: UnderstoodPiece; readonly to: number } | null {
  const [word, next] = [tokens[at]?.plain ?? '', tokens[at + 1]?.plain ?? ''];
  const isLacking = LACKING.has(word);
  let from =
    NOT.has(word) || isLacking ? at + 1 : word === 'other' && next === 'than' ? at + 2 : at;
  if (from === at) return null;
  if (ARTICLES.has(tokens[from]?.plain ?? '')) from++;
  const typed = (to: number) => text.slice(tokens[at]?.start, tokens[to - 1]?.end);
  const place = placeAt(text, tokens, from, vocabulary, absent);
  const concept = conceptAt(tokens, from, vocabulary);
  if (place && !isLacking && place.to - from >= (concept?.length ?? 0)) {
    const { sites, facilities } = place.value;
    const read =
      facilities.length > 0
        ? facilities.map((one) => `-ffac:${one}`)
        : sites.map((one) => `-site_code:${one}`);
    if (read.length > 0)
      return {
        piece: {
          typed: typed(place.to),
          read: read.join(' '),
          kind: 'exact',
          meaning: place.value.meaning,
        },
        to: place.to,
      };
  }
  if (!concept || (isLacking && !isInstrument(concept, vocabulary))) return null;
  const to = from + concept.length;
  return { piece: { ...pieceOf(typed(to), concept, vocabulary), not: true }, to };
}
const NOT = new Set(['not', 'except', 'excluding']);
/** Before what measures only: 'no rain' is weather, and what measures rain has it. */
const LACKING = new Set(['without', 'no', 'ohne', 'senza', 'sem']);

const isInstrument = ({ concept, words }: ConceptClaim, { instruments }: Vocabulary): boolean =>
  instruments.has(joinedKey(words.map(({ plain }) => plain).join(' '))) ||
  /(?:radar|lidar|sonde|soundings?|radiometer|spectrometer|satellite|model|aircraft)$/.test(
    concept.meaning,
  );

function pieceOf(
  typed: string,
  { concept, words }: ConceptClaim,
  { instruments }: Vocabulary,
): UnderstoodPiece {
  const { meaning, measurements, classes, near } = concept;
  const read = words.map(({ plain }) => plain).join(' ');
  const beside = near && near.length > 0 ? { instead: near } : {};
  const named = instruments.has(joinedKey(read)) ? { instrument: true } : {};
  return { typed, read, kind: 'concept', meaning, measurements, classes, ...named, ...beside };
}

const wordOf = (text: string, { start, end, plain }: Token, begins: boolean): UnderstoodPiece => ({
  typed: text.slice(start, end),
  read: plain,
  kind: 'word',
  ...(begins ? { prefix: true } : {}),
});
