// The case illustration: where its link shows, its plot and animation, what it says while it waits,
// fails or has nothing.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { openPortal, server } from '../../testing/open-portal.tsx';
import { answerAgain, recordedPortal, refuse, sentTo } from '../../testing/recorded.ts';
import { CaseDialog } from './case-dialog.tsx';
import { played, STOPPED } from './playback.ts';

recordedPortal();
afterEach(() => vi.useRealTimers());

const WAIT = { timeout: 20_000 };
const PLOT = '*/services/case/illustration/plot';
const IMAGES = '*/services/case/illustration/images';
const FRAMES = '/services/case/illustration/frames/ena/20160602';
const show = (over: { date?: string; site?: string } = {}) => {
  const onClose = vi.fn();
  const user = inPortal(<CaseDialog date="20160602" site="ena" {...over} onClose={onClose} />);
  return { user, onClose };
};
const frame = () => screen.getByRole('img', { name: /frame \d+ of 24/ });
const button = (name: string) => screen.getByRole('button', { name });

const epochs = (code: string, site: string) =>
  openPortal(`/guidedsearch?by=epoch-type&step=3&epoch_codes=${code}&site_code=${site}`);
const day = () => screen.findByRole('button', { name: /June 2nd, 2016|2 June 2016|2016.*2/ }, WAIT);

it('[K001] [K002] the link to a case shows for a day of ena that is pointed at, and opens plot and animation', async () => {
  epochs('enaepoch', 'ena');
  fireEvent.mouseEnter(await day());
  fireEvent.click(await screen.findByRole('button', { name: 'Case illustration of 2016-06-02' }));
  await screen.findByRole('dialog', { name: 'Case illustration' }, WAIT);
  await screen.findByRole('img', { name: /^Plot of ENA on 2016-06-02/ }, WAIT);
  expect(frame()).toBeTruthy();
});

it('the link to a case is the next stop of the keyboard after its day, before the days of later months', async () => {
  const { user } = epochs('enaepoch', 'ena');
  const focused = await day();
  act(() => focused.focus());
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Case illustration of 2016-06-02');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Case illustration' }, WAIT);
});

it.each([
  ['tonga_blast', 'ena', /January 16th, 2022/],
  ['convrain', 'cor', /October 26th, 2018/],
])('[K001] the link to a case does not show for %s at %s', async (code, site, name) => {
  epochs(code, site);
  fireEvent.mouseEnter(await screen.findByRole('button', { name }, WAIT));
  expect(screen.queryByText(/illustration/i)).toBeNull();
});

it('[K012] [K013] the illustration of a case asks for a site and a day without dashes, without a session', async () => {
  const [plots, images] = [sentTo(PLOT.slice(1)), sentTo(IMAGES.slice(1))];
  const fetched = vi.spyOn(globalThis, 'fetch');
  show({ date: '2016-06-02' });
  await screen.findByRole('img', { name: /^Plot/ }, WAIT);
  await waitFor(() => expect([plots.length, images.length]).toEqual([1, 1]));
  for (const { body } of [...plots, ...images])
    expect(body).toEqual({ date: '20160602', site: 'ena' });
  const sent = fetched.mock.calls.filter(([url]) => String(url).includes('/illustration/'));
  expect(sent.map(([, init]) => init?.credentials)).toEqual(['omit', 'omit']);
  fetched.mockRestore();
});

it('the illustration of a case asks for a plot on the ground of the theme', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  document.documentElement.classList.add('dark');
  try {
    show();
    await screen.findByRole('img', { name: /^Plot/ }, WAIT);
    const addresses = fetched.mock.calls.map(([url]) => String(url));
    expect(addresses.filter((url) => url.endsWith('/plot?theme=dark'))).toHaveLength(1);
  } finally {
    document.documentElement.classList.remove('dark');
    fetched.mockRestore();
  }
});

it.each([{ date: '' }, { site: '' }])(
  '[K012] the illustration with %j asks for nothing',
  async (over) => {
    const asked = [sentTo(PLOT.slice(1)), sentTo(IMAGES.slice(1))];
    show(over);
    await act(() => delay(50));
    expect(asked.flat()).toEqual([]);
  },
);

it("[K006] the illustration of a case says 'Loading case data...' until both are there", async () => {
  const gate = Promise.withResolvers<void>();
  server.use(http.post(PLOT, () => gate.promise)); // and then the recorded answer
  show();
  await screen.findByText('Loading case data...', {}, WAIT);
  expect(screen.queryByRole('img', { name: /^Plot/ })).toBeNull();
  gate.resolve();
  await screen.findByRole('img', { name: /^Plot/ }, WAIT);
  expect(screen.queryByText('Loading case data...')).toBeNull();
});

it("[K007] the illustration of a case says 'Error: ' and the message of the service", async () => {
  show({ date: '2016' });
  const alert = await screen.findByRole('alert', {}, WAIT);
  expect(alert.textContent).toBe('Error: body.date: is a day without dashes: 20160602');
});

it('the illustration of a case is requested again by Try again', async () => {
  refuse(PLOT);
  const { user } = show();
  const again = await screen.findByRole('button', { name: 'Try again' }, WAIT);
  answerAgain();
  await user.click(again);
  await screen.findByRole('img', { name: /^Plot/ }, WAIT);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('[K014] [K015] the illustration without a message says which of them failed', async () => {
  server.use(http.post(PLOT, () => new HttpResponse(null, { status: 500 })));
  show();
  await screen.findByText('Error: Failed to fetch plot data', {}, WAIT);
  cleanup();
  answerAgain();
  refuse(IMAGES, 0);
  show();
  await screen.findByText('Error: Failed to generate animation', {}, WAIT);
});

it("[K008] the illustration of a case says 'No case data available' when there are neither", async () => {
  show({ site: 'xyz' });
  await screen.findByText('No case data available', {}, WAIT);
});

it('[K005] the illustration of a case closes by Escape and by the backdrop', async () => {
  const { user, onClose } = show();
  await screen.findByRole('img', { name: /^Plot/ }, WAIT);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  const backdrop = document.querySelector('.scrim');
  await user.click(backdrop!);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('[K003] [K004] [K010] the animation of a case has its controls and a slider; each step pauses', async () => {
  const { user } = show();
  await screen.findByRole('region', { name: 'Animation' }, WAIT);
  expect(frame().getAttribute('src')).toBe(`${FRAMES}/00.png`);
  const steps: readonly [string, string][] = [
    ['Next', 'frame 2'],
    ['Last', 'frame 24'],
    ['Previous', 'frame 23'],
    ['First', 'frame 1'],
  ];
  for (const [name, told] of steps) {
    await user.click(button('Play'));
    await user.click(button(name));
    expect(button('Play')).toBeTruthy();
    expect(frame().getAttribute('alt')).toContain(told);
  }
  await user.click(button('Play'));
  fireEvent.change(screen.getByRole('slider', { name: 'Frame' }), { target: { value: '3' } });
  expect(button('Play')).toBeTruthy();
  expect(frame().getAttribute('src')).toBe(`${FRAMES}/02.png`);
});

it('[K009] [K011] [K016] [K017] the animation of a case plays by its interval, slower and faster by a step', async () => {
  show();
  await screen.findByRole('region', { name: 'Animation' }, WAIT);
  await waitFor(() => expect(screen.getByText('500 ms a frame')).toBeTruthy());
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  fireEvent.click(button('Play'));
  pass(499);
  expect(frame().getAttribute('alt')).toContain('frame 1');
  pass(1);
  expect(frame().getAttribute('alt')).toContain('frame 2');
  fireEvent.click(button('Slower'));
  expect(screen.getByText('1000 ms a frame')).toBeTruthy();
  pass(999);
  expect(frame().getAttribute('alt')).toContain('frame 2');
  pass(1);
  expect(frame().getAttribute('alt')).toContain('frame 3');
  pass(22_000);
  expect(frame().getAttribute('alt')).toContain('frame 1 ');
  fireEvent.click(button('Faster'));
  expect(screen.getByText('500 ms a frame')).toBeTruthy();
});

it('[K017] [K018] the interval stays from 100 to 7000 ms', () => {
  let now = STOPPED;
  now = played(now, { act: 'faster' }, 3);
  expect(now.interval).toBe(100);
  for (let i = 0; i < 20; i++) now = played(now, { act: 'slower' }, 3);
  expect(now.interval).toBe(7000);
  expect(played(now, { act: 'slower' }, 3).interval).toBe(7000);
  expect(played({ ...STOPPED, interval: 100 }, { act: 'slower' }, 3).interval).toBe(600);
});
