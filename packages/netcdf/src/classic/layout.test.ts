// Every byte of a classic header as the format states it, what a definition may not say, and where
// variables may lie.
import { describe, expect, it } from 'vitest';
import { checkExtents } from './extents.ts';
import { classicLayout, type Definition, type VariableDefinition } from './layout.ts';

const variable = (name: string, type: string, dimensions: readonly string[] = [], more = {}) =>
  // also types that may not be
  ({ name, type, dimensions, attributes: [], ...more }) as VariableDefinition;
const time = { name: 'time', length: 7, unlimited: true };
const n = { name: 'n', length: 3, unlimited: false };
const text = (name: string, value: string) => ({ name, type: 'char' as const, value });

/** Numbers of `width` bytes, and texts with their length before and zeros behind. */
function bytesOf(width: 4 | 8, parts: readonly (number | string | Uint8Array | [number])[]) {
  const whole: number[] = [];
  const number = (value: number, bytes: number) => {
    for (let at = bytes - 1; at >= 0; at--) whole.push(Math.floor(value / 256 ** at) % 256);
  };
  for (const part of parts) {
    if (part instanceof Uint8Array) whole.push(...part);
    else if (typeof part === 'number') number(part, width);
    else if (typeof part === 'string') {
      number(part.length, width);
      for (const sign of part) whole.push(sign.charCodeAt(0));
      while (whole.length % 4 > 0) whole.push(0);
    } else number(part[0], 4); // tags and types have four bytes in either version
  }
  return Uint8Array.from(whole);
}

const DEFINITION: Definition = {
  dimensions: [time, n],
  attributes: [
    text('title', 'abc'),
    { name: 'words', type: 'string', value: ['x', 'yz'] },
    { name: 'range', type: 'short', value: Int16Array.of(-1, 2, 3) },
  ],
  variables: [
    variable('a', 'short', ['time']),
    variable('f', 'byte', ['n'], { attributes: [text('u', 'K')] }),
    variable('b', 'double', ['time', 'n']),
  ],
};

describe('a header', () => {
  const RECORDS = 10;
  const expected = (version: 2 | 5, f: number, attributesOfF = [text('u', 'K')]) => {
    const width = version === 5 ? 8 : 4;
    // offsets have eight bytes in either version
    const wide = (value: number) => bytesOf(8, [value]);
    return bytesOf(width, [
      Uint8Array.of(0x43, 0x44, 0x46, version),
      RECORDS,
      ...[[10] as [number], 2, 'time', 0, 'n', 3],
      ...[[12] as [number], 3, 'title', [2] as [number], 'abc'],
      ...['words', [2] as [number], 'x, yz'],
      ...['range', [3] as [number], 3, Uint8Array.of(255, 255, 0, 2, 0, 3, 0, 0)],
      ...[[11] as [number], 3],
      ...['a', 1, 0, [0] as [number], 0, [3] as [number], 4, wide(f + 4)],
      ...['f', 1, 1, [12] as [number], attributesOfF.length, 'u', [2] as [number], 'K'],
      ...[[1] as [number], 4, wide(f)],
      ...['b', 2, 0, 1, [0] as [number], 0, [6] as [number], 24, wide(f + 8)],
    ]);
  };

  it.each([2, 5] as const)('a header of CDF-%i is as the format states', (version) => {
    const layout = classicLayout({ ...DEFINITION, version }, RECORDS);
    expect(layout.version).toBe(version);
    expect([...layout.header]).toEqual([...expected(version, layout.header.length)]);
    expect(layout).toMatchObject({
      recordStart: layout.header.length + 4,
      recordSize: 28,
      records: RECORDS,
      size: layout.header.length + 4 + 280,
    });
  });

  it('a header states no lists where there are none, and grows with them', () => {
    const none = classicLayout({ dimensions: [], attributes: [], variables: [] }, 0);
    expect([...none.header]).toEqual([0x43, 0x44, 0x46, 2, ...new Array(28).fill(0)]);
    const names = Array.from({ length: 400 }, (_, at) => `variable number ${at}`);
    const many = {
      dimensions: [],
      attributes: [],
      variables: names.map((one) => variable(one, 'int')),
    };
    const { header, variables, size } = classicLayout(many, 0);
    const whole = Buffer.from(header).toString('latin1');
    for (const name of names) expect(whole).toContain(name);
    expect(variables.map(({ begin }) => begin)).toEqual(
      names.map((_, at) => header.length + 4 * at),
    );
    expect(size).toBe(header.length + 1600);
  });

  it('a header pads no record where one variable has records, and every one where several have', () => {
    const of = (...variables: VariableDefinition[]) =>
      classicLayout({ dimensions: [time, n], attributes: [], variables }, 4);
    const lone = of(variable('a', 'byte', ['time', 'n']), variable('f', 'short'));
    expect([lone.recordSize, lone.variables[0]?.padded, lone.variables[1]?.padded]).toEqual([
      3, 3, 4,
    ]);
    expect(lone.size - lone.recordStart).toBe(12);
    const two = of(variable('a', 'byte', ['time', 'n']), variable('b', 'short', ['time']));
    expect([two.recordSize, two.variables.map(({ padded }) => padded)]).toEqual([8, [4, 4]]);
  });

  it('a header states sizes beyond 32 bits as the largest number in CDF-2, and as they are in CDF-5', () => {
    const sized = (length: number, version: 2 | 5 | 'auto' = 'auto') =>
      classicLayout(
        {
          version,
          dimensions: [{ name: 'n', length, unlimited: false }],
          attributes: [],
          variables: [variable('v', 'byte', ['n']), variable('w', 'int')],
        },
        0,
      );
    const largest = sized(2 ** 32 - 4);
    expect(largest.version).toBe(2);
    const view = (header: Uint8Array) => new DataView(header.buffer);
    const at = Buffer.from(largest.header).indexOf('w') - 4;
    expect(view(largest.header).getUint32(at - 12)).toBe(2 ** 32 - 4);
    const end = largest.header.length;
    expect(view(largest.header).getBigUint64(end - 8)).toBe(BigInt(end) + 2n ** 32n - 4n);
    const larger = sized(2 ** 32 - 3);
    expect(larger.version).toBe(5);
    const place = Buffer.from(larger.header).indexOf('w') - 8;
    expect(view(larger.header).getBigUint64(place - 16)).toBe(2n ** 32n);
    expect(() => sized(2 ** 32 - 3, 2)).toThrow('asks for CDF-5');
  });
});

it.each<[string, Partial<Definition>, number]>([
  ['an int', { variables: [variable('v', 'int')] }, 2],
  ['a ubyte', { variables: [variable('v', 'ubyte')] }, 5],
  ['a uint', { variables: [variable('v', 'uint')] }, 5],
  [
    'a global attribute of 64 bits',
    { attributes: [{ name: 'g', type: 'int64', value: BigInt64Array.of(1n) }] },
    5,
  ],
  [
    'an attribute of 64 bits',
    {
      variables: [
        variable('v', 'int', [], {
          attributes: [{ name: 'g', type: 'uint64', value: BigUint64Array.of(1n) }],
        }),
      ],
    },
    5,
  ],
])('%s asks for its version of the format', (_, part, version) => {
  const definition = { dimensions: [], attributes: [], variables: [], ...part };
  expect(classicLayout(definition, 0).version).toBe(version);
  if (version === 5) expect(() => classicLayout({ ...definition, version: 2 }, 0)).toThrow('CDF-5');
});

it.each<[Partial<Definition>, number, string, string]>([
  [{ variables: [variable('v', 'string')] }, 0, 'unsupported', '"v" has type string'],
  [{ variables: [variable('v', 'int', ['x'])] }, 0, 'invalid', '"v" has no dimension "x"'],
  [
    { dimensions: [n, time], variables: [variable('v', 'int', ['n', 'time'])] },
    0,
    'invalid',
    '"v" has the unlimited dimension in a later place',
  ],
  [{}, -1, 'invalid', 'cannot have -1 records'],
  [{}, 1.5, 'invalid', 'cannot have 1.5 records'],
  [
    { dimensions: [time, { ...time, name: 'other' }] },
    0,
    'invalid',
    'one unlimited dimension at most',
  ],
  [{ dimensions: [{ ...n, length: 0 }] }, 0, 'invalid', '"n" cannot have length 0'],
  [{ dimensions: [{ ...n, length: 2.5 }] }, 0, 'invalid', '"n" cannot have length 2.5'],
  [{ dimensions: [n, n] }, 0, 'invalid', 'Two dimensions are called "n"'],
  [
    { variables: [variable('v', 'int'), variable('v', 'int')] },
    0,
    'invalid',
    'Two variables are called "v"',
  ],
  [
    { dimensions: [{ ...n, name: '' }] },
    0,
    'invalid',
    'A dimension has a name that cannot be stored',
  ],
  [
    { variables: [variable('a\0b', 'int')] },
    0,
    'invalid',
    'A variable has a name that cannot be stored',
  ],
  [
    { variables: [variable('a/b', 'int')] },
    0,
    'invalid',
    'A variable has a name that cannot be stored',
  ],
  [
    { attributes: [{ name: 'g', type: 'string', value: Int16Array.of(1) }] },
    0,
    'invalid',
    'Attribute "g" is not text',
  ],
])('%j with %d records is refused', (part, records, code, message) => {
  const definition = { dimensions: [], attributes: [], variables: [], ...part };
  expect(() => classicLayout(definition, records)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

describe('where variables lie', () => {
  const place = (name: string, begin: number, bytes: number, isRecord = false) => ({
    name,
    begin,
    bytes,
    isRecord,
  });
  const check = (variables: ReturnType<typeof place>[], more = {}) =>
    checkExtents(variables, {
      headerBytes: 100,
      records: 3,
      recordSize: 12,
      fileSize: 1000,
      ...more,
    });

  it.each([
    ['next to each other and to the header', [place('b', 108, 4), place('a', 100, 8)], {}],
    ['up to the end of the file', [place('a', 100, 900)], {}],
    ['records up to its end', [place('a', 964, 8, true), place('b', 972, 4, true)], {}],
    ['records in any order', [place('b', 108, 4, true), place('a', 100, 8, true)], {}],
    ['fixed values in any order', [place('b', 108, 4), place('a', 100, 8)], {}],
    [
      'fixed values before the records and behind them',
      [place('a', 100, 4), place('r', 104, 12, true), place('b', 140, 4)],
      {},
    ],
    ['records that are not there yet', [place('r', 999, 50, true)], { records: 0 }],
    ['nothing of no bytes anywhere', [place('a', 0, 0), place('b', 5000, 0, true)], {}],
  ])('%s', (_, variables, more) => expect(() => check(variables, more)).not.toThrow());

  it.each([
    ['in the header', [place('a', 99, 4)], {}, 'corrupt', '"a" begins at 99'],
    [
      'within another',
      [place('a', 100, 8), place('b', 107, 4)],
      {},
      'corrupt',
      '"b" begins at 107',
    ],
    [
      'within another of the record',
      [place('a', 100, 8, true), place('b', 107, 4, true)],
      {},
      'corrupt',
      '"b" begins',
    ],
    ['of a record in the header', [place('a', 99, 4, true)], {}, 'corrupt', '"a" begins'],
    [
      'into the next record',
      [place('a', 100, 8, true), place('b', 108, 5, true)],
      {},
      'corrupt',
      '"b" reaches into',
    ],
    [
      'at the end of the records',
      [place('r', 100, 12, true), place('a', 135, 4)],
      {},
      'corrupt',
      '"a" lies among',
    ],
    [
      'at their beginning',
      [place('r', 103, 12, true), place('a', 100, 4)],
      {},
      'corrupt',
      '"a" lies among',
    ],
    ['beyond the end', [place('a', 100, 901)], {}, 'truncated', 'up to 1001 B'],
    ['records beyond the end', [place('r', 965, 12, true)], {}, 'truncated', 'up to 1001 B'],
    ['beyond all numbers', [place('r', 100, 12, true)], { records: 2 ** 53 }, 'corrupt', 'claims'],
  ])('but not %s', (_, variables, more, code, message) =>
    expect(() => check(variables, more)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    ),
  );
});
