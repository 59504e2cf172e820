// The answers that the portal's tests are served were a real server's, and still are: each is asked
// for again and compared. Rewritten with ISOBAR_RECORD=again npm run e2e -- recorded.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  askReal,
  type Exchange,
  keyOf,
  sorted,
  stable,
} from '../apps/portal/src/testing/recorded/exchange.ts';
import { demoForAll } from './demo-for-all.ts';
import { NO_ORDERS, root } from './server.ts';

const demo = demoForAll({ ...NO_ORDERS, ISOBAR_RATE: '1000000' });

const FOLDER = join(root, 'apps/portal/src/testing/recorded');
const ANSWERS = join(FOLDER, 'answers.json');
const DOCUMENTS = join(FOLDER, 'documents.json');
const read = <T>(file: string): readonly T[] => JSON.parse(readFileSync(file, 'utf8'));
const isRecording = process.env.ISOBAR_RECORD === 'again';

function write(file: string, all: readonly unknown[]): void {
  writeFileSync(file, `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
}

/** One line for each that differs, with the answer of today. */
const differing = (
  before: readonly unknown[],
  now: readonly unknown[],
  nameOf: (at: number) => string,
) =>
  now.flatMap((one, at) =>
    JSON.stringify(sorted(one)) === JSON.stringify(sorted(before[at])) ? [] : [nameOf(at)],
  );

it('every record that the tests of the portal search is the one that a server tells', async () => {
  const recorded = read<{ id: string }>(DOCUMENTS);
  const asked = await askReal(demo.server.url, {
    method: 'POST',
    path: '/services/metadata/_search',
    body: {
      size: recorded.length,
      query: { terms: { 'id.keyword': recorded.map(({ id }) => id) } },
    },
  });
  const { hits } = (asked.answer as { hits: { hits: { _source: { id: string } }[] } }).hits;
  const sources = new Map(hits.map(({ _source }) => [_source.id, _source]));
  const now = recorded.map(({ id }) => sources.get(id) ?? null);
  if (isRecording) write(DOCUMENTS, now);
  else expect(differing(recorded, now, (at) => recorded[at]?.id ?? '')).toEqual([]);
});

/** Of the plot of the day, which is another one each day, the names of its members. */
const withoutPlot = (one: Exchange): Exchange => {
  if (one.path !== '/services/news') return one;
  const answer = one.answer as { readonly quicklook: object };
  return { ...one, answer: { ...answer, quicklook: Object.keys(answer.quicklook).toSorted() } };
};

it('every answer that the tests of the portal are served is the one that a server gives', async () => {
  const recorded = read<Exchange>(ANSWERS);
  const now: Exchange[] = [];
  for (const { method, path, body, signedIn } of recorded) {
    const question = {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(signedIn ? { signedIn } : {}),
    };
    now.push(stable(await askReal(demo.server.url, question)));
  }
  if (isRecording) write(ANSWERS, now);
  else
    expect(
      differing(recorded.map(withoutPlot), now.map(withoutPlot), (at) => keyOf(recorded[at]!)),
    ).toEqual([]);
});
