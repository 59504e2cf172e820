// The case illustration: where its link shows, its plot and animation, what it says while it waits, fails or has nothing.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inPortal } from '../../testing/in-portal.tsx';
import { openPortal, problem, servedPortal, server } from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';
import { searchIndex } from '../../testing/tiny-index.ts';
import { CaseDialog } from './case-dialog.tsx';
import { played, STOPPED } from './playback.ts';

servedPortal();
afterEach(() => vi.useRealTimers());

const WAIT = { timeout: 20_000 };
const asked: { path: string; body: unknown }[] = [];
const frames = [
  'illustration/frames/a.png',
  '/illustration/frames/b.png',
  'illustration/frames/c.png',
];
const png = () =>
  new HttpResponse(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } });

type Answer = () => Response | Promise<Response>;
function serve(plot: Answer = png, images: Answer = () => HttpResponse.json({ images: frames })) {
  asked.length = 0;
  const note = async (request: Request): Promise<void> => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
  };
  server.use(
    http.post('*/services/case/illustration/plot', async ({ request }) => {
      await note(request);
      return plot();
    }),
    http.post('*/services/case/illustration/images', async ({ request }) => {
      await note(request);
      return images();
    }),
  );
}
const show = (over: { date?: string; site?: string } = {}) => {
  const onClose = vi.fn();
  const user = inPortal(<CaseDialog date="20160602" site="ena" {...over} onClose={onClose} />);
  return { user, onClose };
};
const frame = () => screen.getByRole('img', { name: /frame \d of 3/ });
const button = (name: string) => screen.getByRole('button', { name });

describe('the link', () => {
  const epochs = (code: string, site: string) => {
    const days = JSON.stringify(['2016-06-02', '2016-06-03', '2016-07-05', '2016-08-12']);
    server.use(
      metadataService([made('met', site, 'C1', 'temp', { epoch_codes: [code] })]).handler,
      http.post('*/services/epochs/_search', async ({ request }) =>
        HttpResponse.json(
          searchIndex(
            [
              {
                id: code,
                epoch_code: code,
                epoch_name: code,
                epoch_desc: '',
                epoch_times: days,
                site_codes: [site],
              },
            ],
            await request.json(),
          ) as Record<string, string>,
        ),
      ),
    );
    return openPortal(`/guidedsearch?by=epoch-type&step=3&epoch_codes=${code}&site_code=${site}`);
  };
  const day = () =>
    screen.findByRole('button', { name: /June 2nd, 2016|2 June 2016|2016.*2/ }, WAIT);

  it('[K001] [K002] shows for a day of ena that is pointed at, and opens plot and animation', async () => {
    serve();
    epochs('enaepoch', 'ena');
    fireEvent.mouseEnter(await day());
    fireEvent.click(await screen.findByRole('button', { name: 'Case illustration of 2016-06-02' }));
    await screen.findByRole('dialog', { name: 'Case illustration' }, WAIT);
    await screen.findByRole('img', { name: /^Plot of ENA on 2016-06-02/ }, WAIT);
    expect(frame()).toBeTruthy();
  });

  it('is the next stop of the keyboard after its day, before the days of later months', async () => {
    serve();
    const { user } = epochs('enaepoch', 'ena');
    const focused = await day();
    act(() => focused.focus());
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Case illustration of 2016-06-02');
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Case illustration' }, WAIT);
  });

  it.each([
    ['tonga_blast', 'ena'],
    ['enaepoch', 'sgp'],
  ])('[K001] does not for %s at %s', async (code, site) => {
    epochs(code, site);
    fireEvent.mouseEnter(await day());
    expect(screen.queryByText(/illustration/i)).toBeNull();
  });
});

describe('the illustration', () => {
  it('[K012] [K013] asks for a site and a day without dashes, without a session', async () => {
    serve();
    const fetched = vi.spyOn(globalThis, 'fetch');
    show({ date: '2016-06-02' });
    await screen.findByRole('img', { name: /^Plot/ }, WAIT);
    expect(asked.map(({ path }) => path.replace('/services/case/', '')).sort()).toEqual([
      'illustration/images',
      'illustration/plot',
    ]);
    for (const { body } of asked) expect(body).toEqual({ date: '20160602', site: 'ena' });
    const sent = fetched.mock.calls.filter(([url]) => String(url).includes('/illustration/'));
    expect(sent.map(([, init]) => init?.credentials)).toEqual(['omit', 'omit']);
    fetched.mockRestore();
  });

  it('asks for a plot on the ground of the theme', async () => {
    serve();
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
      serve();
      show(over);
      await act(() => delay(50));
      expect(asked).toEqual([]);
    },
  );

  it("[K006] says 'Loading case data...' until both are there", async () => {
    const gate = Promise.withResolvers<void>();
    serve(async () => {
      await gate.promise;
      return png();
    });
    show();
    await screen.findByText('Loading case data...', {}, WAIT);
    expect(screen.queryByRole('img', { name: /^Plot/ })).toBeNull();
    gate.resolve();
    await screen.findByRole('img', { name: /^Plot/ }, WAIT);
    expect(screen.queryByText('Loading case data...')).toBeNull();
  });

  it("[K007] says 'Error: ' and the message", async () => {
    serve(() => problem(503, 'unavailable', 'The drawings are being moved.'));
    show();
    const alert = await screen.findByRole('alert', {}, WAIT);
    expect(alert.textContent).toBe('Error: The drawings are being moved.');
  });

  it('is asked for again', async () => {
    serve(() => problem(503, 'unavailable', 'The drawings are being moved.'));
    const { user } = show();
    const again = await screen.findByRole('button', { name: 'Try again' }, WAIT);
    serve();
    await user.click(again);
    await screen.findByRole('img', { name: /^Plot/ }, WAIT);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[K014] [K015] the illustration without a message says which of them failed', async () => {
    serve(() => new HttpResponse('', { status: 500 }));
    show();
    await screen.findByText('Error: Failed to fetch plot data', {}, WAIT);
    cleanup();
    serve(png, () => HttpResponse.error());
    show();
    await screen.findByText('Error: Failed to generate animation', {}, WAIT);
  });

  it("[K008] says 'No case data available' when there are neither", async () => {
    serve(
      () => problem(404, 'not-found'),
      () => HttpResponse.json({ images: [] }),
    );
    show();
    await screen.findByText('No case data available', {}, WAIT);
  });

  it('[K005] closes by Escape and by the backdrop', async () => {
    serve();
    const { user, onClose } = show();
    await screen.findByRole('img', { name: /^Plot/ }, WAIT);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    const backdrop = document.querySelector('.scrim');
    await user.click(backdrop!);
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('the animation', () => {
  it('[K003] [K004] [K010] has its controls and a slider; each step pauses', async () => {
    serve();
    const { user } = show();
    await screen.findByRole('region', { name: 'Animation' }, WAIT);
    expect(frame().getAttribute('src')).toBe('/services/case/illustration/frames/a.png');
    const steps: readonly [string, string][] = [
      ['Next', 'frame 2'],
      ['Last', 'frame 3'],
      ['Previous', 'frame 2'],
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
    expect(frame().getAttribute('src')).toBe('/services/case/illustration/frames/c.png');
  });

  it('[K009] [K011] [K016] [K017] plays by its interval, slower and faster by a step', async () => {
    serve();
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
    pass(1000);
    expect(frame().getAttribute('alt')).toContain('frame 1');
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
});
