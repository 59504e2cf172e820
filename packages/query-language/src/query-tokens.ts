// Splits a query string of the classic Lucene syntax into tokens, in one pass over the text.

/**
 * Piece of a wildcard pattern: text to be met as it is, or `*` (any run) and `?` (any one
 * character).
 */
export type PatternPart = { readonly text: string } | '*' | '?';

export type Token = { readonly at: number } & (
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'wildcard'; readonly pattern: readonly PatternPart[] }
  | { readonly kind: 'quoted'; readonly text: string }
  /** A lone `+`, `-` or `!` before a space: a word, not an operator. */
  | { readonly kind: 'bare-operator'; readonly text: string }
  | { readonly kind: 'boost'; readonly boost: number }
  /** `~` with or without a number. */
  | { readonly kind: 'tilde'; readonly number: number | null }
  | {
      readonly kind: 'range';
      /** Null: open end. */
      readonly from: string | null;
      readonly to: string | null;
      readonly includesFrom: boolean;
      readonly includesTo: boolean;
    }
  | { readonly kind: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close' | 'colon' | 'end' }
);

/** Why a query string is not understood; `at` is the offset of the character, from 0. */
export class QueryStringProblem extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.name = 'QueryStringProblem';
    this.at = at;
  }
}

const SPACE = ' \t\n\r\u3000';
const SPECIAL = '+-!():^[]"{}~*?\\/';

/** All tokens, the last of kind `end`. Throws QueryStringProblem. */
export function tokens(text: string): Token[] {
  const result: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const c = text.charAt(at);
    if (SPACE.includes(c)) {
      at++;
      continue;
    }
    const { token, next } = read(text, at, c);
    result.push(token);
    at = next;
  }
  result.push({ kind: 'end', at: text.length });
  return result;
}

type QuotedToken = Extract<Token, { readonly kind: 'quoted' }>;
type Read = { readonly token: Token; readonly next: number };

function read(text: string, at: number, c: string): Read {
  const one = (kind: 'plus' | 'minus' | 'not' | 'open' | 'close' | 'colon'): Read => ({
    token: { kind, at },
    next: at + 1,
  });
  switch (c) {
    case '(':
      return one('open');
    case ')':
      return one('close');
    case ':':
      return one('colon');
    case '+':
    case '-':
    case '!': {
      const follows = text[at + 1];
      if (follows !== undefined && SPACE.includes(follows))
        return { token: { kind: 'bare-operator', text: c, at }, next: at + 2 };
      return one(c === '+' ? 'plus' : c === '-' ? 'minus' : 'not');
    }
    case '"':
      return readQuoted(text, at);
    case '[':
    case '{':
      return readRange(text, at);
    case '^':
      return readBoost(text, at);
    case '~':
      return readTilde(text, at);
    case '/':
      throw new QueryStringProblem(
        'regular expressions are not supported; put a backslash before / or quote the text',
        at,
      );
    case ']':
    case '}':
      throw new QueryStringProblem(`${c} without its opening bracket`, at);
    default:
      return readWord(text, at);
  }
}

function readQuoted(text: string, at: number): Read & { readonly token: QuotedToken } {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === '\\' ? 2 : 1;
  if (next >= text.length) throw new QueryStringProblem('the quotation mark is not closed', at);
  return {
    token: { kind: 'quoted', text: withoutEscapes(text.slice(at + 1, next), at + 1), at },
    next: next + 1,
  };
}

function readBoost(text: string, at: number): Read {
  const { end, value } = readNumber(text, skipSpace(text, at + 1));
  if (value === null) throw new QueryStringProblem('expected a number after ^', at);
  return { token: { kind: 'boost', boost: value, at }, next: end };
}

function readTilde(text: string, at: number): Read {
  const { end, value } = readNumber(text, at + 1);
  return { token: { kind: 'tilde', number: value, at }, next: end };
}

function readNumber(text: string, from: number): { end: number; value: number | null } {
  let end = digitsEnd(text, from);
  if (end === from) return { end, value: null };
  if (text[end] === '.') {
    const fraction = digitsEnd(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  return { end, value: Number(text.slice(from, end)) };
}

function readRange(text: string, at: number): Read {
  const from = readBound(text, skipSpace(text, at + 1), at);
  const to = skipSpace(text, from.next);
  if (text.slice(to, to + 2) !== 'TO' || !SPACE.includes(text[to + 2] ?? 'x'))
    throw new QueryStringProblem('expected TO between the ends of the range', Math.min(to, at));
  const until = readBound(text, skipSpace(text, to + 2), at);
  const close = skipSpace(text, until.next);
  if (text[close] !== ']' && text[close] !== '}')
    throw new QueryStringProblem('the range is not closed', at);
  return {
    token: {
      kind: 'range',
      from: from.value,
      to: until.value,
      includesFrom: text[at] === '[',
      includesTo: text[close] === ']',
      at,
    },
    next: close + 1,
  };
}

function readBound(text: string, from: number, at: number) {
  if (text[from] === '"') {
    const quoted = readQuoted(text, from);
    return { value: quoted.token.text, next: quoted.next };
  }
  let next = from;
  while (next < text.length && !`${SPACE}]}`.includes(text.charAt(next))) next++;
  if (next === from) throw new QueryStringProblem('the range lacks an end', at);
  const raw = text.slice(from, next);
  return { value: raw === '*' ? null : withoutEscapes(raw, from), next };
}

/** A word: a term, `*`, a wildcard pattern, or one of the operators that are written as words. */
function readWord(text: string, at: number): Read {
  const pattern: PatternPart[] = [];
  let literal = '';
  let next = at;
  for (; next < text.length; next++) {
    const c = text.charAt(next);
    if (c === '\\') {
      const escaped = readEscape(text, next);
      literal += escaped.text;
      next = escaped.last;
    } else if (c === '*' || c === '?') {
      if (literal) pattern.push({ text: literal });
      literal = '';
      pattern.push(c);
    } else if (SPACE.includes(c) || (SPECIAL.includes(c) && !(next > at && '+-'.includes(c))))
      break;
    else literal += c;
  }
  if (pattern.length === 0) return { token: wordToken(text.slice(at, next), literal, at), next };
  if (literal) pattern.push({ text: literal });
  if (pattern.length === 1 && pattern[0] === '*') return { token: { kind: 'star', at }, next };
  return { token: { kind: 'wildcard', pattern, at }, next };
}

function wordToken(raw: string, text: string, at: number): Token {
  if (raw === 'AND' || raw === '&&') return { kind: 'and', at };
  if (raw === 'OR' || raw === '||') return { kind: 'or', at };
  if (raw === 'NOT') return { kind: 'not', at };
  return { kind: 'term', text, at };
}

function withoutEscapes(raw: string, at: number): string {
  if (!raw.includes('\\')) return raw;
  let result = '';
  for (let i = 0; i < raw.length; i++) {
    if (raw[i] !== '\\') result += raw[i];
    else {
      const escaped = readEscape(raw, i, at);
      result += escaped.text;
      i = escaped.last;
    }
  }
  return result;
}

/** `\x` or `\u0041`; `last` is the offset of its last character. */
function readEscape(text: string, at: number, base = 0): { text: string; last: number } {
  const c = text[at + 1];
  if (c === undefined) throw new QueryStringProblem('a lone backslash at the end', base + at);
  if (c !== 'u') return { text: c, last: at + 1 };
  const hex = text.slice(at + 2, at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(hex))
    throw new QueryStringProblem('expected four hexadecimal digits after \\u', base + at);
  return { text: String.fromCharCode(Number.parseInt(hex, 16)), last: at + 5 };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.includes(text.charAt(at))) at++;
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
  return at;
}
