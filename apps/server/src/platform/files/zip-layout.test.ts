// The ZIP layout beyond what a test can write to disk: large and many files, checked against the
// format's specification.
import { execFileSync, spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { piecesIn, type ZipEntry, zipLayout } from './zip-layout.ts';

const read64 = (bytes: Uint8Array, at: number): number =>
  Number(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readBigUInt64LE(at));

it('the layout of a ZIP is consecutive, and any range of it is found', () => {
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

it('the layout of a ZIP tells the sum and the length of each entry before it and in the directory', () => {
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

it('the layout of a ZIP goes over to 64 bits for large files, far offsets and many entries', () => {
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

it.skipIf(spawnSync('python3', ['--version']).error)(
  'the layout of a ZIP is read by another program, with entries of gigabytes and behind them (needs Python)',
  async () => {
    const folder = temporaryFolder();
    try {
      const texts = new Map([
        ['first.txt', 'abc'],
        ['folder/last \u00b5.txt', 'behind the large one'],
      ]);
      const [first, last] = [...texts].map(([name, text]) => ({
        ...{ name, bytes: Buffer.byteLength(text), crc32: crc32(text) },
      }));
      const hole = { name: 'hole', bytes: 0xffffffff, crc32: 7 };
      const near = { name: 'near', bytes: 0xfffffffe, crc32: 8 };
      const modified = Date.UTC(2026, 10, 23, 21, 42, 58) / 1000;
      const layout = zipLayout([first!, hole, near, last!], 'order-1/', modified);
      const path = join(folder, 'large.zip');
      const file = await open(path, 'w'); // what is not written is a hole, which takes no room
      for (const piece of layout.pieces) {
        const bytes = 'own' in piece ? piece.own : Buffer.from(texts.get(piece.entry.name) ?? '');
        await file.write(bytes, 0, bytes.length, piece.offset);
      }
      await file.truncate(layout.length);
      await file.close();
      const seen = JSON.parse(
        execFileSync('python3', ['-c', READ_ZIP, path, 'order-1/'], { encoding: 'utf8' }),
      );
      const entry = { date: [2026, 11, 23, 21, 42, 58], mode: 0o100644, unix: 3 };
      expect(seen).toEqual([
        { ...entry, name: first?.name, size: 3, crc: first?.crc32, text: 'abc', needs: 20 },
        { ...entry, name: 'hole', size: hole.bytes, crc: 7, text: '', needs: 45 },
        { ...entry, name: 'near', size: near.bytes, crc: 8, text: '', needs: 45 },
        {
          ...{ ...entry, name: last?.name, size: last?.bytes, crc: last?.crc32 },
          ...{ text: 'behind the large one', needs: 45 },
        },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

it('the layout of a ZIP has times from 1980 on, as the format does', () => {
  const stamps = [0, 315_532_799, 315_532_800, 315_532_861].map((modified) => {
    const [header] = zipLayout([{ name: 'a', bytes: 0, crc32: 0 }], '', modified).pieces;
    return header && 'own' in header ? Buffer.from(header.own).readUInt32LE(10) : null;
  });
  const first = (1 << 21) | (1 << 16);
  expect(stamps).toEqual([first, first, first, first + (1 << 5)]);
});

it('the layout of a ZIP finds the part of a piece that is asked for, and none that only touches', () => {
  const layout = zipLayout([{ name: 'a', bytes: 10, crc32: 1 }], '', 0);
  const [header, content] = layout.pieces;
  expect(piecesIn(layout, content!.offset, content!.offset + 3)).toEqual([
    { piece: content, from: 0, to: 3 },
  ]);
  expect(piecesIn(layout, header!.length - 2, header!.length)).toEqual([
    { piece: header, from: header!.length - 2, to: header!.length },
  ]);
});

const READ_ZIP = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps([{
        'name': i.filename.removeprefix(sys.argv[2]), 'size': i.file_size, 'crc': i.CRC, 'date': list(i.date_time),
        'mode': i.external_attr >> 16, 'unix': i.create_system, 'needs': i.extract_version,
        'text': z.read(i).decode() if i.file_size < 1000 else '',
    } for i in z.infolist()]))
`;
