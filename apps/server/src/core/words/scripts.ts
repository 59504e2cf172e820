// Words of scripts that Latin rules do not fit: Chinese, Japanese and Korean are cut where known
// words end, Russian and Arabic words are read without their endings and articles.
import { keyOf, type Token } from '@isobar/contract/words/fold.ts';
import { UNSPACED } from './unspaced.ts';
import type { Vocabulary } from './vocabulary.ts';

const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{M}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{M}ー]+/gu;
const SPACED = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
/** Korean particles that follow a word, and nothing. */
const PARTICLE = /^(?:은|는|이|가|을|를|의|에|에서|도|와|과|로|으로|만)?$/u;
/** Endings of Japanese words and particles, which mean nothing here by themselves. */
const KANA = /^[\p{Script=Hiragana}ー]+$/u;

/** Words that say how a user asks, as the English ones of noise.ts: 'data of', 'observations'. */
const LITTLE: ReadonlySet<string> = new Set(
  (
    '的 和 与 在 数据 资料 观测 测量 产品 年 の データ 観測 測定 資料 자료 데이터 관측 측정 및 의 ' +
    'и в на по для из от с о данные данных наблюдения наблюдений измерения измерений ' +
    'في من على عن و بيانات البيانات قياس قياسات رصد ' +
    'का की के में और से पर डेटा आंकड़े आँकड़े अवलोकन मापन'
  )
    .split(' ')
    .map(keyOf),
);

interface Known {
  /** Keys of scripts without spaces, and the length of the longest. */
  readonly whole: ReadonlySet<string>;
  readonly longest: number;
  /** Words without their endings or articles -> the key as the vocabulary has it. */
  readonly stems: ReadonlyMap<string, string>;
}
const KNOWN = new WeakMap<Vocabulary, Known>();

function knownOf(vocabulary: Vocabulary): Known {
  const before = KNOWN.get(vocabulary);
  if (before) return before;
  const whole = new Set<string>();
  const stems = new Map<string, string>();
  for (const key of [...vocabulary.concepts.keys(), ...vocabulary.places.keys()]) {
    if (UNSPACED.test(key.normalize('NFKC'))) whole.add(key);
    else if (SPACED.test(key)) {
      const stem = key.split(' ').map(stemOf).join(' ');
      if (!stems.has(stem)) stems.set(stem, key);
    }
  }
  const longest = Math.max(0, ...[...whole].map((key) => key.normalize('NFKC').length));
  const known = { whole, longest, stems };
  KNOWN.set(vocabulary, known);
  return known;
}

/** Endings of Russian nouns and adjectives, folded: a short i has lost its breve. */
const ENDING =
  /(?:ого|его|ому|ему|ыми|ими|ами|ями|ах|ях|ои|еи|ыи|ии|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ов|ев|ам|ям|[ыиаяоеуюь])$/;

/** A word without its ending (Russian) or its article and prefixes (Arabic). */
function stemOf(word: string): string {
  if (/\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/^(?:[وفبكل]?ال|لل|[وبل](?=.{4}))/u, '');
    return bare.length >= 3 ? bare : word;
  }
  const bare = /\p{Script=Cyrillic}/u.test(word) ? word.replace(ENDING, '') : word;
  return bare.length >= 3 ? bare : word;
}

/** Words of scripts with spaces as the longest keys that have the same stems. */
function inflected(tokens: readonly Token[], { stems }: Known): readonly Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let taken = 1;
    let words: readonly string[] | undefined;
    for (let length = Math.min(4, tokens.length - at); length > 0 && !words; length--) {
      const part = tokens.slice(at, at + length);
      if (!part.every(({ plain }) => SPACED.test(plain))) continue;
      words = stems.get(part.map(({ key }) => stemOf(key)).join(' '))?.split(' ');
      taken = words ? length : 1;
    }
    for (const [i, token] of tokens.slice(at, at + taken).entries()) {
      const word = words?.[i];
      found.push(word === undefined ? token : { ...token, key: word, plain: word });
    }
    at += taken;
  }
  return found;
}

/**
 * The tokens of a text, those of other scripts as the words of the vocabulary; what stays is as it
 * was.
 */
export function inScripts(
  tokens: readonly Token[],
  text: string,
  vocabulary: Vocabulary,
): readonly Token[] {
  if (!tokens.some(({ plain }) => UNSPACED.test(plain.normalize('NFKC')) || SPACED.test(plain)))
    return tokens;
  const known = knownOf(vocabulary);
  const cuts = tokens.flatMap((token): readonly Token[] =>
    UNSPACED.test(text.slice(token.start, token.end)) ? cut(token, text, known) : [token],
  );
  const all = inflected(cuts, known);
  const telling = all.filter(({ key }) => !LITTLE.has(key));
  return telling.length > 0 ? telling : all;
}

/**
 * Cuts a run of characters into the longest words that are known; nothing is known: it stays one
 * word.
 */
function cut(token: Token, text: string, known: Known): readonly Token[] {
  const found: Token[] = [];
  let any = false;
  for (const part of text.slice(token.start, token.end).matchAll(RUNS)) {
    const from = token.start + part.index;
    if (!UNSPACED.test(part[0])) found.push(tokenAt(text, from, from + part[0].length));
    else if (cutRun(text, from, from + part[0].length, known, found)) any = true;
  }
  return any || found.length > 1 ? found : [token];
}

/** Whether any word of the run is known. */
function cutRun(text: string, from: number, to: number, known: Known, found: Token[]): boolean {
  let any = false;
  let left = from;
  const leave = (until: number): void => {
    const rest = text.slice(left, until);
    const isParticle = KANA.test(rest) || rest.length < (HANGUL.test(rest) ? 3 : 2);
    if (!isParticle || (left === from && until === to)) found.push(tokenAt(text, left, until));
  };
  for (let at = from; at < to; ) {
    const end = longestAt(text, at, to, from, known);
    if (end === null) {
      at++;
      continue;
    }
    if (left < at) leave(at);
    found.push(tokenAt(text, at, end));
    any = true;
    at = end;
    left = end;
  }
  if (left < to) leave(to);
  return any;
}

function longestAt(text: string, at: number, to: number, from: number, known: Known) {
  for (let end = Math.min(to, at + known.longest); end > at; end--) {
    const piece = text.slice(at, end);
    // A syllable of Korean is a word only with a particle at most: '비' is in many words.
    const isSyllable = piece.length === 1 && HANGUL.test(piece);
    if (isSyllable && (at > from || !PARTICLE.test(text.slice(end, to)))) continue;
    const key = keyOf(piece);
    if (known.whole.has(key) || LITTLE.has(key)) return end;
  }
  return null;
}

function tokenAt(text: string, start: number, end: number): Token {
  const key = keyOf(text.slice(start, end));
  return { key, plain: key, start, end };
}
