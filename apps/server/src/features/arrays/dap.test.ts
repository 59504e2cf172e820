// What DAP2 sends so that its readers, which differ, all read the same.
import { expect, it } from 'vitest';
import type { DescribedVariable, PlainAttribute } from '../../core/series/description.ts';
import { dasOf, toXdr } from './dap.ts';

const variable = (type: string, ...attributes: PlainAttribute[]): DescribedVariable => ({
  ...{ name: 'temp', type, perRecord: true, inner: [], attributes },
  ...{ chunkRows: 64, from: 0, to: 0, sources: ['temp'] },
});
const text = (name: string, value: string): PlainAttribute => ({ name, type: 'char', value });
const numbers = (name: string, type: string, ...value: (number | string)[]): PlainAttribute => ({
  ...{ name, type, value },
});

function attributesOf(of: DescribedVariable): string[] {
  const whole = {
    rows: 1,
    start: 0,
    end: 0,
    globals: [],
    notes: [],
    changes: [],
    shown: [],
    keys: [],
  };
  const lines = dasOf({ ...whole, variables: [of] }, {}).split('\n');
  return lines.slice(2, lines.indexOf('    }')).map((line) => line.trim());
}

it('attributes in DAP2 have large numbers with a point or exponent, texts without a zero byte, and names that are written alike once [DP1]', () => {
  const found = attributesOf(
    variable(
      'float',
      numbers('_FillValue', 'float', 1e20),
      numbers('whole', 'int', 7),
      numbers('half', 'double', 0.5, 'NaN', '-Infinity'),
      text('quoted', 'a\0b "c"'),
      text('with blank', 'first'),
      text('with_blank', 'second'),
    ),
  );
  expect(found).toEqual([
    'Float32 _FillValue 1e+20;',
    'Int32 whole 7;',
    'Float64 half 0.5, NaN, -Inf;',
    'String quoted "ab \\"c\\"";',
    'String with_blank "first";',
  ]);
});

it('text and unsigned bytes are stated as unsigned in DAP2, however the file writes it [DP2]', () => {
  for (const of of [
    variable('char'),
    variable('ubyte'),
    variable('byte', text('_Unsigned', 'true')),
  ])
    expect(attributesOf(of)).toEqual(['String _Unsigned "true";']);
});

it('DAP2 sends the first of several missing values for all of them', () => {
  const of = variable('short', numbers('missing_value', 'short', -1, -2, -3));
  expect(attributesOf(of)).toEqual(['Int16 missing_value -1;']);
  const raw = new Uint8Array(Int16Array.of(5, -2, -1, -3, 6).buffer);
  const rows = { start: 0, stride: 1, count: 5 };
  const sent = toXdr({ variable: of, slices: [rows] }, raw, { chunk: 0, from: 0, rows });
  const view = new DataView(sent.buffer);
  expect(Array.from({ length: 5 }, (_, n) => view.getInt32(4 * n))).toEqual([5, -1, -1, -1, 6]);
});

it('a single byte is in the first and in the last of the four bytes of DAP2, since readers take either', () => {
  const of = { ...variable('ubyte'), perRecord: false, chunkRows: 0 };
  const rows = { start: 0, stride: 1, count: 1 };
  const sent = toXdr({ variable: of, slices: [] }, Uint8Array.of(200), { chunk: 0, from: 0, rows });
  expect([...sent]).toEqual([200, 200, 200, 200]);
});
