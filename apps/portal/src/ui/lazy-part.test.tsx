// A part of a page that does not arrive.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;
const dropped = (): Promise<never> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/hello-1.js'));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const person = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

function around(Part: ComponentType<{ readonly name: string }>, places = 1) {
  render(
    <main>
      <h1>The page</h1>
      {Array.from({ length: places }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are alike
        <Suspense key={at} fallback="coming">
          <Part name={`you ${at}`} />
        </Suspense>
      ))}
    </main>,
  );
}

it('a part that is loaded late is shown without a message after a request for it was dropped once', async () => {
  const from = vi.fn(async () => Hello);
  from.mockImplementationOnce(dropped);
  around(lazyPart('The greeting', from));
  await screen.findByText('Hello you 0');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(from).toHaveBeenCalledTimes(2);
});

it('a part that is loaded late reports in its own place that it could not be loaded, and Try again loads it everywhere', async () => {
  const user = person();
  let there = false;
  const from = vi.fn(() => (there ? Promise.resolve(Hello) : dropped()));
  around(lazyPart('The greeting', from), 2);
  const alerts = await screen.findAllByRole('alert');
  expect(alerts).toHaveLength(2);
  expect(alerts[0]?.textContent).toContain('The greeting could not be loaded.');
  screen.getByRole('heading', { name: 'The page' });
  there = true;
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  await screen.findByText('Hello you 0');
  await screen.findByText('Hello you 1');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a part that is loaded late says that the server does not answer where Try again fails too', async () => {
  const user = person();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  around(lazyPart<{ readonly name: string }>('The greeting', dropped));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('The server did not answer. Are you connected?');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Try again' });
});

it('a part that is loaded late reports over the page if it would have been there, and is dismissed as it would have been', async () => {
  const user = person();
  const onClose = vi.fn();
  const Opened = lazyPart<Dialogue>('The dialog', dropped, {
    failure: 'over',
    onDismiss: (props) => props.onClose(),
  });
  const { container } = render(
    <Suspense>
      <Opened onClose={onClose} />
    </Suspense>,
  );
  const alert = await screen.findByRole('alert');
  expect(container.contains(alert)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a part that is loaded late is a new try for the next that shows it', async () => {
  const from = vi.fn(async () => Hello);
  for (let times = 0; times < 3; times += 1) from.mockImplementationOnce(dropped);
  const Part = lazyPart('The greeting', from);
  around(Part);
  await screen.findByRole('alert');
  around(Part);
  await screen.findAllByText('Hello you 0');
});

it('a part that is loaded late is loaded before it is shown where that is asked for', async () => {
  const from = vi.fn(async () => Hello);
  const Part = lazyPart('The greeting', from);
  await act(async () => Part.preload());
  around(Part);
  await screen.findByText('Hello you 0');
  expect(from).toHaveBeenCalledTimes(1);
});

type Dialogue = { readonly onClose: () => void };
