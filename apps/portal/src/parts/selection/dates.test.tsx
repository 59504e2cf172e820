// Choosing the dates of a selection: ranges, single days in a calendar, and the days of an epoch.
import { withMultipleDates } from '@isobar/contract/orders/selection.ts';
import { daysOf } from '@isobar/contract/orders/span.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { at, current, Held, level } from '../../testing/held-selection.tsx';
import { inPortal } from '../../testing/in-portal.tsx';
import { server } from '../../testing/open-portal.tsx';
import { recordedPortal } from '../../testing/recorded.ts';
import { DatesEditor } from './dates-editor.tsx';
import { DatesModal } from './dates-modal.tsx';
import { toggleDay } from './days.ts';
import { columnsOf } from './month-columns.ts';
import { readDays } from './use-epoch.ts';

recordedPortal();

const days = daysOf([{ start: at('2020-01-01'), end: at('2020-01-20 23:59:59') }]);
function Modal(props: { readonly disabled?: boolean }) {
  const [selected, setSelected] = useState(days);
  return (
    <DatesModal
      title="KAZR"
      available={days}
      selected={selected}
      onChange={setSelected}
      onClose={() => undefined}
      disabled={props.disabled ?? false}
    />
  );
}

it('[C098] [C099] [C100] [C111] [C112] two pickers narrow the days, Reset dates takes all again', async () => {
  const user = inPortal(<Modal />);
  const dialog = await screen.findByRole('dialog', { name: 'Dates for KAZR Beta' });
  expect(within(dialog).getByText('20 dates selected / 20 available')).toBeTruthy();
  expect(within(dialog).getByText('to')).toBeTruthy();
  const first = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'First date' });
  fireEvent.change(first, { target: { value: '2020-01-11' } });
  fireEvent.blur(first);
  expect(within(dialog).getByText('10 dates selected / 20 available')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: /January 12th/ }));
  expect(within(dialog).getByText('9 dates selected / 20 available')).toBeTruthy();
  fireEvent.change(first, { target: { value: '2020-01-10' } });
  fireEvent.blur(first);
  expect(within(dialog).getByText('11 dates selected / 20 available')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Reset dates' }));
  expect(within(dialog).getByText('20 dates selected / 20 available')).toBeTruthy();
});

it('[C101] a disabled modal says where dates can be changed', async () => {
  inPortal(<Modal disabled />);
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog).getByText(
      'To change the dates, you need to go back to the guided search, or you will be able to do it in the cart.',
    ),
  ).toBeTruthy();
  const reset = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Reset dates' });
  expect(reset.disabled).toBe(true);
});

it('[C027] the choice of dates shows one to four months by the width of the window', () => {
  expect([320, 575, 576, 992, 1199, 1200, 2000].map(columnsOf)).toEqual([1, 1, 2, 3, 3, 4, 4]);
});

it('the choice of dates toggles only days that are available', () => {
  const [one] = days;
  if (!one) throw new Error('there are days');
  expect(toggleDay(days, [one], one.start)).toEqual([]);
  expect(toggleDay(days, [], one.start)).toEqual([one]);
  expect(toggleDay(days, [one], at('2022-01-01'))).toEqual([one]);
});

it('the choice of dates takes the days of an epoch, and all dates when it is left', async () => {
  server.use(
    http.get('*/services/epochs/_search', ({ request }) => {
      expect(new URL(request.url).searchParams.get('q')).toBe('epoch_code:"coa"');
      return HttpResponse.json({
        hits: {
          hits: [
            {
              _source: {
                epoch_name: 'Cold-air outbreaks',
                epoch_desc: 'Days of cold air',
                epoch_times: '["2019-12-30","2020-01-05","2020-02-07"]',
              },
            },
          ],
        },
      });
    }),
  );
  const user = inPortal(
    <Held>
      {(selection, change) => (
        <DatesEditor
          title="KAZR"
          selection={selection}
          level={level}
          isUndated={false}
          epochCode="coa"
          onChange={change}
        />
      )}
    </Held>,
  );
  await user.click(await screen.findByRole('radio', { name: 'Epoch: Cold-air outbreaks' }));
  expect(current()).toMatchObject({ isEpoch: true });
  expect(current().dates.map((day) => day.start)).toEqual([at('2020-01-05'), at('2020-02-07')]);
  expect(screen.getByText(/2 dates selected \/ 2 available/)).toBeTruthy();
  expect(screen.queryByText(/00:00:00/, { selector: 'input' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Ranges' }));
  expect(current()).toMatchObject({
    isEpoch: false,
    dates: [{ start: level.start, end: level.end }],
  });
  expect(withMultipleDates(current(), level, true).dates).toHaveLength(91);
});

it('[C010] the choice of dates reads the dates of an epoch, whatever their form', () => {
  expect(readDays('["2020-01-05","2020-01-06T12:00:00Z","nonsense"]')).toEqual([
    at('2020-01-05'),
    at('2020-01-06'),
  ]);
  expect(readDays('not json')).toEqual([]);
});
