// Classic files that are cut off, damaged or made to do harm: each is refused by name, quickly,
// without large memory.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ByteSource, bytesSource } from '../byte-source.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { ALL_TYPES, randomFile } from '../testing/definitions.ts';
import { type ClassicLayout, classicLayout, type Definition } from './layout.ts';

const DEFINITION: Definition = {
  dimensions: [
    { name: 'time', length: 0, unlimited: true },
    { name: 'n', length: 3, unlimited: false },
  ],
  attributes: [{ name: 'title', type: 'char', value: 'a file' }],
  variables: [
    { name: 'f', type: 'int', dimensions: ['n'], attributes: [] },
    { name: 'a', type: 'short', dimensions: ['time'], attributes: [] },
    { name: 'b', type: 'float', dimensions: ['time', 'n'], attributes: [] },
  ],
};

it.each([
  [0, 'not-netcdf'],
  [3, 'not-netcdf'],
  [20, 'truncated'],
])('classic files that are cut to %i bytes are %s', async (size, code) => {
  await expect(openDataset(bytesSource(fileBytes(4).slice(0, size)))).rejects.toMatchObject({
    code,
  });
});

it('classic files that are not whole are truncated wherever they are cut', async () => {
  const whole = fileBytes(4);
  for (let size = 4; size < whole.length; size++) {
    const opened = openDataset(bytesSource(whole.slice(0, size)));
    await expect(opened, `${size} B`).rejects.toMatchObject({ code: 'truncated' });
  }
});

it('but still being written hold the records that are complete', async () => {
  const streaming = fileBytes(4);
  streaming.fill(0xff, 4, 8);
  const dataset = await openDataset(bytesSource(streaming.slice(0, -1)));
  expect(dataset.dimensions[0]).toEqual({ name: 'time', length: 3, unlimited: true });
  expect(await dataset.read('b')).toHaveLength(9);
});

it('classic files that are not whole are truncated when they become shorter after they were opened', async () => {
  let bytes = fileBytes(4);
  const source: ByteSource = {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
    close: () => Promise.resolve(),
  };
  const dataset = await openDataset(source);
  bytes = bytes.slice(0, -10);
  await expect(dataset.read('b')).rejects.toMatchObject({ code: 'truncated' });
});

const layout = classicLayout(DEFINITION, 4);
const at = (text: string) => Buffer.from(layout.header).indexOf(text);

it.each<[string, (bytes: DataView) => void, RegExp]>([
  ['billions of dimensions', (view) => view.setUint32(12, 0xfffffff0), /corrupt/],
  ['a name of gigabytes', (view) => view.setUint32(16, 0x7fffffff), /corrupt/],
  ['a name that is not text', (view) => view.setUint8(20, 0xff), /corrupt/],
  ['an unknown list', (view) => view.setUint32(8, 77), /corrupt/],
  [
    'billions of values in an attribute',
    (view) => view.setUint32(at('title') + 12, 0xffffff00),
    /corrupt/,
  ],
  ['a dimension that does not exist', (view) => view.setUint32(at('f\0\0\0') + 8, 9), /corrupt/],
  ['more records than it has bytes', (view) => view.setUint32(4, 0x7fffffff), /truncated/],
  [
    'a dimension of billions',
    (view) => view.setUint32(at('n\0\0\0') + 4, 0x7fffffff),
    /truncated|corrupt/,
  ],
  ['two variables of one name', (view) => view.setUint8(at('b\0\0\0'), 97), /corrupt/],
  ['an unknown version', (view) => view.setUint8(3, 9), /unsupported/],
])('claiming %s are refused', async (_what, damage, code) => {
  const bytes = fileBytes(4);
  damage(new DataView(bytes.buffer));
  const before = process.memoryUsage().rss;
  const error = await openDataset(bytesSource(bytes)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NetcdfError);
  expect((error as NetcdfError).code).toMatch(code);
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});

it('putting a variable into the header, into another or among the records are refused', async () => {
  for (const [name, begin] of [
    ['f', 8],
    ['a', layout.variables[0]?.begin ?? 0],
    ['f', layout.recordStart + 4],
    ['b', layout.recordStart + 1],
  ] as const) {
    const bytes = fileBytes(4);
    const field = beginField(layout, name);
    new DataView(bytes.buffer).setBigUint64(field, BigInt(begin));
    const error = await openDataset(bytesSource(bytes)).catch((reason: unknown) => reason);
    expect((error as NetcdfError).code, `${name} at ${begin}`).toMatch(/corrupt|truncated/);
  }
});

it('either open, with reads that stay inside them, or are refused by name', async () => {
  const damaged = fc.tuple(
    randomFile(ALL_TYPES),
    fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { minLength: 1, maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(damaged, async ([file, changes]) => {
      const layout = classicLayout(file.definition, file.records);
      const bytes = new Uint8Array(layout.size);
      bytes.set(layout.header);
      for (const [place, value] of changes) bytes[4 + (place % (bytes.length - 4))] = value;
      try {
        const dataset = await openDataset(bytesSource(bytes));
        for (const { name } of dataset.variables) await dataset.read(name);
      } catch (error) {
        expect(error).toBeInstanceOf(NetcdfError);
      }
    }),
    { numRuns: 1500 },
  );
});

function fileBytes(records: number): Uint8Array<ArrayBuffer> {
  const { header, size } = classicLayout(DEFINITION, records);
  const bytes = new Uint8Array(size);
  bytes.set(header);
  return bytes;
}

/** Where the header says where a variable begins: its last eight bytes, found by their value. */
function beginField({ header, variables }: ClassicLayout, name: string): number {
  const begin = variables.find((variable) => variable.name === name)?.begin ?? 0;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(begin));
  return Buffer.from(header).lastIndexOf(bytes);
}
