// Wildcard patterns: parsed once, and matched in at most the product of the lengths of pattern and
// text.
import type { PatternPart } from '@isobar/query-language/query-tokens.ts';
import { lowerCase } from '../language/analyse.ts';
import type { Budget } from '../language/refusal.ts';
import type { LowerCased, TextDictionary } from '../segment/dictionary.ts';

/** Any run of characters. */
const ANY_RUN = -1;
/** Any one character. */
const ANY_ONE = -2;

export type Pattern = {
  /** Code points, ANY_RUN and ANY_ONE. */
  readonly codes: readonly number[];
  /** What every match begins with. */
  readonly prefix: string;
  readonly ignoreCase: boolean;
};

/** `sgp*.b?` as wildcard queries write it; `\` makes the next character an ordinary one. */
export function parsePattern(text: string, ignoreCase = false): Pattern {
  const parts: PatternPart[] = [];
  let literal = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\\' && i + 1 < text.length) literal += text[++i];
    else if (c === '*' || c === '?') {
      if (literal) parts.push({ text: literal });
      literal = '';
      parts.push(c);
    } else literal += c;
  }
  if (literal) parts.push({ text: literal });
  return patternOf(parts, ignoreCase);
}

/** A pattern from its parts. */
export function patternOf(parts: readonly PatternPart[], ignoreCase = false): Pattern {
  const fold = (text: string) => (ignoreCase ? lowerCase(text) : text);
  const codes = parts.flatMap((part) => {
    if (part === '*') return [ANY_RUN];
    return part === '?' ? [ANY_ONE] : codePoints(fold(part.text));
  });
  const [first] = parts;
  const prefix = !ignoreCase && typeof first === 'object' ? first.text : '';
  return { codes, prefix, ignoreCase };
}

/** The pattern in lower case, for words. */
export const lowerCasePattern = (pattern: Pattern): Pattern => ({
  codes: pattern.codes.flatMap((c) =>
    c < 0 ? [c] : codePoints(lowerCase(String.fromCodePoint(c))),
  ),
  prefix: lowerCase(pattern.prefix),
  ignoreCase: false,
});

/** Ordinals of the texts that match. */
export function* matching(
  dictionary: TextDictionary,
  pattern: Pattern,
  budget: Budget,
): Generator<number> {
  const { from, to } = dictionary.prefixRange(pattern.prefix);
  const anyRest =
    pattern.codes.at(-1) === ANY_RUN &&
    pattern.codes.length === codePoints(pattern.prefix).length + 1 &&
    !pattern.ignoreCase;
  const inside = insideOf(pattern);
  const known =
    inside === null || pattern.ignoreCase === false ? null : dictionary.lowerCased(lowerCase);
  if (inside !== null && known) return yield* containing(known, inside);
  for (const [ordinal, text] of dictionary.texts(from, to)) {
    budget.work(anyRest ? 1 : stepsToMatch(pattern, text));
    if (anyRest || matches(pattern, text)) yield ordinal;
  }
}

/** The `text` of `*text*`; null for any other pattern. */
function insideOf({ codes }: Pattern): string | null {
  const inner = codes.slice(1, -1);
  const is = codes.length > 2 && codes[0] === ANY_RUN && codes.at(-1) === ANY_RUN;
  return is && inner.every((code) => code > 0) ? String.fromCodePoint(...inner) : null;
}

/** Ordinals of the texts that contain `part`; nothing contains a NUL, which separates texts. */
function* containing({ joined, starts }: LowerCased, part: string): Generator<number> {
  let ordinal = 0;
  for (let at = joined.indexOf(part); at >= 0; at = joined.indexOf(part, starts[ordinal])) {
    while ((starts[ordinal] ?? joined.length) <= at) ordinal++;
    yield ordinal - 1;
    if (ordinal >= starts.length) return;
  }
}

/** More steps than it takes to see whether a text matches. */
const stepsToMatch = ({ codes }: Pattern, text: string): number =>
  (codes.length + 1) * (text.length + 1);

/** Whether a text matches as a whole. */
export function matches({ codes, ignoreCase }: Pattern, text: string): boolean {
  const points = codePoints(ignoreCase ? lowerCase(text) : text);
  let at = 0;
  let p = 0;
  let runAt = -1;
  let runText = 0;
  while (at < points.length) {
    const code = codes[p];
    if (code === ANY_RUN) {
      runAt = p++;
      runText = at;
    } else if (code !== undefined && (code === ANY_ONE || code === points[at])) {
      p++;
      at++;
    } else if (runAt >= 0) {
      p = runAt + 1;
      at = ++runText;
    } else return false;
  }
  while (codes[p] === ANY_RUN) p++;
  return p === codes.length;
}

const codePoints = (text: string): number[] => Array.from(text, (c) => c.codePointAt(0) ?? 0);
