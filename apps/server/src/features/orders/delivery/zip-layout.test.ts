// The ZIP layout beyond what a test can write to disk: large and many files, checked against the format's specification.
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { piecesIn, type ZipEntry, zipLayout } from './zip-layout.ts';

const read64 = (bytes: Uint8Array, at: number): number =>
  Number(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readBigUInt64LE(at));

describe('the layout of a ZIP', () => {
  it('is consecutive, and any range of it is found', () => {
    const entries: ZipEntry[] = [
      { name: 'a', bytes: 10, crc32: 1 },
      { name: 'empty', bytes: 0, crc32: 0 },
      { name: 'ä/b', bytes: 7, crc32: 2 },
    ];
    const layout = zipLayout(entries, 'order/', 1.7e9);
    let at = 0;
    for (const piece of layout.pieces) {
      expect(piece.offset).toBe(at);
      at += piece.length;
    }
    expect(at).toBe(layout.length);
    for (let start = 0; start < layout.length; start++) {
      const end = Math.min(layout.length, start + 13);
      const found = piecesIn(layout, start, end);
      expect(found.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(end - start);
    }
  });

  it('tells the sum and the length of each entry before it and in the directory', () => {
    const entries: ZipEntry[] = [
      { name: 'one', bytes: 3, crc32: crc32('abc') },
      { name: 'another', bytes: 7, crc32: crc32('defghij') },
    ];
    const { pieces } = zipLayout(entries, '', 1.7e9);
    const own = pieces.flatMap((piece) => ('own' in piece ? [Buffer.from(piece.own)] : []));
    const sums = (at: number) => (header: Buffer) => [
      header.readUInt32LE(at),
      header.readUInt32LE(at + 4),
      header.readUInt32LE(at + 8),
    ];
    const expected = entries.map((entry) => [entry.crc32, entry.bytes, entry.bytes]);
    expect(own.slice(0, 2).map(sums(14))).toEqual(expected);
    const [, , directory = Buffer.alloc(0)] = own;
    const second = directory.subarray(46 + 'one'.length);
    expect([directory, second].map(sums(16))).toEqual(expected);
  });

  it('goes over to 64 bits for large files, far offsets and many entries', () => {
    const large = zipLayout(
      [
        { name: 'large', bytes: 5e9, crc32: crc32('x') },
        { name: 'far', bytes: 3, crc32: crc32('abc') },
      ],
      '',
      0,
    );
    const end = large.pieces.at(-1)!;
    const own = 'own' in end ? end.own : new Uint8Array();
    expect(Buffer.from(own).readUInt32LE(0)).toBe(0x06064b50);
    expect(read64(own, 24)).toBe(2);
    const directory = large.pieces.at(-2)!;
    expect(read64(own, 48)).toBe(directory.offset);
    expect(directory.offset).toBeGreaterThan(5e9);
    const many = zipLayout(
      Array.from({ length: 70_000 }, (_, i) => ({ name: `${i}`, bytes: 0, crc32: 0 })),
      '',
      0,
    );
    const last = many.pieces.at(-1)!;
    expect('own' in last && read64(last.own, 32)).toBe(70_000);
  });
});
