// When the checkout asks what reports mask of an order, with what request, and what it uses of the
// answer.
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../lib/orders/request-of.ts';
import { SELECTION } from '../../testing/counted-shares.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { useOrderQuality } from './order-quality.ts';
import type { Submission } from './submission.ts';

servedPortal();

interface Asked {
  readonly idempotencyKey?: string;
  readonly selectedData: {
    readonly selectedDatastreams: readonly { datastream: string; dqrFilter: string[] }[];
  };
}
let asked: Asked[] = [];
let status = 200;
beforeEach(() => {
  [asked, status] = [[], 200];
  server.use(
    http.post('*/services/order/orders/flagged', async ({ request }) => {
      const body = (await request.json()) as Asked; // what the portal sends
      asked.push(body);
      if (status !== 200) return new HttpResponse(null, { status });
      const { selectedDatastreams } = body.selectedData;
      const quality = selectedDatastreams.map(({ datastream, dqrFilter }) => ({
        ...{ datastream, values: 100, masked: 10 * dqrFilter.length, reports: [], more: 0 },
        wholly: [],
      }));
      return HttpResponse.json({ selections: [], quality });
    }),
  );
});

const NORTH = { ...SELECTION, datastream: 'nsametC1.b1' };

/** An order of two datastreams, of which the first is masked by these classes of reports. */
function submission(dqrFilter: readonly DqrFilter[], northDates = NORTH.dates): Submission {
  const counted = { fileCount: 1, bytes: 1, available: null, defaultRange: false };
  const selections = [SELECTION, { ...NORTH, dates: northDates }];
  return {
    order: {
      selections: selections.map(({ datastream, dates }) => ({ ...counted, datastream, dates })),
      ...{ formatCount: 1, delivery: [], maxOrderBytes: 1e9, maxFiles: 1e6 },
    },
    ordered: selections.map((selection, at) => ({
      ...{ selection, dqrFilter: at === 0 ? dqrFilter : [], qcFilter: false, epochCode: null },
    })),
    options: DEFAULT_OPTIONS,
  };
}

/** The order as chosen, one after the other, and what is known of its quality. */
function Chosen({ orders }: { readonly orders: readonly (Submission | null)[] }) {
  const [at, setAt] = useState(0);
  const quality = useOrderQuality(orders[at] ?? null);
  const words = quality.map(({ datastream, masked }) => `${datastream} ${masked}`).join(', ');
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        next
      </button>
      <output>{words || 'not known'}</output>
    </>
  );
}
const shown = () => screen.getByRole('status').textContent;

it('an order in which reports mask values is counted as it would be sent, but without a key', async () => {
  inPortal(<Chosen orders={[submission(['incorrect'])]} />);
  await waitFor(() => expect(shown()).toBe('sgpmetE13.b1 10, nsametC1.b1 0'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toHaveProperty('idempotencyKey');
  const streams = asked[0]?.selectedData.selectedDatastreams;
  expect(streams).toMatchObject([
    { datastream: 'sgpmetE13.b1', dqrFilter: ['incorrect'], dates: [{}] },
    { datastream: 'nsametC1.b1', dqrFilter: [], dates: [{}] },
  ]);
});

it('an order is not counted where nothing is masked, or where the dates of a selection are not known', async () => {
  const unknown = submission(['incorrect'], []);
  const orders = [null, submission([]), unknown, submission(['incorrect'])];
  const user = inPortal(<Chosen orders={orders} />);
  for (let n = 0; n < orders.length - 1; n++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([shown(), asked]).toEqual(['not known', []]);
    await user.click(screen.getByRole('button'));
  }
  await waitFor(() => expect(shown()).toBe('sgpmetE13.b1 10, nsametC1.b1 0'));
});

it('the count of a former choice stays until the next is there, and none is left where nothing is masked any more', async () => {
  const orders = [submission(['incorrect']), submission(['incorrect', 'suspect']), submission([])];
  const user = inPortal(<Chosen orders={orders} />);
  await waitFor(() => expect(shown()).toBe('sgpmetE13.b1 10, nsametC1.b1 0'));
  await user.click(screen.getByRole('button'));
  expect(shown()).not.toBe('not known');
  await waitFor(() => expect(shown()).toBe('sgpmetE13.b1 20, nsametC1.b1 0'));
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(shown()).toBe('not known'));
});

it('nothing of a former choice is left where the count of the next fails', async () => {
  const orders = [submission(['incorrect']), submission(['suspect'])];
  const user = inPortal(<Chosen orders={orders} />);
  await waitFor(() => expect(shown()).toBe('sgpmetE13.b1 10, nsametC1.b1 0'));
  status = 500;
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(shown()).toBe('not known'));
  expect(asked).toHaveLength(2);
});
