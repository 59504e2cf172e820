// Typing and picking a date with a time, UTC, inside bounds.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DateTimeInput } from './date-time-input.tsx';
import { fromCalendar, parseTyped, showDate, toCalendar, withDay } from './date-time-text.ts';

const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
const bounds = { start: at('2020-01-02 05:30:00'), end: at('2020-03-10 18:00:00') };
let emitted: number[] = [];

function Host(props: { readonly first: number | null; readonly edge: 'start' | 'end' }) {
  const [value, setValue] = useState(props.first);
  return (
    <DateTimeInput
      label="Start"
      edge={props.edge}
      value={value}
      bounds={bounds}
      onChange={(seconds) => {
        emitted.push(seconds);
        setValue(seconds);
      }}
    />
  );
}

function show(first: number | null, edge: 'start' | 'end' = 'start') {
  emitted = [];
  render(<Host first={first} edge={edge} />);
  return userEvent.setup();
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' });

it('[C102] [C103] a date-time input has a text box, a date button and a time button', async () => {
  show(bounds.start);
  expect(box().value).toBe('2020-01-02 05:30:00');
  expect(await screen.findByRole('button', { name: 'Start: calendar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start: time' })).toBeTruthy();
});

it('[C108] a date-time input applies text that parses and lies within bounds, and reverts everything else', async () => {
  const user = show(bounds.start);
  for (const wrong of ['2020-01-01', '2021-01-01 00:00:00', 'soon', '2020-02-31', '']) {
    await user.clear(box());
    if (wrong) await user.type(box(), wrong);
    await user.tab();
    expect(box().value).toBe('2020-01-02 05:30:00');
  }
  expect(emitted).toEqual([]);
  await user.clear(box());
  await user.type(box(), '2020-02-01T10:20');
  await user.tab();
  expect(emitted).toEqual([at('2020-02-01 10:20:00')]);
});

it('[C109] the time button is disabled until there is a date or a text', async () => {
  const user = show(null);
  const time = await screen.findByRole<HTMLButtonElement>('button', { name: 'Start: time' });
  expect(time.disabled).toBe(true);
  await user.type(box(), '2020-02-01');
  expect(time.disabled).toBe(false);
});

it('[C110] a date-time input marks a time out of range and does not emit it; [C085] closing snaps to the bound', async () => {
  const user = show(bounds.start);
  await user.click(await screen.findByRole('button', { name: 'Start: time' }));
  const hour = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Hour' });
  await user.clear(hour);
  await user.type(hour, '03');
  expect(hour.getAttribute('aria-invalid')).toBe('true');
  expect(emitted).toEqual([]);
  await user.keyboard('{Escape}');
  expect(emitted).toEqual([bounds.start]);
});

it('[C103] a date-time input takes a time of the 24-hour clock, with seconds', async () => {
  const user = show(bounds.start);
  await user.click(await screen.findByRole('button', { name: 'Start: time' }));
  const dialog = await screen.findByRole('dialog');
  for (const [name, text] of [
    ['Hour', '23'],
    ['Minute', '05'],
    ['Second', '09'],
  ] as const) {
    const part = within(dialog).getByRole('textbox', { name });
    await user.clear(part);
    await user.type(part, text);
  }
  expect(emitted.at(-1)).toBe(at('2020-01-02 23:05:09'));
});

it('[C085] a picked day that leaves the bounds with its time snaps to the bound', async () => {
  const user = show(at('2020-03-01 20:00:00'), 'end');
  await user.click(await screen.findByRole('button', { name: 'Start: calendar' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: /March 10th/ }));
  expect(emitted).toEqual([bounds.end]);
});

it('[C084] days outside the bounds cannot be picked', async () => {
  const user = show(at('2020-03-01 20:00:00'));
  await user.click(await screen.findByRole('button', { name: 'Start: calendar' }));
  const day = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
  expect((await day(/March 11th/)).disabled).toBe(true);
  expect((await day(/March 10th/)).disabled).toBe(false);
  expect((await day(/March 1st/)).disabled).toBe(false);
});

it('[C113] text of dates gives a start midnight and an end the last second', () => {
  expect(parseTyped('2020-01-05', 'start')).toBe(at('2020-01-05 00:00:00'));
  expect(parseTyped('2020-01-05', 'end')).toBe(at('2020-01-05 23:59:59'));
  expect(parseTyped('2020-01-05 07:08', 'end')).toBe(at('2020-01-05 07:08:00'));
  expect(withDay(null, at('2020-01-05 00:00:00'), 'end')).toBe(at('2020-01-05 23:59:59'));
});

it('text of dates keeps the day between UTC and the calendar, whatever the time zone of the machine', () => {
  for (const text of ['2020-03-29', '2020-10-25', '1999-12-31', '2024-02-29']) {
    const day = at(`${text} 00:00:00`);
    expect(fromCalendar(toCalendar(day + 80_000))).toBe(day);
    expect(showDate(day, true)).toBe(text);
  }
});
