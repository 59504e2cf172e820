/// <reference path="./lucene.d.ts" />
import fc from 'fast-check';
import lucene from 'lucene';
import { expect, it } from 'vitest';
import { escapeQueryString, parseQueryString, type QueryNode } from './query-string.ts';

/** The tree as the classic parser prints it: `+must should -must_not`. */
function print(node: QueryNode): string {
  const at = 'field' in node && node.field !== null ? `${node.field}:` : '';
  switch (node.kind) {
    case 'words':
      return `${at}<${node.text}>`;
    case 'phrase':
      return `${at}"${node.text}"${node.slop === null ? '' : `~${node.slop}`}`;
    case 'wildcard':
      return at + node.pattern.map((p) => (typeof p === 'string' ? p : p.text)).join('');
    case 'range':
      return `${at}${node.includesFrom ? '[' : '{'}${node.from ?? '*'} TO ${node.to ?? '*'}${node.includesTo ? ']' : '}'}`;
    case 'exists':
      return `exists(${node.field ?? ''})`;
    case 'boosted':
      return `${print(node.node)}^${node.boost}`;
    case 'boolean': {
      const sign = { must: '+', should: '', must_not: '-' };
      return `(${node.clauses.map((c) => sign[c.occur] + print(c.node)).join(' ')})`;
    }
    default:
      return node.kind;
  }
}

function parsed(text: string, operator: 'AND' | 'OR' = 'AND'): string {
  const result = parseQueryString(text, operator);
  return result.ok ? print(result.node) : `at ${result.at}: ${result.reason}`;
}

it.each([
  // words side by side go to the analyser as one text, except for a word that belongs to an
  // operator
  ['a b', '<a b>'],
  ['a b c OR d', '(+<a b> <c> <d>)'],
  ['a b OR c', '(+<a> <b> <c>)'],
  ['a AND b', '(+<a> +<b>)'],
  ['a b AND c', '(+<a> +<b> +<c>)'],
  ['a OR b', '(<a> <b>)'],
  ['a OR b c', '(<a> <b> +<c>)'],
  ['a OR b AND c', '(<a> +<b> +<c>)'],
  ['a AND b OR c', '(+<a> <b> <c>)'],
  ['a NOT b', '(+<a> -<b>)'],
  ['a AND NOT b', '(+<a> -<b>)'],
  ['-a b', '(-<a> +<b>)'],
  ['!a && b || c', '(-<a> <b> <c>)'],
  ['+a b', '(+<a> +<b>)'],
  ['a - b', '(+<a> +<-> +<b>)'],
  ['name:(a b)', 'name:<a b>'],
  ['name:(a OR b) c', '(+(name:<a> name:<b>) +<c>)'],
  ['name:a AND (desc:b OR desc:c)', '(+name:<a> +(desc:<b> desc:<c>))'],
  ['name: a', 'name:<a>'],
  ['site.keyword:"sgp C1"', 'site.keyword:"sgp C1"'],
  ['"a b"~2^3', '"a b"~2^3'],
  ['"a b"^3~2', '"a b"~2^3'],
  ['"say \\"hi\\""', '"say "hi""'],
  ['(a b)^2', '<a b>^2'],
  ['a*', 'a*'],
  ['*', 'exists()'],
  ['*:*', 'all'],
  ['name:*', 'exists(name)'],
  ['_exists_:name', 'exists(name)'],
  ['f:sgp*.b?', 'f:sgp*.b?'],
  ['a\\*b', '<a*b>'],
  ['wi-fi', '<wi-fi>'],
  ['\\u0041b', '<Ab>'],
  ['a\\ b', '<a b>'],
  ['n:[1 TO 5}', 'n:[1 TO 5}'],
  ['d:{2001-01-01 TO *]', 'd:{2001-01-01 TO *]'],
  ['d:["2001-01-01 10:00" TO now/d]', 'd:[2001-01-01 10:00 TO now/d]'],
  ['n:>=5 n:<3', '(+n:[5 TO *} +n:{* TO 3})'],
  ['[a TO b]', '[a TO b]'],
  ['a TO b', '<a TO b>'],
  ['na\\*:a', 'na*:<a>'],
  ['', 'none'],
  ['  ', 'none'],
  ['NOT a', '(-<a>)'],
])('%s', (text, expected) => expect(parsed(text)).toBe(expected));

it.each([
  ['a b', '<a b>'],
  ['a AND b c', '(+<a> +<b> <c>)'],
  ['a OR b AND c', '(<a> +<b> +<c>)'],
  ['+a b -c', '(+<a> <b> -<c>)'],
])('a query string joins with OR: %s', (text, expected) =>
  expect(parsed(text, 'OR')).toBe(expected),
);

it.each([
  ['a AND', 'at 5: did not expect the end of the text here'],
  ['(a', 'at 2: did not expect the end of the text here'],
  ['a)', 'at 1: did not expect ) here'],
  ['()', 'at 1: did not expect ) here'],
  ['a:b:c', 'at 3: did not expect : here'],
  ['name:-a', 'at 5: did not expect - here'],
  ['a AND OR b', 'at 6: did not expect OR here'],
  ['"open', 'at 0: the quotation mark is not closed'],
  ['x [a TO', 'at 2: expected TO between the ends of the range'],
  ['a^x', 'at 1: expected a number after ^'],
  [
    'a/b',
    'at 1: regular expressions are not supported; put a backslash before / or quote the text',
  ],
  ['aero*~1', 'at 5: only a plain word can be similar (~) to others'],
  ['aeros~3', 'at 5: expected 0, 1 or 2 after ~'],
  ['aeros~0.5', 'at 5: expected 0, 1 or 2 after ~'],
  ['a\\', 'at 1: a lone backslash at the end'],
])('a query string refuses %s', (text, expected) => expect(parsed(text)).toBe(expected));

it('a query string refuses what is nested too deeply instead of exhausting the stack', () => {
  expect(parsed(`${'('.repeat(8000)}a${')'.repeat(8000)}`)).toContain('brackets deep');
});

it('a query string refuses too many clauses', () => {
  expect(parsed(Array.from({ length: 1100 }, (_, i) => `f:${i}`).join(' '))).toContain('clauses');
});

it('a query string never throws and never hangs on any text', () => {
  const pieces = ['a', 'AND', 'OR', 'NOT', ' ', '(', ')', '"', ':', '*', '?', '[', ']', '{', '}'];
  const noise = fc.array(
    fc.oneof(fc.constantFrom(...pieces, '~', '^', '\\', '/', ' TO ', '2'), fc.string()),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(noise, fc.constantFrom('AND' as const, 'OR' as const), (parts, operator) => {
      const text = parts.join('');
      const result = parseQueryString(text, operator);
      expect(result.ok || (result.at >= 0 && result.at <= text.length)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('a query string takes time in proportion to the text', () => {
  const worst = ['((', '"\\', '[a TO ', 'a*?', '\\\\', 'a:', '-'];
  for (const piece of worst) {
    // this thread's own work, not elapsed time, since others may use the machine; the least of
    // several tries, without garbage collection
    const work = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      const tries = Array.from({ length: 8 }, () => {
        const before = process.threadCpuUsage();
        for (let i = 0; i < 3; i++) parseQueryString(text, 'AND');
        return process.threadCpuUsage(before).user;
      });
      return Math.min(...tries);
    };
    work(2000);
    expect(work(64_000), piece).toBeLessThan(Math.max(100_000, 30 * work(8000)));
  }
});

it('a query string makes any text stand for itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('AND', 'NOT', 'a', '"', ':', '(', '/', '~', '*', '\\', '+', '5'), {
        minLength: 1,
        maxLength: 8,
      }),
      (parts) => {
        const text = parts.join(' ');
        const result = parseQueryString(escapeQueryString(text), 'AND');
        expect(result).toMatchObject({ ok: true, node: { kind: 'words', text } });
      },
    ),
  );
});

it('a query string agrees with the lucene parser on terms, phrases, fields and ranges', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9.]{0,6}$/);
  const field = fc.stringMatching(/^[a-z][a-z_]{0,5}$/);
  const leaf = fc.oneof(
    fc.tuple(field, word).map(([f, w]) => `${f}:${w}`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:"${a} ${b}"`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:[${a} TO ${b}]`),
    fc.tuple(field, word, word).map(([f, a, b]) => `${f}:{${a} TO ${b}}`),
  );
  fc.assert(
    fc.property(leaf, (text) => {
      expect(parsed(text)).toBe(oracle((lucene.parse(text) as { left: LuceneNode }).left));
    }),
  );
});

type LuceneNode = {
  field: string;
  term?: string;
  quoted?: boolean;
  term_min?: string;
  term_max?: string;
  inclusive?: string;
};

function oracle(node: LuceneNode): string {
  if (node.term_min !== undefined) {
    const [open, close] = node.inclusive === 'both' ? '[]' : '{}';
    return `${node.field}:${open}${node.term_min} TO ${node.term_max}${close}`;
  }
  return node.quoted ? `${node.field}:"${node.term}"` : `${node.field}:<${node.term}>`;
}
