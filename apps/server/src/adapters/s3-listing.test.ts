// A listing in ranges of keys that go on side by side: each object once, whatever the keys are, and
// few requests more than one by one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AskPage, pagesBelow } from './s3-listing.ts';

const bytes = (text: string) => Buffer.from(text);
const byBytes = (a: string, b: string): number => Buffer.compare(bytes(a), bytes(b));

/**
 * A bucket as the protocol has it: keys in the order of their bytes, `page` keys or folders at a
 * time.
 */
function bucket(keys: readonly string[], page: number, startsAnywhere = true) {
  const sorted = [...new Set(keys)].sort(byBytes);
  const state = { requests: 0, underWay: 0, most: 0 };
  const ask: AskPage = async ({ prefix, startAfter = '', token, delimiter }) => {
    state.requests++;
    state.underWay++;
    state.most = Math.max(state.most, state.underWay);
    await new Promise((later) => setTimeout(later));
    state.underWay--;
    const after = token ?? (startsAnywhere ? startAfter : '');
    const items: { key: string; isFolder: boolean }[] = [];
    for (const key of sorted) {
      if (!key.startsWith(prefix)) continue;
      const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      const item = cut < 0 ? key : key.slice(0, cut + 1);
      if (byBytes(item, after) <= 0 || items.at(-1)?.key === item) continue;
      items.push({ key: item, isFolder: cut >= 0 });
    }
    const shown = items.slice(0, page);
    return {
      $metadata: {},
      Contents: shown.filter((one) => !one.isFolder).map(({ key }) => ({ Key: key })),
      CommonPrefixes: shown.filter((one) => one.isFolder).map(({ key }) => ({ Prefix: key })),
      IsTruncated: items.length > page,
      NextContinuationToken: shown.at(-1)?.key,
    };
  };
  return { ask, state, sorted };
}

async function listed(prefix: string, ask: AskPage): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of pagesBelow(prefix, ask)) keys.push(...page.map(({ Key = '' }) => Key));
  return keys;
}

it('a listing side by side has every key once, whatever folders there are, and the same again', async () => {
  const part = fc.constantFrom('a', 'b', 'sgp', 'z', 'é', '\u{1f600}', '\uff5e', '0');
  const key = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(key, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', 'a/', 'sgp/'),
      async (keys, page, prefix) => {
        const { ask, sorted } = bucket(keys, page);
        const all = await listed(prefix, ask);
        expect(all.toSorted(byBytes)).toEqual(sorted.filter((one) => one.startsWith(prefix)));
        expect(await listed(prefix, ask)).toEqual(all);
      },
    ),
    { numRuns: 150 },
  );
});

it('a listing side by side has several requests under way, and hardly more of them than one after the other', async () => {
  const keys = Array.from({ length: 40 }, (_, stream) =>
    Array.from({ length: 500 }, (__, day) => `sgp/met${stream}/${String(day).padStart(4, '0')}.nc`),
  ).flat();
  const { ask, state } = bucket(keys, 100);
  expect(await listed('', ask)).toHaveLength(20_000);
  expect(state.most).toBe(8);
  expect(state.requests).toBeLessThan(200 + 64 + 12);
});

it('a listing side by side has every key once from a store that does not know where to start', async () => {
  const keys = Array.from({ length: 200 }, (_, n) => `f${n % 20}/${n}`);
  const { ask, sorted } = bucket(keys, 10, false);
  expect((await listed('', ask)).sort(byBytes)).toEqual(sorted);
});

it('a listing side by side goes on after pages that are empty', async () => {
  const { ask, sorted } = bucket(
    Array.from({ length: 50 }, (_, n) => `f${n % 12}/${n}`),
    5,
  );
  const sparse: AskPage = async (question) => {
    if (question.token !== undefined || question.delimiter) return await ask(question);
    return { $metadata: {}, IsTruncated: true, NextContinuationToken: question.startAfter ?? '' };
  };
  expect((await listed('', sparse)).sort(byBytes)).toEqual(sorted);
});

it('a listing side by side asks once where one page has everything', async () => {
  const { ask, state } = bucket(['a/1', 'b/2'], 1000);
  expect(await listed('', ask)).toEqual(['a/1', 'b/2']);
  expect(state.requests).toBe(1);
});

it('a listing side by side does not look through a folder of very many files for folders', async () => {
  const keys = Array.from({ length: 3000 }, (_, n) => `${String(n).padStart(5, '0')}.nc`);
  const { ask, state } = bucket(keys, 10);
  expect(await listed('', ask)).toHaveLength(3000);
  expect(state.requests).toBeLessThan(300 + 20);
});

it('a listing side by side fails when any of its requests does, and ends those under way when it is left', async () => {
  const keys = Array.from({ length: 400 }, (_, n) => `f${n % 20}/${n}`);
  const { ask, state } = bucket(keys, 10);
  const failing: AskPage = (question) =>
    question.startAfter === 'f5/' ? Promise.reject(new Error('away')) : ask(question);
  await expect(listed('', failing)).rejects.toThrow('away');
  state.requests = 0;
  for await (const _ of pagesBelow('', ask)) if (state.requests > 20) break;
  const soon = state.requests;
  await new Promise((later) => setTimeout(later, 50));
  expect(state.requests).toBeLessThanOrEqual(soon + 8);
});
