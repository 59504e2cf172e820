// The small timeline of the cart: the chosen dates, the notice on several ranges, and when reports
// are asked for.
import { parseInstant } from '@isobar/contract/time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { archive, recordedPortal, refuse } from '../../testing/recorded.ts';
import { concerning, MiniTimeline } from './mini-timeline.tsx';

recordedPortal();

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const span = (start: string, end: string) => ({ start: at(start), end: at(`${end} 23:59:59`) });
const level = {
  datastream: 'sgpmetE13.b1',
  dataLevel: 'b1',
  start: at('2000-01-01'),
  end: at('2020-12-31 23:59:59'),
};
const ONE = [span('2010-01-01', '2010-12-31')];
const TWO = [...ONE, span('2015-03-01', '2015-03-31')];

function Held() {
  const [dates, setDates] = useState(ONE);
  return (
    <>
      <button type="button" onClick={() => setDates(TWO)}>
        Add a range
      </button>
      <MiniTimeline level={level} dates={dates} />
    </>
  );
}

/** The timeline of a station of the demo archive; `sent` is what the portal asked for. */
function show() {
  const { sent } = archive('sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet');
  return { user: inPortal(<Held />), sent };
}

it('the small timeline never draws a record as one without reports while its reports are unknown', async () => {
  refuse('*/services/metadata/_search');
  inPortal(<Held />);
  expect(screen.getByRole('img', { name: /their quality reports are not known yet/ })).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 900)); // it is tried twice
  expect(screen.getByRole('img', { name: /not known yet/ })).toBeTruthy();
  expect(screen.queryByRole('img', { name: /No quality reports/ })).toBeNull();
});

it('[T031] the small timeline says when several ranges are chosen, and which', async () => {
  const { user } = show();
  expect(screen.queryByText('Multiple date ranges selected')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add a range' }));
  const notice = screen.getByText('Multiple date ranges selected');
  await user.hover(within(notice).getByRole('button', { name: 'About the date ranges' }));
  expect(screen.getByRole('tooltip').textContent).toBe(
    '2010-01-01 to 2010-12-31, 2015-03-01 to 2015-03-31',
  );
});

it('[T065] the small timeline asks for reports once, whatever is chosen of the datastream', async () => {
  const { user, sent } = show();
  await screen.findByText(/\d missing.* in your dates/);
  await user.click(screen.getByRole('button', { name: 'Add a range' }));
  await waitFor(() => expect(screen.getByText('Multiple date ranges selected')).toBeTruthy());
  expect(sent).toHaveLength(1);
});

it('the small timeline counts a report once, however many spans it has, and tells gaps from reports of missing data', () => {
  const range = (start: number, reportId: string, name: 'missing' | 'suspect', code: number) => ({
    start,
    end: start + 10,
    reportId,
    name,
    code,
  });
  const ranges = [
    range(0, 'D1', 'suspect', 3),
    range(20, 'D1', 'suspect', 3),
    range(40, 'D2', 'missing', 0),
    range(60, '', 'missing', 0),
    range(80, '0', 'missing', 0),
    range(9000, 'D3', 'suspect', 3),
  ];
  const chosen = [{ start: 0, end: 100 * 3600 }];
  expect(concerning(ranges, chosen)).toBe('1 suspect, 1 missing, 2 gaps in your dates');
  expect(concerning(ranges, [{ start: 500 * 3600, end: 501 * 3600 }])).toBe('');
});
