// Shapes in the index: what they have in common is there once, each is given again, and what
// belongs to no file goes.
import { type FileShape, shapeFrom, shapeKey, shapeOfParts, shapeText } from '@isobar/netcdf';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { keepRows } from './file-rows.ts';
import { keepShapes, pruneShapes, shapesOf } from './file-shapes.ts';
import { keepRowsFilled } from './fill-rows.ts';

const variable = { type: 'float', hasTime: false, inner: [], countsTime: false } as const;
/** A file whose tables differ from those of others by these digests alone. */
const shapeWith = (...digests: string[]): FileShape => ({
  ...{ timeVariable: 'time', timeDimension: 'time', leftOut: [], globals: [] },
  variables: digests.map((digest, n) => ({
    ...{ ...variable, name: `table${n}`, digest },
    attributes: [{ name: 'comment', type: 'char', value: 'a long text '.repeat(200) }],
  })),
});
const PLAIN: FileShape = {
  ...shapeWith(),
  variables: [{ ...variable, name: 'temp', attributes: [] }],
};

describe.each(STORE_KINDS)('shapes of files in %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
  });
  afterAll(() => store.close());
  beforeEach(() => store.empty());

  const keep = async (...shapes: readonly FileShape[]): Promise<string[]> => {
    const texts = new Map(shapes.map(shapeText).map((text) => [shapeKey(text), text]));
    await store.db.transaction().execute((db) => keepShapes(db, texts));
    return [...texts.keys()];
  };
  const given = async (keys: readonly string[]): Promise<FileShape[]> => {
    const found = await shapesOf(store.db, keys);
    return keys.flatMap((key) => {
      const parts = found.get(key);
      return parts ? [shapeOfParts(shapeFrom(parts.common), parts.digests)] : [];
    });
  };
  const bytes = async (): Promise<number> =>
    (await store.db.selectFrom('file_shapes').select('text').execute()).reduce(
      (sum, { text }) => sum + text.length,
      0,
    );

  it('shapes of files are read as they were filed, and share one copy of what they have in common', async () => {
    const shapes = Array.from({ length: 450 }, (_, n) => shapeWith(`of day ${n}`, 'of all'));
    const all = [...shapes, PLAIN];
    const keys = await keep(...all);
    expect(await given([...keys, 'none'])).toEqual(all);
    expect(await bytes()).toBeLessThan(50_000);
  });

  it('that a version before filed whole are read, and are filed again while the store is used', async () => {
    const shapes = [shapeWith('one'), shapeWith('two'), PLAIN];
    const rows = shapes.map(shapeText).map((text) => ({ shape: shapeKey(text), text }));
    await store.db
      .insertInto('file_shapes')
      .values(rows.map((row) => ({ ...row, common: null })))
      .execute();
    const keys = rows.map(({ shape }) => shape);
    const before = await bytes();
    expect(await given(keys)).toEqual(shapes);
    const stop = new AbortController();
    const filling = keepRowsFilled({
      ...{ store, describe: async () => [], log: pino({ level: 'silent' }) },
      signal: stop.signal,
    });
    await expect.poll(bytes).toBeLessThan(before * 0.6);
    stop.abort();
    await filling;
    expect(await given(keys)).toEqual(shapes);
  });

  it('shapes of files go with the last file that has them', async () => {
    const [one, two, plain] = [shapeWith('one'), shapeWith('two'), PLAIN].map(shapeText);
    const file = (fileName: string, shape = '') => ({
      ...{ datastream: 'a', fileName, size: 1, modified: 1 },
      found: {
        ...{ rows: 1, first: 0, last: 0, unordered: 0, shape, constants: {}, step: 1, times: null },
      },
    });
    const files = [file('1', one), file('2', two), file('3', plain)];
    await store.db.transaction().execute((db) => keepRows(db, store.kind, files));
    const count = async (): Promise<number> => {
      await pruneShapes(store.db);
      return (await store.db.selectFrom('file_shapes').select('shape').execute()).length;
    };
    const counts = [await count()];
    for (const name of ['3', '1', '2']) {
      await store.db.deleteFrom('file_rows').where('file_name', '=', name).execute();
      counts.push(await count());
    }
    expect(counts).toEqual([4, 3, 2, 0]);
  });
});
