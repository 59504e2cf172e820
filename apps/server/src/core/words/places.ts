// Places and data levels in a text: 'at ENA', 'Barrow', 'SGP C1', 'b1'.
import { openParents } from '@isobar/contract/search/query-text.ts';
import type { Token } from '@isobar/contract/words/fold.ts';
import type { Place, Vocabulary } from './vocabulary.ts';

/** Tokens from `from` up to but without `to`. */
export type Claim<T> = { readonly from: number; readonly to: number; readonly value: T };

const BEFORE_PLACE = new Set(['at', 'in', 'from', 'over', 'near', 'around', 'above', 'off']);

/**
 * The keys of a text that are places only in upper case. They are looked for in the archive: a key
 * that occurs nowhere there means the place.
 */
export const everydayPlaces = (
  tokens: readonly Token[],
  { places, concepts }: Vocabulary,
): readonly string[] => [
  ...new Set(
    tokens.map(({ key }) => key).filter((key) => places.get(key)?.everyday && !concepts.has(key)),
  ),
];

/**
 * The place that begins at a token, or at a word such as 'at' before it; null: none. `absent`: keys
 * that the archive has nowhere, so that they mean the place.
 */
export function placeAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  absent: ReadonlySet<string>,
): Claim<Place> | null {
  const said = BEFORE_PLACE.has(tokens[at]?.plain ?? '') ? 1 : 0;
  const from = at + said;
  for (let length = Math.min(vocabulary.longest, tokens.length - from); length > 0; length--) {
    const words = tokens.slice(from, from + length);
    const key = words.map((word) => word.key).join(' ');
    const place = vocabulary.places.get(key);
    if (!place) continue;
    const typed = text.slice(words[0]?.start, words.at(-1)?.end);
    const isDoubtful = place.everyday && !absent.has(key);
    if (isDoubtful && !certain(typed, said > 0, { tokens, from, length }, vocabulary)) continue;
    return withFacility(text, tokens, { from: at, to: from + length, value: place }, vocabulary);
  }
  return null;
}

/** Whether a word that also means something else is a place here. */
function certain(
  typed: string,
  said: boolean,
  { tokens, from, length }: { tokens: readonly Token[]; from: number; length: number },
  vocabulary: Vocabulary,
): boolean {
  const capitals = (typed.match(/\p{Lu}/gu)?.length ?? 0) >= 2;
  const capital = /^\p{Lu}/u.test(typed); // 'in Phoenix', 'at Summit'
  const named = /^(campaign|deployment|site|experiment|facility)$/.test(
    tokens[from + length]?.key ?? '',
  );
  const otherwise = vocabulary.concepts.has(
    tokens
      .slice(from, from + length)
      .map(({ key }) => key)
      .join(' '),
  );
  const amid = capital && from > 0 && typed.length >= SHORTEST_NAME; // 'smoke Ascension 2017'
  return (said && capital) || named || ((capitals || amid) && !otherwise);
}

/** Shorter ones are codes. */
const SHORTEST_NAME = 5;

/** 'SGP C1', 'sgp.E13': the facility behind its site narrows the place. */
function withFacility(
  text: string,
  tokens: readonly Token[],
  claim: Claim<Place>,
  vocabulary: Vocabulary,
): Claim<Place> {
  const next = tokens[claim.to];
  const { sites, facilities } = claim.value;
  const [site] = sites;
  if (
    !next ||
    sites.length !== 1 ||
    facilities.length > 0 ||
    !FACILITY.test(text.slice(next.start, next.end))
  )
    return claim;
  const typed = text.slice(next.start, next.end);
  const facility = vocabulary.facilities.get(`${site}.${typed}`.toLowerCase());
  const isLevel = vocabulary.levels.has(next.plain) && typed === next.plain && !isMain(typed);
  if (!facility || isLevel) return claim;
  const meaning = `${claim.value.meaning}, facility ${facility.split('.')[1]}`;
  return { ...claim, to: claim.to + 1, value: { ...claim.value, facilities: [facility], meaning } };
}

/**
 * 'sgp c1', 'mao m1': means a site's central facility, or the main one of a campaign, rather than
 * the data level of the same name.
 */
const isMain = (typed: string): boolean => typed === 'c1' || typed === 'm1';

const FACILITY = /^[a-z]\d{1,3}$/i;

/** The data level that begins at a token: 'b1', 'level c1', 'b1-level'; null: none. */
export function levelAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): Claim<string> | null {
  const isLevelWord = (place: number) => tokens[place]?.key === 'level';
  let from = at;
  if (tokens[from]?.key === 'data' && isLevelWord(from + 1)) from++;
  const said = isLevelWord(from);
  if (said) from++;
  const token = tokens[from];
  if (!token || !vocabulary.levels.has(token.plain)) return null;
  const behind = isLevelWord(from + 1);
  const typed = text.slice(token.start, token.end);
  const before = text[token.start - 1] ?? ' ';
  const plain = typed === token.plain && /[a-z]\d/.test(typed) && /[\s,(;/]/.test(before);
  const upper =
    // no 's²'
    typed !== token.plain && typed.toLowerCase() === token.plain && !anyFacility(typed, vocabulary);
  if (!said && !behind && !plain && !upper) return null;
  return { from: at, to: from + (behind ? 2 : 1), value: token.plain };
}

const anyFacility = (code: string, { facilities }: Vocabulary): boolean => {
  for (const facility of facilities.keys())
    if (facility.endsWith(`.${code.toLowerCase()}`)) return true;
  return false;
};

/**
 * 'Darwin, Australia' is Darwin: of two places of a text the one that holds the other only says
 * where that is.
 */
export const narrowest = <P extends { readonly value: Place }>(
  places: readonly P[],
): readonly P[] =>
  places.filter(
    ({ value }) => !places.some((other) => holds(value, other.value) && !holds(other.value, value)),
  );

const holds = (wide: Place, narrow: Place): boolean =>
  wide.campaigns.length === 0 &&
  areasOf(narrow).length > 0 &&
  areasOf(narrow).every((area) =>
    areasOf(wide).some((own) => own === area || area.startsWith(`${own}.`)),
  );

/** Its facilities, and those of its sites that are meant as a whole. */
const areasOf = ({ sites, facilities }: Place): readonly string[] => [
  ...facilities,
  ...openParents(sites, facilities),
];
