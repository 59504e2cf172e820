// What comes from outside in an address is read by laws: blocks of Blosc, constraints of DAP2, keys
// of Zarr.
import { ARRAY_CALLS_PER_MINUTE } from '@isobar/contract/calls/array-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DescribedVariable, Description } from '../../core/series/description.ts';
import { fromBlosc, toBlosc } from './blosc.ts';
import {
  checkSize,
  chunksOf,
  isInDap,
  neededFor,
  readConstraint,
  sentBytes,
  valuesIn,
} from './dap-constraint.ts';
import { bytesOfChunk } from './description.ts';
import { EvenPace } from './even-pace.ts';
import { chunkShapeOf, readKey, shapeOf } from './zarr.ts';

const names = fc.stringMatching(/^[a-z][a-z_0-9]{0,7}$/);

const variables = fc
  .uniqueArray(
    fc.record({
      name: names,
      type: fc.constantFrom('byte', 'short', 'int', 'float', 'double', 'int64', 'char'),
      perRecord: fc.boolean(),
      inner: fc.array(fc.record({ name: names, length: fc.nat(4) }), { maxLength: 2 }),
      chunkRows: fc.constantFrom(1, 2, 8, 64),
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name },
  )
  .map((list) =>
    list.map(
      (one): DescribedVariable => ({
        ...one,
        ...{ attributes: [], from: 0, to: 0, sources: [one.name] },
        chunkRows: one.perRecord ? one.chunkRows : 0,
      }),
    ),
  );

const described = (list: readonly DescribedVariable[], rows: number): Description => ({
  ...{ rows, start: 0, end: 0, variables: list },
  ...{ globals: [], notes: [], changes: [], shown: [], keys: [] },
});

it('a block of Blosc gives back what was put in, for any bytes and any size of an element', async () => {
  const sizes = fc.constantFrom(1, 2, 4, 8);
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.tuple(fc.nat(255), fc.nat(4000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
  );
  await fc.assert(
    fc.asyncProperty(content, sizes, fc.constantFrom(1, 6), async (bytes, size, level) => {
      const raw = bytes.subarray(0, bytes.length - (bytes.length % size));
      const made = await toBlosc(raw, size, level);
      const view = new DataView(made.buffer, made.byteOffset, made.byteLength);
      expect([view.getUint32(4, true), view.getUint32(12, true)]).toEqual([
        raw.length,
        made.length,
      ]);
      expect(made.length).toBeLessThanOrEqual(raw.length + 16);
      expect([...(await fromBlosc(made))]).toEqual([...raw]);
    }),
  );
});

it('the rows that a constraint picks are in the chunks that hold them, each once and in order, for any start, stride and length of a chunk', () => {
  fc.assert(
    fc.property(
      variables,
      fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 40 })),
      (list, [start, stride, count]) => {
        const [variable] = list;
        if (!variable?.perRecord || !isInDap(variable)) return;
        const inner = variable.inner.map(({ length }) => ({
          start: 0,
          stride: 1,
          count: length,
        }));
        const pick = { variable, slices: [{ start, stride, count }, ...inner] };
        const chunks = [...chunksOf(pick)];
        const found = chunks.flatMap(({ chunk, from, rows }) =>
          Array.from({ length: rows.count }, (_, n) => {
            const row = rows.start + n * rows.stride;
            expect([chunk, from]).toEqual([
              Math.floor(row / variable.chunkRows),
              chunk * variable.chunkRows,
            ]);
            return row;
          }),
        );
        expect(found).toEqual(Array.from({ length: count }, (_, n) => start + n * stride));
        expect(new Set(chunks.map(({ chunk }) => chunk)).size).toBe(chunks.length);
        const needed = neededFor([pick], 'of');
        expect(needed.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
          chunks.length * bytesOfChunk(variable),
        );
        expect(needed.reduce((sum, { part }) => sum + (part?.sent ?? 0), 0)).toBe(
          valuesIn(pick) * sentBytes(pick),
        );
      },
    ),
  );
});

it('the rows that a constraint picks are counted without their chunks where these are more than 256', () => {
  const variable: DescribedVariable = {
    ...{ name: 'power', type: 'float', perRecord: true, inner: [], attributes: [] },
    ...{ chunkRows: 64, from: 0, to: 0, sources: ['power'] },
  };
  const rows = (count: number) => ({ variable, slices: [{ start: 0, stride: 64, count }] });
  expect(neededFor([rows(200), rows(57), rows(10_000_000)], 'of').slice(200)).toEqual([
    { bytes: 57 * 256 },
    { bytes: 10_000_000 * 256 },
  ]);
});

const range = (length: number) =>
  fc
    .tuple(
      fc.nat(Math.max(0, length - 1)),
      fc.nat(Math.max(0, length - 1)),
      fc.integer({ min: 1, max: 5 }),
    )
    .map(([a, b, stride]) => ({ start: Math.min(a, b), stop: Math.max(a, b), stride }));

it('a constraint of DAP2 is read as it was written, whichever ranges it has', () => {
  fc.assert(
    fc.property(variables, fc.integer({ min: 1, max: 300 }), fc.gen(), (list, rows, draw) => {
      const picked = list.filter(isInDap).map((variable) => ({
        variable,
        ranges: shapeOf(variable, rows).map((length) => draw(() => range(length))),
      }));
      const text = picked
        .map(
          ({ variable, ranges }) =>
            variable.name + ranges.map((r) => `[${r.start}:${r.stride}:${r.stop}]`).join(''),
        )
        .join(',');
      const read = readConstraint(text, list, rows);
      expect(read).toEqual(
        picked.map(({ variable, ranges }) => ({
          variable,
          slices: ranges.map(({ start, stop, stride }) => ({
            ...{ start, stride },
            count: Array.from({ length: stop - start + 1 }).filter((_, n) => n % stride === 0)
              .length,
          })),
        })),
      );
    }),
  );
});

it('a constraint of DAP2 made of any text is refused as a Problem, or stays within the values that there are', () => {
  const pieces = fc.oneof(
    names,
    fc.constantFrom('[', ']', ':', ',', '&', '[0', '[0:1:3]', '9]', '-', '1e3', ' ', '%'),
    fc.string({ maxLength: 4 }),
  );
  const texts = fc.array(pieces, { maxLength: 8 }).map((list) => list.join(''));
  fc.assert(
    fc.property(variables, fc.integer({ min: 1, max: 300 }), texts, (list, rows, text) => {
      const [first] = list;
      for (const constraint of [text, `${first?.name}${text}`]) {
        try {
          for (const { variable, slices } of readConstraint(constraint, list, rows)) {
            const shape = shapeOf(variable, rows);
            expect(slices.length).toBe(shape.length);
            slices.forEach(({ start, stride, count }, at) => {
              expect(start + (count - 1) * stride).toBeLessThan(shape[at] ?? 0);
            });
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }
    }),
    { numRuns: 500 },
  );
});

const variable = (name: string, ...lengths: number[]): DescribedVariable => ({
  ...{ name, type: 'float', perRecord: true, chunkRows: 64, attributes: [], from: 0, to: 0 },
  inner: lengths.map((length, at) => ({ name: `d${at}`, length })),
  sources: [name],
});
const place = { ...variable('place'), perRecord: false };
const list = [variable('temp'), variable('power', 30_000), place];
const refusal = (text: string): string => {
  try {
    checkSize(readConstraint(text, list, 10_000_000));
    return 'no refusal';
  } catch (error) {
    return error instanceof Problem ? `${error.status} ${error.message}` : String(error);
  }
};

it.each([
  ['temp[0:0:5]', '400 [0:0:5] of temp has a stride of 0; it is at least 1.'],
  ['temp[5:4]', '400 [5:4] of temp ends before it begins.'],
  [
    'temp[0:10000000]',
    '400 [0:10000000] of temp ends after the last of 10000000 values, which is 9999999.',
  ],
  ['temp[-1]', '400 "temp[-1]" is no constraint like V[0:1:9].'],
  ['temp[0:1e9]', '400 "temp[0:1e9]" is no constraint like V[0:1:9].'],
  ['power[0:9]', '400 power takes no range or one for each of its dimensions (time, d0), not 1.'],
  ['place[0]', '400 place is one value, and takes no range.'],
  ['temp[0:9],temp[20:29]', '400 temp is named twice. Ask for one range of a variable at a time.'],
  ['geogrid(temp,1,2)', '400 There are no functions. Name variables and ranges: V[0:1:9].'],
  [
    'temp&temp>3',
    '400 Selections (&) are for sequences, of which there are none. Use ranges: V[0:1:9].',
  ],
  ['none[0]', '404 There is no variable none.'],
  [
    'power[7:2:9999][0:1:29999]',
    '413 These are 600 MB; one answer has at most 200 MB. Ask for fewer variables or rows at a time, such as power[7:2:2005][0:1:29999].',
  ],
])('%s is refused with what is wrong with it [DP3]', (text, told) => {
  expect(refusal(text)).toBe(told);
});

it('a constraint that is refused is none that names a thousand variables, as programs do that read what is small at once [DP1]', () => {
  const many = Array.from({ length: 1000 }, (_, n) => variable(`${'long_name_'.repeat(5)}${n}`));
  const text = many.map(({ name }) => name).join();
  expect(
    readConstraint(text, many, 48)
      .map(({ variable: { name } }) => name)
      .join(),
  ).toBe(text);
});

it('a constraint that is refused gives a part that is not refused where it asked for too much, and nothing is refused for an empty selection [DP3]', () => {
  const part = /such as (.*)\.$/.exec(refusal('power'))?.[1] ?? '';
  expect([refusal(part), refusal('temp&'), refusal('temp[0]&&')]).toEqual(
    Array(3).fill('no refusal'),
  );
});

/** By a plain walk over all chunks: the key in both versions, and the chunk along time. */
function chunkKeys(variable: DescribedVariable, rows: number): [key: string, row: number][] {
  const shape = shapeOf(variable, rows);
  if (shape.some((length) => length === 0)) return [];
  const counts = shape.map((length, at) =>
    Math.ceil(length / Math.max(1, chunkShapeOf(variable)[at] ?? 1)),
  );
  let places: number[][] = [[]];
  for (const count of counts)
    places = places.flatMap((place) => Array.from({ length: count }, (_, n) => [...place, n]));
  return places.flatMap((place): [string, number][] => {
    const row = variable.perRecord ? (place[0] ?? 0) : 0;
    const v3 = [variable.name, 'c', ...place].join('/');
    const v2 = `${variable.name}/${place.length === 0 ? '0' : place.join('.')}`;
    return [
      [v3, row],
      [v2, row],
    ];
  });
}

it('a key of a Zarr store leads to its chunk in version 3 and 2, and any other text to nothing [AR4]', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc
      .tuple(names, fc.array(fc.constantFrom('c', '0', '1', '7', '.', '/', '..', '-', '00')))
      .map(([name, rest]) => [name, ...rest].join('/')),
  );
  fc.assert(
    fc.property(variables, fc.nat(300), texts, fc.nat(20), (list, rows, text, nth) => {
      const group = { description: described(list, rows), attributes: () => ({}) };
      const known = new Map(list.flatMap((variable) => chunkKeys(variable, rows)));
      for (const [key, row] of known) {
        const found = readKey(group, key);
        expect(found).toMatchObject({ is: 'chunk', row });
        expect(found?.is === 'chunk' && found.variable.name).toBe(key.split('/')[0]);
      }
      const [some = ''] = [...known.keys()].slice(nth);
      for (const other of [text, `${list[0]?.name}/${text}`, `${some}0`, `${some}/0`, `0${some}`]) {
        const found = readKey(group, other);
        if (found?.is === 'chunk') expect([...known.keys()]).toContain(other);
      }
    }),
    { numRuns: 200 },
  );
});

it('the pace of requests by DAP2 keeps a client that sends one request after the other below the limit of a minute, and delays none that sends many at once [DP1]', () => {
  let at = 0;
  const pace = new EvenPace(() => at);
  const asked: number[] = [];
  while (at < 180_000) {
    const wait = pace.take('address 1');
    expect(wait).toBeLessThanOrEqual(10);
    asked.push(at);
    at += 1 + wait;
  }
  for (let begin = 0; begin < 120_000; begin += 5000) {
    const inMinute = asked.filter((time) => time >= begin && time < begin + 60_000).length;
    expect(inMinute).toBeLessThan(ARRAY_CALLS_PER_MINUTE);
    expect(inMinute).toBeGreaterThan(ARRAY_CALLS_PER_MINUTE * 0.8);
  }
  const waits = Array.from({ length: 100 }, () => pace.take('address 1'));
  expect(waits.filter((wait) => wait > 0).length).toBeLessThanOrEqual(3);
  expect(pace.take('address 2')).toBe(0);
});
