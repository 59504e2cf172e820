// Lists of any length, the latest first.
import { expect, it } from 'vitest';
import { latestFirst } from './latest-first.ts';

it.each([0, 1, 500, 501, 1000, 1234])(
  'a list of %d rows is whole, the latest first',
  async (count) => {
    const all = Array.from({ length: count }, (_, n) => ({ id: (count - n) * 3 }));
    let most = 0;
    const read = (before: number, limit: number) => {
      most = Math.max(most, limit);
      return Promise.resolve(all.filter(({ id }) => id < before).slice(0, limit));
    };
    const listed: unknown[] = [];
    for await (const row of latestFirst(read, ({ id }) => id)) listed.push(row);
    expect(listed).toEqual(all);
    expect(most).toBe(500); // rows that are in memory at once
  },
);
