// Files and bytes of the cart, as the file service answers them for each selection.
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { METRICS } from '../../testing/open-checkout.ts';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { type CartEntry, type CartItem, entryOf } from './cart-item.ts';
import { type CartMetrics, useCartMetrics } from './metrics.ts';

servedPortal();

const entry = (item: CartItem) => entryOf(item) ?? expect.fail('has no level');
const FILES = [{ filename: 'a.cdf', filesize: 5 }];
const surface = { ...entry(met), selection: { ...entry(met).selection, files: FILES } };
const north = entry(metNorth);
const undated = { ...north, selection: { ...north.selection, dates: [] } };

function Shown({ items, onMetrics }: { items: CartEntry[]; onMetrics: (m: CartMetrics) => void }) {
  const metrics = useCartMetrics(items);
  onMetrics(metrics);
  return <p>{`${metrics.complete ? 'complete' : metrics.failed ? 'failed' : 'asking'}`}</p>;
}
function shown(...items: CartEntry[]): () => CartMetrics {
  let latest: CartMetrics | undefined;
  const keep = (metrics: CartMetrics) => {
    latest = metrics;
  };
  inPortal(<Shown items={items} onMetrics={keep} />);
  return () => latest ?? expect.fail('was not shown');
}
function served(answer: (datastream: string) => Response): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(METRICS, async ({ request }) => {
      const body = (await request.json()) as { datastream: string }; // what the portal sends
      asked.push(body);
      return answer(body.datastream);
    }),
  );
  return asked;
}

it('the cart adds up the answers for its selections, and asks none for one without dates', async () => {
  const reply = { fileCount: 2, fileSize: 1.5, limited: true };
  const asked = served(() => HttpResponse.json(reply));
  const metrics = shown(surface, undated);
  await screen.findByText('complete');
  expect(asked).toMatchObject([{ datastream: 'sgpmetE13.b1', files: ['a.cdf'] }]);
  const { each, total, failed } = metrics();
  expect(each).toEqual([
    { fileCount: 2, bytes: 1.5e6, limited: true },
    { fileCount: 0, bytes: 0, limited: false },
  ]);
  expect([total, failed]).toMatchObject([{ fileCount: 2, bytes: 1.5e6 }, false]);
});

it('the cart is not complete where an answer failed, until that one is asked for again', async () => {
  let isUp = false;
  served((datastream) =>
    isUp || datastream === 'nsametC1.b1'
      ? HttpResponse.json({ fileCount: 1, fileSize: 1, limited: false })
      : new HttpResponse(null, { status: 400 }),
  );
  const metrics = shown(surface, north);
  await screen.findByText('failed');
  expect(metrics()).toMatchObject({ complete: false, failed: true, total: { fileCount: 1 } });
  isUp = true;
  metrics().retry();
  await screen.findByText('complete');
  expect(metrics().total).toMatchObject({ fileCount: 2, bytes: 2e6 });
});
