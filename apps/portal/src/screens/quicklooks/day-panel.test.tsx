// The day at full width above its month: curtains of a radar, heights, reasons, classes, and
// launches.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  DOCUMENTS,
  DS,
  dayOf,
  openQuicklooks as open,
  servedOnWideScreen,
} from '../../testing/quicklooks-opened.tsx';

servedOnWideScreen();

const wholeDay = (dated: string) => screen.findByRole('region', { name: `The day ${dated}` });

it('a radar opens on its reflectivity, with the velocity of the same echo below it', async () => {
  const { user } = open(`/quicklooks/${DS}/reflectivity?date=20190103`, 4, DOCUMENTS, curtain);
  const day = await wholeDay('2019-01-03');
  const plots = await within(day).findByRole('application', { name: /^Plots of 2019-01-03/ });
  await within(plots).findByRole('img', { name: 'The day: reflectivity on 2019-01-03' });
  await within(plots).findByRole('img', { name: 'The day: mean_doppler_velocity on 2019-01-03' });
  expect(within(day).getByText('Point at the plot, or use its arrow keys')).toBeTruthy();
  plots.focus();
  await user.keyboard('{ArrowUp}{ArrowRight}');
  expect(within(day).getByTestId('curtain-at').textContent).toBe('12:03, 8.27 km');
  expect(within(day).getByTestId('curtain-reflectivity').textContent).toContain('about -10 dBZ');
  await user.keyboard('{Escape}');
  expect(within(day).getByTestId('curtain-reflectivity').textContent).toBe('–');
});

it('heights are cut off where a person chooses, in the day and in the month', async () => {
  const { user } = open(`/quicklooks/${DS}/reflectivity?date=20190103`, 4, DOCUMENTS, curtain);
  const heights = await screen.findByRole('group', { name: 'Heights that are shown' });
  expect(within(heights).getAllByRole('radio')).toHaveLength(4);
  const plot = await screen.findByRole('img', { name: 'The day: reflectivity on 2019-01-03' });
  await waitFor(() => expect(plot.textContent).toContain('15'));
  await user.click(within(heights).getByRole('radio', { name: '2 km' }));
  await waitFor(() => expect(plot.textContent).not.toContain('15 '));
  expect([...plot.querySelectorAll('text')].map((one) => one.textContent)).toContain('0.5');
});

it('the day at full width says why a day is marked: what reports are about, and when checks fail', async () => {
  open(`/quicklooks/${DS}/reflectivity?date=20190104`, 4, DOCUMENTS, (dated) => ({
    ...curtain(dated),
    reports: [{ id: 'D190104.1', code: 4, from: 0, to: 86_399, subject: 'The wave guide was wet' }],
  }));
  const day = await wholeDay('2019-01-04');
  expect(await within(day).findByText('The wave guide was wet')).toBeTruthy();
  expect(
    within(day).getByText(/Most values fail an automatic check: 06:00 to 12:00 UTC/),
  ).toBeTruthy();
  expect((await screen.findAllByTitle('D190104.1: The wave guide was wet')).length).toBe(4);
});

it('classes have names and colours in place of a scale', async () => {
  open(`/quicklooks/${DS}/mask?date=20190103`, 4, DOCUMENTS, (dated) => {
    const day = curtain(dated);
    if (day.samples?.kind !== 'image') return day;
    const classes = [
      { value: 0, name: 'clear' },
      { value: 1, name: 'cloud' },
    ];
    const range = { low: 0, high: 1, logarithmic: false };
    return { ...day, samples: { ...day.samples, range, classes } };
  });
  const list = await screen.findByRole('list', { name: 'Classes' });
  expect(list.textContent).toBe('clear0cloud1');
});

it('launches are listed, and those that are not chosen are not drawn', async () => {
  const { user } = open(`/quicklooks/${DS}/temp?date=20190103`, 4, DOCUMENTS, launchesOf);
  const list = await screen.findByRole('list', { name: 'Launches of the day' });
  const plot = await screen.findByRole('img', {
    name: 'The day: temp on 2019-01-03, dew point dashed',
  });
  const strokes = () => plot.querySelectorAll('path[stroke="var(--accent)"]').length;
  expect(strokes()).toBe(2);
  expect(list.textContent).toMatch(/05:30 UTC.*to 20 km.*0 °C at 3\.3 km/);
  expect(await screen.findByRole('img', { name: /^Skew-T of 2019-01-03/ })).toBeTruthy();
  await user.click(within(list).getByRole('checkbox', { name: '05:30 UTC' }));
  expect(strokes()).toBe(1);
  screen.getByRole('application', { name: /^Launches of 2019-01-03/ }).focus();
  await user.keyboard('{ArrowUp}');
  expect(within(list).getAllByTestId('launch-value')[1]?.textContent).toBe(
    '−40 degC at 10 km, dew point −40 degC',
  );
});

/** A radar that sees one value everywhere, up to 16 km; checks fail in the second quarter. */
function curtain(dated: string): DayAnswer {
  return {
    ...dayOf(dated),
    longName: '',
    units: 'dBZ',
    reports: [],
    samples: {
      kind: 'image',
      axis: { name: 'range', units: 'km' },
      bottom: 0,
      top: 16,
      range: { low: -50, high: 20, logarithmic: false },
      width: 4,
      height: 2,
      cells: btoa(String.fromCharCode(...Array<number>(8).fill(146))),
      bad: [[1, 2]],
      indeterminate: [],
    },
  };
}

function launchesOf(dated: string): DayAnswer {
  return {
    ...dayOf(dated),
    reports: [],
    samples: {
      kind: 'profile',
      axis: { name: 'alt', units: 'km' },
      ascents: [19_800, 63_000].map((start) => ({
        start,
        samples: 4602,
        at: [0, 5, 10, 20],
        values: [20, -10, -40, -50],
        bad: [],
        indeterminate: [],
      })),
    },
  };
}
