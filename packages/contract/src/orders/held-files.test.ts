// What users have of their data, in every form in which they have it: names, checksums and dates
// are found, and nothing else.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { datastreamIn, MOST_HELD_DATA, MOST_HELD_FILES, readHeld } from './held-files.ts';

const A = 'sgpmetE13.b1.20190101.000000.cdf';
const B = 'nsatwrC1.c1.20200229.013000.nc';
const SUM = 'a1'.repeat(32);
const OTHER = '0b'.repeat(32);

it.each([
  ['sha256sum', `${SUM}  ${A}\n${OTHER} *data/${B}\n`],
  ['sha256sum of Windows', `${SUM}  ${A}\r\n${OTHER}  C:\\data\\${B}\r\n`],
  ['shasum --tag', `SHA256 (${A}) = ${SUM}\nSHA256 (./x/${B}) = ${OTHER}\n`],
  [
    'Get-FileHash',
    `Algorithm Hash Path\nSHA256    ${SUM.toUpperCase()}   C:\\a\\${A}\nSHA256 ${OTHER} D:\\${B}`,
  ],
  ['with documents of the delivery', `${SUM}  ${A}\n${SUM}  README.txt\n${OTHER}  ${B}\n`],
])('as checksums: %s', (_, text) => {
  expect(readHeld(text)).toEqual({
    what: 'checksums',
    files: [
      { name: A, sha256: SUM },
      { name: B, sha256: OTHER },
    ],
    data: [],
    leftOut: 0,
  });
});

it.each([
  ['names', `${A}\n${B}`],
  ['ls -l', `-rw-r--r-- 1 ada ada 1234 Jan  1 2019 ${A}\n-rw-r--r-- 1 ada ada 1 Jan 1 ${B}`],
  ['find', `./2019/${A}\n./2020/${B}\n./2020/notes.txt`],
  ['dir', `01/01/2019  10:00 AM   1,234 ${A}\r\n01/01/2019  10:00 AM  1,234 ${B}\r\n`],
  ['prose', `We used ${A}, and (${B}).`],
  ['the same twice', `${A} ${A} ${B} ${B}`],
])('as a list: %s', (_, text) => {
  expect(readHeld(text).files).toEqual([{ name: A }, { name: B }]);
});

it('as a recipe, with the day of the order', () => {
  const recipe = {
    recipe: 1,
    orderDate: '2026-03-04T05:06:07Z',
    inputs: [
      { datastream: 'sgpmetE13.b1', file: A, sha256: SUM, bytes: 1 },
      { datastream: 'nsatwrC1.c1', file: B, sha256: 'no checksum', bytes: 1 },
    ],
  };
  expect(readHeld(JSON.stringify(recipe, null, 2))).toEqual({
    what: 'recipe',
    files: [{ name: A, sha256: SUM }, { name: B }],
    data: [],
    since: '2026-03-04',
    leftOut: 0,
  });
  const later = { ...recipe, orderDate: '2026-03-04, about noon' };
  expect(readHeld(JSON.stringify(later)).since).toBe('2026-03-04');
});

it('as a research object', () => {
  const crate = {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': './', '@type': 'Dataset', datePublished: '2026-03-04' },
      { '@id': `files/${A}`, '@type': 'File', sha256: SUM },
      { '@id': 'README.txt', '@type': 'File', sha256: SUM },
    ],
  };
  expect(readHeld(JSON.stringify(crate))).toMatchObject({
    what: 'research object',
    files: [{ name: A, sha256: SUM }],
    since: '2026-03-04',
  });
});

it.each([
  ['python', `fetch("sgpmetE13.b1", start="2019-01-02", end="2019-01-05")`],
  [
    'an address',
    'https://x.org/live/mod?user=USER&ds=sgpmetE13.b1&start=2019-01-02&end=2019-01-05',
  ],
  ['R', "mod('sgpmetE13.b1',\n  start = '2019-01-02',\n  end = '2019-01-05')"],
])('as a script with dates: %s', (_, text) => {
  expect(readHeld(text)).toMatchObject({
    what: 'script',
    files: [],
    data: [{ datastream: 'sgpmetE13.b1', start: '2019-01-02', end: '2019-01-05' }],
  });
});

it.each([
  ['a first day alone', 'start="2019-01-02"', '2019-01-02', '2019-01-02'],
  ['an end before its start', '"2019-01-02", "2019-01-01"', '2019-01-02', '2019-01-02'],
  ['no date among them', '"2019-13-01", "2019-01-03", "2019-01-05"', '2019-01-03', '2019-01-05'],
])('as a script with %s', (_, dates, start, end) => {
  expect(readHeld(`get("sgpmetE13.b1", ${dates})`).data).toEqual([
    { datastream: 'sgpmetE13.b1', start, end },
  ]);
});

it('as a script with each datastream and span once, up to as many as one call takes', () => {
  const call = (number: number) => `get("sgpmetE${number}.b1", "2019-01-02", "2019-01-05")\n`;
  const gap = '#'.repeat(400);
  expect(readHeld(call(13) + gap + call(13)).data).toHaveLength(1);
  expect(readHeld(`get("sgpmetE13.b1")${gap}"2019-01-02"`).data).toEqual([]);
  const many = Array.from({ length: MOST_HELD_DATA + 5 }, (_, number) => call(number + 1));
  expect(readHeld(many.join(gap)).data).toHaveLength(MOST_HELD_DATA);
});

it('as one file with its checksum where a name is there with and without one', () => {
  const sums = (...all: (string | undefined)[]) =>
    readHeld(JSON.stringify({ inputs: all.map((sha256) => ({ file: A, sha256 })) })).files;
  expect(sums(undefined, SUM, OTHER)).toEqual([{ name: A, sha256: SUM }]);
  expect(sums(SUM, undefined)).toEqual([{ name: A, sha256: SUM }]);
});

it.each([20190304, 'yesterday, at noon', '2019-02-29T00:00:00Z', undefined])(
  'as a recipe without a day where its date is %j',
  (orderDate) => {
    const held = readHeld(JSON.stringify({ orderDate, inputs: [{ file: A }, { file: 7 }, A] }));
    expect(held).toEqual({ what: 'recipe', files: [{ name: A }], data: [], leftOut: 0 });
  },
);

it.each(['', '   ', 'hello', '{', '{"a": 1}', '[]', `${SUM}  notes.txt`, 'null'])(
  'as nothing where it names no file: %j',
  (text) => expect(readHeld(text)).toMatchObject({ files: [], data: [] }),
);

it('up to as many files as one call takes, and the rest is counted', () => {
  const many = Array.from(
    { length: MOST_HELD_FILES + 7 },
    (_, n) => `${SUM}  sgpmetE13.b1.20190101.${String(n).padStart(6, '0')}.cdf`,
  );
  const { files, leftOut } = readHeld(many.join('\n'));
  expect([files.length, leftOut]).toEqual([MOST_HELD_FILES, 7]);
});

it('the datastream of a held file is found by its name, and none in other names', () => {
  expect(datastreamIn(A)).toBe('sgpmetE13.b1');
  expect(datastreamIn('sgpmetE13.b1')).toBeNull();
  expect(datastreamIn('../sgpmetE13.b1.x')).toBeNull();
});

it('the list of held files reads any text without throwing, and only names without folders come out', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(A, `../${B}`, SUM, '  ', '\n', '{', '"@graph":[', '\\', 'SHA256 (', ') = '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      for (const { name } of readHeld(pieces.join('')).files) expect(name).toMatch(/^[^/\\]+$/);
    }),
    { numRuns: 400 },
  );
});

it('the list of held files takes time in proportion to its length for malformed texts', () => {
  for (const unit of ['a', 'sgpmetE13.b1.', '{"a":', 'aaaE1.b1.2', `${SUM} `, 'SHA256 (']) {
    const began = performance.now();
    readHeld(unit.repeat(Math.ceil(400_000 / unit.length)));
    expect(performance.now() - began, unit).toBeLessThan(20_000);
  }
});
