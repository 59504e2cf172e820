// What is shown beside and above a report: what it means for an order, other reports, and where its
// spans are in the data.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openPortal, servedPortal } from '../../testing/open-portal.tsx';
import { MET, NAMES, served, span } from '../../testing/served-report.ts';
import { closeReport, useOpenedReport } from './opened.ts';

servedPortal();
afterEach(() => {
  act(() => closeReport());
});

it.each([
  [[4], 'With the data flagging Incorrect the values'],
  [[3, 5], 'With the data flagging Suspect the values'],
  [[3, 4], 'With the data flagging Incorrect or Suspect the values'],
  [[0], 'There is nothing to deliver for these times'],
  [[5, 2], 'Values are delivered unchanged'],
  [[], 'Values are delivered unchanged'],
])('a report of the classes %j states what they mean for an order', async (codes, words) => {
  const affected = codes.map((code) => ({ ...span, datastream: MET, code, variables: NAMES }));
  served({ affected });
  openPortal('/report/D170321.8');
  const aside = await screen.findByRole('complementary', { name: 'About this report' });
  const meaning = within(aside).getByRole('heading', { name: /What this means/ }).nextSibling;
  expect(meaning?.textContent?.startsWith(words), meaning?.textContent ?? '').toBe(true);
});

it('a report states where no other one of its datastream is of the same time, and does not where one is', async () => {
  served({ affected: [] });
  openPortal('/report/D170321.8');
  const aside = within(await screen.findByRole('complementary', { name: 'About this report' }));
  await aside.findByRole('link', { name: 'All 3 reports of this datastream' });
  expect(aside.queryByText('No other report overlaps this one in time.')).toBeNull();
  cleanup();
  const affected = [
    { ...span, startDateTime: '2010-01-01T00:00:00Z', endDateTime: '2010-01-02T00:00:00Z' },
  ].map((one) => ({ ...one, datastream: MET, code: 3, variables: NAMES }));
  served({ affected });
  openPortal('/report/D170321.8');
  await screen.findByText('No other report overlaps this one in time.');
  expect(screen.queryByRole('link', { name: 'D000718.3' })).toBeNull();
});

it('a report frames its span where it is in all data, and shows three datastreams first', async () => {
  const streams = [1, 2, 3, 4].map((n) => `sgpmetE1${n}.b1`);
  const about = streams.map((datastream) => ({
    ...{ datastream, title: datastream },
    ...{ start: '2000-01-01T00:00:00Z', end: '2000-04-10T00:00:00Z' }, // a hundred days
  }));
  const affected = [
    {
      ...{ startDateTime: '2000-01-26T00:00:00Z', endDateTime: '2000-03-16T00:00:00Z' },
      ...{ metric: 'Suspect', datastream: streams[0] ?? '', code: 3, variables: [] },
    },
  ];
  served({ datastreams: streams, about, affected });
  const { user } = openPortal('/report/D170321.8');
  const more = await screen.findByRole('button', { name: 'Timelines of 1 more datastream' });
  const figures = () => screen.getAllByRole('figure');
  expect(figures()).toHaveLength(3);
  const frames = figures().flatMap((figure) => [
    ...figure.querySelectorAll<HTMLElement>('span[aria-hidden]'),
  ]);
  expect(frames).toHaveLength(1);
  const [left = 0, width = 0] = [frames[0]?.style.left, frames[0]?.style.width].map((text) =>
    Number(/[\d.]+(?=%)/.exec(text ?? '')?.[0]),
  );
  // From the 25th to the 75th day of a hundred, with a margin of two at both ends.
  expect(left).toBeCloseTo((100 * 27) / 104, 0);
  expect(width).toBeCloseTo((100 * 50) / 104, 0);
  await user.click(more);
  expect(figures()).toHaveLength(4);
});

it('a report opens another one over it by a plain click alone', async () => {
  served();
  openPortal('/report/D170321.8');
  const link = await screen.findByRole('link', { name: 'D000718.3' });
  for (const how of [
    ...[{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }],
    { button: 1 },
  ]) {
    expect(fireEvent.click(link, how), JSON.stringify(how)).toBe(true); // left to the browser
    expect(useOpenedReport.getState().id).toBeNull();
  }
  expect(fireEvent.click(link)).toBe(false);
  expect(useOpenedReport.getState().id).toBe('D000718.3');
  await screen.findByRole('dialog', { name: 'DQR Information' });
});

it('a report that only supersedes others names all of them', async () => {
  served({ supersedes: ['D150101.1', 'D150101.2'] });
  openPortal('/report/D170321.8');
  const others = await screen.findByText(/^Supersedes/);
  expect(others.textContent).toBe('Supersedes D150101.1, D150101.2.');
});
