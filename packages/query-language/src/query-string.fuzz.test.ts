// Query strings made by the grammar, broken at random, and compared with another parser where that
// one is right.
/// <reference path="./lucene.d.ts" />
import fc from 'fast-check';
import lucene from 'lucene';
import { expect, it } from 'vitest';
import { parseQueryString, type QueryNode } from './query-string.ts';

const OPERATORS = ['AND', 'OR'] as const;
const word = fc.stringMatching(/^[a-z][a-z0-9_.]{0,6}$/);
const field = fc.stringMatching(/^[a-z][a-z_]{0,5}$/);
const date = fc.constantFrom(
  '2001',
  '2001-02-03',
  'now-1d/d',
  '2001-01-01||+1M/d',
  '"2001-02-03T04:05:06Z"',
);
const escaped = fc
  .tuple(word, fc.constantFrom(...'+-!():^[]"{}~*?\\/ &|'), word)
  .map(([a, sign, b]) => `${a}\\${sign}${b}`);
const leaf = fc.oneof(
  word,
  escaped,
  fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
  fc.tuple(word, word, fc.nat(9)).map(([a, b, n]) => `"${a} ${b}"~${n}`),
  fc.tuple(word, fc.constantFrom('*', '?', 'x*y', '??')).map(([a, b]) => a + b),
  fc.tuple(field, word).map(([f, a]) => `${f}:${a}`),
  fc.tuple(field, word, word).map(([f, a, b]) => `${f}:(${a} ${b})`),
  fc
    .tuple(field, fc.constantFrom('[', '{'), date, date, fc.constantFrom(']', '}'))
    .map(([f, open, a, b, close]) => `${f}:${open}${a} TO ${b}${close}`),
  fc.tuple(field, fc.constantFrom('>', '>=', '<', '<='), fc.nat(99)).map((parts) => {
    const [f, sign, n] = parts;
    return `${f}:${sign}${n}`;
  }),
  fc.constantFrom('*', '*:*', 'name:*', '_exists_:name'),
  fc.tuple(word, fc.nat(20)).map(([a, n]) => `${a}^${n / 2}`),
);

const { query } = fc.letrec<{ query: string; clause: string }>((tie) => ({
  clause: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('query').map((inner) => `(${inner})`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:(${a} OR ${b}^2)`),
    fc.tuple(fc.constantFrom('+', '-', 'NOT ', '!'), leaf).map(([sign, one]) => sign + one),
  ),
  query: fc
    .tuple(
      tie('clause'),
      fc.array(fc.tuple(fc.constantFrom(' ', ' AND ', ' OR ', ' && ', ' || '), tie('clause')), {
        maxLength: 4,
      }),
    )
    .map(([first, rest]) => first + rest.map(([glue, one]) => glue + one).join('')),
}));

it('a query string of the grammar is understood, whatever joins its words', () => {
  fc.assert(
    fc.property(query, fc.constantFrom(...OPERATORS), (text, operator) => {
      expect(parseQueryString(text, operator), text).toMatchObject({ ok: true });
    }),
    { numRuns: 2000 },
  );
});

it('a query string that is broken anywhere is understood or refused at a place within it, soon', () => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(3),
    put: fc.oneof(
      fc.constantFrom(...'()[]{}"\\:*?~^+-!/', 'AND', ' OR ', ' TO ', '\\u00', '||', '\u3000'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  });
  fc.assert(
    fc.property(query, fc.array(edit, { minLength: 1, maxLength: 6 }), (whole, edits) => {
      let text = whole;
      for (const { at, cut, put } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + put + text.slice(place + cut);
      }
      const result = parseQueryString(text, 'AND');
      if (result.ok) return;
      expect(result.at, text).toBeGreaterThanOrEqual(0);
      expect(result.at, text).toBeLessThanOrEqual(text.length);
      expect(result.reason).not.toBe('');
    }),
    { numRuns: 2000 },
  );
});

it('a query string of the longest length and the worst kinds is answered within a blink', () => {
  const pieces = [
    '(',
    ')',
    '"',
    '\\',
    '[',
    'a:',
    '*',
    '?',
    'a ',
    'AND ',
    '-',
    '~',
    '^',
    '{a TO b} ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), (parts) => {
      const piece = parts.join('');
      const text = piece.repeat(Math.ceil(16_384 / piece.length)).slice(0, 16_384);
      const before = process.threadCpuUsage();
      parseQueryString(text, 'OR');
      const { user } = process.threadCpuUsage(before);
      expect(user / 1000, `milliseconds for ${piece}`).toBeLessThan(100);
    }),
    { numRuns: 300 },
  );
});

it('a query string of one operator, groups and signs has the tree that the lucene parser gives it', () => {
  const plain = fc.oneof(
    fc.tuple(field, word).map(([f, a]) => `${f}:${a}`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:"${a} ${b}"`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:[${a} TO ${b}]`),
    fc.tuple(field, word, fc.integer({ min: 2, max: 9 })).map(([f, a, n]) => `${f}:${a}^${n}`),
  );
  const { chain } = fc.letrec<{ chain: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      plain,
      tie('chain').map((inner) => `(${inner})`),
    ),
    chain: fc
      .tuple(
        fc.constantFrom(' AND ', ' OR ', ' AND NOT '),
        fc.array(tie('part'), { minLength: 2, maxLength: 4 }),
      )
      .map(([glue, parts]) => parts.join(glue)),
  }));
  fc.assert(
    fc.property(chain, (text) => {
      const ours = parseQueryString(text, 'AND');
      expect(ours, text).toMatchObject({ ok: true });
      if (ours.ok) expect(printed(ours.node), text).toBe(printedLucene(lucene.parse(text)));
    }),
    { numRuns: 1000 },
  );
});

/** `(+a b -c)`, with boosts after the bracket. */
function printed(node: QueryNode): string {
  switch (node.kind) {
    case 'boolean': {
      const sign = { must: '+', should: '', must_not: '-' };
      return `(${node.clauses.map((one) => sign[one.occur] + printed(one.node)).join(' ')})`;
    }
    case 'boosted':
      return `${printed(node.node)}^${node.boost}`;
    case 'words':
      return `${node.field}:${node.text}`;
    case 'phrase':
      return `${node.field}:"${node.text}"`;
    case 'range':
      return `${node.field}:[${node.from} TO ${node.to}]`;
    default:
      return node.kind;
  }
}

type LuceneNode = {
  readonly left?: LuceneNode;
  readonly operator?: string;
  readonly right?: LuceneNode;
  readonly field?: string;
  readonly term?: string;
  readonly quoted?: boolean;
  readonly boost?: number | null;
  readonly term_min?: string;
  readonly term_max?: string;
};

/** A chain of one operator: AND requires all, OR none, AND NOT forbids all but the first. */
function printedLucene(tree: unknown): string {
  const node = tree as LuceneNode; // the parser's documented shape
  if (!node.left) return leafOf(node);
  if (!node.operator || !node.right) return printedLucene(node.left);
  const parts: LuceneNode[] = [node.left];
  let rest: LuceneNode = node.right;
  for (
    ;
    rest.left && rest.right && rest.operator === node.operator && !isGroup(rest);
    rest = rest.right
  )
    parts.push(rest.left);
  parts.push(rest);
  const sign = (i: number) =>
    node.operator === 'OR' ? '' : node.operator === 'AND NOT' && i > 0 ? '-' : '+';
  return `(${parts.map((one, i) => sign(i) + printedLucene(one)).join(' ')})`;
}

const isGroup = (node: LuceneNode): boolean =>
  'parenthesized' in node && node.parenthesized === true;

function leafOf({ field: name, term, quoted, boost, term_min, term_max }: LuceneNode): string {
  if (term_min !== undefined) return `${name}:[${term_min} TO ${term_max}]`;
  const text = quoted ? `"${term}"` : term;
  return `${name}:${text}${boost ? `^${boost}` : ''}`;
}
