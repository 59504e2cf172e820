// The check of the width of lines: what it wraps, what it leaves, and that code stays as it is.
import fc from 'fast-check';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { wrapComments } from './wrap-comments.mjs';
import { wrapMarkdown } from './wrap-markdown.mjs';

const lines = (...given: string[]) => given.join('\n');

it('comments of every form are wrapped where they stand', () => {
  const source = lines(
    '// One line that is too wide',
    '// for this file.',
    '/** The size of a thing, in bytes. */',
    'const size = 1; // what it is for, here',
    'const page = <p>{/* Words between elements */}</p>;',
    'f([',
    '  1, // the first one of them',
    ']); // stays behind what ends here',
  );
  expect(wrapComments('a.tsx', source, 24)).toBe(
    lines(
      '// One line that is too',
      '// wide for this file.',
      '/**',
      ' * The size of a thing,',
      ' * in bytes.',
      ' */',
      '// what it is for, here',
      'const size = 1;',
      'const page = <p>{/* Words between elements */}</p>;',
      'f([',
      '  // the first one of',
      '  // them',
      '  1,',
      ']); // stays behind what ends here',
    ),
  );
});

it('a comment between elements is wrapped in its own lines', () => {
  const source = lines('<div>', '  {/* Words between elements, alone */}', '</div>;');
  expect(wrapComments('a.tsx', source, 28)).toBe(
    lines('<div>', '  {/* Words between', '      elements, alone */}', '</div>;'),
  );
});

it('comments of a style sheet are wrapped, and its rules stay', () => {
  const source = lines(
    '/* The colour of a page, in both themes */',
    '.page { color: blue; margin: 0 }',
  );
  expect(wrapComments('a.css', source, 24)).toBe(
    lines(
      '/*',
      ' * The colour of a page,',
      ' * in both themes',
      ' */',
      '.page { color: blue; margin: 0 }',
    ),
  );
});

it('directives, lists, code and tables in comments stay lines of their own', () => {
  const source = lines(
    '// biome-ignore lint/style/noNonNullAssertion: known',
    '/**',
    ' * Two things that are here:',
    ' * - one of which is first',
    ' * - another',
    ' *     indented lines stay as they are',
    ' * @internal',
    ' */',
    'const a = 1;',
  );
  expect(wrapComments('a.ts', source, 24)).toBe(
    lines(
      '// biome-ignore lint/style/noNonNullAssertion: known',
      '/**',
      ' * Two things that are',
      ' * here:',
      ' * - one of which is',
      ' *   first',
      ' * - another',
      ' *     indented lines stay as they are',
      ' * @internal',
      ' */',
      'const a = 1;',
    ),
  );
});

it('paragraphs and items of Markdown are wrapped; tables, headings, code and HTML stay', () => {
  const wide = lines(
    '# A heading that is wider than the page',
    '',
    'A paragraph with `code in one` and [a link](where/it/leads.md).',
    '- An item of a list, which is long',
    '  and goes on',
    '',
    '| a table | that is wider than this |',
    '```',
    'code that is wider than the page, too',
    '```',
  );
  expect(wrapMarkdown(wide, 24)).toBe(
    lines(
      '# A heading that is wider than the page',
      '',
      'A paragraph with',
      '`code in one` and [a',
      'link](where/it/leads.md).',
      '- An item of a list,',
      '  which is long and goes',
      '  on',
      '',
      '| a table | that is wider than this |',
      '```',
      'code that is wider than the page, too',
      '```',
    ),
  );
});

const WORDS = fc.constantFrom(
  'a',
  'is',
  '->',
  '-',
  '1.',
  '`two words`',
  '#',
  'length',
  '[x](y.md)',
);
const TEXT = fc.array(WORDS, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));

it('any text keeps its words, fits unless one word does not, and is wrapped once', () => {
  fc.assert(
    fc.property(TEXT, fc.integer({ min: 24, max: 60 }), (text, width) => {
      for (const source of [`// x ${text}\nf();`, `/** x ${text} */\nf();`, `f(); // x ${text}`]) {
        const made = wrapComments('a.ts', source, width);
        expect(wrapComments('a.ts', made, width)).toBe(made);
        expect(codeOf(made)).toBe(codeOf(source));
        expect(wordsOf(made)).toEqual(wordsOf(source));
        if (!source.startsWith('f')) expect(widest(made)).toBeLessThanOrEqual(width);
      }
      const page = wrapMarkdown(`x ${text}`, width);
      expect(page.split(/\s+/)).toEqual(`x ${text}`.split(/\s+/));
      expect(wrapMarkdown(page, width)).toBe(page);
    }),
  );
});

const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

const codeOf = (text: string) =>
  ts
    .createPrinter({ removeComments: true })
    .printFile(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true));

/** Words of the comments, in any order of comment and code. */
const wordsOf = (text: string) =>
  text
    .replaceAll('f();', '')
    .replaceAll(/^[ \t]*(\/\*\*|\/\/|\*\/|\*(?= |$))/gm, ' ')
    .replaceAll('*/', ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '//');
