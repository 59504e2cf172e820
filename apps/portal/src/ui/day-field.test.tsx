// A day that may be left empty: typed, removed, picked.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayField } from './day-field.tsx';

function Host({ told, inForm = false }: { readonly told: string[]; readonly inForm?: boolean }) {
  const [day, setDay] = useState('2019-06-01');
  return (
    <DayField
      label="From"
      value={day}
      last="2020-12-31"
      inForm={inForm}
      onChange={(next) => {
        told.push(next);
        setDay(next);
      }}
    />
  );
}

function show() {
  const told: string[] = [];
  render(<Host told={told} />);
  return { told, user: userEvent.setup(), box: screen.getByRole<HTMLInputElement>('textbox') };
}

it('a day is a text in the form YYYY-MM-DD, whatever the language of the browser', async () => {
  const { told, user, box } = show();
  expect(box.value).toBe('2019-06-01');
  await user.click(screen.getByText('From')); // the label leads to its field
  expect(document.activeElement).toBe(box);
  await user.clear(box);
  expect(box.placeholder).toBe('YYYY-MM-DD');
  await user.type(box, '2019-7-4{Enter}');
  expect(told).toEqual(['2019-07-04']);
  expect(box.value).toBe('2019-07-04');
});

it('a day can be removed, and one that does not exist or is beyond the last one changes nothing', async () => {
  const { told, user, box } = show();
  for (const wrong of ['2021-01-01', '06/01/2019', '2019-02-30']) {
    await user.clear(box);
    await user.type(box, wrong);
    await user.tab();
    expect(box.value).toBe('2019-06-01');
    expect(screen.getByText(/Must be a date between 1900-01-01 and 2020-12-31/)).toBeTruthy();
  }
  expect(told).toEqual([]);
  await user.clear(box);
  await user.tab();
  expect(told).toEqual(['']);
  expect(box.value).toBe('');
});

it('a day is picked from a calendar', async () => {
  const { told, user } = show();
  await user.click(await screen.findByRole('button', { name: 'From: calendar' }));
  const calendar = await screen.findByRole('grid');
  await user.click(within(calendar).getByRole('button', { name: /June 18th, 2019/ }));
  expect(told).toEqual(['2019-06-18']);
});

it('no screen has a field whose days are written as the browser does', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const native = Object.entries(sources).filter(([, text]) =>
    /type="(date|datetime-local|month|week)"/.test(text),
  );
  expect(native.map(([path]) => path)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(200);
});

it('in a form a day has the label of a text field, in a line of filters a small one', () => {
  const { rerender } = render(<Host told={[]} inForm />);
  expect(screen.getByText('From').className).toBe('font-strong');
  rerender(<Host told={[]} />);
  expect(screen.getByText('From').className).toBe('');
});
