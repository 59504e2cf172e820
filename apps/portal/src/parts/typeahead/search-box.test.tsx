// The search box: suggestions by section, keys, recent searches.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { openPortal } from '../../testing/open-portal.tsx';
import { archive, everything, recordedPortal, refuse } from '../../testing/recorded.ts';

recordedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

async function open(path = '/results') {
  const service = archive(...everything());
  const opened = openPortal(path);
  const box = await screen.findByRole(
    'combobox',
    { name: 'Search the catalogue' },
    { timeout: 20_000 },
  );
  return { ...opened, ...service, box };
}

it('[S024] [S025] the search box says what to enter and how', async () => {
  const { box } = await open();
  expect(box.getAttribute('placeholder')).toBe(
    'Enter a category, measurement, datastream, site, source or keyword to begin your search.',
  );
  expect(screen.getByText(/Use AND, OR or .quotes. for an exact phrase/)).toBeTruthy();
});

it('the hint leaves free what was found: it stands over the page only while something is typed', async () => {
  const { user, box } = await open('/results/s::cloud');
  const hint = screen.getByText(/Use AND, OR or .quotes. for an exact phrase/);
  expect(hint.className).not.toContain('absolute');
  await user.type(box, 's');
  expect(hint.className).toContain('absolute');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(hint.className).not.toContain('absolute'));
});

it('[S172] [S173] the search box suggests at most five per section, a tenth of a second after the last key', async () => {
  const { box, sent } = await open();
  // on a busy machine a tenth of a second passes between keys
  await userEvent.setup({ delay: null }).type(box, 'cloud');
  const list = await screen.findByRole('listbox');
  const products = await within(list).findByRole('group', { name: 'Data Products' });
  expect(within(products).getAllByRole('option').length).toBeLessThanOrEqual(5);
  const asked = sent.filter(({ body }) => 'Datastreams' in ((body.aggs ?? {}) as object));
  expect(asked.length).toBeLessThan(3); // five keys: as typed, and as it is understood
  expect(box.getAttribute('aria-expanded')).toBe('true');
});

it('arrows move, Enter takes the suggestion as a filter', async () => {
  const { user, box, router } = await open();
  await user.type(box, 'ceilometer');
  await screen.findAllByRole('option', { name: /^Ceilometer/ });
  await user.keyboard('{ArrowDown}');
  const active = box.getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/results\/\w+::(ceil|cloudbase)$/),
  );
});

it('Enter searches the text, Escape closes the list first', async () => {
  const { user, box, router } = await open();
  await user.type(box, 'cloud');
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::cloud'));
});

it('the search box offers recent searches while it is empty', async () => {
  const { user, box } = await open();
  await user.type(box, 'first{Enter}');
  await user.clear(box);
  await user.type(box, 'second{Enter}');
  await user.clear(box);
  await user.keyboard('{ArrowDown}');
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['second', 'first']);
});

it("'/' goes to it from anywhere, '?' lists the keys", async () => {
  const { user, box } = await open();
  await user.keyboard('/');
  expect(document.activeElement).toBe(box);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keys' }, { timeout: 20_000 });
});

it('when the list of keys is closed, the focus is where it was and the next key opens it again', async () => {
  const { user, box } = await open();
  const main = screen.getByRole('main');
  main.focus();
  for (const time of ['once', 'again']) {
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keys' }, { timeout: 20_000 });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull());
    expect(document.activeElement, time).toBe(main);
  }
  expect(box).toHaveProperty('value', '');
});

it('the search box says when there are no suggestions to be had', async () => {
  const { user, box } = await open();
  refuse('*/services/metadata/_search');
  await user.type(box, 'cloud');
  await screen.findByText(/Suggestions are not available/, {}, { timeout: 20_000 });
});

it('[S023] on the home screen it leads to the search', async () => {
  const { user, box, router } = await open('/');
  await user.type(box, 'ozone{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::ozone'));
});
