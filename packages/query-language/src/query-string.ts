// Understands a query string in the classic Lucene syntax: text in, tree out. Linear in the length
// of the text.
import { MAX_CLAUSES, MAX_NESTING } from './bounds.ts';
import { type PatternPart, QueryStringProblem, type Token, tokens } from './query-tokens.ts';

export type Occur = 'must' | 'should' | 'must_not';

/** `field` null: the fields of the request. A field may contain `*` for any part of a name. */
export type QueryNode =
  /** Words that an analyser has yet to split; all or any of them, by the default operator. */
  | { readonly kind: 'words'; readonly field: string | null; readonly text: string }
  | {
      readonly kind: 'phrase';
      readonly field: string | null;
      readonly text: string;
      readonly slop: number | null;
    }
  | {
      readonly kind: 'wildcard';
      readonly field: string | null;
      readonly pattern: readonly PatternPart[];
    }
  | {
      readonly kind: 'range';
      readonly field: string | null;
      readonly from: string | null;
      readonly to: string | null;
      readonly includesFrom: boolean;
      readonly includesTo: boolean;
    }
  /** A word and similar ones; `edits` null: as many edits as the request allows. */
  | {
      readonly kind: 'similar';
      readonly field: string | null;
      readonly text: string;
      readonly edits: number | null;
    }
  /** The field has any value; `field` null: at least one of the fields of the request has. */
  | { readonly kind: 'exists'; readonly field: string | null }
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'boosted'; readonly node: QueryNode; readonly boost: number }
  | { readonly kind: 'boolean'; readonly clauses: readonly QueryClause[] };

export type QueryClause = {
  readonly occur: Occur;
  readonly node: QueryNode;
  /** Several plain words side by side; where clauses are counted, each word is one. */
  readonly run?: true;
};

export type ParsedQueryString =
  | { readonly ok: true; readonly node: QueryNode; readonly clauses: number }
  /** `at`: offset of the character where parsing stopped, from 0. */
  | { readonly ok: false; readonly reason: string; readonly at: number };

/**
 * Parses `text`; `operator` joins words and clauses that stand side by side. Precedence is that of
 * the classic parser: AND makes its neighbours required, OR makes them optional, whichever comes
 * last (`a OR b AND c` = `a +b +c`).
 */
export function parseQueryString(text: string, operator: 'AND' | 'OR'): ParsedQueryString {
  try {
    const reader: Reader = { tokens: tokens(text), next: 0, operator, clauses: 0 };
    if (peek(reader).kind === 'end') return { ok: true, node: { kind: 'none' }, clauses: 0 };
    const node = readQuery(reader, null, 0);
    if (peek(reader).kind !== 'end') throw unexpected(peek(reader));
    return { ok: true, node, clauses: reader.clauses };
  } catch (error) {
    if (error instanceof QueryStringProblem)
      return { ok: false, reason: error.message, at: error.at };
    throw error;
  }
}

/**
 * Escapes any text so that it stands for itself within a query string; `<` and `>` cannot be
 * escaped and become spaces.
 */
export const escapeQueryString = (text: string): string =>
  text
    .replace(/[<>]/g, ' ')
    .replace(/[+\-!():^[\]"{}~*?\\/&|]/g, '\\$&')
    .replace(/\b(AND|OR|NOT)\b/g, '\\$1');

type Reader = {
  readonly tokens: readonly Token[];
  next: number;
  readonly operator: 'AND' | 'OR';
  clauses: number;
};
type Modifier = 'plus' | 'minus' | null;
type Conjunction = 'and' | 'or' | null;

const peek = (reader: Reader, ahead = 0): Token =>
  reader.tokens[Math.min(reader.next + ahead, reader.tokens.length - 1)] as Token;

function readQuery(reader: Reader, field: string | null, nesting: number): QueryNode {
  if (nesting > MAX_NESTING)
    throw new QueryStringProblem(`more than ${MAX_NESTING} brackets deep`, peek(reader).at);
  const clauses: QueryClause[] = [];
  let plain = true;
  for (let first = true; first || !endsQuery(peek(reader)); first = false) {
    if (beginsRun(reader)) {
      const occur = reader.operator === 'AND' ? 'must' : 'should';
      clauses.push({ occur, node: readRun(reader, field), run: true });
      reader.clauses++;
    } else {
      const conjunction = first ? null : readConjunction(reader);
      const modifier = readModifier(reader);
      if (modifier) plain = false;
      addClause(reader, clauses, conjunction, modifier, readClause(reader, field, nesting));
    }
    if (reader.clauses > MAX_CLAUSES)
      throw new QueryStringProblem(`more than ${MAX_CLAUSES} clauses`, peek(reader).at);
  }
  const [only, ...more] = clauses;
  return only && more.length === 0 && plain ? only.node : { kind: 'boolean', clauses };
}

const endsQuery = (token: Token): boolean => token.kind === 'end' || token.kind === 'close';

/** Whether two or more plain words begin here: they go to the analyser together, as one text. */
const beginsRun = (reader: Reader): boolean =>
  peek(reader).kind === 'term' && peek(reader, 1).kind === 'term' && mayEndRun(peek(reader, 2));

const mayEndRun = (after: Token): boolean =>
  !['colon', 'star', 'tilde', 'boost', 'and', 'or'].includes(after.kind);

function readRun(reader: Reader, field: string | null): QueryNode {
  const words: string[] = [];
  for (let token = peek(reader); token.kind === 'term'; token = peek(reader)) {
    if (words.length > 0 && !mayEndRun(peek(reader, 1))) break;
    if (words.length > 0) reader.clauses++;
    words.push(token.text);
    take(reader);
  }
  return { kind: 'words', field, text: words.join(' ') };
}

function take(reader: Reader): Token {
  const token = peek(reader);
  reader.next++;
  return token;
}

function readConjunction(reader: Reader): Conjunction {
  const { kind } = peek(reader);
  if (kind !== 'and' && kind !== 'or') return null;
  reader.next++;
  return kind;
}

function readModifier(reader: Reader): Modifier {
  const { kind } = peek(reader);
  if (kind !== 'plus' && kind !== 'minus' && kind !== 'not') return null;
  reader.next++;
  return kind === 'plus' ? 'plus' : 'minus';
}

/**
 * The classic parser's rule: a conjunction also changes the clause before it, unless that is
 * forbidden.
 */
function addClause(
  reader: Reader,
  clauses: QueryClause[],
  conjunction: Conjunction,
  modifier: Modifier,
  node: QueryNode,
): void {
  const last = clauses.at(-1);
  const andByDefault = reader.operator === 'AND';
  if (last && last.occur !== 'must_not') {
    if (conjunction === 'and') clauses[clauses.length - 1] = { ...last, occur: 'must' };
    if (conjunction === 'or' && andByDefault)
      clauses[clauses.length - 1] = { ...last, occur: 'should' };
  }
  const required = andByDefault
    ? conjunction !== 'or'
    : modifier === 'plus' || conjunction === 'and';
  clauses.push({
    occur: modifier === 'minus' ? 'must_not' : required ? 'must' : 'should',
    node,
  });
  reader.clauses++;
}

function readClause(reader: Reader, outer: string | null, nesting: number): QueryNode {
  let field = outer;
  const token = peek(reader);
  if (peek(reader, 1).kind === 'colon' && (token.kind === 'term' || token.kind === 'star')) {
    field = token.kind === 'term' ? token.text : '*';
    reader.next += 2;
  }
  if (peek(reader).kind !== 'open') return readTerm(reader, field);
  reader.next++;
  const node = readQuery(reader, field, nesting + 1);
  if (peek(reader).kind !== 'close') throw unexpected(peek(reader));
  reader.next++;
  const boost = peek(reader);
  if (boost.kind !== 'boost') return node;
  reader.next++;
  return { kind: 'boosted', node, boost: boost.boost };
}

function readTerm(reader: Reader, field: string | null): QueryNode {
  const token = take(reader);
  const { boost, tilde } = readSuffix(reader);
  const node = termNode(token, field, tilde);
  return boost === null ? node : { kind: 'boosted', node, boost };
}

/** `^2`, `~2`, or both in either order. */
function readSuffix(reader: Reader) {
  let boost: number | null = null;
  let tilde: { readonly number: number | null; readonly at: number } | null = null;
  for (let token = peek(reader); ; token = peek(reader)) {
    if (token.kind === 'boost' && boost === null) boost = token.boost;
    else if (token.kind === 'tilde' && tilde === null) tilde = token;
    else return { boost, tilde };
    reader.next++;
  }
}

function termNode(
  token: Token,
  field: string | null,
  tilde: { readonly number: number | null; readonly at: number } | null,
): QueryNode {
  if (tilde && token.kind === 'range') throw unexpected({ kind: 'tilde', ...tilde });
  if (tilde && token.kind !== 'quoted') return similarNode(token, field, tilde);
  switch (token.kind) {
    case 'term':
      if (field === '_exists_') return { kind: 'exists', field: token.text };
      return comparison(token.text, field) ?? { kind: 'words', field, text: token.text };
    case 'bare-operator':
      return { kind: 'words', field, text: token.text };
    case 'star':
      return field === '*' ? { kind: 'all' } : { kind: 'exists', field };
    case 'wildcard':
      return { kind: 'wildcard', field, pattern: token.pattern };
    case 'quoted':
      if (field === '_exists_') return { kind: 'exists', field: token.text };
      return { kind: 'phrase', field, text: token.text, slop: tilde ? (tilde.number ?? 0) : null };
    case 'range': {
      const { from, to, includesFrom, includesTo } = token;
      return { kind: 'range', field, from, to, includesFrom, includesTo };
    }
    default:
      throw unexpected(token);
  }
}

/** `word~`, `word~1`. A number below 1 is of an older syntax and means another thing. */
function similarNode(
  token: Token,
  field: string | null,
  { number, at }: { readonly number: number | null; readonly at: number },
): QueryNode {
  if (token.kind !== 'term')
    throw new QueryStringProblem('only a plain word can be similar (~) to others', at);
  if (number !== null && ![0, 1, 2].includes(number))
    throw new QueryStringProblem('expected 0, 1 or 2 after ~', at);
  return { kind: 'similar', field, text: token.text, edits: number };
}

/** `>5`, `>=5`, `<5`, `<=5` as a word is a range. */
function comparison(text: string, field: string | null): QueryNode | null {
  const [, sign, value] = /^(>=?|<=?)(.+)$/s.exec(text) ?? [];
  if (sign === undefined || value === undefined) return null;
  const upper = sign.startsWith('<');
  return {
    kind: 'range',
    field,
    from: upper ? null : value,
    to: upper ? value : null,
    includesFrom: sign === '>=',
    includesTo: sign === '<=',
  };
}

function unexpected(token: Token): QueryStringProblem {
  const what = token.kind === 'end' ? 'the end of the text' : NAMES[token.kind];
  return new QueryStringProblem(`did not expect ${what} here`, token.at);
}

const NAMES: Readonly<Record<Exclude<Token['kind'], 'end'>, string>> = {
  term: 'a word',
  star: '*',
  wildcard: 'a wildcard',
  quoted: 'a phrase',
  'bare-operator': 'a sign',
  boost: '^',
  tilde: '~',
  range: 'a range',
  and: 'AND',
  or: 'OR',
  not: 'NOT',
  plus: '+',
  minus: '-',
  open: '(',
  close: ')',
  colon: ':',
};
