// Whatever a text holds, it stays one text of its language: by the rules of each language, and as
// the languages themselves see it.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import type { CodeRequest } from './plan.ts';
import { comment, juliaText, matlabText, pythonText, rText, shellText } from './quote.ts';

/** Texts that try to break out. */
const BITS = [
  '"',
  "'",
  '\\',
  '\n',
  '\r',
  '`',
  '$(x)',
  '$',
  '{x}',
  '#',
  '%{',
  '*/',
  '"""',
  "'''",
  '\\u',
  '\\N{',
  '!',
  ';',
  '\u2028',
  '\u0085',
  '\u202e',
  '\0',
  '\t',
  'é',
  '😀',
  '\ud800',
  '{}',
  '&',
  '|',
  '~',
  '-',
  ' ',
  'a',
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...BITS), { maxLength: 12 }).map((bits) => bits.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** What is left of a text: no control or format characters except line ends and tabs. */
const left = (text: string) =>
  text.toWellFormed().replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
const SAMPLES = fc.sample(hostile, { numRuns: 150, seed: 7 }).concat(BITS, BITS.join(''));

/** `"…"` with its escapes, read one by one; null if it ends early or contains what it may not. */
function fromDoubleQuotes(
  literal: string,
  escapes: Readonly<Record<string, string>>,
): string | null {
  let text = '';
  for (let at = 1; at < literal.length - 1; at++) {
    const sign = literal[at] ?? '';
    if (sign === '"' || sign < ' ' || sign > '~' || (sign === '$' && '$' in escapes)) return null;
    if (sign !== '\\') text += sign;
    else {
      const mark = literal[++at] ?? '';
      const digits = mark === 'u' ? 4 : mark === 'U' ? 8 : 0;
      if (digits > 0) {
        text += String.fromCodePoint(Number.parseInt(literal.slice(at + 1, at + 1 + digits), 16));
        at += digits;
      } else if (escapes[mark] === undefined || at >= literal.length - 1) return null;
      else text += escapes[mark];
    }
  }
  return literal.startsWith('"') && literal.endsWith('"') && literal.length > 1 ? text : null;
}
const PLAIN = { '"': '"', '\\': '\\', n: '\n', t: '\t' };

describe('a literal', () => {
  it('a literal of Python, R and Julia reads back as its text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(fromDoubleQuotes(pythonText(text), PLAIN)).toBe(left(text));
        expect(fromDoubleQuotes(rText(text), PLAIN)).toBe(left(text));
        expect(fromDoubleQuotes(juliaText(text), { ...PLAIN, $: '$' })).toBe(left(text));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('a literal of MATLAB and of a shell reads back as its text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const pieces = matlabText(text).match(/'(?:[^'\n]|'')*'|char\(\d+\)/g) ?? [];
        const matlab = pieces.map((piece) =>
          piece.startsWith('char')
            ? String.fromCharCode(Number(piece.slice(5, -1)))
            : piece.slice(1, -1).replaceAll("''", "'"),
        );
        expect(matlab.join('')).toBe(left(text));
        const whole = pieces.length > 1 ? `[${pieces.join(' ')}]` : pieces.join('');
        expect(matlabText(text)).toBe(whole);
        expect(shellText(text)).toMatch(/^'[^']*'(?:\\''[^']*')*$/);
        expect(shellText(text).slice(1, -1).replaceAll("'\\''", "'")).toBe(left(text));
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  it('a literal is one line behind the mark of a comment', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(comment('#', text)).toMatch(/^# ?[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

/** A program that writes each text, followed by a mark. */
const PROGRAMS = {
  python3: {
    args: ['-'],
    of: (texts: readonly string[]) =>
      `import sys\nfor text in [${texts.map(pythonText).join(',\n')}]:\n    sys.stdout.buffer.write(text.encode() + b"\\x1e")\n`,
  },
  sh: {
    args: ['-s'],
    of: (texts: readonly string[]) =>
      texts.map((text) => `printf '%s\\036' ${shellText(text)}`).join('\n'),
  },
  Rscript: {
    args: ['-'],
    of: (texts: readonly string[]) =>
      `out <- pipe("cat", "wb")\nfor (text in c(${texts.map(rText).join(',\n')})) writeBin(c(charToRaw(enc2utf8(text)), as.raw(30)), out)\nclose(out)\n`,
  },
  'octave-cli': {
    args: ['--norc', '--quiet'],
    of: (texts: readonly string[]) =>
      texts.map((text) => `fwrite(stdout, [${matlabText(text)} char(30)]);`).join('\n'),
  },
  julia: {
    args: ['-'],
    of: (texts: readonly string[]) =>
      texts.map((text) => `write(stdout, ${juliaText(text)}, '\\x1e')`).join('\n'),
  },
} as const;

const has = (program: string) => spawnSync('which', [program]).status === 0;

describe.each(Object.entries(PROGRAMS))('%s itself', (program, { args, of }) => {
  it.skipIf(!has(program))('the language itself reads every literal back', () => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const done = spawnSync(program, args, { input: of(SAMPLES), env, maxBuffer: 1 << 24 });
    expect(String(done.stderr)).toBe('');
    expect(String(done.stdout).split('\x1e').slice(0, -1)).toEqual(SAMPLES.map(left));
  });
});

describe('whole pieces of code', () => {
  const about = (text: string): CodeRequest => ({
    title: text,
    from: text,
    live: `https://data.example.org/${text}`,
    order: 'https://data.example.org/services/order',
    tokenPage: 'https://data.example.org/discovery/#/account',
    about: {
      items: [
        {
          datastream: text,
          ranges: [{ start: text, end: text }],
          variables: [text || 'none'],
          fileNames: [],
          reportClasses: [],
          assessments: [],
        },
        {
          datastream: text,
          ranges: [],
          variables: [],
          fileNames: [text],
          reportClasses: [],
          assessments: [],
        },
      ],
    },
  });

  it.skipIf(!has('python3'))('in Python contain no statement that was part of a text', () => {
    const sources = ['python', 'xarray', 'act'].flatMap((key) => {
      const write = LANGUAGES.find((language) => language.key === key)?.write;
      return SAMPLES.map((text) => write?.(about(text)) ?? '');
    });
    // Without its literals, every one of them is the same program as the one about plain texts.
    const script = `
import ast, json, sys
def shape(source):
    tree = ast.parse(source.encode())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)
print(json.dumps([shape(source) for source in json.load(sys.stdin)]))`;
    const plain = ['python', 'xarray', 'act'].map(
      (key) => LANGUAGES.find((language) => language.key === key)?.write(about('plain')) ?? '',
    );
    const input = JSON.stringify([...plain, ...sources]);
    const done = spawnSync('python3', ['-c', script], { input, maxBuffer: 1 << 28 });
    const shapes = JSON.parse(String(done.stdout)) as string[];
    const [python, xarray, act, ...found] = shapes;
    const expected = [python, xarray, act].flatMap((one) => SAMPLES.map(() => one));
    expect(found.map((shape, n) => shape === expected[n])).toEqual(
      SAMPLES.concat(SAMPLES, SAMPLES).map(() => true),
    );
  });

  it('in shells are what a shell can read', () => {
    for (const text of SAMPLES.slice(0, 60))
      for (const key of ['curl', 'wget']) {
        const code = LANGUAGES.find((language) => language.key === key)?.write(about(text)) ?? '';
        const done = spawnSync('sh', ['-n'], { input: code });
        expect([text, String(done.stderr), done.status]).toEqual([text, '', 0]);
      }
  });

  it('whole pieces of code never hold more than names of files where a file is written', () => {
    for (const text of SAMPLES) {
      const code = LANGUAGES[0].write(about(`../${text}/../x`));
      const [, to = ''] = /^extract\("([^"]*)"/m.exec(code) ?? [];
      expect(to).toMatch(/^\w[\w.+-]*$/);
    }
  });
});
