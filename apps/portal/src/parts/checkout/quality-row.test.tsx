// The height of the row of reports and kept samples: one line where nothing is affected, and a
// place where something may still come.
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { SELECTION, share } from '../../testing/counted-shares.ts';
import { inPortal } from '../../testing/in-portal.tsx';
import { servedPortal, server } from '../../testing/open-portal.tsx';
import { useTouches } from '../selection/touching.tsx';
import { QualityRow } from './quality-row.tsx';
import { SAMPLES_HEIGHT } from './samples-kept.tsx';

servedPortal();

const NO_CHECKS = { dqrFilter: [], qcFilter: false } as const;
const SPAN = { startDateTime: '2019-01-02T00:00:00Z', endDateTime: '2019-01-02T23:59:59Z' };
const REPORT = {
  ...{ dqrid: 'D190101.1', subject: 'A fan', code: 4, ...SPAN },
  affected: [
    { ...SPAN, datastream: 'sgpmetE13.b1', code: 4, metric: '', variables: ['temp_mean'] },
  ],
};

/** The row once the reports are known, as in a checkout that the cart opens. */
function AfterTheCart({
  masking,
}: {
  readonly masking: Parameters<typeof QualityRow>[0]['masking'];
}) {
  const touches = useTouches(SELECTION.datastream, SELECTION.dates, []);
  return touches === undefined ? null : <QualityRow selection={SELECTION} masking={masking} />;
}

function serve(reports: readonly object[]): void {
  server.use(
    http.get('*/services/dqr/reports', () => HttpResponse.json({ reports })),
    http.post('*/file_info/_search', () =>
      HttpResponse.json({ hits: { total: { value: 4, relation: 'eq' }, hits: [] } }),
    ),
    http.post('*/services/order/orders/flagged', () =>
      HttpResponse.json({
        selections: [
          {
            ...{ samples: 5000, incorrect: 300, suspect: 0, either: 300, hours: 96 },
            ...{ hoursWithout: 0, isCounted: true, variables: [share('temp_mean', { checks: 9 })] },
          },
        ],
      }),
    ),
  );
}

const rowOf = (text: HTMLElement): HTMLElement | null => text.closest('.grid');
const NONE = 'No quality report affects these days.';

it('a datastream without reports takes one line, and its kept samples appear with the choice of checks', async () => {
  serve([]);
  inPortal(<AfterTheCart masking={NO_CHECKS} />);
  expect(rowOf(await screen.findByText(NONE))?.style.minHeight).toBe('');
  expect(screen.queryByText('Samples kept')).toBeNull();
  inPortal(<AfterTheCart masking={{ ...NO_CHECKS, qcFilter: true }} />);
  expect(await screen.findByText('Samples kept')).toBeTruthy();
});

it('a datastream with reports has the place of the kept samples before they are counted', async () => {
  serve([REPORT]);
  server.use(http.post('*/services/order/orders/flagged', () => new Promise<never>(() => {})));
  inPortal(<AfterTheCart masking={NO_CHECKS} />);
  const row = rowOf(await screen.findByText('1 incorrect'));
  expect(row?.style.minHeight).toBe(`${SAMPLES_HEIGHT}px`);
});

it('the row keeps its height when the reports come after it', async () => {
  serve([]);
  inPortal(<QualityRow selection={SELECTION} masking={NO_CHECKS} />);
  expect(rowOf(await screen.findByText(NONE))?.style.minHeight).toBe(`${SAMPLES_HEIGHT}px`);
});
